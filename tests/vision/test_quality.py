"""Hints for the photographer: each fault of a picture is named, and a good picture has none."""

from __future__ import annotations

import time
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.sights import BOARD, layout_of, picture_of
from vision.layout import Layout
from vision.picture import Picture
from vision.quality import BAD, POOR, TEXTS, Hint, assess

SIGHT = layout_of(BOARD)
CLEAR = picture_of(SIGHT)


def keys(image: np.ndarray, layout: Layout = SIGHT) -> dict[str, str]:
    return {hint.key: hint.severity for hint in assess(image, layout)}


def blurred(sigma: float) -> np.ndarray:
    return cv2.GaussianBlur(CLEAR, (0, 0), sigma)


def darkened(gain: float) -> np.ndarray:
    return (CLEAR * gain).astype(np.uint8)


def with_glare(centre_xy: tuple[float, float], radius: int) -> np.ndarray:
    image = CLEAR.copy()
    cv2.circle(image, (round(centre_xy[0]), round(centre_xy[1])), radius, (255,) * 3, -1)
    return image


@pytest.mark.parametrize(
    ("image", "found"),
    [
        pytest.param(CLEAR, {}, id="a clear picture"),
        pytest.param(blurred(0.8), {}, id="a soft lens is fine"),
        pytest.param(blurred(7), {"blurred": BAD}, id="out of focus"),
        pytest.param(darkened(0.38), {"too_dark": POOR}, id="dim"),
        pytest.param(darkened(0.15), {"too_dark": BAD}, id="dark"),
        pytest.param(with_glare((240.0, 277.0), 13), {"glare": POOR}, id="a reflection"),
        pytest.param(with_glare((240.0, 277.0), 30), {"glare": BAD}, id="a large reflection"),
        pytest.param(with_glare((500.0, 100.0), 60), {}, id="a reflection beside the tiles"),
    ],
)
def test_names_what_is_wrong(image: np.ndarray, found: dict[str, str]) -> None:
    assert keys(image) == found


def test_light_tiles_in_good_light_are_no_glare() -> None:
    assert keys(picture_of(SIGHT, face=255)) == {}


def test_dark_tiles_with_light_numbers_are_not_too_dark() -> None:
    assert keys(picture_of(SIGHT, table=60, face=40, ink=235)) == {}


@pytest.mark.parametrize(("side_px", "severity"), [(80, None), (50, None), (38, POOR), (25, BAD)])
def test_small_tiles_are_too_far_away(side_px: float, severity: str | None) -> None:
    layout = layout_of(BOARD, side_px=side_px)
    assert keys(picture_of(layout), layout).get("too_far") == severity


@pytest.mark.parametrize(
    ("origin_xy", "edges"),
    [
        ((200.0, 300.0), set()),
        ((-10.0, 300.0), {"left"}),
        ((500.0, 300.0), {"right"}),
        ((200.0, 130.0), {"top"}),
        ((200.0, 490.0), {"bottom"}),
        ((-20.0, 500.0), {"left", "bottom"}),
    ],
)
def test_a_board_at_the_frame_is_cut_off(origin_xy: tuple[float, float], edges: set[str]) -> None:
    layout = layout_of(BOARD, origin_xy=origin_xy)
    hints = [h for h in assess(picture_of(layout), layout) if h.key == "cut_off"]
    assert {hint.params["where"] for hint in hints} == edges


def test_an_empty_table_says_so() -> None:
    empty = replace(SIGHT, tiles=())
    noise = np.random.default_rng(1).integers(0, 255, (30, 40, 3)).astype(np.uint8)
    sharp = cv2.resize(noise, (640, 480), interpolation=cv2.INTER_NEAREST)
    assert keys(sharp, empty) == {"nothing_found": BAD}
    assert keys(cv2.GaussianBlur(sharp, (0, 0), 12), empty).keys() == {"nothing_found", "blurred"}
    assert keys(np.zeros_like(sharp), empty).keys() == {"nothing_found", "too_dark"}


def test_before_the_first_move_the_stock_is_enough_to_frame_by() -> None:
    stock = layout_of((), backs=3)
    assert keys(picture_of(layout_of(BOARD)), stock) == {}


def test_glare_says_where() -> None:
    (hint,) = assess(with_glare((240.0, 277.0), 30), SIGHT)
    region = hint.region_xy
    assert region is not None
    assert region[:, 0].min() >= 199 and region[:, 0].max() <= 281
    assert hint.params["where"] == "middle" and "one tile" in hint.text


def test_grave_hints_come_first() -> None:
    layout = layout_of(BOARD, origin_xy=(0.0, 300.0))
    hints = assess((picture_of(layout) * 0.15).astype(np.uint8), layout)
    assert [hint.severity for hint in hints] == sorted(hint.severity for hint in hints)


def test_a_hint_speaks_json_and_english() -> None:
    for key in TEXTS:
        params = {"tiles": "one tile", "where": "left", "side": 20}
        answer = Hint(key, BAD, params, np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])).to_json()
        assert answer["message"] == f"hint.{key}"
        assert answer["text"].endswith(".") and "{" not in answer["text"]
        assert answer["region"] == [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]


def test_regions_lead_back_to_the_original_photo() -> None:
    photo = Picture(np.zeros((480, 640, 3), np.uint8), (1280, 960))
    hint = Hint("too_far", POOR, {"side": 40}, np.array([[9.5, 9.5]])).in_original(photo)
    assert hint.params == {"side": 80}
    assert hint.region_xy is not None and np.allclose(hint.region_xy, [[19.5, 19.5]])


def test_is_quick_enough_for_every_frame() -> None:
    layout = layout_of(BOARD, size_wh=(1280, 960))
    image = picture_of(layout)
    times = []
    for _ in range(15):
        began = time.perf_counter()
        assess(image, layout)
        times.append(time.perf_counter() - began)
    assert min(times) < 0.010  # 3 ms on an idle core; room for a busy machine
