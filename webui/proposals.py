"""From what one photo shows to the moves it may mean: the seen tiles laid over the known board."""

from __future__ import annotations

from typing import Any

from scorer.board import Board
from scorer.edit import appending
from scorer.events import Event, Place, Reveal
from scorer.game import Game, ScoredEvent, derive
from scorer.tile import Tile
from vision.layout import Layout, SeenTile
from vision.register import LOOSE, Anchor, Sighted, on_cell, register
from webui.view import fault_json, parts_json

Json = dict[str, Any]


def proposals_json(seen: Layout, game: Game) -> list[Json]:
    """Each tile that is in the photo and not yet on the sheet, as the event it may be."""
    if game.turn.must_reveal:
        return [_proposal(game, *hand) for hand in shown_hands(seen, game)]
    lying = Board() if game.turn.round_over else game.turn.board
    found = new_tiles(seen, lying, free_tile=game.turn.free_tiles > 0)
    return [
        _proposal(game, Place(player, one.spot.cell, one.values, one.spot.field), one.tile)
        for one in found
        for player in _whose(game)
    ]


def _whose(game: Game) -> tuple[str, ...]:
    """Who may have laid it; everybody where the sheet does not know who begins."""
    one = game.turn.player or game.turn.next_starter
    return game.players if one is None else (one,)


def shown_hands(seen: Layout, game: Game) -> list[tuple[Reveal, SeenTile]]:
    """The tiles before the camera that do not lie on the board, as the rest of a hand that is
    waited for; beside it the tile that was read least surely."""
    rest = [tile for tile in seen.tiles if Tile.of(tile.values) not in game.turn.board]
    tiles = tuple(Tile.of(tile.values) for tile in rest)
    waited = [name for name, count in game.turn.must_reveal.items() if count == len(rest)]
    least = min(rest, key=lambda tile: tile.confidence, default=None)
    return [] if least is None else [(Reveal(name, tiles), least) for name in waited]


def new_tiles(seen: Layout, board: Board, *, free_tile: bool) -> list[Sighted]:
    """A tile on its own is a move on an empty board, or where the rules give a free tile."""
    lying = {spot: Anchor.certain(values) for spot, values in board.placements()}
    if not lying:
        return [_alone(tile, 0) for tile in _surest(seen.tiles)]
    there = register(seen, lying)
    new = [one for spot, one in there.sighted.items() if spot not in lying]
    field = max(spot.field for spot in lying) + 1
    return new + [_alone(tile, field) for tile in _surest(there.loose) if free_tile]


def _surest(tiles: tuple[SeenTile, ...]) -> list[SeenTile]:
    return sorted(tiles, key=lambda tile: -tile.confidence)


def _alone(tile: SeenTile, field: int) -> Sighted:
    return on_cell(tile, LOOSE, field)


def _proposal(game: Game, event: Event, read: SeenTile) -> Json:
    scored = _scored(game, event)
    return {
        "event": event.to_json(),
        "points": scored.points,
        "parts": parts_json(scored.parts),
        "faults": [fault_json(fault) for fault in scored.faults],
        "confidence": round(read.confidence, 4),
    }


def _scored(game: Game, event: Event) -> ScoredEvent:
    edit = appending(game, event)
    return derive(edit.apply(game.record)).rounds[edit.round].events[edit.index]
