"""The five kinds of event a game is made of, and their JSON form.

An event that cannot be understood is not lost: it becomes `Broken`, which keeps what was written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as with_default
from typing import Any, ClassVar

from scorer.board import Spot
from scorer.lattice import Cell
from scorer.tile import Values

Json = Any
Extra = Mapping[str, Json]
LARGEST_FIELD = 999
LARGEST_ON_A_TILE = 999  # far more than any tile has; what is not in the set is said later


@dataclass(frozen=True, slots=True)
class Place:
    """A player lays a tile; the numbers stand in the order of the cell's corners."""

    player: str
    cell: Cell
    values: Values
    field: int = 0
    extra: Extra = with_default(default_factory=dict)
    kind: ClassVar[str] = "place"

    @property
    def spot(self) -> Spot:
        return Spot(self.cell, self.field)

    def to_json(self) -> dict[str, Json]:
        return {
            "event": self.kind,
            "player": self.player,
            "field": self.field,
            "cell": self.cell.to_json(),
            "values": list(self.values),
            **self.extra,
        }


@dataclass(frozen=True, slots=True)
class Draw:
    """A player takes one tile from the stock."""

    player: str
    extra: Extra = with_default(default_factory=dict)
    kind: ClassVar[str] = "draw"

    def to_json(self) -> dict[str, Json]:
        return {"event": self.kind, "player": self.player, **self.extra}


@dataclass(frozen=True, slots=True)
class Pass:
    """A player ends the turn without laying a tile."""

    player: str
    extra: Extra = with_default(default_factory=dict)
    kind: ClassVar[str] = "pass"

    def to_json(self) -> dict[str, Json]:
        return {"event": self.kind, "player": self.player, **self.extra}


@dataclass(frozen=True, slots=True)
class Reveal:
    """A player shows tiles still held at the round's end; each tile's numbers in any order."""

    player: str
    tiles: tuple[Values, ...]
    extra: Extra = with_default(default_factory=dict)
    kind: ClassVar[str] = "reveal"

    def to_json(self) -> dict[str, Json]:
        tiles = [list(tile) for tile in self.tiles]
        return {"event": self.kind, "player": self.player, "tiles": tiles, **self.extra}


@dataclass(frozen=True, slots=True)
class Broken:
    """Something that stands where an event should, as it was written, and what is wrong with it."""

    raw: Json
    reason: str
    kind: ClassVar[str] = "broken"

    @property
    def player(self) -> str:
        name = self.raw.get("player") if isinstance(self.raw, Mapping) else None
        return name if isinstance(name, str) else ""

    def to_json(self) -> Json:
        return self.raw


Event = Place | Draw | Pass | Reveal | Broken
_OWN_KEYS = {
    "place": {"event", "player", "field", "cell", "values"},
    "draw": {"event", "player"},
    "pass": {"event", "player"},
    "reveal": {"event", "player", "tiles"},
}


def event_from_json(raw: Json) -> Event:
    try:
        return _understood(raw)
    except ValueError as wrong:
        return Broken(raw, str(wrong))


def _understood(raw: Json) -> Event:
    if not isinstance(raw, Mapping):
        raise ValueError('an event is an object like {"event": "draw", "player": …}.')
    kind, player = raw.get("event"), raw.get("player")
    if not isinstance(kind, str) or kind not in _OWN_KEYS:
        raise ValueError(f"‘event’ is one of {', '.join(_OWN_KEYS)}.")
    if not isinstance(player, str):
        raise ValueError(f"the {kind} needs a ‘player’: one of the players' names.")
    extra = {key: value for key, value in raw.items() if key not in _OWN_KEYS[kind]}
    if kind == "place":
        return _place(raw, player, extra)
    if kind == "reveal":
        return Reveal(player, _tiles(raw.get("tiles")), extra)
    return Draw(player, extra) if kind == "draw" else Pass(player, extra)


def _place(raw: Mapping[str, Json], player: str, extra: Extra) -> Place:
    number = raw.get("field", 0)
    if type(number) is not int or not 0 <= number <= LARGEST_FIELD:
        raise ValueError(f"‘field’ is a whole number from 0 to {LARGEST_FIELD}.")
    if "cell" not in raw or "values" not in raw:
        raise ValueError("to place a tile takes a ‘cell’ and ‘values’.")
    return Place(player, Cell.from_json(raw["cell"]), _values(raw["values"]), number, extra)


def _tiles(value: Json) -> tuple[Values, ...]:
    if not isinstance(value, list):
        raise ValueError("to reveal takes ‘tiles’: a list of tiles like [[0, 1, 2], [3, 3, 4]].")
    return tuple(_values(tile) for tile in value)


def _values(value: Json) -> Values:
    if isinstance(value, list) and len(value) == 3 and all(map(_on_a_tile, value)):
        return value[0], value[1], value[2]
    raise ValueError("a tile is three whole numbers like [0, 3, 5].")


def _on_a_tile(value: Json) -> bool:
    return type(value) is int and abs(value) <= LARGEST_ON_A_TILE
