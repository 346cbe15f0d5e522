"""Every part and every fault says which rule, which numbers, and where on the table."""

from __future__ import annotations

import pytest

from scorer.board import Board, Placement, Spot
from scorer.faults import Fault
from scorer.lattice import Cell, Corner, Side
from scorer.output import fault_to_json, part_to_json
from scorer.rules import load_preset
from scorer.scoring import Part, score_laying
from scorer.texts import say
from tests.scorer.games import play, ring

# Around corner 0,0: five tiles, so that 0,-1,down closes the hexagon.
FIVE = Board.parse("0,0,up=5-4-3 -1,0,down=5-3-2 -1,0,up=1-5-2 -1,-1,down=0-5-1 0,-1,up=0-5-5")
# Two tiles with room for a bridge from the lower one's side to the upper one's corner.
APART = Board.parse("0,0,up=5-4-3 0,-2,down=2-0-1")


def parts_of(board: Board, placement: str, preset: str = "tripple-classic") -> dict[str, Part]:
    laid = Placement.parse(placement)
    start = not len(board)
    found = score_laying(load_preset(preset), board, laid, laid.tile, is_start=start)
    return {part.rule: part for part in found}


def test_the_tile_and_the_start_name_the_tile() -> None:
    parts = parts_of(Board(), "3,3,down=5-5-5")
    for rule in ("tile", "start"):
        assert parts[rule].params == {"tile": "5-5-5"}
        assert parts[rule].cells == (Cell(3, 3, "down"),)
    assert parts["tile"].message == "part.tile"


def test_a_hexagon_names_its_corner_and_its_six_cells() -> None:
    hexagon = parts_of(FIVE, "0,-1,down=5-4-5")["hexagon"]
    assert hexagon.corners == (Corner(0, 0),)
    assert set(hexagon.cells) == set(Corner(0, 0).cells)
    assert hexagon.params == {"count": 1}


def test_a_bridge_names_its_side_its_tip_and_the_tiles_there() -> None:
    bridge = parts_of(APART, "0,-1,up=1-0-5")["bridge"]
    assert bridge.sides == (Side(Corner(0, -1), Corner(1, -1)),)
    assert bridge.corners == (Corner(0, 0),)
    assert set(bridge.cells) == {Cell(0, -2, "down"), Cell(0, 0, "up")}
    assert say(bridge) == "bridge to the 5 at 0,0"


def test_a_double_connection_names_its_sides_and_neighbours() -> None:
    gap = Board.parse("0,0,up=5-4-3 0,-1,up=0-5-5")
    double = parts_of(gap, "0,-1,down=5-4-5")["double"]
    assert double.params == {"sides": 2}
    assert set(double.cells) == {Cell(0, 0, "up"), Cell(0, -1, "up")}
    assert len(double.sides) == 2 and double.message == "part.double"
    common = parts_of(gap, "0,-1,down=5-4-5", "triominos")["bridge"]
    assert common.message == "part.double_as_bridge"
    assert say(common) == "bridge, 2 sides"


def test_draws_and_penalties_count_themselves() -> None:
    game = play(
        "tripple-classic", "Ann Ben", "Ann 0,0,up=5-5-5; Ben draw; Ben draw; Ben draw; Ben pass"
    )
    said = [say(part) for scored in game.rounds[0].events[1:] for part in scored.parts]
    assert said == ["draw 1", "draw 2", "draw 3", "draw 3 does not fit either"]


def fault(placement: str) -> list[Fault]:
    spot, values = Placement.parse(placement)
    return FIVE.faults(spot, values)


@pytest.mark.parametrize(
    ("placement", "flag", "corners", "sides"),
    [
        ("0,-1,down=5-3-5", "side_mismatch", {Corner(1, 0)}, {Side(Corner(1, 0), Corner(0, 0))}),
        ("0,-1,down=4-4-5", "side_mismatch", {Corner(1, -1)}, {Side(Corner(0, 0), Corner(1, -1))}),
    ],
)
def test_a_mismatch_names_its_corner_and_sides(
    placement: str, flag: str, corners: set[Corner], sides: set[Side]
) -> None:
    (found,) = fault(placement)
    assert found.flag == flag
    assert set(found.corners) == corners
    assert set(found.sides) == sides


def test_everything_wrong_is_named_at_once() -> None:
    assert [one.flag.value for one in fault("0,-1,down=0-0-0")] == ["side_mismatch"] * 3
    assert [one.flag.value for one in fault("0,0,up=0-5-5")] == ["tile_twice", "occupied"]
    assert [one.flag.value for one in fault("7,7,up=6-5-5")] == ["not_in_set", "detached"]
    (wrong,) = APART.faults(Spot(Cell(0, -1, "up")), (1, 0, 4))
    assert (wrong.flag.value, wrong.corners, wrong.sides) == ("tip_mismatch", (Corner(0, 0),), ())


def test_pages_get_all_of_it_as_json() -> None:
    hexagon = parts_of(FIVE, "0,-1,down=5-4-5")["hexagon"]
    told = part_to_json(hexagon)
    assert told["message"] == "part.hexagon" and told["text"] == "hexagon ×1"
    assert told["corners"] == [[0, 0]] and len(told["cells"]) == 6
    game = play("tripple-classic", "Ann Ben", f"{ring('Ann', 'Ben')}; Ann 1,-1,up=0-0-4")
    (wrong, *_) = game.faults
    told = fault_to_json(wrong)
    assert (told["round"], told["event"], told["fault"]) == (1, 7, "side_mismatch")
    assert told["corners"] and told["sides"] and told["params"]["lying"] == 5
