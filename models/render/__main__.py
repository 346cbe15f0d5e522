"""Write rendered scenes with their labels, or a contact sheet: python -m models.render."""

from __future__ import annotations

import argparse
import json
import time
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from models.render import render_scene
from models.render.labels import scene_labels

THUMB_WH = (480, 360)


def main() -> None:
    """The command."""
    args = _arguments()
    start = time.perf_counter()
    seeds = range(args.seed, args.seed + args.count)
    args.out.mkdir(parents=True, exist_ok=True) if args.out else None
    work = partial(_one, out=args.out, split=args.split, suffix=args.format)
    with Pool(args.jobs, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        thumbs = pool.map(work, seeds, chunksize=4)
    if args.sheet:
        cv2.imwrite(str(args.sheet), contact_sheet(thumbs))
    seconds = time.perf_counter() - start
    print(f"{args.count} scenes in {seconds:.1f} s, {args.count / seconds * 60:.0f} a minute")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m models.render", description=__doc__)
    parser.add_argument("--out", type=Path, help="folder for pictures and labels")
    parser.add_argument("--sheet", type=Path, help="write a contact sheet of all scenes")
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0, help="of the first scene")
    parser.add_argument("--split", choices=("train", "test"), default="train")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--format", choices=("png", "jpg"), default="png")
    args = parser.parse_args()
    if not (args.out or args.sheet):
        parser.error("nothing to write: give --out, --sheet or both")
    return args


def _one(seed: int, out: Path | None, split: str, suffix: str) -> np.ndarray:
    """Render one seed, save it where wanted, and return its thumbnail."""
    scene = render_scene(seed, split=split)
    if out:
        name = f"{split}-{seed:06d}.{suffix}"
        cv2.imwrite(str(out / name), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
        (out / name).with_suffix(".json").write_text(json.dumps(scene_labels(scene, name)))
    scale = min(t / s for t, s in zip(THUMB_WH, scene.image.shape[1::-1], strict=True))
    return cv2.resize(scene.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def contact_sheet(thumbs: list[np.ndarray], columns: int = 4) -> np.ndarray:
    """(H, W, 3) uint8 of all thumbnails in rows."""
    wide, high = THUMB_WH
    rows = -(-len(thumbs) // columns)
    sheet = np.full((rows * high, columns * wide, 3), 30, np.uint8)
    for k, thumb in enumerate(thumbs):
        y, x = k // columns * high, k % columns * wide
        sheet[y : y + thumb.shape[0], x : x + thumb.shape[1]] = thumb
    return sheet


if __name__ == "__main__":
    main()
