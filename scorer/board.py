"""What lies on the table: one or several fields of tiles, and where a tile may go.

A board is a value: `place` and `take_back` give a new one and leave the old as it was. It also
holds tiles that break a rule, because they do lie on the table; `faults` says what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from scorer.faults import Fault, Flag, Param
from scorer.lattice import Cell, Corner
from scorer.tile import ALL, HIGHEST, TILE_OF, Tile, Values


class Spot(NamedTuple):
    """A cell of one of the fields. Text form: `0,0,up`, or `0,0,up@1` on field 1."""

    cell: Cell
    field: int = 0

    def __str__(self) -> str:
        return f"{self.cell}@{self.field}" if self.field else str(self.cell)

    @classmethod
    def parse(cls, text: str) -> Spot:
        cell, at, number = text.partition("@")
        if at and not number.strip().isdecimal():
            raise ValueError(f"‘{number}’ is not the number of a field.")
        return cls(Cell.parse(cell), int(number) if at else 0)


class Placement(NamedTuple):
    """A tile with its numbers on the three corners of a spot. Text form: `0,0,up=5-5-5`."""

    spot: Spot
    values: Values

    def __str__(self) -> str:
        return f"{self.spot}={'-'.join(map(str, self.values))}"

    @classmethod
    def parse(cls, text: str) -> Placement:
        spot, equals, numbers = text.partition("=")
        values = tuple(int(n) for n in numbers.split("-") if n.strip().isdecimal())
        if not equals or len(values) != 3:
            raise ValueError(f"‘{text}’ is not a placement; write it like 0,0,up=5-5-5.")
        return cls(Spot.parse(spot), (values[0], values[1], values[2]))

    @property
    def tile(self) -> Tile:
        return Tile.of(self.values)


class Contact(NamedTuple):
    """How a cell meets what lies around it."""

    shared_sides: tuple[int, ...]  # which of the sides 0, 1, 2
    touched: tuple[int, ...]  # which of the corners 0, 1, 2 already carry a number
    hexagons: tuple[int, ...]  # which of the corners 0, 1, 2 this tile closes

    @property
    def bridge_tip(self) -> int | None:
        """The corner that makes a bridge: one side shared, and its opposite tip touched."""
        if len(self.shared_sides) != 1:
            return None
        tip = (self.shared_sides[0] + 2) % 3
        return tip if tip in self.touched else None


@dataclass(frozen=True, slots=True)
class Field:
    """One connected structure with its own lattice."""

    tiles: Mapping[Cell, Values] = field(default_factory=dict)
    corners: Mapping[Corner, tuple[int, ...]] = field(default_factory=dict)
    _contacts: dict[Cell, Contact] = field(default_factory=dict, compare=False, repr=False)

    def with_tile(self, cell: Cell, values: Values) -> Field:
        corners = dict(self.corners)
        for corner, number in zip(cell.corners, values, strict=True):
            corners[corner] = (*corners.get(corner, ()), number)
        return Field({**self.tiles, cell: values}, corners)

    def without_tile(self, cell: Cell) -> Field:
        remaining = Field()
        for other, values in self.tiles.items():
            if other != cell:
                remaining = remaining.with_tile(other, values)
        return remaining

    def contact(self, cell: Cell) -> Contact:
        """Legality, scoring and free tiles all ask, so it is worked out once for each cell."""
        found = self._contacts.get(cell)
        if found is None:
            found = self._contacts[cell] = self._worked_out(cell)
        return found

    def _worked_out(self, cell: Cell) -> Contact:
        tiles, corners = self.tiles, self.corners
        shared = tuple([k for k, other in enumerate(cell.neighbours) if other in tiles])
        meetings = [len(corners.get(corner, ())) for corner in cell.corners]
        touched = tuple([k for k, numbers in enumerate(meetings) if numbers])
        hexagons = tuple([k for k, numbers in enumerate(meetings) if numbers == 5])
        return Contact(shared, touched, hexagons)

    def open_cells(self) -> list[Cell]:
        """The free cells that share a side with a lying tile, in a fixed order."""
        around = {n for cell in self.tiles for n in cell.neighbours if n not in self.tiles}
        return sorted(around)

    def wanted(self, cell: Cell, tip_must_match: bool = True) -> tuple[int | None, ...] | None:
        """The number each corner asks for, None where any will do; None where tiles disagree."""
        asked: list[int | None] = []
        for corner in cell.corners:
            numbers = self.corners.get(corner, ())
            if len(numbers) > 1 and len(set(numbers)) > 1:
                return None
            asked.append(numbers[0] if numbers else None)
        if not tip_must_match and (tip := self.contact(cell).bridge_tip) is not None:
            asked[tip] = None
        return tuple(asked)


EMPTY_FIELD = Field()


@dataclass(frozen=True, slots=True)
class Board:
    """All fields, and which tile lies where."""

    fields: Mapping[int, Field] = field(default_factory=dict)
    spots: Mapping[Tile, Spot] = field(default_factory=dict)

    def __len__(self) -> int:
        return sum(len(one.tiles) for one in self.fields.values())

    def __contains__(self, tile: object) -> bool:
        return tile in self.spots

    def __str__(self) -> str:
        return " ".join(map(str, self.placements()))

    @classmethod
    def parse(cls, text: str) -> Board:
        return cls.of(Placement.parse(word) for word in text.split())

    @classmethod
    def of(cls, placements: Iterable[Placement]) -> Board:
        board = cls()
        for spot, values in placements:
            board = board.place(spot, values)
        return board

    def placements(self) -> Iterator[Placement]:
        for number, one in sorted(self.fields.items()):
            for cell, values in one.tiles.items():
                yield Placement(Spot(cell, number), values)

    @property
    def unplayed(self) -> tuple[Tile, ...]:
        return tuple(tile for tile in ALL if tile not in self.spots)

    def at(self, spot: Spot) -> Values | None:
        return self.field(spot.field).tiles.get(spot.cell)

    def field(self, number: int) -> Field:
        return self.fields.get(number, EMPTY_FIELD)

    def contact(self, spot: Spot) -> Contact:
        return self.field(spot.field).contact(spot.cell)

    def place(self, spot: Spot, values: Values) -> Board:
        """The board with this tile on it, right or wrong; only a taken cell is refused."""
        old = self.field(spot.field)
        if spot.cell in old.tiles:
            raise ValueError(f"a tile already lies on {spot}.")
        fields = {**self.fields, spot.field: old.with_tile(spot.cell, values)}
        tile = TILE_OF.get(tuple(sorted(values)))
        if tile is None or tile in self.spots:
            return Board(fields, self.spots)
        return Board(fields, {**self.spots, tile: spot})

    def take_back(self, spot: Spot) -> Board:
        """The board as if the tile on this spot had never been laid."""
        if self.at(spot) is None:
            raise ValueError(f"no tile lies on {spot}.")
        return Board.of(laid for laid in self.placements() if laid.spot != spot)

    def faults(self, spot: Spot, values: Values, *, tip_must_match: bool = True) -> list[Fault]:
        """Everything wrong with laying this tile here, on a structure that is already there."""
        found = _tile_faults(self, spot, values)
        one = self.field(spot.field)
        if spot.cell in one.tiles:
            lying = "-".join(map(str, one.tiles[spot.cell]))
            params: dict[str, Param] = {"spot": str(spot), "lying": lying}
            return [*found, Fault(Flag.OCCUPIED, params, cells=(spot.cell,))]
        contact = one.contact(spot.cell)
        if one.tiles and not contact.shared_sides:
            found.append(Fault(Flag.DETACHED, {"spot": str(spot)}, cells=(spot.cell,)))
        found.extend(_mismatches(one, spot.cell, values, contact, tip_must_match))
        return found

    def legal_placements(
        self,
        tiles: Iterable[Tile] | None = None,
        *,
        mirrored: bool = False,
        tip_must_match: bool = True,
    ) -> list[Placement]:
        """Every way to attach these tiles (all unplayed ones if none are named).

        `mirrored` adds the ways of a tile whose numbers run counter-clockwise. On an empty board
        any tile may start; there is one answer for each way to turn it on 0,0,up.
        """
        wanted = self.unplayed if tiles is None else [t for t in tiles if t not in self.spots]
        ways = _WAYS_MIRRORED if mirrored else _WAYS
        return list(_attachments(self, frozenset(wanted), ways, tip_must_match))


def _tile_faults(board: Board, spot: Spot, values: Values) -> list[Fault]:
    tile = TILE_OF.get(tuple(sorted(values)))
    if tile is None:
        params: dict[str, Param] = {"tile": "-".join(map(str, values)), "highest": HIGHEST}
        return [Fault(Flag.NOT_IN_SET, params, cells=(spot.cell,))]
    earlier = board.spots.get(tile)
    if earlier is None:
        return []
    params = {"tile": str(tile), "spot": str(earlier)}
    return [Fault(Flag.TILE_TWICE, params, cells=(earlier.cell,))]


def _mismatches(
    one: Field, cell: Cell, values: Values, contact: Contact, tip_must_match: bool
) -> Iterator[Fault]:
    shared_corners = {k for side in contact.shared_sides for k in (side, (side + 1) % 3)}
    for k in contact.touched:
        corner = cell.corners[k]
        lying = [number for number in one.corners[corner] if number != values[k]]
        on_side = k in shared_corners
        if not lying or not (on_side or tip_must_match):
            continue
        sides = tuple(cell.sides[s] for s in contact.shared_sides if k in (s, (s + 1) % 3))
        flag = Flag.SIDE_MISMATCH if on_side else Flag.TIP_MISMATCH
        params: dict[str, Param] = {
            "corner": str(corner), "laid": values[k], "lying": lying[0],
        }  # fmt: skip
        yield Fault(flag, params, (cell,), sides, (corner,))


Pattern = tuple[int | None, ...]
Ways = Mapping[Pattern, tuple[tuple[Tile, Values], ...]]


def _attachments(
    board: Board, wanted: frozenset[Tile], ways: Ways, tip_must_match: bool
) -> Iterator[Placement]:
    fields = sorted(board.fields.items())
    if not fields:
        for tile, values in ways[None, None, None]:
            if tile in wanted:
                yield Placement(Spot(Cell(0, 0, "up"), 0), values)
    for number, one in fields:
        for cell in one.open_cells():
            asked = one.wanted(cell, tip_must_match)
            for tile, values in ways.get(asked, ()) if asked else ():
                if tile in wanted:
                    yield Placement(Spot(cell, number), values)


def _ways_by_pattern(mirrored: bool) -> Ways:
    """Which tiles fit where the three corners ask for these numbers, worked out once for all."""
    table: dict[Pattern, list[tuple[Tile, Values]]] = {}
    for tile in ALL:
        for values in tile.turns + (tile.mirrored_turns if mirrored else ()):
            for pattern in product(*((number, None) for number in values)):
                table.setdefault(pattern, []).append((tile, values))
    return {pattern: tuple(ways) for pattern, ways in table.items()}


_WAYS = _ways_by_pattern(mirrored=False)
_WAYS_MIRRORED = _ways_by_pattern(mirrored=True)
