"""What must hold for every game, tried on many."""

from __future__ import annotations

import copy
import io
import json
import random
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorer.board import Board, Placement, Spot
from scorer.edit import Delete, EditError, History, Insert, edit_from_json, edit_to_json
from scorer.events import Draw, event_from_json
from scorer.fits import fits
from scorer.game import Game, derive
from scorer.lattice import Cell, Corner
from scorer.output import game_to_json
from scorer.record import loads, record_from_json
from scorer.rules import PRESETS
from scorer.texts import say
from scorer.tile import ALL, Tile
from tests.scorer.simulator import BOOKS, Simulation
from webui.cli import main

Json = Any
FEW = settings(max_examples=25, deadline=None, derandomize=True)
MANY = settings(
    max_examples=150, deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)  # fmt: skip
seeds = st.integers(0, 11)


@cache
def simulated(seed: int) -> str:
    preset = list(BOOKS)[seed % len(BOOKS)]
    names = ["Ann", "Ben", "Cat"][: 2 + seed % 2]
    return json.dumps(Simulation(preset, names, seed).play(2).record)


def a_record(seed: int) -> Json:
    return json.loads(simulated(seed))


def moved(record: Json, move: Any) -> Json:
    """The record with every placement moved, its numbers staying on their corners."""
    for event in (e for one in record["rounds"] for e in one["events"] if e["event"] == "place"):
        cell = Cell.from_json(event["cell"])
        numbers = dict(zip(map(move, cell.corners), event["values"], strict=True))
        (there,) = [c for c in next(iter(numbers)).cells if set(c.corners) == set(numbers)]
        event["cell"], event["values"] = there.to_json(), [numbers[c] for c in there.corners]
    return record


@FEW
@given(seeds, st.integers(0, 5), st.integers(-9, 9), st.integers(-9, 9))
def test_turning_and_shifting_the_board_changes_no_points(
    seed: int, sixths: int, i: int, j: int
) -> None:
    def move(corner: Corner) -> Corner:
        for _ in range(sixths):
            corner = Corner(-corner.j, corner.i + corner.j)
        return Corner(corner.i + i, corner.j + j)

    before = derive(record_from_json(a_record(seed)))
    after = derive(record_from_json(moved(a_record(seed), move)))
    assert game_to_json(after) == game_to_json(before)
    assert not after.faults


@FEW
@given(seeds)
def test_mirroring_the_board_changes_no_points(seed: int) -> None:
    """A tile that runs counter-clockwise is scored like any other."""
    mirrored = moved(a_record(seed), lambda corner: Corner(corner.j, corner.i))
    same = game_to_json(derive(record_from_json(a_record(seed))))
    assert game_to_json(derive(record_from_json(mirrored))) == same


@FEW
@given(seeds, st.randoms(use_true_random=False))
def test_place_then_take_back_restores_everything(seed: int, rng: random.Random) -> None:
    board = derive(record_from_json(a_record(seed))).rounds[0].board
    for placement in rng.sample(board.legal_placements(), min(5, len(board.legal_placements()))):
        laid = board.place(placement.spot, placement.values)
        assert laid != board
        assert laid.take_back(placement.spot) == board


@FEW
@given(seeds)
def test_totals_are_sums_of_parts(seed: int) -> None:
    game = derive(record_from_json(a_record(seed)))
    running = dict.fromkeys(game.players, 0)
    for one in game.rounds:
        for scored in one.events:
            assert scored.points == sum(part.points for part in scored.parts)
            running[scored.event.player] += scored.points
            assert scored.totals == running
        for player, parts in one.end_parts.items():
            assert one.end[player] == sum(part.points for part in parts)
            running[player] += one.end[player]
        assert one.total == running
    assert game.totals == running


extra_keys = st.dictionaries(
    st.sampled_from(["note", "photo", "asked", "über"]),
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.integers()),
    max_size=2,
)


@FEW
@given(seeds, extra_keys, extra_keys, extra_keys, st.sampled_from([None, 1]))
def test_record_to_game_to_record_is_the_identity(
    seed: int, top: Json, of_round: Json, of_event: Json, version: int | None
) -> None:
    written = a_record(seed) | top | ({} if version is None else {"version": version})
    written["rounds"][0] |= of_round
    written["rounds"][0]["events"][1] |= of_event
    written["rounds"][0]["events"].append({"event": "?", "what": "is this"})
    game = derive(record_from_json(written))
    assert game.record.to_json() == written
    assert loads(game.record.dumps()) == game.record


@FEW
@given(seeds, st.integers(0, 400))
def test_the_state_after_every_event_says_what_comes_next(seed: int, cut: int) -> None:
    """Stopped anywhere, the game says who is next, and the record's next event agrees."""
    written = a_record(seed)
    events = written["rounds"][0]["events"]
    cut %= len(events)
    following, written["rounds"] = events[cut], [{"events": events[:cut]}]
    turn = derive(record_from_json(written)).turn
    if following["event"] == "reveal":
        assert turn.round_over
        return
    declined = turn.free_tiles and following["player"] != turn.player
    assert turn.player in (None, following["player"]) or declined
    assert following["event"] != "draw" or turn.may_draw or declined
    assert following["event"] != "pass" or turn.may_pass or declined
    assert min(turn.hands.values()) >= 0
    laid = sum(event["event"] == "place" for event in events[:cut])
    assert sum(turn.hands.values()) + turn.stock + laid == 56


@FEW
@given(seeds, st.integers(0, 400))
def test_every_placement_on_offer_is_accepted(seed: int, cut: int) -> None:
    written = a_record(seed)
    events = written["rounds"][0]["events"][: cut % 30 + 1]
    written["rounds"] = [{"events": events}]
    game = derive(record_from_json(written))
    if game.turn.round_over or game.turn.player is None:
        return
    for fit in fits(game, mirrored=True)[:10]:
        spot, values = fit.placement
        event = {"event": "place", "player": game.turn.player, "field": spot.field}
        event |= {"cell": spot.cell.to_json(), "values": list(values)}
        written["rounds"] = [{"events": [*events, event]}]
        after = derive(record_from_json(written))
        assert not after.faults
        assert after.rounds[0].events[-1].points == fit.points


# editing


@FEW
@given(seeds, st.integers(0, 400))
def test_deleting_an_event_drops_no_other(seed: int, index: int) -> None:
    record = record_from_json(a_record(seed))
    index %= len(record.rounds[0].events)
    history = History(record).do(Delete(0, index))
    game = derive(history.present)
    kept = [scored.event for scored in game.rounds[0].events]
    assert kept == [e for k, e in enumerate(record.rounds[0].events) if k != index]
    assert history.undo().present == record
    assert history.undo().redo().present == history.present
    back = Insert(0, index, record.rounds[0].events[index])
    assert back.apply(history.present) == record


@FEW
@given(st.sampled_from([Delete(0, 3), Insert(1, 0, Draw("Ann"))]))
def test_edits_have_a_text_form_both_ways(edit: Any) -> None:
    assert edit_from_json(json.loads(json.dumps(edit_to_json(edit)))) == edit
    with pytest.raises(EditError):
        edit_from_json({"edit": "explode"})


# texts both ways

cells = st.builds(Cell, st.integers(-99, 99), st.integers(-99, 99), st.sampled_from(["up", "down"]))


@given(cells, st.sampled_from(ALL), st.integers(0, 9))
def test_values_have_a_text_form_both_ways(cell: Cell, tile: Tile, field: int) -> None:
    placement = Placement(Spot(cell, field), tile.turns[0])
    assert Cell.parse(str(cell)) == cell == Cell.from_json(cell.to_json()) == eval(repr(cell))
    assert Tile.parse(str(tile)) == tile == eval(repr(tile))
    assert Placement.parse(str(placement)) == placement
    assert Board.parse(str(Board.of([placement]))) == Board.of([placement])
    assert all(Corner.parse(str(corner)) == corner for corner in cell.corners)


# broken records

rubbish = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.floats() | st.text(max_size=4)
    | st.sampled_from(["Ann", "place", "up", "draw", "reveal", *PRESETS]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)  # fmt: skip


def paths(value: Json, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    found = [path] if path else []
    for key, inner in items if isinstance(value, (dict, list)) else ():
        found += paths(inner, (*path, key)) if isinstance(inner, (dict, list)) else [(*path, key)]
    return found


@MANY
@given(seeds, st.data())
def test_broken_records_never_crash_and_name_the_place(
    tmp_path: Path, seed: int, data: st.DataObject
) -> None:
    written = a_record(seed)
    written["rounds"] = [{"events": written["rounds"][0]["events"][:12]}]
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from(paths(written)))
        inside = written
        try:
            for key in way:
                inside = inside[key]
            inside[last] = copy.deepcopy(data.draw(rubbish))
        except (KeyError, IndexError, TypeError):
            continue  # the way there was broken before
    file = tmp_path / "game.json"
    file.write_text(json.dumps(written))
    for options in ([], ["--json"], ["--lenient"], ["--lenient", "--json"]):
        code, out, err = call("score", str(file), *options)
        assert code in (0, 2)
        if code == 2:
            assert out == ""
            assert err.count("\n") == 1
            assert "round " in err and "event " in err and ": " in err
        else:
            assert err == "" and out


def call(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    return code, out.getvalue(), err.getvalue()


@FEW
@given(seeds)
def test_everything_can_be_said(seed: int) -> None:
    game: Game = derive(record_from_json(a_record(seed)))
    for one in game.rounds:
        for message in (m for scored in one.events for m in (*scored.parts, *scored.faults)):
            assert "{" not in say(message)
        for part in (p for parts in one.end_parts.values() for p in parts):
            assert "{" not in say(part)


@given(rubbish)
def test_an_event_that_cannot_be_read_is_kept_as_it_is(raw: Json) -> None:
    if raw == raw:  # not-a-number is never equal to itself
        assert json.dumps(event_from_json(raw).to_json()) == json.dumps(raw)
