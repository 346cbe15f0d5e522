"""The live line to every page: one hub, any number of listening threads.

What is new is encoded once and handed to all. A slow page misses intermediate versions, never the
newest one.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

HEARTBEAT = 10.0
CAMERA_PAUSE = 0.5
RETRY_MILLIS = 1000


def encode(kind: str, data: Any, version: int | None = None) -> bytes:
    """One server-sent event."""
    head = "" if version is None else f"id: {version}\n"
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"{head}event: {kind}\ndata: {body}\n\n".encode()


@dataclass(slots=True)
class Listener:
    """What one page has already been sent."""

    version: int
    camera: int = 0
    camera_at: float = 0.0


@dataclass(slots=True)
class Hub:
    """Holds the newest state and wakes everybody who waits for it."""

    version: int = 0
    closed: bool = False
    most: int = 40  # each holds a thread of the server; the others are for everybody's requests
    listening: int = 0
    _state: bytes = b""
    _camera: bytes = b""
    _camera_number: int = 0
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def publish_state(self, state: dict[str, Any], version: int) -> None:
        message = encode("state", state, version)
        with self._changed:
            self.version, self._state = version, message
            self._changed.notify_all()

    def publish_camera(self, camera: dict[str, Any]) -> None:
        message = encode("camera", camera)
        with self._changed:
            self._camera, self._camera_number = message, self._camera_number + 1
            self._changed.notify_all()

    def close(self) -> None:
        """Lets every listening page go; they reconnect by themselves."""
        with self._changed:
            self.closed = True
            self._changed.notify_all()

    def wait_newer(self, version: int, seconds: float) -> bool:
        """Waits until there is another version than this one; False when time is up.

        Where too many wait already, it answers at once.
        """
        if seconds and self.enter():
            with self._changed:
                self._changed.wait_for(lambda: self.closed or self.version != version, seconds)
                self.listening -= 1
        return self.version != version

    def enter(self) -> bool:
        """Counts one more listening page; False when there are too many."""
        with self._changed:
            if self.listening >= self.most:
                return False
            self.listening += 1
            return True

    def listen(self, version: int) -> Iterator[bytes]:
        """The events for one page that has seen this version; `enter` was called before."""
        listener = Listener(version)
        try:
            yield f"retry: {RETRY_MILLIS}\n\n".encode()
            while not self.closed:
                yield from self._news(listener) or [b": still here\n\n"]
        finally:
            with self._changed:
                self.listening -= 1

    def _news(self, listener: Listener) -> list[bytes]:
        with self._changed:
            waiting = self._camera_number != listener.camera
            pause = CAMERA_PAUSE if waiting else HEARTBEAT
            self._changed.wait_for(lambda: self._due(listener), pause)
            news = []
            if self.version != listener.version and self._state:
                listener.version = self.version
                news.append(self._state)
            if self._camera_due(listener):
                listener.camera, listener.camera_at = self._camera_number, time.monotonic()
                news.append(self._camera)
            return news

    def _due(self, listener: Listener) -> bool:
        newer = self.version != listener.version and bool(self._state)
        return self.closed or newer or self._camera_due(listener)

    def _camera_due(self, listener: Listener) -> bool:
        rested = time.monotonic() - listener.camera_at >= CAMERA_PAUSE
        return self._camera_number != listener.camera and rested
