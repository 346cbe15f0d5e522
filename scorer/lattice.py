"""The triangular lattice: corners, cells, and who touches whom.

A corner (i, j) lies at i·(1, 0) + j·(½, √3⁄2), y pointing up. Corners of a cell are listed
counter-clockwise; side k runs from corner k to corner k + 1, and corner k + 2 is its opposite tip.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

UP = "up"
DOWN = "down"
WAYS = (UP, DOWN)
FARTHEST = 10**9  # pages draw with floating-point numbers, which must still tell corners apart

_CORNER_TEXT = re.compile(r"\s*(-?\d+)\s*,\s*(-?\d+)\s*")
_CELL_TEXT = re.compile(r"\s*(-?\d+)\s*,\s*(-?\d+)\s*,\s*(up|down)\s*")


class Corner(NamedTuple):
    """A point of the lattice where up to six tiles meet. Text form: `1,-2`."""

    i: int
    j: int

    def __str__(self) -> str:
        return f"{self.i},{self.j}"

    @classmethod
    def parse(cls, text: str) -> Corner:
        match = _CORNER_TEXT.fullmatch(text)
        if match is None:
            raise ValueError(f"‘{text}’ is not a corner; write it like 1,-2.")
        return cls(int(match[1]), int(match[2]))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The six cells around this corner, counter-clockwise from the right."""
        return _cells_around(self)

    def to_json(self) -> list[int]:
        return [self.i, self.j]


class Side(NamedTuple):
    """The edge between two neighbouring corners of a cell, in the cell's own order."""

    start: Corner
    end: Corner

    def __str__(self) -> str:
        return f"{self.start} to {self.end}"

    def to_json(self) -> list[list[int]]:
        return [self.start.to_json(), self.end.to_json()]


class Cell(NamedTuple):
    """A triangle of the lattice that holds one tile. Text form: `0,0,up`."""

    i: int
    j: int
    way: str

    def __str__(self) -> str:
        return f"{self.i},{self.j},{self.way}"

    @classmethod
    def parse(cls, text: str) -> Cell:
        match = _CELL_TEXT.fullmatch(text)
        if match is None:
            raise ValueError(f"‘{text}’ is not a cell; write it like 0,0,up or -1,2,down.")
        return cls(int(match[1]), int(match[2]), match[3])

    @classmethod
    def from_json(cls, value: object) -> Cell:
        """Reads the record's form [i, j, "up"]."""
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 3:
            raise ValueError('a cell is written [i, j, "up"] or [i, j, "down"].')
        i, j, way = value
        if not _is_index(i) or not _is_index(j):
            raise ValueError("the first two parts of a cell are whole numbers, not too large.")
        if not isinstance(way, str) or way not in WAYS:
            raise ValueError('the third part of a cell is "up" or "down".')
        return cls(i, j, UP if way == UP else DOWN)

    def to_json(self) -> list[int | str]:
        return [self.i, self.j, self.way]

    @property
    def corners(self) -> tuple[Corner, Corner, Corner]:
        return _corners_of(self)

    @property
    def sides(self) -> tuple[Side, Side, Side]:
        first, second, third = _corners_of(self)
        return Side(first, second), Side(second, third), Side(third, first)

    @property
    def neighbours(self) -> tuple[Cell, Cell, Cell]:
        """The cells across side 0, 1 and 2."""
        return _neighbours_of(self)

    def shifted(self, i: int, j: int) -> Cell:
        return Cell(self.i + i, self.j + j, self.way)

    def turned(self) -> Cell:
        """The cell a sixth of a turn further, counter-clockwise around corner 0,0."""
        if self.way == UP:
            return Cell(-self.j - 1, self.i + self.j, DOWN)
        return Cell(-self.j - 1, self.i + self.j + 1, UP)


def _is_index(value: object) -> bool:
    return type(value) is int and abs(value) <= FARTHEST


# A game touches a few hundred cells again and again; the bound keeps a hostile record harmless.
@lru_cache(maxsize=4096)
def _corners_of(cell: Cell) -> tuple[Corner, Corner, Corner]:
    i, j, way = cell
    if way == UP:
        return Corner(i, j), Corner(i + 1, j), Corner(i, j + 1)
    return Corner(i + 1, j), Corner(i + 1, j + 1), Corner(i, j + 1)


@lru_cache(maxsize=4096)
def _neighbours_of(cell: Cell) -> tuple[Cell, Cell, Cell]:
    i, j, way = cell
    if way == UP:
        return Cell(i, j - 1, DOWN), Cell(i, j, DOWN), Cell(i - 1, j, DOWN)
    return Cell(i + 1, j, UP), Cell(i, j + 1, UP), Cell(i, j, UP)


@lru_cache(maxsize=4096)
def _cells_around(corner: Corner) -> tuple[Cell, ...]:
    i, j = corner
    return (
        Cell(i, j, UP),
        Cell(i - 1, j, DOWN),
        Cell(i - 1, j, UP),
        Cell(i - 1, j - 1, DOWN),
        Cell(i, j - 1, UP),
        Cell(i, j - 1, DOWN),
    )
