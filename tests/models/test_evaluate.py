"""The measure itself: the truth scores full marks, and each kind of error is counted as it is."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate import calibrate, report, truth
from models.evaluate.compare import Score, compare
from models.evaluate.harder import CHANGES, harder
from models.evaluate.truth import Labelled, LabelledTile
from models.render import SceneSpec, render_scene
from scorer.lattice import Corner
from tests.vision.sights import BOARD, layout_of
from vision.layout import Layout, SeenTile

SIGHT = layout_of(BOARD)
BROKEN = layout_of((*BOARD, ("-1,0,down", (4, 3, 0))))


def labels_of(layout: Layout) -> Labelled:
    """The truth that a layout would be right about, in another order and another lattice frame."""
    order, shift = [2, 0, 1], Corner(5, -3)
    tiles = tuple(
        LabelledTile(
            tile.corners_xy[order],
            (tile.values[2], tile.values[0], tile.values[1]),
            0,
            tuple(_turned(tile.lattice_corners[k], shift) for k in order),
        )
        for tile in layout.tiles
    )
    return Labelled("made", np.zeros((480, 640, 3), np.uint8), tiles[::-1])


def _turned(corner: Corner, shift: Corner) -> Corner:
    """A sixth of a turn further round, and moved."""
    return Corner(-corner.j + shift.i, corner.i + corner.j + shift.j)


def with_first(layout: Layout, change: Callable[[SeenTile], SeenTile]) -> Layout:
    return replace(layout, tiles=(change(layout.tiles[0]), *layout.tiles[1:]))


@pytest.mark.parametrize("layout", [SIGHT, BROKEN], ids=["legal", "illegal"])
def test_the_truth_is_perfect(layout: Layout) -> None:
    score = compare(labels_of(layout), layout)
    assert score.perfect
    assert (score.tiles_right, score.corners_right) == (score.tiles, 3 * score.tiles)


def test_a_wrong_number_costs_its_corner_and_its_tile() -> None:
    read = with_first(
        SIGHT, lambda tile: replace(tile, values=(tile.values[0] ^ 1, *tile.values[1:]))
    )
    score = compare(labels_of(SIGHT), read)
    assert (score.corners_right, score.tiles_right, score.lattice_right) == (11, 3, True)
    assert not score.perfect


def test_numbers_at_the_wrong_corners_are_wrong() -> None:
    read = with_first(SIGHT, lambda tile: replace(tile, values=tile.values[1:] + tile.values[:1]))
    assert compare(labels_of(SIGHT), read).corners_right == 9


def test_missing_and_false_tiles_are_counted() -> None:
    score = compare(labels_of(SIGHT), replace(SIGHT, tiles=SIGHT.tiles[1:]))
    assert (score.missing, score.false_tiles) == (1, 0)
    far = with_first(SIGHT, lambda tile: replace(tile, corners_xy=tile.corners_xy + 200))
    score = compare(labels_of(SIGHT), far)
    assert (score.missing, score.false_tiles) == (1, 1)


def test_a_tile_on_an_ignored_place_is_no_error() -> None:
    hidden = SIGHT.tiles[0].corners_xy[None]
    labels = labels_of(replace(SIGHT, tiles=SIGHT.tiles[1:]))
    assert compare(labels, SIGHT).false_tiles == 1
    assert compare(replace(labels, ignored=hidden), SIGHT).false_tiles == 0


def test_a_tile_in_the_wrong_cell_breaks_the_lattice() -> None:
    moved = tuple(Corner(i + 1, j) for i, j in SIGHT.tiles[0].lattice_corners or ())
    wrong = with_first(SIGHT, lambda tile: replace(tile, lattice_corners=moved))
    loose = with_first(SIGHT, lambda tile: replace(tile, lattice_corners=None, cell=None))
    assert not compare(labels_of(SIGHT), wrong).lattice_right
    assert not compare(labels_of(SIGHT), loose).lattice_right


def test_a_broken_rule_must_be_reported() -> None:
    assert not compare(labels_of(BROKEN), replace(BROKEN, faults=())).perfect


def test_rendered_truth_agrees_with_itself() -> None:
    """Corners that meet in the rendered lattice carry one number and lie at one place."""
    spec = SceneSpec(size_wh=(640, 480), n_tiles=8, arrangement="lattice", neat=True, illegal=False)
    labels = truth.from_scene("made", render_scene(3, spec, "test"))
    met: dict[object, list[tuple[int, np.ndarray]]] = {}
    for tile in labels.tiles:
        for k, corner in enumerate(tile.lattice_corners or ()):
            met.setdefault((tile.field, corner), []).append((tile.values[k], tile.corners_xy[k]))
    assert any(len(group) > 1 for group in met.values())
    for group in met.values():
        assert len({value for value, _ in group}) == 1
        assert np.ptp([xy for _, xy in group], axis=0).max() < 12


def test_rows_and_headline(tmp_path: Path) -> None:
    scored = [(compare(labels_of(SIGHT), SIGHT), {"kind": "ivory_num", "side_px": 80.0})]
    report.write_rows(tmp_path / "results" / "made.csv", scored)
    with (tmp_path / "results" / "made.csv").open() as file:
        (row,) = csv.DictReader(file)
    assert row["name"] == "made" and row["perfect"] == "True" and row["kind"] == "ivory_num"
    assert "1 pictures, 1 without any error; tiles right 4 of 4 (100.00 %)" in report.headline(
        scored
    )
    assert isinstance(scored[0][0], Score)


def test_ranges_have_names() -> None:
    assert report.within(50, report.SIDE_PX).strip() == "45 – 60"
    assert report.within(500, report.SIDE_PX).strip() == "140 and more"


def test_calibration_finds_the_true_chances() -> None:
    """A reader twice as sure, in log-odds, as it should be is brought back."""
    rng = np.random.default_rng(5)
    odds = rng.uniform(-1, 4, 60_000)
    right = rng.random(60_000) < 1 / (1 + np.exp(-odds))
    beliefs = 1 / (1 + np.exp(-2 * odds))
    places, measured = calibrate.fit(list(zip(beliefs.tolist(), right.tolist(), strict=True)))
    assert all(np.diff(places) > 0) and all(np.diff(measured) > 0)
    assert np.allclose(measured, np.array(places) / 2, atol=0.4)


def test_falling_shares_are_pooled() -> None:
    pooled = calibrate.pooled(np.array([0.2, 0.9, 0.7, 0.95]), np.array([1.0, 1.0, 3.0, 1.0]))
    assert np.allclose(pooled, [0.2, 0.75, 0.75, 0.95])


def test_labels_stay_on_their_tiles_in_harder_pictures() -> None:
    """A worse camera does not move tiles: those drawn into the picture are where the labels say."""
    image = np.zeros((120, 160, 3), np.uint8)
    corners = np.array([[40, 30], [100, 40], [60, 90]], float)
    cv2.fillPoly(image, [corners.astype(np.int32)], (200, 200, 200))
    one = replace(labels_of(SIGHT), image=image, tiles=(LabelledTile(corners, (1, 2, 3)),))
    names = set()
    for changed in harder([one]):
        names.add(changed.tags["change"])
        (x, y) = changed.tiles[0].corners_xy.mean(axis=0)
        levels = changed.image.mean(axis=2)
        assert levels[round(y), round(x)] > levels[2, 2] + 30, changed.name
    assert names == set(CHANGES)
