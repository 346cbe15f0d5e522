"""Cuts the corners out of tiles: every corner upright, in one canonical size, all else masked."""

from __future__ import annotations

import cv2
import numpy as np

PATCH_PX = 40
PATCH_SIDES = 0.6  # a patch spans this much of a tile's side
MASK_MARGIN_SIDES = 0.035  # what the outline may be off before a number is cut
PX_PER_SIDE = PATCH_PX / PATCH_SIDES

_HEIGHT = 3**0.5 / 2
_TIP = np.array([0.0, -2 / 3 * _HEIGHT])


def canonical_grid_xy() -> np.ndarray:
    """(PATCH_PX², 2) patch pixels in tile units: centre at 0, side 1, the patch's corner on top."""
    steps = (np.arange(PATCH_PX) + 0.5) / PATCH_PX * PATCH_SIDES
    x, y = np.meshgrid(steps - PATCH_SIDES / 2, steps + _TIP[1])
    return np.stack([x.ravel(), y.ravel()], axis=1)


def _own_kite(grid_xy: np.ndarray) -> np.ndarray:
    """(PATCH_PX²,) weight 1 in the third of the tile that is this corner's, 0 elsewhere."""
    offset = grid_xy - _TIP
    from_sides = offset[:, 1] * 0.5 - np.abs(offset[:, 0]) * _HEIGHT
    from_others = -np.abs(grid_xy[:, 0]) * 0.5 - grid_xy[:, 1] * _HEIGHT
    px = (np.minimum(from_sides, from_others) + MASK_MARGIN_SIDES) * PX_PER_SIDE
    weight: np.ndarray = np.clip(px + 0.5, 0, 1).astype(np.float32)
    return weight


_GRID = canonical_grid_xy()
_MASK = _own_kite(_GRID)
# Affine weights of a tile's corners (top, right, left) at each patch pixel.
_WEIGHTS = np.stack(
    [
        1 / 3 - _GRID[:, 1] / _HEIGHT,
        1 / 3 + _GRID[:, 0] + _GRID[:, 1] / (2 * _HEIGHT),
        1 / 3 - _GRID[:, 0] + _GRID[:, 1] / (2 * _HEIGHT),
    ],
    axis=1,
).astype(np.float32)


def side_lengths_px(corners_xy: np.ndarray) -> np.ndarray:
    """(n,) mean side of each tile; corners (n, 3, 2)."""
    sides = np.linalg.norm(corners_xy - np.roll(corners_xy, -1, axis=1), axis=2)
    mean: np.ndarray = sides.mean(axis=1)
    return mean


def shrink_for_reading(image: np.ndarray, side_px: float) -> tuple[np.ndarray, float]:
    """The picture at about the patches' own resolution, and its scale: no pixel is skipped."""
    scale = 1.0
    while side_px * scale > 2 * PX_PER_SIDE:
        scale /= 2
    if scale == 1.0:
        return image, 1.0
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA), scale


def cut_patches(image: np.ndarray, corners_xy: np.ndarray) -> np.ndarray:
    """(n, 3, 3, PATCH_PX, PATCH_PX) float32 in 0…1, channels BGR.

    corners_xy (n, 3, 2): clockwise in the picture. Patch [t, k] has corner k of tile t on top.
    """
    count = len(corners_xy)
    if count == 0:
        return np.zeros((0, 3, 3, PATCH_PX, PATCH_PX), np.float32)
    image, scale = shrink_for_reading(image, float(np.median(side_lengths_px(corners_xy))))
    # Pixel centres: (x + ½)·scale − ½.
    corners = ((corners_xy + 0.5) * scale - 0.5).astype(np.float32)
    turned = np.stack([np.roll(corners, -k, axis=1) for k in range(3)], axis=1).reshape(-1, 3, 2)
    x, y = (turned[..., axis] @ _WEIGHTS.T for axis in range(2))
    pixels = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    values = pixels.transpose(0, 2, 1).astype(np.float32, order="C")  # (n·3, BGR, pixels)
    values *= 1 / 255
    mean = (values @ _MASK / _MASK.sum())[..., None]
    values -= mean
    values *= _MASK
    values += mean
    return values.reshape(count, 3, 3, PATCH_PX, PATCH_PX)
