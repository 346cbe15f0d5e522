"""Trains the finder on crops of rendered scenes.

python -m models.training.finder SCENES --minutes 60 --checkpoint finder.pt --export finder.onnx
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch

from models.training.loop import Run, train
from models.training.networks import Finder
from models.training.store import Stored, load, stored_paths
from vision.finder import SHRINK
from vision.patches import side_lengths_px

CROP_PX = 256
SIDE_PX = (18.0, 80.0)  # of a tile, in the network's picture, mostly
CLOSE_UP_PX = (60.0, 170.0)  # … and now and then
MAX_ZOOM = 1.4
POOL = 1600  # scenes held in memory
FIRST_SCENES = 1000
REFRESH_EVERY = 6  # batches between two fresh scenes


class CropSource:
    """Endless batches of crops from a folder that may still be growing."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.random = folder, np.random.default_rng(seed)
        self.pool: list[Stored] = []
        self.known: set[Path] = set()
        self.batches = 0

    def refresh(self, most: int) -> None:
        fresh = [p for p in stored_paths(self.folder) if p not in self.known]
        for path in (fresh[i] for i in self.random.permutation(len(fresh))[:most]):
            self.known.add(path)
            if len(self.pool) < POOL:
                self.pool.append(load(path))
            else:
                self.pool[int(self.random.integers(POOL))] = load(path)

    def batch(self, size: int) -> tuple[tuple[torch.Tensor], torch.Tensor, torch.Tensor]:
        if self.batches % REFRESH_EVERY == 0:
            self.refresh(most=1 if self.pool else FIRST_SCENES)
        self.batches += 1
        crops = [
            make_crop(self.pool[int(self.random.integers(len(self.pool)))], self.random)
            for _ in range(size)
        ]
        images, targets, weights = (np.stack(part) for part in zip(*crops, strict=True))
        return (
            (torch.from_numpy(images).permute(0, 3, 1, 2).float() / 255,),
            torch.from_numpy(targets).permute(0, 3, 1, 2).float(),
            torch.from_numpy(weights).float(),
        )


def pick_scale(scene: Stored, random: np.random.Generator) -> float:
    if len(scene.corners_xy) == 0:
        return float(random.uniform(0.4, 1.0))
    side = float(np.median(side_lengths_px(scene.corners_xy)))
    wanted = np.exp(random.uniform(*np.log(SIDE_PX if random.random() < 0.75 else CLOSE_UP_PX)))
    return float(np.clip(wanted / side, 0.12, MAX_ZOOM))


def pick_origin(scene: Stored, window: float, random: np.random.Generator) -> tuple[float, float]:
    """Mostly around a tile, else anywhere."""
    height, width = scene.instance.shape
    if len(scene.corners_xy) and random.random() < 0.8:
        centre = scene.corners_xy[random.integers(len(scene.corners_xy))].mean(axis=0)
        x, y = centre - window * random.uniform(0.15, 0.85, size=2)
    else:
        x, y = random.uniform(-0.2, 1.0, size=2) * (width, height)
    most_x, most_y = max(width - window, 0), max(height - window, 0)
    return float(np.clip(x, 0, most_x)), float(np.clip(y, 0, most_y))


def make_crop(
    scene: Stored, random: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Picture (P,P,3), target (P,P,2) and weight (P,P), P = CROP_PX."""
    scale = pick_scale(scene, random)
    x, y = (round(v) for v in pick_origin(scene, CROP_PX / scale, random))
    span = round(CROP_PX / scale)
    image = scene.image[y : y + span, x : x + span]
    instance = scene.instance[y : y + span, x : x + span]
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    image = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    instance = cv2.resize(instance.view(np.uint8), size, interpolation=cv2.INTER_NEAREST).view(
        np.int8
    )
    corners = (scene.corners_xy + 0.5 - (x, y)) * scale - 0.5
    target, weight = draw_target(corners, scene.values[:, 0] < 0, instance)
    return turn_and_pad(image, target, weight, random)


def draw_target(
    corners_xy: np.ndarray, face_down: np.ndarray, instance: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Seams between tiles weigh most, the more the smaller the tiles: few pixels, all needed."""
    target = np.zeros((*instance.shape, 2), np.uint8)
    weight = np.ones(instance.shape, np.float32)
    weight[instance == -2] = 0
    for index in np.unique(instance[instance >= 0]):
        corners = corners_xy[index]
        own = instance == index
        heavy = float(np.clip(60 / side_lengths_px(corners[None])[0], 0.7, 3))
        weight[own] = 1 + heavy
        centre = corners.mean(axis=0)
        inner = centre + SHRINK * (corners - centre)
        mask = np.zeros(instance.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(inner * 16).astype(np.int32), 1, shift=4)
        mask[~own] = 0
        weight[own & (mask == 0)] += heavy
        target[..., int(face_down[index])] |= mask
    return target, weight


def turn_and_pad(
    image: np.ndarray, target: np.ndarray, weight: np.ndarray, random: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    turns, mirror = int(random.integers(4)), random.random() < 0.5
    turned = [np.rot90(part, turns) for part in (alter(image, random), target, weight)]
    if mirror:
        turned = [part[:, ::-1] for part in turned]
    padded = []
    for part in turned:
        part = part[:CROP_PX, :CROP_PX]
        spare = [(0, CROP_PX - part.shape[0]), (0, CROP_PX - part.shape[1])]
        padded.append(np.pad(part, spare + [(0, 0)] * (part.ndim - 2)))
    return padded[0], padded[1], padded[2]


def alter(image: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Exposure, white balance and noise beyond what the renderer did."""
    gain = np.exp(random.normal(0, 0.12, 3) + random.normal(0, 0.25))
    altered = image.astype(np.float32) * gain.astype(np.float32) + float(random.normal(0, 8))
    if random.random() < 0.3:
        altered += random.normal(0, random.uniform(1, 8), image.shape[:2])[..., None]
    if random.random() < 0.1:
        altered = 255 - altered
    if random.random() < 0.3:
        altered = altered[..., random.permutation(3)]
    return np.clip(altered, 0, 255).astype(np.uint8)


def loss_of(logits: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Weighted cross-entropy plus a soft dice per channel."""
    weight = weight[:, None]
    entropy = torch.nn.functional.binary_cross_entropy_with_logits(
        logits, target, weight.expand_as(target)
    )
    chance = torch.sigmoid(logits) * weight
    overlap = (chance * target).sum((0, 2, 3))
    dice = 1 - (2 * overlap + 50) / (chance.sum((0, 2, 3)) + (target * weight).sum((0, 2, 3)) + 50)
    return entropy + 0.3 * dice.mean()


def export(net: torch.nn.Module, path: Path) -> None:
    torch.onnx.export(
        net.eval(),
        (torch.zeros(1, 3, 480, 640),),
        str(path),
        input_names=["picture"],
        output_names=["logits"],
        dynamic_axes={"picture": {2: "h", 3: "w"}, "logits": {2: "h", 3: "w"}},
        opset_version=17,
        dynamo=False,
    )


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    Run.add_arguments(parser, batch=16, rate=2e-3)
    arguments = parser.parse_args(argv)
    run = Run.of(arguments)
    source = CropSource(arguments.scenes, run.seed)
    net = train(Finder(), lambda: source.batch(run.batch), loss_of, run)
    if arguments.export:
        export(net, arguments.export)


if __name__ == "__main__":
    main()
