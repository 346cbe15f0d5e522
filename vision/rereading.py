"""Looks at kept evidence once more: the tile in the middle of its close-up."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.layout import Layout, SeenTile
from vision.sources import from_bytes
from vision.table import read_table

Read = Callable[[np.ndarray], Layout]


def read_again(close_up: bytes, read: Read = read_table) -> SeenTile | None:
    """The tile that a close-up (JPEG) was made of; None where none is found there."""
    picture = from_bytes(close_up)
    return None if picture is None else central_tile(read(picture))


def central_tile(layout: Layout) -> SeenTile | None:
    middle = np.array(layout.size_wh) / 2

    def away(tile: SeenTile) -> float:
        return float(np.hypot(*(tile.corners_xy.mean(axis=0) - middle)))

    near = [tile for tile in layout.tiles if away(tile) < min(layout.size_wh) / 4]
    return min(near, key=away, default=None)
