"""The built-in demo: a filmed game, its rules and players, and what they tapped meanwhile.

Everything else on its sheet comes out of the film, through the same watcher as any camera's.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scorer.events import event_from_json
from scorer.record import Record, new_record
from webui.watch_command import Tap, Taps

FILM = Path(__file__).parent / "demo" / "game.mp4"


def is_here() -> bool:
    return FILM.is_file()


def demo_record() -> Record:
    told = _told()
    return new_record(told["rules"], tuple(told["players"]))


def demo_taps(after: int = 0) -> Taps:
    """What was tapped from this frame on."""
    taps = [dict(one) for one in _told()["taps"] if one["frame"] >= after]
    return Taps([Tap(one.pop("frame"), event_from_json(one)) for one in taps])


def _told() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(FILM.with_suffix(".json").read_text("utf-8"))
    return told
