"""Pieces of the demo film: single photos, and a clip that a browser takes for its camera."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

DEMO = Path(__file__).parents[3] / "webui" / "demo" / "game.mp4"
needs_demo = pytest.mark.skipif(not DEMO.is_file(), reason="the demo film is not here")
CHROMIUM_FPS = 30  # at which a motion JPEG plays as a camera


def truth() -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = json.loads(DEMO.with_suffix(".json").read_text("utf-8"))[
        "events"
    ]
    return events


def told(event: dict[str, Any]) -> tuple[str, list[int], int]:
    return event["player"], sorted(event["values"]), event["points"]


def jpegs(quality: int = 90) -> Iterator[bytes]:
    film = cv2.VideoCapture(str(DEMO))
    while True:
        found, picture = film.read()
        if not found:
            return
        yield cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def photo_after(move: int, file: Path) -> Path:
    """The table just before the next move begins."""
    moves = truth()
    frame = moves[move]["frame"] + 8
    file.write_bytes(next(itertools.islice(jpegs(), frame, None)))
    return file


def clip(file: Path, moves: int, slower: int = 3, still_s: int = 60) -> Path:
    """The first moves as motion JPEG, slowed down, then the table as it lies."""
    last = truth()[moves - 1]["frame"] + 8
    with file.open("wb") as out:
        for picture in itertools.islice(jpegs(60), last):
            out.write(picture * (slower * CHROMIUM_FPS // 15))
        out.write(picture * (still_s * CHROMIUM_FPS))
    return file
