"""Cells are rebuilt from outlines alone, whatever the camera or the hand that laid them did."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.lattice import Cell, Corner
from vision.lattice import cell_of, find_links, place_tiles

ROW = [Cell(0, 0, "up"), Cell(0, 0, "down"), Cell(1, 0, "up"), Cell(1, 0, "down")]
HEXAGON = list(Corner(3, 3).cells)


def outlines(cells: list[Cell], side_px: float = 60.0) -> np.ndarray:
    """(n, 3, 2) clockwise in a picture whose y points down."""
    corners = np.array(
        [[(c.i + c.j / 2, -c.j * 3**0.5 / 2) for c in cell.corners] for cell in cells]
    )
    return corners[:, ::-1] * side_px + (500, 500)


def touching(cells: list[Cell]) -> set[frozenset[int]]:
    return {
        frozenset((a, b))
        for a in range(len(cells))
        for b in range(a)
        if len(set(cells[a].corners) & set(cells[b].corners)) == 2
    }


def tilted(corners_xy: np.ndarray) -> np.ndarray:
    """A camera 45° oblique."""
    depth = 1 + (corners_xy[..., 1:] - 500) / 1500
    return (corners_xy - 500) * (1, 0.7) / depth + 500


@pytest.mark.parametrize("cells", [ROW, HEXAGON], ids=["row", "hexagon"])
@pytest.mark.parametrize("turn", [0, 0.4, 2.1, 4.0])
@pytest.mark.parametrize("camera", [lambda c: c, tilted], ids=["above", "oblique"])
def test_neighbours_on_the_table_are_neighbours_in_cells(cells, turn, camera):
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    places = place_tiles(camera((outlines(cells) - 500) @ spin.T + 500))
    assert all(place is not None and place.field == 0 for place in places)
    assert touching([place.cell for place in places]) == touching(cells)


def test_hand_laid_gaps_and_turns_do_not_matter():
    random = np.random.default_rng(3)
    corners = outlines(HEXAGON)
    corners = corners + random.normal(0, 2.0, (6, 1, 2)) + random.normal(0, 0.7, corners.shape)
    places = place_tiles(corners)
    assert touching([place.cell for place in places]) == touching(HEXAGON)


def test_corners_of_each_tile_are_its_cells_corners_clockwise():
    for place in place_tiles(outlines(ROW)):
        assert set(place.corners) == set(place.cell.corners)
        assert tuple(reversed(place.corners)) in {
            place.cell.corners[k:] + place.cell.corners[:k] for k in range(3)
        }


def test_separate_structures_are_fields_and_lone_tiles_are_loose():
    far = [Cell(c.i + 9, c.j, c.way) for c in ROW[:2]]
    lone = [Cell(0, 9, "up")]
    places = place_tiles(outlines([*far, *ROW, *lone]))
    assert [p.field if p else None for p in places] == [1, 1, 0, 0, 0, 0, None]


def test_tips_that_touch_are_no_link():
    assert find_links(outlines([Cell(0, 0, "up"), Cell(1, 0, "up")])) == []


def test_a_tile_with_one_corner_far_off_still_lies_in_its_cell():
    seen = outlines(ROW)
    seen[1, 0] += (20, 14)  # 0.4 sides
    cells = [place.cell for place in place_tiles(seen) if place is not None]
    assert len(cells) == len(set(cells)) == 4
    assert touching(cells) == touching(ROW)


def test_a_tile_beside_a_side_but_turned_is_loose():
    seen = outlines(ROW[:2])
    middle = seen[1].mean(axis=0)
    turn = np.array([[0.866, 0.5], [-0.5, 0.866]])
    seen[1] = (seen[1] - middle) @ turn + middle + (8, 8)
    assert place_tiles(seen) == [None, None]


def test_no_tiles_give_no_places():
    assert place_tiles(np.zeros((0, 3, 2))) == []


@pytest.mark.parametrize("cell", [Cell(-2, 3, "up"), Cell(4, -1, "down")])
def test_a_cell_is_known_by_its_corners(cell):
    assert cell_of(cell.corners) == cell
