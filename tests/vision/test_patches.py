"""Patches show their corner upright, whatever the tile's turn, and hide the neighbours."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.patches import PATCH_PX, cut_patches


def tile(turn: float, side_px: float) -> np.ndarray:
    angles = turn - np.pi / 2 + np.arange(3) * 2 * np.pi / 3
    return np.stack([np.cos(angles), np.sin(angles)], axis=1) * side_px / 3**0.5 + (300, 300)


def picture_with_spot(corners_xy: np.ndarray, k: int) -> np.ndarray:
    """A grey picture with a white spot at the place of corner k's numeral."""
    image = np.full((600, 600, 3), 90, np.uint8)
    centre = corners_xy.mean(axis=0)
    side = np.linalg.norm(corners_xy[0] - corners_xy[1])
    spot = centre + (corners_xy[k] - centre) * 0.45
    cv2.circle(image, tuple(round(float(v)) for v in spot), round(side * 0.06), (255,) * 3, -1)
    return image


@pytest.mark.parametrize("turn", [0, 0.7, 2.5, 5.0])
@pytest.mark.parametrize("side_px", [60, 300])
@pytest.mark.parametrize("k", [0, 1, 2])
def test_the_numeral_of_each_corner_stands_in_the_middle_of_its_patch(turn, side_px, k):
    corners = tile(turn, side_px)
    patches = cut_patches(picture_with_spot(corners, k), corners[None])[0]
    brightest = patches.max(axis=(1, 2, 3))
    assert brightest.argmax() == k
    y, x = np.unravel_index(patches[k].mean(axis=0).argmax(), (PATCH_PX, PATCH_PX))
    assert abs(x - PATCH_PX / 2) < 5
    assert abs(y - 0.53 * PATCH_PX) < 6


def test_a_neighbour_is_not_seen():
    corners = tile(0.3, 120)
    image = np.full((600, 600, 3), 90, np.uint8)
    cv2.fillConvexPoly(image, np.round(corners).astype(np.int32), (200,) * 3)
    outside = cut_patches(image, corners[None])[0, 0, :, 2, 2]
    assert outside.mean() > 0.7


def test_no_tiles_no_patches():
    assert cut_patches(np.zeros((10, 10, 3), np.uint8), np.zeros((0, 3, 2))).shape[0] == 0
