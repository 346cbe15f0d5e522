"""Reads the three corners of every outline, all of a picture in each other's light."""

from __future__ import annotations

import numpy as np

from vision import network, settings
from vision.glyphs import CLASSES
from vision.patches import PATCH_PX, cut_patches


def read_corners(image: np.ndarray, corners_xy: np.ndarray) -> np.ndarray:
    """(n, 3, classes) chances for the corners (n, 3, 2) of n tiles in a BGR picture."""
    if len(corners_xy) == 0:
        return np.zeros((0, 3, len(CLASSES)), np.float32)
    patches = cut_patches(image, corners_xy).reshape(-1, 3, PATCH_PX, PATCH_PX)
    batches = range(0, len(patches), settings.READ_AT_ONCE)
    logits = np.concatenate(
        [network.run("reader", patches[k : k + settings.READ_AT_ONCE]) for k in batches]
    ).reshape(len(corners_xy), 3, -1)
    chances = np.exp(logits - logits.max(axis=2, keepdims=True))
    result: np.ndarray = chances / chances.sum(axis=2, keepdims=True)
    return result
