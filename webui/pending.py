"""Photos that wait for somebody to choose what they show; the oldest are forgotten."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from typing import Any, NamedTuple


class Photo(NamedTuple):
    jpeg: bytes
    seen: dict[str, Any]  # the layout that was read in it

    def reading(self, values: object) -> dict[str, Any]:
        """What was read of the tile with these numbers, and the size its corners refer to."""
        size = {"width": self.seen["width"], "height": self.seen["height"]}
        wanted = sorted(values) if isinstance(values, list | tuple) else None
        tiles = [tile for tile in self.seen["tiles"] if sorted(tile["values"]) == wanted]
        return {**size, **tiles[0]} if tiles else size


class Pending:
    def __init__(self, most: int = 8) -> None:
        self._most = most
        self._photos: OrderedDict[str, Photo] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, photo: Photo) -> str:
        name = secrets.token_hex(8)
        with self._lock:
            self._photos[name] = photo
            while len(self._photos) > self._most:
                self._photos.popitem(last=False)
        return name

    def get(self, name: str) -> Photo | None:
        with self._lock:
            return self._photos.get(name)
