"""From what one photo shows to the moves it may mean: the seen tiles laid over the known board."""

from __future__ import annotations

from typing import Any

from scorer.board import Board
from scorer.edit import appending
from scorer.events import Place
from scorer.game import Game, ScoredEvent, derive
from vision.layout import Layout, SeenTile
from vision.register import LOOSE, Anchor, Sighted, on_cell, register
from webui.view import fault_json, parts_json

Json = dict[str, Any]


def proposals_json(seen: Layout, game: Game) -> list[Json]:
    """Each tile that is in the photo and not yet on the sheet, as the event it may be."""
    player = game.turn.player or game.turn.next_starter or game.players[0]
    found = new_tiles(seen, game.turn.board, free_tile=game.turn.free_tiles > 0)
    return [_proposal(game, player, one) for one in found]


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


def _proposal(game: Game, player: str, one: Sighted) -> Json:
    event = Place(player, one.spot.cell, one.values, one.spot.field)
    scored = _scored(game, event)
    return {
        "event": event.to_json(),
        "points": scored.points,
        "parts": parts_json(scored.parts),
        "faults": [fault_json(fault) for fault in scored.faults],
        "confidence": round(one.tile.confidence, 4),
    }


def _scored(game: Game, event: Place) -> ScoredEvent:
    edit = appending(game, event)
    return derive(edit.apply(game.record)).rounds[edit.round].events[edit.index]
