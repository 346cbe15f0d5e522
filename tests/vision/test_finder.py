"""Triangles are fitted to marks to a fraction of a pixel; covered and merged marks are refused."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.render import SceneSpec, render_scene
from vision.finder import SHRINK, find_tiles, fit_outlines


def mark(corners_xy: np.ndarray, size: int = 160, blur: float = 1.0) -> np.ndarray:
    """The chance picture of one tile, as the network would give it."""
    centre = corners_xy.mean(axis=0)
    inner = centre + SHRINK * (corners_xy - centre)
    mask = np.zeros((size, size), np.float32)
    cv2.fillConvexPoly(mask, np.round(inner * 16).astype(np.int32), 1.0, shift=4)
    return cv2.GaussianBlur(mask, (0, 0), blur)


def triangle(side_px: float, turn: float, squeeze: float = 1.0) -> np.ndarray:
    angles = turn + np.arange(3) * 2 * np.pi / 3
    corners = np.stack([np.cos(angles), np.sin(angles) * squeeze], axis=1) * side_px / 3**0.5
    return corners + (80.3, 79.6)


@pytest.mark.parametrize("side_px", [30, 44, 110])
@pytest.mark.parametrize("turn", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("squeeze", [1.0, 0.75])
def test_corners_come_out_within_four_hundredths_of_a_side(side_px, turn, squeeze):
    truth = triangle(side_px, turn, squeeze)
    found, explained = fit_outlines(mark(truth))
    assert (len(found), explained) == (1, 1.0)
    distance = np.linalg.norm(found.corners_xy[0][:, None] - truth[None], axis=2)
    assert distance.min(axis=1).max() < 0.04 * side_px


def test_corners_run_clockwise_in_the_picture():
    (corners,) = fit_outlines(mark(triangle(60, 0.2)))[0].corners_xy
    (ax, ay), (bx, by), (cx, cy) = corners
    assert (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0


def test_a_half_covered_tile_is_refused():
    chance = mark(triangle(90, 0.1))
    chance[:, 85:] = 0
    assert len(fit_outlines(chance)[0]) == 0


def grown_together(seam: float) -> np.ndarray:
    """Two marks joined by a bridge of the given chance."""
    left, right = triangle(60, np.pi / 6) - (24, 0), triangle(60, -np.pi / 6) + (24, 0)
    chance = np.maximum(mark(left), mark(right))
    chance[72:88, 60:100] = np.maximum(chance[72:88, 60:100], seam)
    return chance


def test_marks_grown_together_come_apart_where_the_network_is_less_sure():
    found, _ = fit_outlines(grown_together(0.6))
    assert len(found) == 2


def test_marks_that_cannot_be_told_apart_are_refused():
    found, explained = fit_outlines(grown_together(1.0))
    assert len(found) == 0
    assert explained == 0


def test_an_empty_picture_has_no_tiles():
    assert len(fit_outlines(np.zeros((64, 64), np.float32))[0]) == 0


@pytest.mark.parametrize("seed", [0, 1, 4])
def test_tiles_of_eighteen_pixels_are_found_in_an_enlarged_picture(seed):
    spec = SceneSpec(
        size_wh=(320, 240), side_px=18, n_tiles=10, arrangement="lattice", tilt=10,
        kind="ivory_num", table="plain", clutter=False, hand=False, rack=False, loose=0,
        face_down=0,
    )  # fmt: skip
    scene = render_scene(seed, spec)
    assert len(find_tiles(scene.image).found.face_up) == len(scene.tiles)
