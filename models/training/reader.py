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
MOST_PATCHES = 700_000
FIRST_SCENES = 1500
REFRESH_EVERY = 4  # batches between two fresh scenes


def labels_of(scene: Stored) -> np.ndarray:
    """(n, 3) class of each corner, -1 where it is left out; the corners of a back are empty."""
    columns = np.array(PIP_COLUMNS if scene.pips else NUMERAL_COLUMNS)
    labels = np.where(scene.values >= 0, columns[scene.values], EMPTY_COLUMN)
    labels[scene.corner_visible < UNCLEAR_BELOW] = -1
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


def patches_of(scene: Stored, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Patches (m, 3, P, P) uint8 and their classes (m,), with a few that are no tile at all."""
    corners = nudge(scene.corners_xy, random)
    labels = labels_of(scene)
    wrong = false_tiles(scene, random)
    corners = np.concatenate([corners, wrong])
    labels = np.concatenate([labels, np.full((len(wrong), 3), COVERED_COLUMN)])
    patches = (cut_patches(scene.image, corners) * 255 + 0.5).astype(np.uint8)
    keep = labels >= 0
    return patches[keep], labels[keep]


def false_tiles(scene: Stored, random: np.random.Generator) -> np.ndarray:
    """(k, 3, 2) outlines that lie half a tile off."""
    count = len(scene.corners_xy) // 12
    picked = scene.corners_xy[random.permutation(len(scene.corners_xy))[:count]]
    angle = random.uniform(0, 2 * np.pi, count)
    step = np.stack([np.cos(angle), np.sin(angle)], axis=1) * side_lengths_px(picked)[:, None]
    return picked + (step * 0.45)[:, None]


class PatchSource:
    """Endless batches of altered patches from a folder that may still be growing."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.random = folder, np.random.default_rng(seed)
        self.patches = np.zeros((MOST_PATCHES, 3, PATCH_PX, PATCH_PX), np.uint8)
        self.labels = np.zeros(MOST_PATCHES, np.int64)
        self.filled = self.written = 0
        self.known: set[Path] = set()
        self.batches = 0

    def refresh(self, most: int) -> None:
        fresh = [p for p in stored_paths(self.folder) if p not in self.known]
        for path in (fresh[i] for i in self.random.permutation(len(fresh))[:most]):
            self.known.add(path)
            self.keep(*patches_of(load(path), self.random))

    def keep(self, patches: np.ndarray, labels: np.ndarray) -> None:
        where = (self.written + np.arange(len(labels))) % MOST_PATCHES
        self.patches[where], self.labels[where] = patches, labels
        self.written += len(labels)
        self.filled = min(self.written, MOST_PATCHES)

    def batch(self, size: int) -> tuple[torch.Tensor, torch.Tensor]:
        if self.batches % REFRESH_EVERY == 0:
            self.refresh(most=1 if self.filled else FIRST_SCENES)
        self.batches += 1
        picked = self.random.integers(self.filled, size=size)
        patches = torch.from_numpy(self.patches[picked]).float() / 255
        return alter(patches), torch.from_numpy(self.labels[picked])


def alter(patches: torch.Tensor) -> torch.Tensor:
    """Colours exchanged, inverted and mixed, a little turn and stretch, blur, noise, a scratch."""
    count = len(patches)
    patches = mix_colours(patches)
    turn = torch.randn(count) * 0.06
    stretch = 1 + torch.randn(count, 2) * 0.05
    matrix = torch.zeros(count, 2, 3)
    matrix[:, 0, 0], matrix[:, 0, 1] = turn.cos() * stretch[:, 0], -turn.sin()
    matrix[:, 1, 0], matrix[:, 1, 1] = turn.sin(), turn.cos() * stretch[:, 1]
    matrix[:, :, 2] = torch.randn(count, 2) * 0.02
    grid = functional.affine_grid(matrix, list(patches.shape), align_corners=False)
    patches = functional.grid_sample(patches, grid, padding_mode="border", align_corners=False)
    soft = functional.avg_pool2d(patches, 3, 1, 1, count_include_pad=False)
    share = (torch.rand(count, 1, 1, 1) * 1.6 - 0.8).clamp(min=0)
    patches = patches * (1 - share) + soft * share
    return patches + torch.randn_like(patches) * (torch.rand(count, 1, 1, 1) ** 2 * 0.06)


def mix_colours(patches: torch.Tensor) -> torch.Tensor:
    """No set's colour code can be trusted, so none is learnt."""
    count = len(patches)
    mix = torch.eye(3) + torch.randn(count, 3, 3) * 0.12
    shuffled = torch.rand(count) < 0.4
    mix[shuffled] = mix[shuffled][:, torch.randperm(3)]
    patches = torch.einsum("nij,njhw->nihw", mix, patches)
    inverted = torch.rand(count) < 0.15
    patches[inverted] = 1 - patches[inverted]
    gain = torch.exp(torch.randn(count, 1, 1, 1) * 0.2)
    return patches * gain


def loss_of(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return functional.cross_entropy(logits, labels)


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
