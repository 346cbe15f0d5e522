"""How a tile looks, as a few grey samples: is it gone, or was it merely not found?"""

from __future__ import annotations

import cv2
import numpy as np

STEPS = 9
SAME = 0.75  # correlation from which a place looks as it did
SAME_GREY = 9.0  # … or levels that differ by no more than this


def _weights() -> np.ndarray:
    """(n, 3) barycentric weights of sample points inside a triangle."""
    grid = [(a, b, STEPS - a - b) for a in range(1, STEPS) for b in range(1, STEPS - a)]
    return np.array(grid, np.float32) / STEPS


WEIGHTS = _weights()


def samples(image: np.ndarray, corners_xy: np.ndarray) -> np.ndarray:
    """(t, n) grey levels of t tiles (t, 3, 2) in a BGR picture, slightly blurred."""
    if len(corners_xy) == 0:
        return np.zeros((0, len(WEIGHTS)), np.float32)
    where = np.einsum("nc,tcx->tnx", WEIGHTS, corners_xy.astype(np.float32))
    x, y = where[..., 0], where[..., 1]
    pixels = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    grey: np.ndarray = pixels.astype(np.float32).mean(axis=2)
    return grey


def looks_same(one: np.ndarray, two: np.ndarray) -> bool:
    """Whether two sample rows show the same thing, whatever the light."""
    a, b = one - one.mean(), two - two.mean()
    norm = float(np.linalg.norm(a) * np.linalg.norm(b))
    return norm > 0 and float(a @ b) / norm > SAME


def unchanged(one: np.ndarray, two: np.ndarray) -> bool:
    """Whether a place looks as before; a bare table may have no pattern to compare."""
    flat = (one - one.mean()) - (two - two.mean())
    return looks_same(one, two) or float(np.abs(flat).mean()) < SAME_GREY
