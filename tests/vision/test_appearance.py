"""Tiles of one set look alike; what looks like none of them is not of the set."""

from __future__ import annotations

import numpy as np
import pytest

from vision.appearance import recoloured, samples, strangers, unchanged

TRIANGLE = np.array([[30, 5], [55, 48], [5, 48]], np.float32)
IVORY, SHADED_IVORY, LEAF = (205, 232, 240), (150, 172, 178), (40, 140, 60)


def table(colours: list[tuple[int, int, int]]) -> tuple[np.ndarray, np.ndarray]:
    """Squares of these colours side by side, a triangle in each."""
    image = np.concatenate([np.full((60, 60, 3), c, np.uint8) for c in colours], axis=1)
    return image, np.stack([TRIANGLE + (60 * k, 0) for k in range(len(colours))])


def test_a_leaf_among_ivory_tiles_is_a_stranger_and_a_tile_in_the_shade_is_none():
    image, corners = table([IVORY, IVORY, IVORY, SHADED_IVORY, LEAF])
    sure = np.array([True, True, True, False, False])
    assert strangers(image, corners, sure).tolist() == [False, False, False, False, True]


@pytest.mark.parametrize("sure", [0, 1, 2])
def test_two_tiles_do_not_tell_what_a_set_looks_like(sure):
    image, corners = table([IVORY, IVORY, LEAF])
    assert not strangers(image, corners, np.arange(3) < sure).any()


def test_no_tiles_no_strangers():
    image, _ = table([IVORY])
    assert strangers(image, np.zeros((0, 3, 2), np.float32), np.zeros(0, bool)).tolist() == []


GREEN_CLOTH, NIGHT = (110, 150, 70), (12, 20, 14)
ORANGE_TILE, GREY_TILE = (70, 100, 160), (118, 124, 126)  # BGR; orange as bright as the cloth
PLACE = TRIANGLE + (130, 60)


def scene(cloth: tuple[int, int, int], tile: tuple[int, int, int] | None = None) -> np.ndarray:
    image = np.full((180, 320, 3), cloth, np.uint8)
    if tile is not None:
        image[60:120, 130:190] = tile
    return image


@pytest.mark.parametrize(
    ("cloth", "tile"), [(GREEN_CLOTH, ORANGE_TILE), (NIGHT, GREY_TILE)], ids=["hue", "brightness"]
)
def test_a_plain_tile_on_a_plain_table_has_come(cloth, tile):
    before, now = scene(cloth), scene(cloth, tile)
    was, seen = (samples(picture, PLACE[None])[0] for picture in (before, now))
    assert unchanged(was, seen)  # both have no pattern
    assert recoloured(before, now, PLACE)


@pytest.mark.parametrize("lamp", [(0.7, 0.9, 1.1), (0.4, 0.4, 0.4), (1.1, 1.0, 0.8)])
@pytest.mark.parametrize("tile", [None, ORANGE_TILE, GREY_TILE])
def test_another_lamp_recolours_nothing(lamp, tile):
    before = scene(GREEN_CLOTH, tile)
    now = (before * np.array(lamp)).clip(0, 255).astype(np.uint8)
    assert not recoloured(before, now, PLACE)
