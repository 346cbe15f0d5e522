"""Trains the reader on corner patches cut from rendered scenes.

python -m models.training.reader SCENES --minutes 30 --checkpoint reader.pt --export reader.onnx
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from models.training.loop import Run, train
from models.training.networks import Reader
from models.training.store import Stored, load, stored_paths
from vision.glyphs import CLASSES, COVERED_COLUMN, EMPTY_COLUMN, NUMERAL_COLUMNS, PIP_COLUMNS
from vision.patches import PATCH_PX, cut_patches, side_lengths_px

OUTLINE_ERROR_SIDES = (0.01, 0.055)  # from sharp, large tiles to small, blurred ones
OUTLINE_GROWTH = 0.025  # and how much too large or too small one is
COVERED_BELOW = 0.45  # a numeral with less of it visible is called covered
UNCLEAR_BELOW = 0.8  # between the two nobody should have to decide: left out
MOST_TILES_KEPT = 260_000
MOST_TILES = 20  # of one picture in a batch
FIRST_SCENES = 1500
REFRESH_EVERY = 4  # batches between two fresh scenes
LEFT_OUT = -1


def labels_of(scene: Stored) -> np.ndarray:
    """(n, 3) class of each corner or LEFT_OUT; the corners of a back are empty."""
    columns = np.array(PIP_COLUMNS if scene.pips else NUMERAL_COLUMNS)
    labels = np.where(scene.values >= 0, columns[scene.values], EMPTY_COLUMN)
    labels[scene.corner_visible < UNCLEAR_BELOW] = LEFT_OUT
    labels[scene.corner_visible < COVERED_BELOW] = COVERED_COLUMN
    return labels


def nudge(corners_xy: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Outlines as the finder would give them: each corner a little off."""
    count = len(corners_xy)
    middle = corners_xy.mean(axis=1, keepdims=True)
    grown = middle + (corners_xy - middle) * random.normal(1, OUTLINE_GROWTH, (count, 1, 1))
    error = np.exp(random.uniform(*np.log(OUTLINE_ERROR_SIDES), count)) / np.sqrt(2)
    error *= side_lengths_px(corners_xy)
    return grown + random.normal(0, 1, corners_xy.shape) * error[:, None, None]


def tiles_of(scene: Stored, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Patches (m, 3, 3, P, P) uint8 and classes (m, 3), with a few that are no tile at all."""
    corners = nudge(scene.corners_xy, random)
    labels = labels_of(scene)
    wrong = false_tiles(scene, random)
    corners = np.concatenate([corners, wrong])
    labels = np.concatenate([labels, np.full((len(wrong), 3), COVERED_COLUMN)])
    keep = (labels != LEFT_OUT).any(axis=1)
    patches = (cut_patches(scene.image, corners[keep]) * 255 + 0.5).astype(np.uint8)
    return patches, labels[keep]


def false_tiles(scene: Stored, random: np.random.Generator) -> np.ndarray:
    """(k, 3, 2) outlines that lie half a tile off."""
    count = len(scene.corners_xy) // 12
    picked = scene.corners_xy[random.permutation(len(scene.corners_xy))[:count]]
    angle = random.uniform(0, 2 * np.pi, count)
    step = np.stack([np.cos(angle), np.sin(angle)], axis=1) * side_lengths_px(picked)[:, None]
    return picked + (step * 0.45)[:, None]


class PatchSource:
    """Endless batches of altered patches, picture by picture, from a folder that may still grow."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.random = folder, np.random.default_rng(seed)
        self.pictures: list[tuple[np.ndarray, np.ndarray]] = []
        self.tiles = self.oldest = 0
        self.known: set[Path] = set()
        self.batches = 0

    def refresh(self, most: int) -> None:
        fresh = [p for p in stored_paths(self.folder) if p not in self.known]
        for path in (fresh[i] for i in self.random.permutation(len(fresh))[:most]):
            self.known.add(path)
            patches, labels = tiles_of(load(path), self.random)
            if len(labels):
                self.keep(patches, labels)

    def keep(self, patches: np.ndarray, labels: np.ndarray) -> None:
        if self.tiles < MOST_TILES_KEPT:
            self.pictures.append((patches, labels))
            self.tiles += len(labels)
        else:
            self.pictures[self.oldest % len(self.pictures)] = (patches, labels)
            self.oldest += 1

    def batch(self, size: int) -> tuple[tuple[torch.Tensor, torch.Tensor], torch.Tensor]:
        """About `size` corners with the number of their picture, and their classes."""
        if self.batches % REFRESH_EVERY == 0:
            self.refresh(most=1 if self.pictures else FIRST_SCENES)
        self.batches += 1
        parts, wanted = list[tuple[np.ndarray, np.ndarray]](), -(-size // 3)
        while wanted > 0:
            parts.append(self.some_tiles(wanted))
            wanted -= len(parts[-1][1])
        patches, labels = (np.concatenate(each) for each in zip(*parts, strict=True))
        picture = np.repeat(np.arange(len(parts)), [3 * len(labels) for _, labels in parts])
        flat = torch.from_numpy(patches.reshape(-1, *patches.shape[2:])).float() / 255
        numbers = torch.from_numpy(picture)
        return (alter(flat, numbers), numbers), torch.from_numpy(labels.reshape(-1))

    def some_tiles(self, most: int) -> tuple[np.ndarray, np.ndarray]:
        """Of one picture: pictures with many tiles come more often, not as often as they have."""
        while True:
            patches, labels = self.pictures[int(self.random.integers(len(self.pictures)))]
            if self.random.random() < np.sqrt(len(labels) / 56):
                break
        picked = self.random.permutation(len(labels))[: min(most, MOST_TILES)]
        return patches[picked], labels[picked]


def alter(patches: torch.Tensor, picture: torch.Tensor) -> torch.Tensor:
    """Each picture in other colours, with its blur and noise; each corner turned and stretched."""
    count, pictures = len(patches), int(picture.max()) + 1
    patches = mix_colours(patches, picture)
    turn = torch.randn(count) * 0.06
    stretch = 1 + torch.randn(count, 2) * 0.05
    matrix = torch.zeros(count, 2, 3)
    matrix[:, 0, 0], matrix[:, 0, 1] = turn.cos() * stretch[:, 0], -turn.sin()
    matrix[:, 1, 0], matrix[:, 1, 1] = turn.sin(), turn.cos() * stretch[:, 1]
    matrix[:, :, 2] = torch.randn(count, 2) * 0.02
    grid = functional.affine_grid(matrix, list(patches.shape), align_corners=False)
    patches = functional.grid_sample(patches, grid, padding_mode="border", align_corners=False)
    soft = functional.avg_pool2d(patches, 3, 1, 1, count_include_pad=False)
    share = (torch.rand(pictures, 1, 1, 1) * 1.6 - 0.8).clamp(min=0)[picture]
    patches = patches * (1 - share) + soft * share
    noise = torch.rand(pictures, 1, 1, 1) ** 2 * 0.06
    return patches + torch.randn_like(patches) * noise[picture]


def mix_colours(patches: torch.Tensor, picture: torch.Tensor) -> torch.Tensor:
    """No set's colour code can be trusted, so none is learnt; within a picture colours stay."""
    pictures = int(picture.max()) + 1
    mix = torch.eye(3) + torch.randn(pictures, 3, 3) * 0.12
    shuffled = torch.rand(pictures) < 0.4
    mix[shuffled] = mix[shuffled][:, torch.randperm(3)]
    patches = torch.einsum("nij,njhw->nihw", mix[picture], patches)
    inverted = (torch.rand(pictures) < 0.15)[picture]
    patches[inverted] = 1 - patches[inverted]
    gain = torch.exp(torch.randn(pictures, 1, 1, 1) * 0.2)[picture]
    return patches * gain


def loss_of(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return functional.cross_entropy(logits, labels, ignore_index=LEFT_OUT)


def export(net: torch.nn.Module, path: Path) -> None:
    torch.onnx.export(
        net.eval(),
        (torch.zeros(6, 3, PATCH_PX, PATCH_PX),),
        str(path),
        input_names=["patches"],
        output_names=["logits"],
        dynamic_axes={"patches": {0: "n"}, "logits": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    Run.add_arguments(parser, batch=192, rate=2e-3)
    arguments = parser.parse_args(argv)
    run = Run.of(arguments)
    source = PatchSource(arguments.scenes, run.seed)
    net = train(Reader(len(CLASSES)), lambda: source.batch(run.batch), loss_of, run)
    if arguments.export:
        export(net, arguments.export)


if __name__ == "__main__":
    main()
