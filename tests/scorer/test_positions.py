"""The known answers in positions/*.txt, each checked on the board and through a whole game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from scorer.board import Placement, Spot
from scorer.rules import load_preset
from scorer.scoring import score_laying
from scorer.tile import Tile, Values
from tests.scorer.drawing import Drawing, draw, read_drawing

FOLDER = Path(__file__).parent / "positions"


@dataclass(frozen=True)
class Position:
    title: str
    rules: str
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
        lines[0].lstrip("# "), said["rules"], drawing, laid, parts,
        int(total) if total else None, said.get("faults", "").split(),
    )  # fmt: skip


POSITIONS = [
    pytest.param(read_position(block), id=f"{path.stem}-{number}")
    for path in sorted(FOLDER.glob("*.txt"))
    if path.stem != "README"
    for number, block in enumerate(re.split(r"\n\n+", path.read_text("utf-8").strip()), start=1)
]


@pytest.mark.parametrize("position", POSITIONS)
def test_known_answer(position: Position) -> None:
    board, spot = position.drawing.board, Spot(position.drawing.move)
    faults = [fault.flag.value for fault in board.faults(spot, position.laid)]
    assert sorted(faults) == sorted(position.faults)
    if position.total is None:
        return
    placement = Placement(spot, position.laid)
    tile, rules = Tile.of(position.laid), load_preset(position.rules)
    parts = score_laying(rules, board, placement, tile, is_start=not len(board))
    assert {part.rule: part.points for part in parts} == position.parts
    assert sum(part.points for part in parts) == position.total
    assert placement in board.legal_placements([tile], mirrored=True) or not len(board)


def test_there_are_enough_positions() -> None:
    assert len(POSITIONS) >= 60


def test_a_drawing_is_read_as_it_is_drawn() -> None:
    for parameter in POSITIONS:
        position: Position = parameter.values[0]  # type: ignore[assignment]
        drawing = position.drawing
        again = read_drawing(draw(drawing.board, drawing.move, drawing.values(drawing.move)))
        assert len(again.board) == len(drawing.board)
        shifted = again.board.contact(Spot(again.move))
        assert shifted == drawing.board.contact(Spot(drawing.move))
