"""Judges a photo of the table: what makes it hard to read, and where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision import quality_settings as settings
from vision.layout import Layout, rounded
from vision.patches import side_lengths_px

if TYPE_CHECKING:
    from vision.picture import Picture

POOR, BAD = "poor", "bad"

TEXTS = {
    "too_dark": "It is too dark; switch on a light.",
    "blurred": "The picture is blurred; hold the camera still and let it focus.",
    "glare": "A light is reflected on {tiles} ({where}); move the lamp or the camera a little.",
    "too_far": "The tiles are small, {side} pixels a side; move the camera closer.",
    "cut_off": "The board reaches the {where} edge of the picture; move the camera back or aside.",
    "nothing_found": "No tile is seen in this picture; point the camera at the tiles.",
}


@dataclass(frozen=True)
class Hint:
    """One thing that makes a photo hard to read.

    region_xy (n, 2) is the polygon of picture pixels it concerns, None for the whole picture.
    """

    key: str
    severity: str  # "poor": reads, with errors; "bad": hardly reads
    params: dict[str, Any] = field(default_factory=dict)
    region_xy: np.ndarray | None = None

    @property
    def text(self) -> str:
        return TEXTS[self.key].format(**self.params)

    def in_original(self, photo: Picture) -> Hint:
        """The same in pixels of the original photo."""
        region = None if self.region_xy is None else photo.to_original(self.region_xy)
        params = dict(self.params)
        if "side" in params:
            params["side"] = round(params["side"] / photo.scale_xy[0])
        return replace(self, region_xy=region, params=params)

    def to_json(self) -> dict[str, Any]:
        return {
            "message": f"hint.{self.key}",
            "params": self.params,
            "severity": self.severity,
            "region": None if self.region_xy is None else rounded(self.region_xy),
            "text": self.text,
        }


def assess(image: np.ndarray, layout: Layout) -> tuple[Hint, ...]:
    """What to better in a picture (H, W, 3) BGR of which `layout` was read, gravest first."""
    corners_xy = np.array([t.corners_xy for t in layout.tiles], float).reshape(-1, 3, 2)
    small, scale = shrunk(image)
    hints = [
        *light(small, corners_xy, scale),
        *sharpness(image, corners_xy),
        *glare(small, corners_xy, scale),
        *distance(corners_xy),
        *frame(layout),
    ]
    if len(corners_xy) == 0 and not layout.face_down:
        hints.append(Hint("nothing_found", BAD))
    return tuple(sorted(hints, key=lambda hint: hint.severity != BAD))


def shrunk(image: np.ndarray) -> tuple[np.ndarray, float]:
    height, width = image.shape[:2]
    scale = min(1.0, settings.SMALL_LONG_SIDE_PX / max(height, width))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA), scale


def light(small: np.ndarray, corners_xy: np.ndarray, scale: float) -> Iterator[Hint]:
    """By what is brightest on the board: dark sets have light numerals."""
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    region = hull(corners_xy)
    seen = grey if region is None else grey[_filled(grey.shape, [region * scale]) > 0]
    level = float(np.percentile(seen, settings.LIGHT_PERCENTILE)) if seen.size else 255.0
    if level < settings.DARK:
        severity = BAD if level < settings.TOO_DARK else POOR
        yield Hint("too_dark", severity, {"level": round(level)}, region)


def hull(corners_xy: np.ndarray) -> np.ndarray | None:
    """The polygon (n, 2) around all tiles."""
    if len(corners_xy) == 0:
        return None
    return cv2.convexHull(corners_xy.reshape(-1, 2).astype(np.float32)).reshape(-1, 2)


def _filled(shape: tuple[int, ...], polygons: list[np.ndarray], first: int = 1) -> np.ndarray:
    """(h, w) 0 outside, `first`, `first` + 1, … in the polygons."""
    mask = np.zeros(shape[:2], np.uint16)
    for number, polygon in enumerate(polygons, first):
        cv2.fillPoly(mask, [np.round(polygon).astype(np.int32)], number)
    return mask


def sharpness(image: np.ndarray, corners_xy: np.ndarray) -> Iterator[Hint]:
    if len(corners_xy) == 0:
        yield from _sharpness_of_windows(image)
        return
    chosen = corners_xy[np.linspace(0, len(corners_xy) - 1, settings.SHARPNESS_TILES).astype(int)]
    sides = side_lengths_px(chosen)
    widths = [_tile_edge_px(image, *pair) for pair in zip(chosen, sides, strict=True)]
    known = [(w, w / side) for w, side in zip(widths, sides, strict=True) if w is not None]
    if not known:
        return
    width_px, width = np.median(known, axis=0)
    if width > settings.SOFT and width_px > settings.SOFT_PX:
        severity = BAD if width > settings.BLURRED else POOR
        yield Hint("blurred", severity, {"edge": round(float(width), 3)}, hull(corners_xy))


def _tile_edge_px(image: np.ndarray, corners_xy: np.ndarray, side_px: float) -> float | None:
    left, top = np.maximum(np.floor(corners_xy.min(axis=0)), 0).astype(int)
    right, bottom = np.ceil(corners_xy.max(axis=0)).astype(int)
    scale = min(1.0, settings.SHARPNESS_SIDE_PX / max(side_px, 1.0))
    return edge_width_px(image[top:bottom, left:right], scale)


def edge_width_px(part: np.ndarray, scale: float) -> float | None:
    """How many pixels the steepest edges take; None where there is none to judge by."""
    if min(part.shape[:2]) * scale < 8:
        return None
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    # Against noise, which looks like sharp edges.
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32), (3, 3), 0)
    slope = cv2.magnitude(*(cv2.Scharr(grey, cv2.CV_32F, dx, 1 - dx) / 32 for dx in (0, 1)))
    low, high = np.percentile(grey, settings.CONTRAST_PERCENTILES)
    if high - low < settings.LEAST_CONTRAST:
        return None
    return float((high - low) / np.percentile(slope, settings.EDGE_PERCENTILE) / scale)


def _sharpness_of_windows(image: np.ndarray) -> Iterator[Hint]:
    """No tile to judge by: the sharpest part of the picture tells."""
    scale = min(1.0, 2 * settings.SMALL_LONG_SIDE_PX / max(image.shape[:2]))
    columns, rows = settings.WINDOWS_XY
    windows = [
        part
        for band in np.array_split(image, rows, axis=0)
        for part in np.array_split(band, columns, axis=1)
    ]
    widths = [w for w in (edge_width_px(part, scale) for part in windows) if w is not None]
    most = settings.WINDOW_BLURRED_PX * max(image.shape[:2]) / 1280
    if widths and min(widths) > most:
        yield Hint("blurred", BAD, {"edge": round(min(widths), 1)})


def glare(small: np.ndarray, corners_xy: np.ndarray, scale: float) -> Iterator[Hint]:
    """Tiles burnt out more than their fellows: white tiles in good light are no glare."""
    if len(corners_xy) == 0:
        return
    shares = burnt_out_shares(small, corners_xy * scale)
    usual = float(np.median(shares)) if len(shares) > 2 else 0.0
    excess = shares - usual
    glared = excess > settings.GLARE
    if not glared.any():
        return
    much = excess.max() > settings.MUCH_GLARE or glared.mean() > settings.GLARED_TILES
    region = hull(corners_xy[glared])
    count = int(glared.sum())
    params = {
        "count": count,
        "tiles": "one tile" if count == 1 else f"{count} tiles",
        "where": where(region, small.shape, scale),
    }
    yield Hint("glare", BAD if much else POOR, params, region)


def burnt_out_shares(small: np.ndarray, corners_xy: np.ndarray) -> np.ndarray:
    """(n,) share of each tile's pixels that are burnt out."""
    tile_of = _filled(small.shape, list(corners_xy)).ravel()
    level = (settings.BURNT_OUT,) * 3
    burnt = cv2.inRange(small, level, (255, 255, 255)).ravel() > 0
    count = len(corners_xy) + 1
    area = np.bincount(tile_of, minlength=count)[1:]
    lost = np.bincount(tile_of, weights=burnt, minlength=count)[1:]
    result: np.ndarray = lost / np.maximum(area, 1)
    return result


def where(region_xy: np.ndarray | None, small_shape: tuple[int, ...], scale: float) -> str:
    """In which of nine parts of the picture a region's centre lies, in words."""
    if region_xy is None:
        return "middle"
    low, high = region_xy.min(axis=0), region_xy.max(axis=0)
    x, y = (low + high) / 2 * scale / np.array(small_shape[1::-1])
    across = "left" if x < 1 / 3 else "right" if x > 2 / 3 else ""
    down = "top" if y < 1 / 3 else "bottom" if y > 2 / 3 else ""
    return " ".join(part for part in (down, across) if part) or "middle"


def distance(corners_xy: np.ndarray) -> Iterator[Hint]:
    if len(corners_xy) == 0:
        return
    side = float(np.median(side_lengths_px(corners_xy)))
    if side < settings.FAR_PX:
        severity = BAD if side < settings.TOO_FAR_PX else POOR
        yield Hint("too_far", severity, {"side": round(side)}, hull(corners_xy))


def frame(layout: Layout) -> Iterator[Hint]:
    """Tiles of the board so near the frame that others may lie beyond it."""
    board = [t for t in layout.tiles if t.field is not None] or list(layout.tiles)
    if not board:
        return
    corners_xy = np.array([tile.corners_xy for tile in board], float)
    margin = settings.FRAME_MARGIN * side_lengths_px(corners_xy)
    width, height = layout.size_wh
    room = {
        "left": corners_xy[..., 0].min(axis=1),
        "top": corners_xy[..., 1].min(axis=1),
        "right": width - 1 - corners_xy[..., 0].max(axis=1),
        "bottom": height - 1 - corners_xy[..., 1].max(axis=1),
    }
    for edge, gaps in room.items():
        if (gaps < margin).any():
            severity = BAD if (gaps < -margin).any() else POOR
            yield Hint("cut_off", severity, {"where": edge}, hull(corners_xy[gaps < margin]))
