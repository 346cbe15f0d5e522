"""Who began, where only the hands could tell: assumed first, corrected by the first tap."""

from __future__ import annotations

from dataclasses import replace

from scorer.edit import Change, appending
from scorer.events import Broken, Event
from scorer.faults import Flag
from scorer.game import Game, derive

_TURNS = {Flag.WRONG_PLAYER, Flag.WRONG_STARTER}


def first_player(game: Game) -> str:
    """Who lays the first tile of a round, as far as anybody can say."""
    return game.turn.next_starter or game.players[0]


def seats_moved(game: Game, event: Event) -> list[Change]:
    """The changes by which a tapped event is in turn: the round's players moved on by some seats.

    Only where the starter was assumed, so no event of the round was entered by hand; and only
    where it leaves nobody out of turn.
    """
    if not out_of_turn(game, event) or not _only_seen(game):
        return []
    for seats in range(1, len(game.players)):
        changes = _moved_on(game, seats)
        moved = game.record
        for change in changes:
            moved = change.apply(moved)
        if not out_of_turn(derive(moved), event):
            return changes
    return []


def out_of_turn(game: Game, event: Event) -> bool:
    """Whether it would be another player's turn."""
    edit = appending(game, event)
    scored = derive(edit.apply(game.record)).rounds[edit.round].events[edit.index]
    return any(fault.flag in _TURNS for fault in scored.faults)


def _only_seen(game: Game) -> bool:
    if not game.record.rounds or game.turn.next_starter is not None:
        return False
    events = game.record.rounds[-1].events
    return all(not isinstance(e, Broken) and e.extra.get("source") == "camera" for e in events)


def _moved_on(game: Game, seats: int) -> list[Change]:
    number, players = len(game.record.rounds) - 1, game.players
    changes = []
    for index, event in enumerate(game.record.rounds[number].events):
        if not isinstance(event, Broken) and event.player in players:
            player = players[(players.index(event.player) + seats) % len(players)]
            changes.append(Change(number, index, replace(event, player=player)))
    return changes
