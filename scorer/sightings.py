"""What was seen to happen on the table, told in cells and tiles: no pixel, no points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from scorer.board import Spot
from scorer.tile import Values


class Reading(NamedTuple):
    """What a tile may show, in the order of its cell's corners, and how likely."""

    values: Values
    chance: float


Readings = tuple[Reading, ...]  # likeliest first, never empty


class Came(NamedTuple):
    """When a tile was laid: after a picture without it, by a picture with it; in seconds."""

    after: float = float("-inf")
    by: float = float("inf")


UNKNOWN = Came()


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile lies where none lay."""

    spot: Spot
    readings: Readings
    evidence: str | None = None
    came: Came = UNKNOWN
    kind: ClassVar[str] = "placed"


@dataclass(frozen=True, slots=True)
class Replaced:
    """Another tile, or the same one turned, lies where one lay."""

    spot: Spot
    readings: Readings
    evidence: str | None = None
    kind: ClassVar[str] = "replaced"


@dataclass(frozen=True, slots=True)
class Repaired:
    """The tile is the same, but it is read otherwise now, and more surely."""

    spot: Spot
    readings: Readings
    evidence: str | None = None
    kind: ClassVar[str] = "repaired"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A tile that lay there is gone."""

    spot: Spot
    evidence: str | None = None
    kind: ClassVar[str] = "taken_back"


@dataclass(frozen=True, slots=True)
class Astray:
    """The only tile so far lies apart from where the layout grows: it never was a move."""

    spot: Spot
    evidence: str | None = None
    kind: ClassVar[str] = "astray"


@dataclass(frozen=True, slots=True)
class Cleared:
    """The layout has been taken off the table."""

    evidence: str | None = None
    kind: ClassVar[str] = "cleared"


@dataclass(frozen=True, slots=True)
class StockCounted:
    """So many tiles lie face down."""

    before: int
    after: int
    evidence: str | None = None
    kind: ClassVar[str] = "stock_counted"


@dataclass(frozen=True, slots=True)
class Shown:
    """Tiles that lie face up beside the layout, all of them each time, the first laid first."""

    tiles: tuple[Readings, ...]
    evidence: str | None = None
    came: tuple[Came, ...] = ()  # of each tile, where that is known
    kind: ClassVar[str] = "shown"


Sighting = Placed | Replaced | Repaired | TakenBack | Astray | Cleared | StockCounted | Shown


class Expected(NamedTuple):
    """What the game lets one expect next; the watcher looks for no more than that."""

    free_tile: bool = False  # a tile on its own begins a new field
    tiles_shown: bool = False  # players lay down what they hold
    new_layout: bool = False  # the round is over; the layout may be cleared away
