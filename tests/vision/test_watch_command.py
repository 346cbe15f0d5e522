"""`tripad watch` on a small filmed game with the real models; killed in the middle, restarted."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from models.video.film import Film
from models.video.shots import FilmSpec
from models.video.truth import film_json
from scorer.game import derive
from scorer.record import loads
from webui.cli import main

ROOT = Path(__file__).parents[2]
needs_models = pytest.mark.skipif(
    not all((ROOT / "models" / f"{name}.onnx").exists() for name in ("finder", "reader")),
    reason="the trained models are not here",
)
SPEC = FilmSpec(players=2, most_moves=4, kind="ivory_num", table="wood", calm=True, lucky=True)


@pytest.fixture(scope="module")
def filmed(tmp_path_factory) -> tuple[Path, dict]:
    """A folder of frames in name order, and the truth."""
    folder = tmp_path_factory.mktemp("frames")
    film = Film(129, FilmSpec(**{**SPEC.__dict__, "look": 17}))
    for frame in film.frames():
        cv2.imwrite(str(folder / f"{frame.index:05d}.jpg"), frame.image)
    return folder, film_json(film)


def watch(capsys, *arguments: str) -> tuple[int, list[dict], str]:
    code = main(["watch", *arguments, "--players", "Ann,Ben", "--json"])
    told = capsys.readouterr()
    return code, [json.loads(line) for line in told.out.splitlines()], told.err


def essence(events: list[dict]) -> list[tuple]:
    return [(e["player"], sorted(e["values"]), e["points"], e["parts"]) for e in events]


@needs_models
def test_a_filmed_game_comes_out_move_by_move(filmed, capsys, tmp_path):
    folder, truth = filmed
    record = tmp_path / "game.json"
    code, lines, _ = watch(capsys, str(folder), "--record", str(record))
    assert code == 0
    assert essence(lines) == essence(truth["events"])
    assert all(
        line["frame"] - true["frame"] <= 7
        for line, true in zip(lines, truth["events"], strict=True)
    )
    assert lines[-1]["total"] == dict(derive(loads(record.read_bytes())).totals)


@needs_models
def test_killed_in_mid_game_and_restarted_goes_on_with_the_same_sheet(filmed, tmp_path):
    folder, truth = filmed
    record = tmp_path / "game.json"
    command = [sys.executable, "-m", "webui.cli", "watch", "--players", "Ann,Ben", "--json"]
    command += ["--record", str(record), "--continue"]
    running = subprocess.Popen([*command, str(folder)], stdout=subprocess.PIPE, cwd=ROOT)
    seen = [json.loads(running.stdout.readline()) for _ in range(2)]
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    running.stdout.close()
    rest = tmp_path / "rest"
    rest.mkdir()
    for file in sorted(folder.iterdir())[seen[-1]["frame"] + 1 :]:
        (rest / file.name).symlink_to(file)
    again = subprocess.run([*command, str(rest)], capture_output=True, cwd=ROOT, check=True)
    seen += [json.loads(line) for line in again.stdout.splitlines()]
    assert essence(seen) == essence(truth["events"])
    assert len(loads(record.read_bytes()).rounds[0].events) == len(truth["events"])


@needs_models
def test_without_json_it_speaks_in_lines_for_people(filmed, capsys):
    folder, truth = filmed
    assert main(["watch", str(folder), "--players", "Ann,Ben"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(truth["events"])
    assert "Ann place" in lines[0]


@needs_models
def test_taps_take_effect_before_their_frame(filmed, capsys, tmp_path):
    folder, truth = filmed
    after = truth["events"][1]["frame"] + 6
    taps = tmp_path / "taps.jsonl"
    taps.write_text(json.dumps({"frame": after, "event": "draw", "player": "Ann"}) + "\n")
    _, lines, _ = watch(capsys, str(folder), "--taps", str(taps))
    assert [line["event"] for line in lines] == ["place", "place", "draw", "place", "place"]
    assert lines[2]["points"] == -5 and lines[2]["frame"] == after


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.mp4"], "there is no camera"),
        (["{folder}"], "there are no pictures"),
        (["{folder}", "--rules", "whist"], "whist"),
        (["{folder}", "--taps", "{folder}/none"], "cannot read"),
        (["{folder}", "--continue"], "--continue needs --record"),
    ],
    ids=["no source", "empty folder", "unknown rules", "no taps", "nothing to go on with"],
)
def test_a_wrong_call_gets_one_clear_line(arguments, words, tmp_path, capsys):
    code, lines, complaint = watch(capsys, *(a.format(folder=tmp_path) for a in arguments))
    assert (code, lines) == (2, [])
    assert words in complaint and len(complaint.splitlines()) == 1


def test_the_demo_game_is_there_with_its_set_up():
    game = json.loads((ROOT / "webui/demo/game.json").read_text("utf-8"))
    assert {"rules", "players", "events"} <= game.keys()
    assert any("bridge" in event["parts"] for event in game["events"])


@needs_models
def test_the_demo_game_comes_out_right(capsys):
    game = json.loads((ROOT / "webui/demo/game.json").read_text("utf-8"))
    video, players = str(ROOT / "webui/demo/game.mp4"), ",".join(game["players"])
    assert main(["watch", video, "--rules", game["rules"], "--players", players, "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert essence(lines) == essence(game["events"])
