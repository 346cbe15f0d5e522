"""Tiles of one set are of one size: which outlines are too large or too small to be tiles."""

from __future__ import annotations

import numpy as np

from vision import settings
from vision.patches import side_lengths_px


def triangle_areas(corners_xy: np.ndarray) -> np.ndarray:
    """(n,) areas of triangles (n, 3, 2)."""
    one, two = corners_xy[:, 1] - corners_xy[:, 0], corners_xy[:, 2] - corners_xy[:, 0]
    area: np.ndarray = np.abs(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / 2
    return area


def fits_in(corners_xy: np.ndarray) -> np.ndarray:
    """(n,) whether a tile's area is about that of the tiles nearest to it."""
    count = len(corners_xy)
    if count <= settings.NEAREST:
        return np.ones(count, bool)
    areas, middles = triangle_areas(corners_xy), corners_xy.mean(axis=1)
    gaps = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    nearest = np.argsort(gaps, axis=1)[:, 1 : settings.NEAREST + 1]
    ratio = areas / np.median(areas[nearest], axis=1)
    fits: np.ndarray = (ratio < settings.AREA_RATIO) & (ratio > 1 / settings.AREA_RATIO)
    return fits


def of_usual_size(corners_xy: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """(n,) whether a tile's side is about that of its fellows, who say so much of it each."""
    sides = side_lengths_px(corners_xy)
    middle = usual_side_px(sides, weight)
    usual: np.ndarray = (sides < middle * settings.SIZE_RATIO) & (
        sides > middle / settings.SIZE_RATIO
    )
    return usual


def usual_side_px(sides: np.ndarray, weight: np.ndarray) -> float:
    """The middle side, by area and weight: specks of a printed cloth do not outvote tiles."""
    if len(sides) == 0:
        return 0.0
    order = np.argsort(sides)
    summed = np.cumsum((sides * weight)[order] ** 2)
    return float(sides[order][np.searchsorted(summed, summed[-1] / 2)])
