"""A game as the JSON that `tripad score --json` prints. The form is fixed in the contract."""

from __future__ import annotations

from scorer.events import Json
from scorer.faults import Fault
from scorer.game import Game, LocatedFault, Round, ScoredEvent
from scorer.scoring import Part
from scorer.texts import say


def game_to_json(game: Game) -> dict[str, Json]:
    return {
        "rounds": [round_to_json(one) for one in game.rounds],
        "winners": list(game.winners),
    }


def round_to_json(one: Round) -> dict[str, Json]:
    return {
        "events": [event_to_json(scored) for scored in one.events],
        "end": dict(one.end),
        "score": dict(one.score),
        "total": dict(one.total),
        "end_reason": one.end_reason,
    }


def event_to_json(scored: ScoredEvent) -> dict[str, Json]:
    return {"points": scored.points, "parts": scored.parts_by_rule}


def part_to_json(part: Part) -> dict[str, Json]:
    """A part with all that a page needs to say and draw it."""
    return {
        "rule": part.rule,
        "points": part.points,
        "message": part.message,
        "text": say(part),
        **places_to_json(part),
    }


def places_to_json(told: Part | Fault) -> dict[str, Json]:
    """What a part or a fault speaks of, and where on the table that is."""
    return {
        "params": dict(told.params),
        "cells": [cell.to_json() for cell in told.cells],
        "sides": [side.to_json() for side in told.sides],
        "corners": [corner.to_json() for corner in told.corners],
    }


def fault_to_json(located: LocatedFault) -> dict[str, Json]:
    """Round and event are counted from 1, as in the sentence on stderr."""
    fault = located.fault
    return {
        "round": located.round + 1,
        "event": located.event + 1,
        "fault": fault.flag.value,
        "reason": say(fault),
        **places_to_json(fault),
    }


def fault_sentence(located: LocatedFault) -> str:
    return f"round {located.round + 1}, event {located.event + 1}: {say(located.fault)}"
