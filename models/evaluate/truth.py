"""Labelled pictures from three sources, in one form."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from models.render import Scene, SceneSpec, SceneTile, render_scene
from models.render.types import IGNORE
from scorer.lattice import DOWN, UP, Cell, Corner
from vision import picture

# A rendered tile that shows less than this of itself or of one of its numbers proves nothing.
LEAST_VISIBLE = 0.75
WAYS = {"U": UP, "D": DOWN, UP: UP, DOWN: DOWN}


@dataclass(frozen=True)
class LabelledTile:
    """corners_xy (3, 2), any direction round; values and lattice corners in the same order."""

    corners_xy: np.ndarray
    values: tuple[int, int, int]
    field: int | None = None
    lattice_corners: tuple[Corner, Corner, Corner] | None = None


@dataclass(frozen=True)
class Labelled:
    """A picture and its truth.

    What lies on the triangles `ignored` (n, 3, 2) or on the pixels `unlisted` (H, W), tiles in a
    hand or on a rack, counts neither way.
    """

    name: str
    image: np.ndarray
    tiles: tuple[LabelledTile, ...]
    ignored: np.ndarray = field(default_factory=lambda: np.zeros((0, 3, 2)))
    tags: dict[str, Any] = field(default_factory=dict)
    unlisted: np.ndarray | None = None


def scenes(folder: Path) -> Iterator[Labelled]:
    """Path-traced scenes: NAME.jpg beside NAME.json."""
    for path in sorted(folder.glob("*.json")):
        label = json.loads(path.read_text())
        tiles = tuple(_scene_tile(tile) for tile in label["tiles"])
        tags = {"kind": label["style"], "table": label["table"], "tilt": label["tilt"]}
        photo = picture.from_file(path.with_suffix(".jpg"))
        yield Labelled(path.stem, photo.image, tiles, tags=tags)


def photos(folder: Path) -> Iterator[Labelled]:
    """Real photos with labels.json; no lattice is labelled."""
    labels = json.loads((folder / "labels.json").read_text())
    for name, label in labels.items():
        tiles = tuple(
            LabelledTile(np.array(tile["corners"], float), _values(tile["values"]))
            for tile in label["tiles"]
        )
        ignored = np.array(label.get("ignore", []), float).reshape(-1, 3, 2)
        photo = picture.from_file(folder / f"{name}.png")
        yield Labelled(name, photo.image, tiles, ignored, {"kind": "photo"})


def rendered(
    first_seed: int, count: int, spec: SceneSpec | None = None, split: str = "test"
) -> Iterator[Labelled]:
    for seed in range(first_seed, first_seed + count):
        yield from_scene(str(seed), render_scene(seed, spec, split))


def from_scene(name: str, scene: Scene) -> Labelled:
    """Truth of a rendered scene; what is hidden or cut off counts neither way."""
    shown = [tile for tile in scene.tiles if is_shown(tile)]
    hidden = [tile.corners_xy for tile in scene.tiles if not is_shown(tile)]
    tags = {
        "kind": scene.meta["kind"],
        "table": scene.meta["table"],
        "tilt": round(scene.meta["tilt"], 1),
        "side_px": round(scene.meta["side_px"], 1),
        "blur": round(scene.meta.get("blur_sigma", 0.0), 2),
    }
    ignored = np.array(hidden, float).reshape(-1, 3, 2)
    tiles = tuple(map(_rendered_tile, shown))
    return Labelled(name, scene.image, tiles, ignored, tags, scene.instance == IGNORE)


def is_shown(tile: SceneTile) -> bool:
    return min(tile.visible, *tile.corner_visible) >= LEAST_VISIBLE


def _scene_tile(tile: dict[str, Any]) -> LabelledTile:
    i, j, way = tile["cell"]
    corners = Cell(i, j, WAYS[way]).corners
    return LabelledTile(np.array(tile["corners"], float), _values(tile["values"]), 0, corners)


def _rendered_tile(tile: SceneTile) -> LabelledTile:
    values = _values(tile.values or ())
    corners_xy = tile.corners_xy.astype(float)
    if tile.cell is None:
        return LabelledTile(corners_xy, values)
    first, second, third = Cell(tile.cell[0], tile.cell[1], WAYS[tile.cell[2]]).corners
    # The renderer lists a cell's corners clockwise, the lattice the other way round.
    return LabelledTile(corners_xy, values, tile.field, (first, third, second))


def _values(numbers: Any) -> tuple[int, int, int]:
    one, two, three = (int(number) for number in numbers)
    return one, two, three
