"""The cameras a table can have: this computer's, a phone, a stream, a film, the built-in demo."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Iterator
from itertools import dropwhile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask_babel import gettext as _

from webui import demo_game

if TYPE_CHECKING:
    from vision.sources import Frame, Source

TITLES = {
    "none": "No camera",
    "phone": "A phone's camera",
    "photo": "A photo after each move",
    "stream": "A stream address",
    "video": "A video file",
}
FOR_PHOTOS = ("none", "photo")  # nothing to follow
STREAM_SCHEMES = ("rtsp", "rtsps", "http", "https")
WEBCAMS = Path("/sys/class/video4linux")


def source_titles() -> dict[str, str]:
    """Every source that can be chosen now, with its English title."""
    cameras = {f"webcam:{n}": f"This computer's webcam {n + 1}" for n in webcams()}
    demo = {"demo": "The demo game"} if demo_game.is_here() else {}
    return {**TITLES, **cameras, **demo}


def webcams() -> list[int]:
    """The numbers of this computer's cameras, as far as the system tells without opening them."""
    if not sys.platform.startswith("linux"):
        return [0]
    nodes = [re.fullmatch(r"video(\d+)", one.name) for one in WEBCAMS.glob("video*")]
    numbers = sorted(int(node[1]) for node in nodes if node)
    return [n for n in numbers if _takes_pictures(WEBCAMS / f"video{n}")]


def _takes_pictures(node: Path) -> bool:
    """A webcam has several nodes; the first brings pictures, the others facts about them."""
    try:
        return (node / "index").read_text().strip() == "0"
    except OSError:
        return True


def clip_file(folder: Path) -> Path:
    """Where a film that was sent to us lies."""
    return folder / "clip"


def open_camera(source: str, address: str | None, folder: Path, frame: int = 0) -> Source:
    """The source to follow, a film from this frame on; ValueError where it cannot be opened."""
    from vision.sources import Pushed, SourceError, open_source

    if source == "phone":
        return Pushed()
    names = {
        "stream": address,
        "demo": str(demo_game.FILM),
        "video": address or str(clip_file(folder)),
    }
    name = names.get(source) or source.removeprefix("webcam:")
    try:
        return paced(open_source(name), frame)
    except SourceError as wrong:
        if address is None:
            raise ValueError(_("There is no film here that can be read.")) from None
        sentence = str(wrong)
        raise ValueError(sentence[:1].upper() + sentence[1:]) from None


def paced(source: Source, frame: int = 0) -> Source:
    from vision.sources import Replay

    return Paced(source, frame) if isinstance(source, Replay) else source


class Paced:
    """A film played as if it happened now: every picture, none before its time.

    Where the computer cannot keep up, the film waits for it instead of hurrying afterwards.
    """

    trouble: str | None = None

    def __init__(self, film: Source, start: int = 0) -> None:
        self._film, self._start = film, start
        self._closing = threading.Event()
        self._at: float | None = None

    @property
    def age_s(self) -> float | None:
        return None if self._at is None else time.monotonic() - self._at

    def frames(self) -> Iterator[Frame]:
        began: float | None = None
        for frame in dropwhile(lambda one: one.index < self._start, self._film.frames()):
            began = time.monotonic() - frame.time_s if began is None else began
            early = began + frame.time_s - time.monotonic()
            if self._closing.wait(max(0.0, early)):
                return
            began += max(0.0, -early)
            self._at = time.monotonic()
            yield frame

    def close(self) -> None:
        self._closing.set()
        self._film.close()


def check_stream(address: str) -> None:
    """Only what a camera on the network speaks; never a file, never something cut in two."""
    parts = urlsplit(address)
    clean = address.isprintable() and " " not in address and len(address) <= 500
    if parts.scheme not in STREAM_SCHEMES or not parts.hostname or not clean:
        raise ValueError(_("A stream address looks like rtsp://192.168.1.20/live or http://…."))
