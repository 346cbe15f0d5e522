"""What is far larger or smaller than the tiles is none; what shows numbers says what is usual."""

from __future__ import annotations

import numpy as np

from vision.sizes import fits_in, of_usual_size, usual_side_px


def triangles(*sides_px: float) -> np.ndarray:
    """(n, 3, 2) equal-sided triangles in a row, far from each other."""
    shape = np.array([[0, -1 / 3**0.5], [0.5, 0.5 / 3**0.5], [-0.5, 0.5 / 3**0.5]])
    return np.array([shape * side + (500 * k, 0) for k, side in enumerate(sides_px)])


def test_a_print_of_large_triangles_does_not_outvote_tiles_that_show_numbers():
    corners = triangles(40, 41, 39, 150, 152, 148, 151)
    numbers = np.array([1, 1, 1, 0.1, 0.1, 0.1, 0.1])
    assert of_usual_size(corners, numbers).tolist() == [True] * 3 + [False] * 4


def test_where_nothing_shows_numbers_the_larger_ones_are_usual():
    corners = triangles(60, 62, 9, 8, 10)
    assert of_usual_size(corners, np.full(5, 0.1)).tolist() == [True] * 2 + [False] * 3


def test_nothing_has_no_usual_size():
    assert usual_side_px(np.zeros(0), np.zeros(0)) == 0.0
    assert of_usual_size(np.zeros((0, 3, 2)), np.zeros(0)).tolist() == []


def test_a_speck_among_tiles_does_not_fit_in():
    corners = triangles(60, 61, 59, 60, 62, 58, 20)
    assert fits_in(corners).tolist() == [True] * 6 + [False]
