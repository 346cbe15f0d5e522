"""Everything that settles an argument about one line of the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from scorer.asking import ASK_BELOW
from scorer.board import Board
from scorer.edit import Change
from scorer.events import Place
from scorer.fits import Attempt, Fit, before, fits
from scorer.game import Game, ScoredEvent, derive
from scorer.questions import mark
from scorer.rules import OPTIONS
from scorer.scoring import Part
from scorer.tile import TILE_OF, Values
from webui.view import events_json, fault_json, parts_json

Json = dict[str, Any]


class Proof(NamedTuple):
    """What the camera kept of one line."""

    pictures: list[Json]
    reading: Json  # what was read then, and how sure
    again: Json | None = None  # what is read in the same picture now


def dispute_json(game: Game, number: int, index: int, proof: Proof) -> Json:
    """The line, the verdict, each side and corner that had to match, and where else it fits."""
    scored = game.rounds[number].events[index]
    event = scored.event
    answer: Json = {
        "event": list(events_json(game, number))[index],
        "verdict": verdict(scored, proof),
        "rule": [_rule_json(game, _option(part), part.points) for part in scored.parts],
        "sides": [],
        "corners": [],
        "alternatives": [],
        "evidence": proof.pictures,
        "read": None,
    }
    if isinstance(event, Place):
        then = before(game.record, number, index)
        answer["sides"] = sides_json(then.turn.board, event)
        answer["corners"] = corners_json(then.turn.board, event)
        answer["alternatives"] = _alternatives(then, event)
        answer["read"] = _read_json(game, number, index, proof)
    return answer


def verdict(scored: ScoredEvent, proof: Proof) -> str:
    """Wrong where a rule is broken; unsure where it hangs on a reading that may be another."""
    if scored.faults:
        return "wrong"
    event = scored.event
    told = getattr(event, "extra", {})
    doubtful = told.get("source") == "camera" and (told.get("confidence") or 1.0) < ASK_BELOW
    seen = proof.again["values"] if proof.again else proof.reading.get("values")
    another = isinstance(event, Place) and seen and sorted(seen) != sorted(event.values)
    return "unsure" if doubtful or mark(event) or another else "right"


def _read_json(game: Game, number: int, index: int, proof: Proof) -> Json | None:
    """What was read, the likeliest first, and what each reading means by the rules."""
    if "values" not in proof.reading:
        return None
    readings = [
        {**one, **_if_read(game, number, index, tuple(one["values"]))}
        for one in proof.reading.get("readings", [])
    ]
    told = {key: proof.reading[key] for key in ("values", "confidence")}
    return {**told, "readings": readings, "again": proof.again}


def _if_read(game: Game, number: int, index: int, values: Values) -> Json:
    event = game.record.rounds[number].events[index]
    assert isinstance(event, Place)
    other = Change(number, index, replace(event, values=values)).apply(game.record)
    scored = derive(other).rounds[number].events[index]
    return {"points": scored.points, "faults": [fault_json(fault) for fault in scored.faults]}


def _option(part: Part) -> str:
    """The option that speaks of it; a hexagon may give a free tile instead of points."""
    return part.rule if part.points or part.rule != "hexagon" else "free_tiles"


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
