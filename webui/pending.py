"""Photos that wait for somebody to choose what they show; the oldest are forgotten."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict


class Pending:
    def __init__(self, most: int = 8) -> None:
        self._most = most
        self._photos: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, jpeg: bytes) -> str:
        name = secrets.token_hex(8)
        with self._lock:
            self._photos[name] = jpeg
            while len(self._photos) > self._most:
                self._photos.popitem(last=False)
        return name

    def get(self, name: str) -> bytes | None:
        with self._lock:
            return self._photos.get(name)
