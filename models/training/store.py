"""Rendered scenes on disk: written ahead by several processes, read back by the trainers."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.render import Scene, SceneSpec, SceneTile, render_scene
from models.render.tileset import KINDS


@dataclass(frozen=True)
class Stored:
    """One scene as the trainers need it: picture (H,W,3) BGR, instance (H,W), labels."""

    image: np.ndarray
    instance: np.ndarray
    corners_xy: np.ndarray  # (n, 3, 2) face-up tiles first, then face-down ones
    values: np.ndarray  # (n, 3), -1 for face-down
    corner_visible: np.ndarray  # (n, 3)
    visible: np.ndarray  # (n,)
    pips: bool


def save(scene: Scene, path: Path) -> None:
    """The picture as JPEG, the instance map as PNG, the labels as NPZ (last: it marks a whole)."""
    tiles = [*scene.tiles, *scene.face_down]
    cv2.imwrite(str(path.with_suffix(".jpg")), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 97])
    instance = (scene.instance + 2).astype(np.uint8)
    cv2.imwrite(str(path.with_suffix(".png")), instance)
    unfinished = path.with_suffix(".tmp.npz")
    np.savez(unfinished, **labels_of(tiles), pips=is_pips(scene))
    unfinished.replace(path.with_suffix(".npz"))


def labels_of(tiles: list[SceneTile]) -> dict[str, np.ndarray]:
    return {
        "corners_xy": np.array([t.corners_xy for t in tiles], np.float32).reshape(-1, 3, 2),
        "values": np.array([t.values or (-1, -1, -1) for t in tiles], np.int8).reshape(-1, 3),
        "corner_visible": np.array([t.corner_visible for t in tiles], np.float32).reshape(-1, 3),
        "visible": np.array([t.visible for t in tiles], np.float32),
    }


def is_pips(scene: Scene) -> bool:
    return str(scene.meta["kind"]).endswith("_pip")


def load(path: Path) -> Stored:
    labels = np.load(path.with_suffix(".npz"))
    instance = cv2.imread(str(path.with_suffix(".png")), cv2.IMREAD_UNCHANGED)
    return Stored(
        image=cv2.imread(str(path.with_suffix(".jpg"))),
        instance=(instance.astype(np.int16) - 2).astype(np.int8),
        corners_xy=labels["corners_xy"],
        values=labels["values"],
        corner_visible=labels["corner_visible"],
        visible=labels["visible"],
        pips=bool(labels["pips"]),
    )


def stored_paths(folder: Path) -> list[Path]:
    return sorted(p for p in folder.glob("*.npz") if not p.name.endswith(".tmp.npz"))


def render_into(folder: Path, seeds: Iterator[int], split: str, kind: str | None = None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        path = folder / f"{seed:07d}"
        if not path.with_suffix(".npz").exists():
            save(render_scene(seed, SceneSpec(kind=kind), split), path)


def main() -> None:
    parser = argparse.ArgumentParser(description="Render scenes ahead for the trainers.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--split", default="train", choices=("train", "test"))
    parser.add_argument("--kind", choices=tuple(KINDS), help="one kind of set only")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    seeds = iter(range(arguments.first, arguments.first + arguments.count))
    render_into(arguments.folder, seeds, arguments.split, arguments.kind)


if __name__ == "__main__":
    main()
