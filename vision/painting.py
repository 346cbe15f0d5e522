"""Paints shapes over a photo, each with a dark halo: readable on any ground and at any size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]  # red, green, blue

HALO: Colour = (18, 20, 26)
STRIP: Colour = (28, 31, 38)
STRIP_TEXT: Colour = (236, 238, 242)
DASH, GAP = 5.0, 3.5  # in line widths
FRACTION_BITS = 4  # OpenCV takes sub-pixel points as whole numbers of 1/16
STRIP_SHARE = 0.022  # the legend's letters, of the picture's long side
LEAST_TEXT_PX = 9.0


@dataclass(frozen=True)
class Stroke:
    """A line through points_xy (n, 2)."""

    points_xy: np.ndarray
    colour: Colour
    width_px: float
    closed: bool = False
    dashed: bool = False


@dataclass(frozen=True)
class Fill:
    points_xy: np.ndarray
    colour: Colour
    opacity: float


@dataclass(frozen=True)
class Label:
    """Text centred on a point."""

    centre_xy: np.ndarray
    text: str
    size_px: float
    colour: Colour


@dataclass(frozen=True)
class Badge:
    """A sign in a filled disc."""

    centre_xy: np.ndarray
    text: str
    radius_px: float
    colour: Colour


Shape = Stroke | Fill | Label | Badge


@dataclass(frozen=True)
class LegendEntry:
    text: str
    colour: Colour
    sign: str


@dataclass(frozen=True)
class Paint:
    """Shapes, bottom first, and what the strip below the photo says."""

    shapes: tuple[Shape, ...]
    caption: str
    legend: tuple[LegendEntry, ...]


def paint(image: np.ndarray, plan: Paint) -> np.ndarray:
    """A new picture (H + strip, W, 3) BGR."""
    canvas = image.copy()
    for shape in plan.shapes:
        if isinstance(shape, Fill):
            _fill(canvas, shape)
    strokes = [shape for shape in plan.shapes if isinstance(shape, Stroke)]
    for halo in (True, False):
        for stroke in strokes:
            _stroke(canvas, stroke, halo)
    for badge in (shape for shape in plan.shapes if isinstance(shape, Badge)):
        _disc(canvas, badge)
    return _written(np.vstack([canvas, _strip(canvas.shape)]), canvas.shape[0], plan)


def _fill(canvas: np.ndarray, fill: Fill) -> None:
    """Blends only the polygon's own box: a photo may have twelve megapixels."""
    low = np.maximum(np.floor(fill.points_xy.min(axis=0)).astype(int), 0)
    high = np.ceil(fill.points_xy.max(axis=0)).astype(int) + 1
    part = canvas[low[1] : high[1], low[0] : high[0]]
    if part.size == 0:
        return
    over = part.copy()
    cv2.fillPoly(
        over, [_fixed(fill.points_xy - low)], _bgr(fill.colour), cv2.LINE_AA, FRACTION_BITS
    )
    cv2.addWeighted(over, fill.opacity, part, 1 - fill.opacity, 0, dst=part)


def _stroke(canvas: np.ndarray, stroke: Stroke, halo: bool) -> None:
    width = max(1.0, stroke.width_px)
    thickness = round(width + 2 * max(1.0, width * 0.45)) if halo else max(1, round(width))
    colour = _bgr(HALO if halo else stroke.colour)
    dashed = stroke.dashed and not halo
    pieces = _dashes(stroke, width) if dashed else [_fixed(stroke.points_xy)]
    closed = stroke.closed and not dashed
    cv2.polylines(canvas, pieces, closed, colour, thickness, cv2.LINE_AA, FRACTION_BITS)


def _dashes(stroke: Stroke, width: float) -> list[np.ndarray]:
    points = stroke.points_xy
    ends = np.roll(points, -1, axis=0) if stroke.closed else points[1:]
    pieces = []
    for start, end in zip(points, ends, strict=False):
        length = max(1e-6, float(np.linalg.norm(end - start)))
        for begin in np.arange(0.0, length, width * (DASH + GAP)):
            stop = min(length, begin + width * DASH)
            pieces.append(_fixed(start + (end - start) * (np.array([[begin], [stop]]) / length)))
    return pieces


def _disc(canvas: np.ndarray, badge: Badge) -> None:
    (centre,) = _fixed(badge.centre_xy[None])
    for radius, colour in ((badge.radius_px * 1.2, HALO), (badge.radius_px, badge.colour)):
        size = round(max(2.0, radius) * 2**FRACTION_BITS)
        at = (int(centre[0]), int(centre[1]))
        cv2.circle(canvas, at, size, _bgr(colour), -1, cv2.LINE_AA, FRACTION_BITS)


def _fixed(points_xy: np.ndarray) -> np.ndarray:
    result: np.ndarray = np.round(np.asarray(points_xy) * 2**FRACTION_BITS).astype(np.int32)
    return result


def _bgr(colour: Colour) -> Colour:
    red, green, blue = colour
    return blue, green, red


def _strip(shape: tuple[int, ...]) -> np.ndarray:
    height = round(_strip_text_px(shape) * 2.2)
    return np.full((height, shape[1], 3), _bgr(STRIP), np.uint8)


def _strip_text_px(shape: tuple[int, ...]) -> float:
    """Letters of the strip: by the long side, and small enough for a tall photo's width."""
    return max(LEAST_TEXT_PX, min(max(shape[:2]) * STRIP_SHARE, shape[1] * 0.026))


def _written(canvas: np.ndarray, photo_height: int, plan: Paint) -> np.ndarray:
    """All text in one pass, with Pillow's outline font."""
    picture = Image.fromarray(cv2.cvtColor(canvas, cv2.COLOR_BGR2RGB))
    pen = ImageDraw.Draw(picture)
    for shape in plan.shapes:
        if isinstance(shape, Label):
            size = max(LEAST_TEXT_PX, shape.size_px)
            _write(pen, shape.centre_xy, shape.text, size, shape.colour, size * 0.16)
        elif isinstance(shape, Badge):
            _write(pen, shape.centre_xy, shape.text, shape.radius_px * 1.5, (255, 255, 255), 0)
    size = _strip_text_px((photo_height, canvas.shape[1]))
    _write_strip(pen, (photo_height + canvas.shape[0]) / 2, size, plan)
    return cv2.cvtColor(np.asarray(picture), cv2.COLOR_RGB2BGR)


def _write(
    pen: ImageDraw.ImageDraw,
    centre_xy: np.ndarray,
    text: str,
    size_px: float,
    colour: Colour,
    halo_px: float,
) -> None:
    where = (float(centre_xy[0]), float(centre_xy[1]))
    halo = max(1, round(halo_px)) if halo_px else 0
    font = _font(round(size_px))
    pen.text(where, text, colour, font, "mm", stroke_width=halo, stroke_fill=HALO)


@lru_cache(maxsize=64)
def _font(size_px: int) -> Any:
    return ImageFont.load_default(max(6, size_px))


def _write_strip(pen: ImageDraw.ImageDraw, middle_y: float, size: float, plan: Paint) -> None:
    font = _font(round(size))
    x = size
    pen.text((x, middle_y), plan.caption, fill=STRIP_TEXT, font=font, anchor="lm")
    x += pen.textlength(plan.caption, font=font) + 2 * size
    for entry in plan.legend:
        box = (x, middle_y - size * 0.5, x + size, middle_y + size * 0.5)
        pen.rounded_rectangle(box, radius=size * 0.2, fill=entry.colour)
        pen.text((x + size / 2, middle_y), entry.sign, fill=HALO, font=font, anchor="mm")
        pen.text((x + 1.4 * size, middle_y), entry.text, fill=STRIP_TEXT, font=font, anchor="lm")
        x += 1.4 * size + pen.textlength(entry.text, font=font) + 1.4 * size
