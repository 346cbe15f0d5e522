"""Positions drawn in plain text; positions/README.txt explains the form to people.

Corner (i, j) stands in column 4·i + 2·j of its line, the lowest line of numbers is j = 0. On the
lines between stand the tiles: `^` or `v` for one that lies there, `*` for the one to be laid.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorer.board import Board, Placement, Spot
from scorer.lattice import Cell, Corner
from scorer.tile import Values


@dataclass(frozen=True)
class Drawing:
    board: Board
    move: Cell
    numbers: dict[Corner, int]

    def values(self, cell: Cell) -> Values:
        a, b, c = (self.numbers[corner] for corner in cell.corners)
        return a, b, c


def read_drawing(lines: list[str]) -> Drawing:
    """The lines from top to bottom, numbers and tiles in turn."""
    numbers: dict[Corner, int] = {}
    lying: list[Cell] = []
    moves: list[Cell] = []
    for height, line in enumerate(reversed(lines)):
        for column, sign in enumerate(line):
            if sign == " ":
                continue
            if height % 2 == 0:
                numbers[_corner(column, height // 2)] = int(sign)
            else:
                cell = _cell(column, height // 2)
                assert sign == "*" or cell.way == {"^": "up", "v": "down"}[sign], line
                (moves if sign == "*" else lying).append(cell)
    (move,) = moves
    drawing = Drawing(Board(), move, numbers)
    placements = (Placement(Spot(cell), drawing.values(cell)) for cell in lying)
    return Drawing(Board.of(placements), move, numbers)


def draw(board: Board, move: Cell, values: Values) -> list[str]:
    """The inverse: the board and the tile to be laid, shifted to the lower left."""
    cells = {placement.spot.cell for placement in board.placements()}
    numbers = dict(zip(move.corners, values, strict=True))
    for placement in board.placements():
        numbers.update(zip(placement.spot.cell.corners, placement.values, strict=True))
    low = min(corner.j for corner in numbers)
    high = max(corner.j for corner in numbers)
    left = min(4 * corner.i + 2 * (corner.j - low) for corner in numbers)
    shift = -(left // 4) * 4
    signs: dict[tuple[int, int], str] = {}
    for corner, number in numbers.items():
        column = 4 * corner.i + 2 * (corner.j - low) + shift
        signs[2 * (corner.j - low), column] = str(number)
    for cell in cells | {move}:
        up = cell.way == "up"
        column = 4 * cell.i + 2 * (cell.j - low) + (2 if up else 4) + shift
        sign = "*" if cell == move else "^" if up else "v"
        signs[2 * (cell.j - low) + 1, column] = sign
    return [_line(signs, height) for height in range(2 * (high - low), -1, -1)]


def _line(signs: dict[tuple[int, int], str], height: int) -> str:
    columns = {column: sign for (row, column), sign in signs.items() if row == height}
    return "".join(columns.get(c, " ") for c in range(max(columns, default=-1) + 1))


def _corner(column: int, j: int) -> Corner:
    i, rest = divmod(column - 2 * j, 4)
    assert rest == 0, f"a number stands between the corners, in column {column}"
    return Corner(i, j)


def _cell(column: int, j: int) -> Cell:
    i, rest = divmod(column - 2 * j, 4)
    assert rest in (0, 2), f"a tile stands beside its cell, in column {column}"
    return Cell(i, j, "up") if rest == 2 else Cell(i - 1, j, "down")
