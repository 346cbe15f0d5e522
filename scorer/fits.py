"""“But you could have laid it there”: where a tile may go now, what it would score, or why not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorer.board import Placement, Spot
from scorer.faults import Fault
from scorer.game import Game, derive
from scorer.lattice import Cell
from scorer.record import Record
from scorer.scoring import Part, score_laying, sum_of
from scorer.table import field_faults
from scorer.tile import Tile, runs_clockwise


@dataclass(frozen=True, slots=True)
class Fit:
    """One legal way to lay a tile, and its points."""

    placement: Placement
    tile: Tile
    points: int
    parts: tuple[Part, ...]

    @property
    def mirrored(self) -> bool:
        """Only possible with a tile whose numbers run counter-clockwise."""
        return not runs_clockwise(self.placement.values)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to turn a tile on a cell, and everything that speaks against it."""

    placement: Placement
    faults: tuple[Fault, ...]


def fits(game: Game, tiles: Iterable[Tile] | None = None, *, mirrored: bool = False) -> list[Fit]:
    """Every legal way to lay these tiles (all unplayed ones if none are named), best first."""
    board, tips = game.turn.board, game.rules.on("tip_must_match")
    wanted = board.unplayed if tiles is None else tuple(t for t in tiles if t not in board)
    if game.turn.free_tiles:
        ways = _free_ways(game, wanted, mirrored)
    else:
        ways = board.legal_placements(wanted, mirrored=mirrored, tip_must_match=tips)
    found = [_fit(game, placement) for placement in ways]
    return sorted(found, key=lambda fit: (fit.mirrored, -fit.points, fit.placement))


def why_not(game: Game, tile: Tile, spot: Spot, *, mirrored: bool = False) -> list[Attempt]:
    """Each way to turn the tile on this spot, with its faults; no faults means it fits."""
    turn, tips = game.turn, game.rules.on("tip_must_match")
    fields = field_faults(turn.board, spot, turn.player or game.players[0], turn.free_tiles)
    return [
        Attempt(
            Placement(spot, values),
            (*fields, *turn.board.faults(spot, values, tip_must_match=tips)),
        )
        for values in tile.turns + (tile.mirrored_turns if mirrored else ())
    ]


def fits_on(game: Game, tile: Tile, spot: Spot) -> list[Fit]:
    """The ways to turn the tile on this spot that nothing speaks against, mirrored ones last."""
    attempts = why_not(game, tile, spot, mirrored=True)
    return [_fit(game, attempt.placement) for attempt in attempts if not attempt.faults]


def before(record: Record, round_index: int, event_index: int) -> Game:
    """The game as it stood just before this event; IndexError where there is no such place."""
    events = record.rounds[round_index].events
    if not 0 <= event_index <= len(events):
        raise IndexError(event_index)
    kept = replace(record, rounds=record.rounds[: round_index + 1])
    return derive(kept.with_round(round_index, events[:event_index]))


def _fit(game: Game, placement: Placement) -> Fit:
    board, tile = game.turn.board, placement.tile
    parts = score_laying(game.rules, board, placement, tile, is_start=not board.fields)
    return Fit(placement, tile, sum_of(parts), parts)


def _free_ways(game: Game, tiles: tuple[Tile, ...], mirrored: bool) -> list[Placement]:
    """The free tile begins the next field; how it is turned makes no difference yet."""
    spot = Spot(Cell(0, 0, "up"), max(game.turn.board.fields) + 1)
    return [
        Placement(spot, values)
        for tile in tiles
        for values in tile.turns + (tile.mirrored_turns if mirrored else ())
    ]
