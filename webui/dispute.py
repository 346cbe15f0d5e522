"""Everything that settles an argument about one line of the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.board import Board
from scorer.events import Place
from scorer.fits import Attempt, Fit, before, fits
from scorer.game import Game
from scorer.rules import OPTIONS
from scorer.tile import TILE_OF
from webui.view import events_json, fault_json, parts_json

Json = dict[str, Any]


def dispute_json(game: Game, number: int, index: int) -> Json:
    """The line, the verdict, each side and corner that had to match, and where else it fits."""
    scored = game.rounds[number].events[index]
    event = scored.event
    answer: Json = {
        "event": list(events_json(game, number))[index],
        "verdict": "wrong" if scored.faults else "right",
        "rule": [_rule_json(game, part.rule, part.points) for part in scored.parts],
        "sides": [],
        "corners": [],
        "alternatives": [],
    }
    if isinstance(event, Place):
        then = before(game.record, number, index)
        answer["sides"] = sides_json(then.turn.board, event)
        answer["corners"] = corners_json(then.turn.board, event)
        answer["alternatives"] = _alternatives(then, event)
    return answer


def _rule_json(game: Game, rule: str, points: int) -> Json:
    option = OPTIONS.get(rule)
    return {
        "rule": rule,
        "message": f"option.{rule}",
        "text": option.says if option else rule,
        "value": game.rules[rule] if option else points,
        "points": points,
    }


def sides_json(board: Board, event: Place) -> list[Json]:
    found = []
    for k in board.contact(event.spot).shared_sides:
        side, neighbour = event.cell.sides[k], event.cell.neighbours[k]
        lying = board.at(event.spot._replace(cell=neighbour))
        numbers: Mapping[Any, int] = dict(zip(neighbour.corners, lying or (), strict=True))
        there = [numbers[side.start], numbers[side.end]]
        laid = [event.values[k], event.values[(k + 1) % 3]]
        found.append(
            {
                "side": side.to_json(),
                "cell": neighbour.to_json(),
                "laid": laid,
                "lying": there,
                "match": laid == there,
            }
        )
    return found


def corners_json(board: Board, event: Place) -> list[Json]:
    field = board.field(event.field)
    found = []
    for corner, laid in zip(event.cell.corners, event.values, strict=True):
        lying = list(field.corners.get(corner, ()))
        match = all(number == laid for number in lying)
        found.append({"corner": corner.to_json(), "laid": laid, "lying": lying, "match": match})
    return found


def _alternatives(then: Game, event: Place) -> list[Json]:
    tile = TILE_OF.get(tuple(sorted(event.values)))
    return [] if tile is None else [fit_json(fit) for fit in fits(then, [tile])]


def fit_json(fit: Fit) -> Json:
    spot, values = fit.placement
    return {
        "field": spot.field,
        "cell": spot.cell.to_json(),
        "values": list(values),
        "points": fit.points,
        "parts": parts_json(fit.parts),
        "mirrored": fit.mirrored,
    }


def attempt_json(attempt: Attempt) -> Json:
    faults = [fault_json(fault) for fault in attempt.faults]
    return {"values": list(attempt.placement.values), "faults": faults}
