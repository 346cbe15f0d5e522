"""`tripad score`, `rules` and `fits`, called as a user calls them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scorer.game import derive
from scorer.record import record_from_json
from scorer.rules import OPTIONS, PRESETS
from scorer.sheet import sheet
from tests.scorer.games import record, ring
from webui.cli import main

START = "Ann 0,0,up=5-5-5"
EXAMPLE = record(
    "tripple-classic",
    "Ann Ben",
    f"{START}; Ben draw; Ben pass; Ben shows 0-1-2 3-3-4",
    rounds_to_play=3,
)


class Tripad:
    """Calls the command and keeps what it said."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.file, self.capture = folder / "game.json", capture

    def __call__(self, command: str, game: Any, *options: str) -> tuple[int, str, str]:
        content = game if isinstance(game, (bytes, str)) else json.dumps(game)
        self.file.write_bytes(content.encode() if isinstance(content, str) else content)
        code = main([command, str(self.file), *options])
        out, err = self.capture.readouterr()
        return code, out, err


@pytest.fixture
def tripad(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Tripad:
    return Tripad(tmp_path, capsys)


def test_the_example_of_the_contract(tripad: Tripad) -> None:
    code, out, err = tripad("score", EXAMPLE, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "rounds": [
            {
                "events": [
                    {"points": 25, "parts": {"tile": 15, "start": 10}},
                    {"points": -5, "parts": {"draw": -5}},
                    {"points": 0, "parts": {}},
                    {"points": 0, "parts": {}},
                ],
                "end": {"Ann": 0, "Ben": 0},
                "score": {"Ann": 25, "Ben": -5},
                "total": {"Ann": 25, "Ben": -5},
                "end_reason": None,
            }
        ],
        "winners": [],
    }


ILLEGAL = {
    "wrong player": ("Ann 0,0,down=5-4-5", "it is not Ann's turn but Ben's"),
    "unknown player": ("Zoe draw", "‘Zoe’ is not one of the players"),
    "tile played twice": ("Ben 0,0,down=5-5-5", "tile 5-5-5 already lies on 0,0,up"),
    "side": ("Ben 0,0,down=5-4-4", "the side does not match: at corner 0,1 lies 5, not 4"),
    "not attached": ("Ben 5,5,up=1-1-1", "shares no side"),
    "occupied": ("Ben 0,0,up=5-5-4", "0,0,up is taken by 5-5-5"),
    "not in the set": ("Ben 0,0,down=5-6-5", "5-6-5 is not in the set"),
    "another field": ("Ben 0,0,up@1=1-1-1", "may not begin field 1"),
    "held twice": ("Ben shows 5-5-5", "already lies on 0,0,up"),
    "shown twice": ("Ben shows 1-1-1 1-1-1", "already shown by Ben"),
    "shown not in the set": ("Ben shows 7-1-1", "7-1-1 is not in the set"),
    "too many shown": (
        "Ben shows 0-0-0 1-1-1 2-2-2 3-3-3 4-4-4 0-0-1 0-0-2 0-0-3 0-0-4 0-0-5",
        "more tiles (10) than the 9 in hand",
    ),
}


@pytest.mark.parametrize("case", ILLEGAL)
def test_an_illegal_event_is_named_in_one_line(tripad: Tripad, case: str) -> None:
    event, reason = ILLEGAL[case]
    game = record("tripple-classic", "Ann Ben", START, f"{START}; {event}")
    for options in ((), ("--json",)):
        code, out, err = tripad("score", game, *options)
        assert (code, out) == (2, "")
        assert err.startswith("tripad score: round 2, event 2: ")
        assert reason in err and err.count("\n") == 1


@pytest.mark.parametrize("case", ILLEGAL)
def test_lenient_scores_on_and_lists_the_fault(tripad: Tripad, case: str) -> None:
    event, reason = ILLEGAL[case]
    player = event.split()[0]
    following = "Ben draw" if player == "Zoe" or "shows" in event else "Ann draw"
    following = "Ben draw" if player == "Ann" else following
    text = f"{START}; {event}; {following}"
    code, out, err = tripad(
        "score", record("tripple-classic", "Ann Ben", text), "--json", "--lenient"
    )
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert [event["points"] for event in answer["rounds"][0]["events"]] == [25, 0, -5]
    assert {(fault["round"], fault["event"]) for fault in answer["faults"]} == {(1, 2)}
    assert any(reason in fault["reason"] for fault in answer["faults"])


def test_lenient_without_faults_says_so(tripad: Tripad) -> None:
    assert json.loads(tripad("score", EXAMPLE, "--json", "--lenient")[1])["faults"] == []


def broken(**changes: Any) -> Any:
    return {**EXAMPLE, **changes}


def nested(levels: int) -> Any:
    return [nested(levels - 1)] if levels else []


def with_event(event: Any) -> Any:
    return broken(rounds=[{"events": [EXAMPLE["rounds"][0]["events"][0], event]}])


PLACE = {"event": "place", "player": "Ben", "cell": [0, 0, "down"], "values": [5, 4, 5]}
MALFORMED: dict[str, tuple[Any, str]] = {
    "no JSON": ("{", "before round 1, event 1: this is not valid JSON"),
    "nothing": ("", "before round 1, event 1: this is not valid JSON"),
    "not UTF-8": (b"\xff\xfe\x00", "UTF-8"),
    "nested": ("[" * 100_000, "nested too deeply"),
    "nested beside": ({**EXAMPLE, "note": nested(900)}, "nested too deeply"),
    "nested in a rule": (broken(rules={"preset": "triominos", "bridge": nested(40)}), "not a list"),
    "not a number": (broken(note=float("nan")), "NaN is not a number in JSON"),
    "endless number": (broken(note=float("-inf")), "-Infinity is not a number in JSON"),
    "a key twice": ('{"rules": "triominos", "rules": "triodomino"}', "‘rules’ stands twice"),
    "many digits": ('{"rules": ' + "9" * 5000 + "}", "a number has thousands of digits"),
    "a list": ([], "a game record is an object"),
    "no rules": ({"players": ["Ann"], "rounds": []}, "‘rules’ is missing"),
    "unknown rules": (broken(rules="chess"), "‘chess’ is not a preset"),
    "unknown option": (broken(rules={"preset": "triominos", "brigde": 3}), "mean ‘bridge’?"),
    "no option": (broken(rules={"preset": "triominos", "x" * 99: 3}), "‘tripad rules PRESET’"),
    "large number": (broken(rules={"preset": "triominos", "bridge": 10**5}), "to 10000, not 10"),
    "no draws": (broken(rules={"preset": "triominos", "draws": -1}), "from 0 to 10000, not -1"),
    "null": (broken(rules={"preset": "triominos", "bridge": None}), "not null"),
    "no preset": (broken(rules={"bridge": 3}), "needs a ‘preset’"),
    "wrong number": (broken(rules={"preset": "triominos", "bridge": "3"}), "‘bridge’ is a whole"),
    "fraction": (broken(rules={"preset": "triominos", "bridge": 2.5}), "‘bridge’ is a whole"),
    "truth as number": (broken(rules={"preset": "triominos", "bridge": True}), "‘bridge’ is a"),
    "wrong choice": (broken(rules={"preset": "triominos", "winner": "me"}), "one of most, fewest"),
    "too many dealt": (broken(rules={"preset": "triominos", "dealt": 29}), "more than 56 tiles"),
    "no players": (broken(players=[]), "‘players’ is a list of names"),
    "players a text": (broken(players="Ann"), "‘players’ is a list of names"),
    "player a number": (broken(players=["Ann", 3]), "every name"),
    "same name": (broken(players=["Ann", "Ann"]), "two players have the same name"),
    "seven": (broken(players=list("abcdefg")), "for 1 to 6 players, not 7"),
    "rounds missing": ({k: v for k, v in EXAMPLE.items() if k != "rounds"}, "‘rounds’ is a list"),
    "round a list": (broken(rounds=[[]]), "round 1, before event 1"),
    "rounds to play": (broken(rounds_to_play=0), "‘rounds_to_play’"),
    "rounds without end": (broken(rounds_to_play=10**40), "from 1 to 10000"),
    "newer": (broken(version=2), "newer Tripad"),
    "event a text": (with_event("draw"), "round 1, event 2: the event cannot be read"),
    "event unknown": (with_event({"event": "swap", "player": "Ben"}), "‘event’ is one of"),
    "event unhashable": (with_event({"event": [], "player": "Ben"}), "‘event’ is one of"),
    "no player": (with_event({"event": "draw"}), "needs a ‘player’"),
    "player a list": (with_event({"event": "draw", "player": ["Ben"]}), "needs a ‘player’"),
    "no cell": (with_event({**PLACE, "cell": None}), "a cell is written"),
    "cell short": (with_event({**PLACE, "cell": [0, 0]}), "a cell is written"),
    "cell sideways": (with_event({**PLACE, "cell": [0, 0, "left"]}), '"up" or "down"'),
    "cell fraction": (with_event({**PLACE, "cell": [0.0, 0, "up"]}), "whole numbers"),
    "cell far away": (with_event({**PLACE, "cell": [10**300, 0, "up"]}), "not too large"),
    "values large": (with_event({**PLACE, "values": [10**300, 2, 3]}), "three whole numbers"),
    "values short": (with_event({**PLACE, "values": [1, 2]}), "three whole numbers"),
    "values text": (with_event({**PLACE, "values": ["1", 2, 3]}), "three whole numbers"),
    "values truth": (with_event({**PLACE, "values": [True, 2, 3]}), "three whole numbers"),
    "field text": (with_event({**PLACE, "field": "0"}), "‘field’ is a whole number"),
    "field negative": (with_event({**PLACE, "field": -1}), "‘field’ is a whole number"),
    "no tiles": (with_event({"event": "reveal", "player": "Ben"}), "to reveal takes ‘tiles’"),
    "line in a name": (with_event({"event": "draw", "player": "B\nen"}), "‘B en’ is not one"),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_a_malformed_record_gets_one_clear_line(tripad: Tripad, case: str) -> None:
    game, reason = MALFORMED[case]
    code, out, err = tripad("score", game, "--json")
    assert (code, out) == (2, "")
    assert reason in err and err.count("\n") == 1
    assert "round 1" in err and "event" in err
    assert len(err) < 300


def test_a_missing_file_gets_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "no/such/file.json"]) == 2
    assert capsys.readouterr().err == (
        "tripad score: cannot read no/such/file.json: No such file or directory.\n"
    )


def test_a_wrong_call_gets_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    for call in (["score"], ["fits", "a.json"], ["score", "a.json", "--strict"], ["scroe"]):
        with pytest.raises(SystemExit) as end:
            main(call)
        assert end.value.code == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_house_rules_change_the_points(tripad: Tripad) -> None:
    for penalty in (3, -3):
        game = record({"preset": "tripple-classic", "start": 7, "draw": penalty}, "Ann Ben", START)
        game["rounds"][0]["events"].append({"event": "draw", "player": "Ben"})
        answer = json.loads(tripad("score", game, "--json")[1])
        assert answer["rounds"][0]["total"] == {"Ann": 22, "Ben": -3}


def test_the_record_in_the_help_can_be_scored(
    tripad: Tripad, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["score", "--help"])
    text = capsys.readouterr().out
    example = text[text.index('{"rules"') : text.index("]}]}") + len("]}]}")]
    assert json.loads(tripad("score", example, "--json")[1])["rounds"][0]["total"] == {
        "Ann": 25, "Ben": -5,
    }  # fmt: skip


def test_score_prints_the_sheet(tripad: Tripad) -> None:
    assert tripad("score", EXAMPLE)[1] == sheet(derive(record_from_json(EXAMPLE)))
    faulty = record("tripple-classic", "Ann Ben", f"{START}; Ann draw")
    assert "✗ event 2: it is not Ann's turn" in tripad("score", faulty, "--lenient")[1]


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_shows_every_option(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", preset]) == 0
    out = capsys.readouterr().out
    assert all(f"\n{name} " in out for name in OPTIONS)


def test_rules_compares_all_presets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    out = capsys.readouterr().out
    assert all(preset in out for preset in PRESETS)
    bridge = next(line for line in out.splitlines() if line.startswith("bridge"))
    assert bridge.split()[1:] == ["+40", "+30", "+30", "+30", "–", "–", "+40"]


@pytest.mark.parametrize("call", [[], *([preset] for preset in PRESETS)])
def test_rules_fit_a_plain_terminal(call: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", *call]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


@pytest.mark.parametrize("command", ["score", "rules", "fits"])
def test_help_fits_a_plain_terminal(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_a_long_sheet_is_folded_for_the_terminal(
    tripad: Tripad, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = record("tripple-classic", "Ann Ben Cat Dan Eva Fay", START)
    for columns in (60, 80, 200):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert tripad("score", game)[1] == sheet(derive(record_from_json(game)), columns)


def test_rules_of_no_preset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "chess"]) == 2
    assert "‘chess’ is not a preset" in capsys.readouterr().err


def test_fits_lists_places_and_points(tripad: Tripad) -> None:
    game = record("tripple-classic", "Ann Ben", START)
    out = tripad("fits", game, "0-5-5")[1]
    assert out.startswith("0-5-5 fits 3 ways")
    found = json.loads(tripad("fits", game, "5-5-0", "--json")[1])["fits"]
    assert {tuple(fit["cell"]) for fit in found} == {
        (0, -1, "down"), (0, 0, "down"), (-1, 0, "down"),
    }  # fmt: skip
    assert {fit["points"] for fit in found} == {10}
    assert "fits nowhere" in tripad("fits", game, "0-1-2")[1]
    assert "already lies on the table" in tripad("fits", game, "5-5-5")[1]


def test_fits_says_why_not(tripad: Tripad) -> None:
    game = record("tripple-classic", "Ann Ben", START)
    out = tripad("fits", game, "0-3-5", "-1,0,down")[1]
    assert out.startswith("0-3-5 does not fit on -1,0,down:")
    assert "at corner 0,0 lies 5, not" in out
    assert "shares no side" in tripad("fits", game, "0-3-5", "7,7,up")[1]
    taken = tripad("fits", game, "0-3-5", "0,0,up")[1]
    assert taken == "0-3-5 does not fit on 0,0,up:\n  0,0,up is taken by 5-5-5.\n"
    assert "no free tile was earned" in tripad("fits", game, "0-3-5", "0,0,up@1")[1]
    assert tripad("fits", game, "0-3-9")[0] == tripad("fits", game, "0-3-5", "here")[0] == 2


def test_a_rare_tile_that_runs_the_other_way_is_told_apart(tripad: Tripad) -> None:
    game = record("tripple-classic", "Ann Ben", f"{START}; Ben 0,0,down=5-0-5")
    rare = "Should its numbers ascend counter-clockwise, as on a rare tile:\n    +8  0,1,up=5-0-3"
    everywhere = tripad("fits", game, "0-3-5")[1]
    assert everywhere.startswith("0-3-5 fits one way:\n") and rare in everywhere
    there = tripad("fits", game, "0-3-5", "0,1,up")[1]
    assert there.startswith("0-3-5 does not fit on 0,1,up:") and rare in there


def test_a_free_tile_fits_anywhere_on_a_new_field_only(tripad: Tripad) -> None:
    game = record("triodomino", "Ann Ben", ring("Ann", "Ben"))
    assert "fits on 7,-2,down@1:" in tripad("fits", game, "0-3-5", "7,-2,down@1")[1]
    assert "must begin a new field" in tripad("fits", game, "0-5-5", "1,-1,up")[1]
    places = json.loads(tripad("fits", game, "1-1-1", "--json")[1])["fits"]
    assert [place["field"] for place in places] == [1]


def test_fits_looks_back(tripad: Tripad) -> None:
    game = record("tripple-classic", "Ann Ben", f"{START}; Ben 0,0,down=5-4-5")
    assert "already lies" in tripad("fits", game, "4-5-5")[1]
    assert "fits 3 ways" in tripad("fits", game, "4-5-5", "--round", "1", "--event", "2")[1]
    assert tripad("fits", game, "4-5-5", "--round", "9")[0] == 2


def test_it_runs_as_a_program_with_nothing_on_stdout_but_json() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "webui.cli", "score", "-", "--json"],
        input=json.dumps(EXAMPLE),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["winners"] == []
    assert done.stderr == ""


@pytest.mark.parametrize(("closed", "said"), [(">&-", ""), ("2>&-", "Tripple-Domino Classic")])
def test_nobody_listening_is_no_error(tripad: Tripad, closed: str, said: str) -> None:
    tripad("score", EXAMPLE)
    call = [sys.executable, "-m", "webui.cli", "score", str(tripad.file)]
    shell = ["sh", "-c", f'"$@" {closed}', "sh", *call]
    done = subprocess.run(shell, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(said) and done.stderr == ""
    assert bool(done.stdout) == bool(said)
