"""What only later events betray: a draw by a player who must have held a tile that fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.board import Board
from scorer.events import Draw, Event, Place, Reveal
from scorer.tile import TILE_OF, Tile, Values, runs_clockwise


def needless_draws(events: Sequence[Event], *, tip_must_match: bool) -> set[int]:
    """The draws that a house may forbid, as indices of these events of one round.

    What a player lays or shows later was in hand, or has been drawn since. Where more of it fitted
    than was drawn, some of it was in hand; a smaller number proves nothing, and nobody is accused.
    """
    boards = list(_boards(events))
    return {
        index
        for index, event in enumerate(events)
        if isinstance(event, Draw)
        and _must_have_fitted(boards[index], events[index:], event.player, tip_must_match)
    }


def _must_have_fitted(
    board: Board, onwards: Sequence[Event], player: str, tip_must_match: bool
) -> bool:
    own = [event for event in onwards if event.player == player]
    drawn = sum(isinstance(event, Draw) for event in own)
    ways = board.legal_placements(set(_tiles(own)), tip_must_match=tip_must_match)
    return len(board) > 0 and len({way.tile for way in ways}) > drawn


def _boards(events: Sequence[Event]) -> Iterator[Board]:
    """The board before each event."""
    board = Board()
    for event in events:
        yield board
        if isinstance(event, Place) and board.at(event.spot) is None:
            board = board.place(event.spot, event.values)


def _tiles(events: Sequence[Event]) -> Iterator[Tile]:
    """Those laid or shown; not the rare ones that run counter-clockwise and so fit elsewhere."""
    for values in (values for event in events for values in _values(event)):
        tile = TILE_OF.get(tuple(sorted(values)))
        if tile is not None:
            yield tile


def _values(event: Event) -> tuple[Values, ...]:
    if isinstance(event, Place):
        known = tuple(sorted(event.values)) in TILE_OF
        return (event.values,) if known and runs_clockwise(event.values) else ()
    return event.tiles if isinstance(event, Reveal) else ()
