"""The truth about a film as JSON: the game's set-up, its scored events, when each was done."""

from __future__ import annotations

from typing import Any

from models.video.film import Film
from models.video.shots import FPS
from scorer.game import derive


def film_json(film: Film) -> dict[str, Any]:
    """After all frames were drawn; `frame` is the first one in which the hand has left."""
    return {
        "rules": film.spec.rules,
        "players": list(film.record.players),
        "fps": FPS,
        "taps": film.truth.taps,
        "events": scored_events(film),
    }


def scored_events(film: Film) -> list[dict[str, Any]]:
    events = [scored for played in derive(film.record).rounds for scored in played.events]
    return [
        {
            **scored.event.to_json(),
            "points": scored.points,
            "parts": scored.parts_by_rule,
            "frame": film.truth.left.get(number),
        }
        for number, scored in enumerate(events)
    ]
