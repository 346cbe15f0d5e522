"""Moves made of sightings, and the orders in which several tiles may have been laid at once."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

from scorer.board import Spot
from scorer.edit import appending
from scorer.events import Event, Json, Place
from scorer.game import Game, derive
from scorer.seats import first_player
from scorer.sightings import Placed, Reading, Repaired, Replaced

MOST_IN_ANY_ORDER = 3

Seen = Placed | Replaced | Repaired


def place_event(game: Game, one: Seen, reading: Reading) -> Place:
    """The move of the player whose turn it is."""
    player = game.turn.player or first_player(game)
    return Place(player, one.spot.cell, reading.values, one.spot.field, camera_extra(one, reading))


def camera_extra(one: Seen, reading: Reading) -> dict[str, Json]:
    told: dict[str, Json] = {"source": "camera", "confidence": round(reading.chance, 4)}
    return told | ({"evidence": one.evidence} if one.evidence else {})


def likely_orders(game: Game, new: list[Placed]) -> list[tuple[Event, ...]]:
    """The events of each order, those with the fewest faults first."""
    told = [in_order(game, order) for order in orders(game, new)]
    return [events for events, _ in sorted(told, key=lambda one: one[1])]


def orders(game: Game, new: list[Placed]) -> Iterable[tuple[Placed, ...]]:
    few = len(new) <= MOST_IN_ANY_ORDER
    return permutations(new) if few else [tuple(connected(game, new))]


def connected(game: Game, new: list[Placed]) -> list[Placed]:
    """An order in which each tile touches one that lies, where there is such."""
    lying = {one.spot for one in game.turn.board.placements()}
    left, ordered = list(new), []
    while left:
        one = next((p for p in left if not lying or touches(p.spot, lying)), left[0])
        left.remove(one)
        lying.add(one.spot)
        ordered.append(one)
    return ordered


def in_order(game: Game, order: Iterable[Placed]) -> tuple[tuple[Event, ...], int]:
    """The events of one order, each by the player then to move, and how many faults they have."""
    events: list[Event] = []
    faults = 0
    for one in order:
        event = place_event(game, one, one.readings[0])
        game = derive(appending(game, event).apply(game.record))
        faults += len(game.rounds[-1].events[-1].faults)
        events.append(event)
    return tuple(events), faults


def touches(spot: Spot, lying: set[Spot]) -> bool:
    return any(Spot(cell, spot.field) in lying for cell in spot.cell.neighbours)
