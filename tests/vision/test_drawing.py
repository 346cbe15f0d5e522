"""Drawings of what was read: what is planned, and that it paints on any size of photo."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.sights import BOARD, layout_of, picture_of
from vision import drawing
from vision.drawing import draw, plan
from vision.layout import Layout
from vision.painting import Badge, Fill, Label, Stroke

SIGHT = layout_of(BOARD, backs=1)
MISMATCH = layout_of((*BOARD, ("-1,0,down", (4, 3, 0))))
TWICE = layout_of((BOARD[0], BOARD[1], ("0,1,up", (3, 5, 2))))
UNSURE = layout_of(BOARD, confidence=0.7)
EMPTY = replace(SIGHT, tiles=(), face_down=(), faults=())


def texts(layout: Layout) -> list[str]:
    return [shape.text for shape in plan(layout).shapes if isinstance(shape, Label)]


def colours(layout: Layout) -> set[tuple[int, int, int]]:
    outlines = [s for s in plan(layout).shapes if isinstance(s, Stroke) and s.closed]
    return {stroke.colour for stroke in outlines}


def test_every_tile_shows_its_numbers_and_its_cell() -> None:
    shown = texts(SIGHT)
    assert sorted(t for t in shown if len(t) == 1) == sorted("123253245355")
    assert {"0,0,up", "0,0,down", "1,0,up", "0,1,up"} <= set(shown)


def test_numbers_stand_at_their_corners() -> None:
    labels = [shape for shape in plan(SIGHT).shapes if isinstance(shape, Label)]
    tile = SIGHT.tiles[0]
    for corner, value in zip(tile.corners_xy, tile.values, strict=True):
        nearest = min(labels, key=lambda label: float(np.linalg.norm(label.centre_xy - corner)))
        gap = np.linalg.norm(nearest.centre_xy - corner)
        assert gap < 0.25 * 80 and nearest.text == str(value)


def test_neighbours_are_linked() -> None:
    links = [s for s in plan(SIGHT).shapes if isinstance(s, Stroke) and not s.closed]
    assert len(links) == 3  # the middle tile has three neighbours


def test_an_unsure_tile_is_dashed_and_says_how_sure() -> None:
    assert "? 70 %" in texts(UNSURE)
    outlines = [s for s in plan(UNSURE).shapes if isinstance(s, Stroke) and s.closed]
    assert all(stroke.dashed for stroke in outlines)
    assert colours(UNSURE) == {drawing.UNSURE_COLOUR}


def test_backs_are_greyed() -> None:
    fills = [shape for shape in plan(SIGHT).shapes if isinstance(shape, Fill)]
    assert [fill.colour for fill in fills] == [drawing.BACK_COLOUR]


@pytest.mark.parametrize(
    ("layout", "sign", "count"),
    [(SIGHT, "!", 0), (MISMATCH, "!", 1), (TWICE, "2×", 2)],
    ids=["no fault", "two numbers on one corner", "a tile twice"],
)
def test_faults_have_a_colour_and_a_sign(layout: Layout, sign: str, count: int) -> None:
    badges = [shape for shape in plan(layout).shapes if isinstance(shape, Badge)]
    assert [badge.text for badge in badges] == [sign] * count
    assert (drawing.FAULT_COLOUR in colours(layout)) == (count > 0)


def test_the_sign_stands_where_the_numbers_differ() -> None:
    (badge,) = (shape for shape in plan(MISMATCH).shapes if isinstance(shape, Badge))
    assert np.allclose(badge.centre_xy, (200.0, 300.0), atol=1)  # the corner 0,0


@pytest.mark.parametrize(
    ("layout", "entries"),
    [
        (SIGHT, ["read, sure", "face down"]),
        (UNSURE, ["less than 90 % sure"]),
        (MISMATCH, ["read, sure", "breaks a rule"]),
        (EMPTY, []),
    ],
)
def test_the_legend_names_only_what_is_there(layout: Layout, entries: list[str]) -> None:
    assert [entry.text for entry in plan(layout).legend] == entries


@pytest.mark.parametrize("size_wh", [(40, 30), (640, 480), (480, 2000), (4000, 3000)])
def test_paints_on_any_size(size_wh: tuple[int, int]) -> None:
    scale = size_wh[0] / 640
    layout = layout_of(
        BOARD, size_wh, side_px=80 * scale, origin_xy=(200 * scale, 300 * scale), backs=1
    )
    image = picture_of(layout)
    before = image.copy()
    drawn = draw(image, layout)
    assert np.array_equal(image, before)  # the photo itself stays as it is
    assert drawn.dtype == np.uint8 and drawn.shape[0] > image.shape[0]
    assert drawn.shape[1] >= image.shape[1]


def test_paints_an_empty_table_and_tiles_beyond_the_frame() -> None:
    assert draw(np.zeros((480, 640, 3), np.uint8), EMPTY).shape[1] == 640
    outside = layout_of(BOARD, origin_xy=(-900.0, -900.0))
    outside = replace(
        outside, face_down=(replace(SIGHT.face_down[0], corners_xy=outside.tiles[0].corners_xy),)
    )
    assert draw(np.zeros((480, 640, 3), np.uint8), outside).ndim == 3
