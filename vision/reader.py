"""Reads the three corners of every outline; unclear ones are looked at again."""

from __future__ import annotations

import numpy as np

from vision import network, settings
from vision.glyphs import CLASSES
from vision.patches import PATCH_PX, cut_patches


def read_corners(image: np.ndarray, corners_xy: np.ndarray) -> np.ndarray:
    """(n, 3, classes) chances for the corners (n, 3, 2) of n tiles in a BGR picture."""
    if len(corners_xy) == 0:
        return np.zeros((0, 3, len(CLASSES)), np.float32)
    chances = read_once(image, corners_xy)
    unclear = chances.max(axis=2).min(axis=1) < settings.READ_AGAIN
    if unclear.any():
        others = read_variously(image, corners_xy[unclear])
        chances[unclear] = np.concatenate([chances[None, unclear], others]).mean(axis=0)
    return chances


def read_once(image: np.ndarray, corners_xy: np.ndarray) -> np.ndarray:
    patches = cut_patches(image, corners_xy).reshape(-1, 3, PATCH_PX, PATCH_PX)
    batches = range(0, len(patches), settings.READ_AT_ONCE)
    logits = np.concatenate(
        [network.run("reader", patches[k : k + settings.READ_AT_ONCE]) for k in batches]
    ).reshape(len(corners_xy), 3, -1)
    chances = np.exp(logits - logits.max(axis=2, keepdims=True))
    result: np.ndarray = chances / chances.sum(axis=2, keepdims=True)
    return result


def read_variously(image: np.ndarray, corners_xy: np.ndarray) -> np.ndarray:
    """(sizes, n, 3, classes) with outlines a little smaller and larger: one may be a little off."""
    middle = corners_xy.mean(axis=1, keepdims=True)
    grown = [middle + (corners_xy - middle) * share for share in settings.OTHER_SIZES]
    several = read_once(image, np.concatenate(grown).astype(np.float32))
    return several.reshape(len(grown), len(corners_xy), 3, -1)
