"""Where a tapped event belongs: people tap a draw when they have laid the tile already.

Who laid what is only counted by turns, so a tap that is out of turn tells more than the count: it
is put before the tiles seen since, and those go to the players whose turn it then was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scorer.edit import Change, Insert, append, appending
from scorer.events import Draw, Event, Place
from scorer.game import Game, derive
from scorer.record import Record
from scorer.seats import out_of_turn, seats_moved

MOST_LATE = 2  # tiles seen before the tap came


def entering(game: Game, event: Event) -> list[Insert | Change]:
    """The edits that enter a tapped event; changes are of players, the insertion is the event."""
    last = appending(game, event)
    moved = seats_moved(game, event)
    if moved or not out_of_turn(game, event):
        return [*moved, last]
    return in_its_place(game, event) or [last]


def in_its_place(game: Game, event: Event) -> list[Insert | Change]:
    """The latest place before tiles seen last at which the event is in turn and nothing breaks."""
    number = len(game.record.rounds) - 1
    events = game.record.rounds[number].events if number >= 0 else ()
    for at in range(len(events) - 1, max(0, len(events) - 1 - MOST_LATE), -1):
        old = events[at]
        if not isinstance(old, Place) or old.extra.get("source") != "camera":
            return []
        edits: list[Insert | Change] = [Insert(number, at, event)]
        edits += reseated(game.record, at, event)
        if breaks_nothing(game.record, edits, at):
            return edits
    return []


def reseated(record: Record, at: int, event: Event) -> Iterator[Change]:
    """The events from `at` on, after this one, each by the player whose turn it then is."""
    number = len(record.rounds) - 1
    events = record.rounds[number].events
    record = append(record.with_round(number, events[:at]), event)
    for index, old in enumerate(events[at:], start=at + 1):
        player = derive(record).turn.player
        if isinstance(old, Place) and player is not None and player != old.player:
            yield Change(number, index, replace(old, player=player))
            old = replace(old, player=player)
        record = append(record, old)


def taps_draws(record: Record) -> bool:
    """Whether people tap their draws in this game; then the camera need not guess at any."""
    events = (event for one in record.rounds for event in one.events)
    return any(isinstance(e, Draw) and e.extra.get("source") != "camera" for e in events)


def breaks_nothing(record: Record, edits: list[Insert | Change], at: int) -> bool:
    for edit in edits:
        record = edit.apply(record)
    return not any(scored.faults for scored in derive(record).rounds[-1].events[at:])
