"""Where pictures come from, the newest of them, and what was read in it.

The watcher (vision) plugs in by `Camera.watch_with`: it is handed every picture that arrives.
Without one, a pushed picture is read by itself and shown, and nothing is scored.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from webui.pending import Pending

if TYPE_CHECKING:
    import numpy as np

log = logging.getLogger("tripad.camera")
STALLED_AFTER = 3.0
STREAM_SCHEMES = ("rtsp", "rtsps", "http", "https")
TITLES = {
    "none": "No camera",
    "phone": "A phone's camera",
    "photo": "A photo after each move",
    "stream": "A stream address",
}


class Seen(Protocol):
    """What the reader gives back: vision.layout.Layout."""

    @property
    def tiles(self) -> Any: ...
    def to_json(self) -> dict[str, Any]: ...


class Watcher(Protocol):
    """What follows a game in pictures: vision.watcher, once it is plugged in."""

    def push(self, picture: np.ndarray, at: float) -> Seen | None: ...
    def questions(self) -> list[dict[str, Any]]: ...
    def answer(self, question: str, answer: int) -> None: ...
    def close(self) -> None: ...


def reader() -> Callable[[np.ndarray], Seen] | None:
    """vision.table.read_table where it and its models are there."""
    try:
        read: Callable[[np.ndarray], Seen] = import_module("vision.table").read_table
    except (ImportError, AttributeError, OSError):
        return None
    return read


def judged(picture: np.ndarray, seen: Seen) -> list[dict[str, Any]]:
    """What would make the picture better to read, gravest first."""
    return [hint.to_json() for hint in import_module("vision.quality").assess(picture, seen)]


@dataclass(slots=True)
class Camera:
    source: str = "none"
    address: str | None = None
    stream_allowed: bool = False
    extra_sources: dict[str, str] = field(default_factory=dict)  # id → title
    watcher: Watcher | None = None
    seen: Seen | None = None
    hints: list[dict[str, Any]] = field(default_factory=list)
    trouble: str | None = None
    clock: Callable[[], float] = time.monotonic
    changed: Callable[[], None] = lambda: None
    pending: Pending = field(default_factory=Pending)
    _jpeg: bytes | None = None
    _at: float | None = None
    _reading: threading.Lock = field(default_factory=threading.Lock)

    @property
    def sources(self) -> dict[str, str]:
        return {**TITLES, **self.extra_sources}

    @property
    def age(self) -> float | None:
        return None if self._at is None else max(0.0, self.clock() - self._at)

    @property
    def newest_jpeg(self) -> bytes | None:
        return self._jpeg

    def choose(self, source: str, address: str | None = None) -> None:
        """Switches to another source; ValueError with a sentence where there is no such."""
        if source not in self.sources:
            raise ValueError(f"There is no camera called {source[:40]}.")
        if source == "stream":
            check_stream(address or "")
        self.source, self.address = source, address if source == "stream" else None
        self.seen, self.hints, self.trouble = None, [], None
        self._jpeg, self._at = None, None
        self.changed()

    def watch_with(self, watcher: Watcher | None) -> None:
        old, self.watcher = self.watcher, watcher
        if old is not None:
            old.close()

    def push(self, jpeg: bytes, picture: np.ndarray) -> bool:
        """Takes a new picture and reads it; False when the last one is still being read."""
        self._jpeg, self._at = jpeg, self.clock()
        if not self._reading.acquire(blocking=False):
            return False
        try:
            self._look(picture)
        finally:
            self._reading.release()
        self.changed()
        return True

    def read_photo(self, picture: np.ndarray) -> Seen | None:
        """Reads one picture by itself, after any that is being read."""
        with self._reading:
            read = reader()
            return read(picture) if read else None

    def _look(self, picture: np.ndarray) -> None:
        """Whatever goes wrong in reading is said and logged; the next picture is a new chance."""
        try:
            self.seen = self._read(picture)
            self.hints = [] if self.seen is None else judged(picture, self.seen)
            self.trouble = None
        except Exception:
            log.exception("A picture could not be read")
            self.seen, self.hints = None, []
            self.trouble = "The last picture could not be read."

    def _read(self, picture: np.ndarray) -> Seen | None:
        if self.watcher is not None:
            return self.watcher.push(picture, time.time())
        read = reader()
        return read(picture) if read else None

    def status(self) -> dict[str, Any]:
        age = self.age
        live = self.source not in ("none", "photo")
        bad = any(hint["severity"] == "bad" for hint in self.hints)
        return {
            "source": self.source,
            "sources": [{"id": key, "title": title} for key, title in self.sources.items()],
            "running": live and age is not None,
            "age": None if age is None else round(age, 1),
            "stalled": live and age is not None and age > STALLED_AFTER,
            "ready": self.seen is not None and bool(self.seen.tiles) and not bad,
            "hints": self.hints,
            "tiles": None if self.seen is None else len(self.seen.tiles),
            "stream_allowed": self.stream_allowed,
            "reader": reader() is not None,
            "trouble": self.trouble,
        }

    def questions(self) -> list[dict[str, Any]]:
        return [] if self.watcher is None else self.watcher.questions()


def check_stream(address: str) -> None:
    """Only what a camera on the network speaks; never a file, never something cut in two."""
    parts = urlsplit(address)
    clean = address.isprintable() and " " not in address and len(address) <= 500
    if parts.scheme not in STREAM_SCHEMES or not parts.hostname or not clean:
        raise ValueError("A stream address looks like rtsp://192.168.1.20/live or http://….")
