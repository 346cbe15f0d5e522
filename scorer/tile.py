"""The 56 tiles. A tile is its multiset of three numbers; how it is turned is the board's matter."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import NamedTuple

HIGHEST = 5
Values = tuple[int, int, int]

_TILE_TEXT = re.compile(r"\s*(\d)\s*[-,/ ]?\s*(\d)\s*[-,/ ]?\s*(\d)\s*")


class Tile(NamedTuple):
    """Three numbers in ascending order. Text form: `0-3-5`."""

    low: int
    mid: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}-{self.mid}-{self.high}"

    @classmethod
    def of(cls, numbers: Iterable[int]) -> Tile:
        """The tile with these numbers, in any order; ValueError where no such tile exists."""
        ordered = sorted(numbers)
        tile = TILE_OF.get(tuple(ordered))
        if tile is None:
            written = "-".join(map(str, ordered))
            raise ValueError(f"{written} is not one of the 56 tiles.")
        return tile

    @classmethod
    def parse(cls, text: str) -> Tile:
        match = _TILE_TEXT.fullmatch(text)
        if match is None:
            raise ValueError(f"‘{text}’ is not a tile; write it like 0-3-5.")
        return cls.of(int(number) for number in match.groups())

    @property
    def value(self) -> int:
        return self.low + self.mid + self.high

    @property
    def is_triple(self) -> bool:
        return self.low == self.high

    @property
    def turns(self) -> tuple[Values, ...]:
        """The ways it can lie, as a cell's corner numbers, on a tile that ascends clockwise."""
        return _rotations((self.low, self.high, self.mid))

    @property
    def mirrored_turns(self) -> tuple[Values, ...]:
        """The further ways of the rare tile that ascends counter-clockwise."""
        return tuple(t for t in _rotations((self.low, self.mid, self.high)) if t not in self.turns)

    def to_json(self) -> list[int]:
        return list(self)


def _rotations(values: Values) -> tuple[Values, ...]:
    a, b, c = values
    return tuple(dict.fromkeys(((a, b, c), (b, c, a), (c, a, b))))


ALL = tuple(Tile(*three) for three in combinations_with_replacement(range(HIGHEST + 1), 3))
TILE_OF: dict[tuple[int, ...], Tile] = {tuple(tile): tile for tile in ALL}


def runs_clockwise(values: Values) -> bool:
    """Whether these corner numbers ascend clockwise, as on nearly every printed tile."""
    return values in Tile.of(values).turns
