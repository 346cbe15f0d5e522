"""The values that the renderer takes in and hands out."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

Cell = tuple[int, int, str]

IGNORE = -2
"""Instance mark of pixels that belong to no listed tile but look like one (tiles on racks)."""


@dataclass(frozen=True)
class SceneSpec:
    """What a caller fixes about a scene; None leaves it to the seed."""

    size_wh: tuple[int, int] | None = None
    n_tiles: int | None = None
    arrangement: str | None = None  # "lattice" | "scatter"
    kind: str | None = None  # a key of tileset.KINDS
    table: str | None = None  # a key of table.KINDS, or "photo"
    tilt: float | None = None  # degrees from straight above
    side_px: float | None = None  # length of a tile's side in the middle of the picture
    illegal: bool | None = None
    loose: int | None = None
    face_down: int | None = None
    clutter: bool | None = None
    hand: bool | None = None
    rack: bool | None = None
    neat: bool = False  # laid on the exact lattice, without gaps or turns
    distortion: float | None = None  # k1 at the picture's corner
    effects: bool = True  # blur, noise, compression, tone


@dataclass(frozen=True)
class SceneTile:
    """One tile's truth. Corners run clockwise as seen in the photo.

    For a tile with a cell, the corners are the cell's corners 0, 2, 1 of CONTRACTS.
    """

    corners_xy: np.ndarray  # (3, 2) float32 pixels, sharp corners of the top face
    values: tuple[int, int, int] | None
    cell: Cell | None
    field: int | None
    visible: float
    corner_visible: tuple[float, float, float]


@dataclass(frozen=True)
class Scene:
    """A picture with its truth.

    instance is (H, W) int16: the index into tiles + face_down of the top face seen at a pixel,
    -1 elsewhere, IGNORE on tiles that are not to be listed.
    """

    image: np.ndarray  # (H, W, 3) uint8 BGR
    tiles: list[SceneTile]
    face_down: list[SceneTile]
    instance: np.ndarray
    meta: dict = field(default_factory=dict)
