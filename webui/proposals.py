"""From what a photo shows to the moves it may mean: lays the seen tiles over the known board.

Seen cells have their own origin and may be turned by sixths; tiles that lie in both say how.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scorer.board import Board, Spot
from scorer.edit import appending
from scorer.events import Place
from scorer.game import Game, ScoredEvent, derive
from scorer.lattice import Cell, Corner
from scorer.tile import TILE_OF, Values
from webui.view import fault_json, parts_json

Json = dict[str, Any]
ORIGIN = Cell(0, 0, "up")


class Shift(NamedTuple):
    """Turn by sixths, then move, onto a field of the board."""

    sixths: int
    i: int
    j: int
    field: int


class SeenPlace(NamedTuple):
    cell: Cell
    values: Values
    confidence: float
    field: int


def proposals_json(seen: Any, game: Game) -> list[Json]:
    """Each tile that is in the photo and not yet on the sheet, as the event it may be."""
    places = list(_places(seen))
    moves = _first_moves(seen) if not game.turn.board.fields else _moves(places, game.turn.board)
    player = game.turn.player or game.players[0]
    return [_proposal(game, player, spot, values, sure) for spot, values, sure in moves]


def _places(seen: Any) -> Iterator[SeenPlace]:
    for tile in seen.tiles:
        if tile.cell is not None and tile.cell_values is not None:
            yield SeenPlace(tile.cell, tile.cell_values, tile.confidence, tile.field or 0)


Move = tuple[Spot, Values, float]


def _first_moves(seen: Any) -> list[Move]:
    """On an empty board how a tile is turned makes no difference."""
    ordered = sorted(seen.tiles, key=lambda tile: -tile.confidence)
    counter_clockwise = [(t.values[0], t.values[2], t.values[1]) for t in ordered]
    return [
        (Spot(ORIGIN), values, tile.confidence)
        for tile, values in zip(ordered, counter_clockwise, strict=True)
    ]


def _moves(places: list[SeenPlace], board: Board) -> list[Move]:
    found: list[Move] = []
    for field in {place.field for place in places}:
        here = [place for place in places if place.field == field]
        shift = _best_shift(here, board)
        if shift is not None:
            found += [_moved(place, shift) for place in here]
    return [move for move in found if board.at(move[0]) is None]


def _best_shift(places: list[SeenPlace], board: Board) -> Shift | None:
    votes: Counter[Shift] = Counter()
    for place in places:
        tile = TILE_OF.get(tuple(sorted(place.values)))
        if tile is not None and tile in board.spots:
            votes.update(_shifts(place, board.spots[tile], board))
    return votes.most_common(1)[0][0] if votes else None


def _shifts(place: SeenPlace, spot: Spot, board: Board) -> Iterator[Shift]:
    """The ways to bring a seen tile onto its spot with the same number on each corner."""
    for sixths in range(6):
        cell = _turned(place.cell, sixths)
        shift = Shift(sixths, spot.cell.i - cell.i, spot.cell.j - cell.j, spot.field)
        if cell.way == spot.cell.way and _moved(place, shift)[1] == board.at(spot):
            yield shift


def _moved(place: SeenPlace, shift: Shift) -> Move:
    cell = _turned(place.cell, shift.sixths).shifted(shift.i, shift.j)
    numbers: Mapping[Corner, int] = {
        _moved_corner(corner, shift): number
        for corner, number in zip(place.cell.corners, place.values, strict=True)
    }
    first, second, third = (numbers[corner] for corner in cell.corners)
    return Spot(cell, shift.field), (first, second, third), place.confidence


def _turned(cell: Cell, sixths: int) -> Cell:
    for _ in range(sixths):
        cell = cell.turned()
    return cell


def _moved_corner(corner: Corner, shift: Shift) -> Corner:
    i, j = corner
    for _ in range(shift.sixths):
        i, j = -j, i + j
    return Corner(i + shift.i, j + shift.j)


def _proposal(game: Game, player: str, spot: Spot, values: Values, sure: float) -> Json:
    event = Place(player, spot.cell, values, spot.field)
    scored = _scored(game, event)
    return {
        "event": event.to_json(),
        "points": scored.points,
        "parts": parts_json(scored.parts),
        "faults": [fault_json(fault) for fault in scored.faults],
        "confidence": round(sure, 4),
    }


def _scored(game: Game, event: Place) -> ScoredEvent:
    edit = appending(game, event)
    return derive(edit.apply(game.record)).rounds[edit.round].events[edit.index]
