"""The known answers in positions/*.txt, each checked on the board and through a whole game."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from scorer.board import Placement, Spot
from scorer.rules import Rules, rules_from
from scorer.scoring import score_laying
from scorer.tile import Tile, Values
from tests.scorer.drawing import Drawing, draw, read_drawing

FOLDER = Path(__file__).parent / "positions"


@dataclass(frozen=True)
class Position:
    title: str
    rules: Rules
    drawing: Drawing
    laid: Values
    parts: dict[str, int]
    total: int | None
    faults: list[str]


def read_position(block: str) -> Position:
    lines = block.strip("\n").split("\n")
    said = dict(line.split(": ", 1) for line in lines if ": " in line and line[0] != "#")
    drawing = read_drawing([line for line in lines if ":" not in line and line[0] != "#"])
    laid = drawing.values(drawing.move)
    if "laid" in said:
        a, b, c = map(int, said["laid"].split("-"))
        laid = a, b, c
    total, _, sums = said.get("points", "").partition(" = ")
    parts = {name: int(points) for name, points in re.findall(r"(\w+) (-?\d+)", sums)}
    return Position(
        lines[0].lstrip("# "), read_rules(said["rules"]), drawing, laid, parts,
        int(total) if total else None, said.get("faults", "").split(),
    )  # fmt: skip


def read_rules(text: str) -> Rules:
    preset, _, house = text.partition(" with ")
    return rules_from(
        {"preset": preset, **{n: int(v) for n, v in re.findall(r"(\w+) (-?\d+)", house)}}
    )


POSITIONS = [
    pytest.param(read_position(block), id=f"{path.stem}-{number}")
    for path in sorted(FOLDER.glob("*.txt"))
    if path.stem != "README"
    for number, block in enumerate(re.split(r"\n\n+", path.read_text("utf-8").strip()), start=1)
]


@pytest.mark.parametrize("position", POSITIONS)
def test_known_answer(position: Position) -> None:
    board, spot = position.drawing.board, Spot(position.drawing.move)
    assert len(board.spots) == len(board), "a tile lies there twice"
    tips = position.rules.on("tip_must_match")
    found = board.faults(spot, position.laid, tip_must_match=tips)
    faults = [fault.flag.value for fault in found]
    assert sorted(faults) == sorted(position.faults)
    if position.total is None:
        return
    placement = Placement(spot, position.laid)
    tile = Tile.of(position.laid)
    parts = score_laying(position.rules, board, placement, tile, is_start=not len(board))
    assert {part.rule: part.points for part in parts} == position.parts
    assert sum(part.points for part in parts) == position.total
    legal = board.legal_placements([tile], mirrored=True, tip_must_match=tips)
    assert placement in legal or not len(board)


def kind(position: Position) -> str:
    """How the tile meets the others, in the order of the rule books."""
    contact = position.drawing.board.contact(Spot(position.drawing.move))
    if contact.hexagons:
        return f"{len(contact.hexagons)} hexagons"
    if len(contact.shared_sides) > 1:
        return f"{len(contact.shared_sides)} sides"
    return "tip" if contact.bridge_tip is not None else "plain"


def test_the_positions_show_every_kind_of_meeting() -> None:
    assert len(POSITIONS) >= 60
    known: list[Position] = [parameter.values[0] for parameter in POSITIONS]  # type: ignore[misc]
    right = Counter(kind(one) for one in known if not one.faults)
    wrong = Counter(flag for one in known for flag in one.faults)
    kinds = ("plain", "tip", "2 sides", "3 sides", "1 hexagons", "2 hexagons", "3 hexagons")
    assert min(right[one] for one in kinds) >= 5, right
    assert min(wrong["tip_mismatch"], wrong["side_mismatch"]) >= 4, wrong


def test_a_drawing_is_read_as_it_is_drawn() -> None:
    for parameter in POSITIONS:
        position: Position = parameter.values[0]  # type: ignore[assignment]
        drawing = position.drawing
        again = read_drawing(draw(drawing.board, drawing.move, drawing.values(drawing.move)))
        assert len(again.board) == len(drawing.board)
        shifted = again.board.contact(Spot(again.move))
        assert shifted == drawing.board.contact(Spot(drawing.move))
