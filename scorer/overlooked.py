"""A tile that was overlooked while later ones were entered: it belongs where it was laid.

Pictures tell which of two tiles lay there first. Put in its place, it moves the turns of those
after it on; where that would break a rule it is not done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from scorer.board import Spot
from scorer.edit import Change, Insert
from scorer.events import Event, Place
from scorer.game import Game, derive
from scorer.late_taps import reseated
from scorer.record import Record
from scorer.seats import first_player
from scorer.sightings import UNKNOWN, Came, Placed
from scorer.tile import Tile

Since = Mapping[Spot, Came]  # when the tiles of the round on the table came


def in_turn(placed: Iterable[Placed]) -> list[list[Placed]]:
    """Tiles seen at once, in the order in which they came; together where nobody can tell."""
    ordered = sorted(placed, key=lambda one: one.came.by)
    batches: list[list[Placed]] = []
    for k, one in enumerate(ordered):
        left_after = min(other.came.after for other in ordered[k:])
        if k == 0 or ordered[k - 1].came.by <= left_after:
            batches.append([])
        batches[-1].append(one)
    return batches


def was_overlooked(game: Game, came: Came, since: Since) -> bool:
    """Whether tiles that came later are on the sheet already."""
    return bool(_later(_events(game), came, since))


def lay_already(game: Game, came: Came, since: Since) -> bool:
    """Whether it was seen lying when another was entered: nobody can tell which came first."""
    return bool(_entered_since(_events(game), came, since))


def in_its_place(game: Game, event: Place, came: Came, since: Since) -> list[Insert | Change]:
    """The tile inserted before those that came later, each by the player whose turn it then is.

    Where nobody can tell, before those that were entered while it lay there already.
    """
    events = _events(game)
    later = _later(events, came, since) or _entered_since(events, came, since)
    lying = [n for n, e in enumerate(events) if _came(e, since).by <= came.after]
    first = max((n + 1 for n in lying if n < later[0]), default=0)
    for at in range(later[0], first - 1, -1):
        edits = _inserted(game, event, at)
        if _breaks_no_more(game, edits, at):
            return edits
    return []


def overlooked_one(
    tiles: Iterable[Tile | None], told: Iterable[Tile | None], since: Mapping[Tile | None, Came]
) -> bool:
    """Whether one of the tiles shown now came before one of those told already."""
    tiles = list(tiles)
    known = set(told)
    old = [since.get(tile, UNKNOWN) for tile in known]
    new = [since.get(tile, UNKNOWN) for tile in tiles if tile not in known]
    return known <= set(tiles) and any(n.by <= o.after for n in new for o in old)


def tapped_before(game: Game, event: Event, at_s: float, since: Since) -> list[Insert | Change]:
    """A tap that waited, inserted before the tiles that came after it; none where that is wrong.

    It does not go before a round's first tile: nobody draws or passes there.
    """
    number = len(game.record.rounds) - 1
    for at, old in enumerate(_events(game)):
        if at and at_s < _came(old, since).by < float("inf"):
            edits: list[Insert | Change] = [Insert(number, at, event)]
            edits += reseated(game.record, at, event)
            return edits if _breaks_no_more(game, edits, at) else []
    return []


def _events(game: Game) -> tuple[Event, ...]:
    rounds = game.record.rounds
    return rounds[-1].events if rounds else ()


def _later(events: tuple[Event, ...], came: Came, since: Since) -> list[int]:
    return [n for n, event in enumerate(events) if came.by <= _came(event, since).after]


def _entered_since(events: tuple[Event, ...], came: Came, since: Since) -> list[int]:
    entered = enumerate(_came(event, since).by for event in events)
    return [n for n, by in entered if came.by <= by < float("inf")]


def _came(event: Event, since: Since) -> Came:
    return since.get(event.spot, UNKNOWN) if isinstance(event, Place) else UNKNOWN


def _inserted(game: Game, event: Place, at: int) -> list[Insert | Change]:
    number = len(game.record.rounds) - 1
    before = derive(game.record.with_round(number, _events(game)[:at]))
    event = replace(event, player=before.turn.player or first_player(before))
    return [Insert(number, at, event), *reseated(game.record, at, event)]


def _breaks_no_more(game: Game, edits: list[Insert | Change], at: int) -> bool:
    """The tile itself is legal, and no other becomes less so."""
    record = game.record
    for edit in edits:
        record = edit.apply(record)
    return not _faults(record)[at] and sum(_faults(record)) <= sum(_faults(game.record))


def _faults(record: Record) -> list[int]:
    return [len(scored.faults) for scored in derive(record).rounds[-1].events]
