"""Everything that can be wrong with an event, as named flags with the places concerned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scorer.lattice import Cell, Corner, Side


class Flag(StrEnum):
    """What is wrong. The value is also the key of its wording: `fault.<value>`."""

    # the event itself
    MALFORMED = "malformed"
    UNKNOWN_PLAYER = "unknown_player"
    # the tile and its place
    NOT_IN_SET = "not_in_set"
    TILE_TWICE = "tile_twice"
    TILE_SHOWN = "tile_shown"
    OCCUPIED = "occupied"
    DETACHED = "detached"
    SIDE_MISMATCH = "side_mismatch"
    TIP_MISMATCH = "tip_mismatch"
    FIELD_NOT_EARNED = "field_not_earned"
    FREE_TILE_ATTACHED = "free_tile_attached"
    # turns, hands and stock
    WRONG_PLAYER = "wrong_player"
    WRONG_STARTER = "wrong_starter"
    DRAW_TOO_MANY = "draw_too_many"
    STOCK_EMPTY = "stock_empty"
    DRAW_WHEN_FITTING = "draw_when_fitting"
    PLACE_AFTER_DRAW = "place_after_draw"
    START_MISSING = "start_missing"
    EARLY_PASS = "early_pass"
    EARLY_REVEAL = "early_reveal"
    REVEAL_TOO_MANY = "reveal_too_many"
    ROUND_UNFINISHED = "round_unfinished"
    ROUND_OVER = "round_over"
    GAME_OVER = "game_over"


Param = str | int


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with an event, and the cells, sides and corners that show it."""

    flag: Flag
    params: Mapping[str, Param] = field(default_factory=dict)
    cells: tuple[Cell, ...] = ()
    sides: tuple[Side, ...] = ()
    corners: tuple[Corner, ...] = ()

    @property
    def message(self) -> str:
        return f"fault.{self.flag}"
