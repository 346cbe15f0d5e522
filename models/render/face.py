"""Draws the top faces of a set as flat pictures, ready to be warped into the scene."""

from __future__ import annotations

import cv2
import numpy as np

from models.render.layout import UNIT_CW
from models.render.tileset import TileSet

MARGIN = 0.06
"""Room around the triangle in a face picture, in sides."""


def rounded_outline(rounding: float, steps: int = 5) -> np.ndarray:
    """(3·steps, 2) outline of a tile of side 1 about its centre, y up, clockwise."""
    if rounding < 0.004:
        return UNIT_CW
    points = []
    for corner in UNIT_CW:
        inward = -corner / np.hypot(*corner)
        middle = corner + inward * 2 * rounding
        out = np.arctan2(-inward[1], -inward[0])
        fan = out + np.radians(np.linspace(60, -60, steps))
        points.append(middle + rounding * np.stack([np.cos(fan), np.sin(fan)], 1))
    return np.concatenate(points)


class FacePainter:
    """Paints faces of one set at one resolution: side_px pixels a side."""

    def __init__(self, tiles: TileSet, side_px: int, rng: np.random.Generator):
        self.set = tiles
        self.side = side_px
        self.rng = rng
        self.size = int(np.ceil(side_px * (1 + 2 * MARGIN)))
        self.alpha = self._polygon_mask(rounded_outline(tiles.rounding))
        self.edges = self._edge_bands()
        self.marks = [[self._mark(v, c) for c in range(3)] for v in range(6)]
        self.stuff = self._scaled_stuff()

    def to_px(self, points: np.ndarray) -> np.ndarray:
        """(N, 2) tile points (y up, about the centre) to face pixels (y down)."""
        middle = np.array([0.5 + MARGIN, MARGIN + UNIT_CW[0, 1]])
        return (points * [1, -1] + middle) * self.side

    def face(self, values: tuple[int, int, int], light_xy: np.ndarray, angle: float) -> np.ndarray:
        """(n, n, 4) uint8 BGRA of a face-up tile turned by angle under light from light_xy."""
        picture = self._body()
        if self.set.kites is not None:
            self._paint_kites(picture, values)
        if self.set.border:
            self._paint_border(picture)
        slip = self.rng.normal(0, self.set.slip, 2) * self.side
        for corner, value in enumerate(values):
            self._ink(picture, value, corner, slip)
        if self.set.dome:
            self._paint_dome(picture, light_xy, angle)
        return self._finished(picture, light_xy, angle)

    def back(self, light_xy: np.ndarray, angle: float) -> np.ndarray:
        """(n, n, 4) uint8 BGRA of a face-down tile."""
        picture = self._body()
        ink = np.float32(self.set.back_colour)
        if self.set.back == "colour":
            picture += (ink - self.set.body.astype(np.float32)) * 0.9
        elif self.set.back == "lines":
            for inset in (0.12, 0.2, 0.3):
                self._line(picture, inset, 0.014, ink)
        elif self.set.back == "logo":
            spot = tuple(int(v) for v in self.to_px(np.zeros((1, 2)))[0])
            cv2.circle(picture, spot, int(0.16 * self.side), ink.tolist(), -1, cv2.LINE_AA)
        if self.set.dome and self.set.dome_on_back:
            self._paint_dome(picture, light_xy, angle)
        return self._finished(picture, light_xy, angle)

    def _scaled_stuff(self) -> np.ndarray:
        """The material at this resolution: one piece of it spans about two sides."""
        n = max(self.size + 8, int(self.side * 2.2))
        return cv2.resize(self.set.stuff, (n, n), interpolation=cv2.INTER_AREA)

    def _body(self) -> np.ndarray:
        room = self.stuff.shape[0] - self.size
        x, y = self.rng.integers(0, room, 2)
        cut = self.stuff[y : y + self.size, x : x + self.size]
        if self.rng.random() < 0.5:
            cut = cut.transpose(1, 0, 2)
        tone = 1 + self.rng.normal(0, 0.1 if self.set.kind.startswith("wood") else 0.012)
        return np.ascontiguousarray(cut * np.float32(tone))

    def _polygon_mask(self, points: np.ndarray) -> np.ndarray:
        """(n, n) uint8 smooth mask of a polygon in tile points."""
        big = np.zeros((self.size * 2, self.size * 2), np.uint8)
        cv2.fillPoly(big, [np.round(self.to_px(points) * 32 - 8).astype(np.int32)], 255, 8, 4)
        return cv2.resize(big, (self.size, self.size), interpolation=cv2.INTER_AREA)

    def _edge_bands(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """For each side: its outward normal (2,) and the (n, n) band of its bevel."""
        ys, xs = np.mgrid[0 : self.size, 0 : self.size].astype(np.float32)
        middle = self.to_px(np.zeros((1, 2)))[0]
        bands = []
        for k in range(3):
            out = UNIT_CW[k] + UNIT_CW[(k + 1) % 3]
            out = out / np.hypot(*out)
            depth = (xs - middle[0]) * out[0] - (ys - middle[1]) * out[1]
            inner = (np.sqrt(3) / 6 - self.set.bevel) * self.side
            soft = np.clip((depth - inner) / max(1.0, self.set.bevel * self.side), 0, 1)
            bands.append((out, soft))
        return bands

    def _mark(self, value: int, corner: int) -> np.ndarray | None:
        if value == 0 and self.set.zero_empty:
            return None
        if self.set.patterns is not None:
            return self._pip_mask(value, corner)
        return self._numeral_mask(value, corner)

    def _corner_way(self, corner: int) -> np.ndarray:
        return UNIT_CW[corner] / np.hypot(*UNIT_CW[corner])

    def _pip_mask(self, value: int, corner: int) -> np.ndarray:
        way = self._corner_way(corner)
        across = np.array([way[1], -way[0]])
        radius = self.set.pip_radius
        pattern = self.set.patterns[value] * radius * self.set.pip_spacing
        spots = way * self._pip_reach() + pattern[:, :1] * across + pattern[:, 1:] * way
        big = np.zeros((self.size * 2, self.size * 2), np.uint8)
        for x, y in self.to_px(spots) * 2 - 0.5:
            at = (round(x * 16), round(y * 16))
            cv2.circle(big, at, round(radius * self.side * 32), 255, -1, 8, 4)
        return cv2.resize(big, (self.size, self.size), interpolation=cv2.INTER_AREA)

    def _pip_reach(self) -> float:
        """Close to the corner, but no pip over the edge."""
        widest = self.set.pip_radius * (self.set.pip_spacing + 1)
        return min(self.set.reach + 0.06, 0.56 - 1.35 * widest)

    def _numeral_mask(self, value: int, corner: int) -> np.ndarray:
        glyph = self.set.glyphs[value]
        tallest = max(g.shape[0] for g in self.set.glyphs)
        scale = self.set.glyph_height * self.side / tallest
        glyph = cv2.resize(glyph, None, fx=scale * 2, fy=scale * 2, interpolation=cv2.INTER_AREA)
        glyph = self._underlined(glyph)
        way = self._corner_way(corner)
        up = {"foot": -way, "head": way, "up": np.array([0.0, 1.0])}[self.set.facing]
        right = np.array([up[1], -up[0]])
        # Columns map a glyph pixel's x (right) and y (down) to face pixels, y down.
        turn = np.stack([right * [1, -1], -up * [1, -1]], 1) / 2
        spot = self.to_px(way[None] * self.set.reach)[0]
        shift = spot - turn @ (np.array(glyph.shape[::-1]) / 2)
        matrix = np.column_stack([turn, shift]).astype(np.float32)
        return _warp_down(glyph, matrix, self.size)

    def _underlined(self, glyph: np.ndarray) -> np.ndarray:
        if not self.set.underline:
            return glyph
        bar = max(1, round(self.set.underline * self.side * 2))
        grown = cv2.copyMakeBorder(glyph, 3 * bar, 3 * bar, 0, 0, cv2.BORDER_CONSTANT)
        grown[-2 * bar : -bar] = 255
        return grown

    def _ink(self, picture: np.ndarray, value: int, corner: int, slip: np.ndarray) -> None:
        mark = self.marks[value][corner]
        if mark is None:
            return
        if abs(slip).max() > 0.2:
            mark = cv2.warpAffine(mark, np.float32([[1, 0, slip[0]], [0, 1, slip[1]]]), mark.shape)
        x, y, w, h = cv2.boundingRect(mark)
        x, y, w, h = max(0, x - 3), max(0, y - 3), w + 6, h + 6
        part, share = (
            picture[y : y + h, x : x + w],
            mark[y : y + h, x : x + w, None] / np.float32(255),
        )
        if self.set.patterns is not None and self.set.pip_depth > 0.3:
            self._sink(part, share)
        part += (np.float32(self.set.inks[value]) - part) * share

    def _sink(self, part: np.ndarray, share: np.ndarray) -> None:
        """A drilled pip: a dark rim around the paint."""
        reach = max(1, round(self.side * 0.01))
        kernel = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
        rim = cv2.dilate(share[..., 0], kernel)[..., None]
        part *= 1 - 0.55 * np.float32(self.set.pip_depth) * rim

    def _paint_kites(self, picture: np.ndarray, values: tuple[int, int, int]) -> None:
        for corner, value in enumerate(values):
            tip = UNIT_CW[corner]
            left = (tip + UNIT_CW[corner - 1]) / 2
            right = (tip + UNIT_CW[(corner + 1) % 3]) / 2
            kite = np.array([tip, right, np.zeros(2), left])
            kite = tip + (kite - tip) * self.set.kite_share
            fixed = np.round(self.to_px(kite) * 16).astype(np.int32)
            cv2.fillPoly(picture, [fixed], self.set.kites[value].tolist(), cv2.LINE_AA, 4)

    def _paint_border(self, picture: np.ndarray) -> None:
        self._line(picture, self.set.border, self.set.border_width, self.set.border_colour)

    def _line(self, picture: np.ndarray, inset: float, width: float, ink: np.ndarray) -> None:
        shrunk = UNIT_CW * (1 - inset * 2 * np.sqrt(3))
        fixed = np.round(self.to_px(shrunk) * 16).astype(np.int32)
        thick = max(1, round(width * self.side))
        cv2.polylines(picture, [fixed], True, [float(c) for c in ink], thick, cv2.LINE_AA, 4)

    def _paint_dome(self, picture: np.ndarray, light_xy: np.ndarray, angle: float) -> None:
        c, s = np.cos(-angle), np.sin(-angle)
        way = np.array([c * light_xy[0] - s * light_xy[1], s * light_xy[0] + c * light_xy[1]])
        way = way / max(1e-6, np.hypot(*way))
        colour = self.set.dome_colour
        r = self.set.dome
        for shift, size, tone in (
            (-0.25, 1.12, 0.35),
            (0, 1.0, 1.0),
            (0.3, 0.6, 1.2),
            (0.4, 0.28, 1.9),
        ):
            x, y = self.to_px(way[None] * r * shift)[0]
            ink = np.clip(colour * tone, 0, 255).tolist()
            at = (round(x * 16), round(y * 16))
            cv2.circle(
                picture, at, max(8, round(r * size * self.side * 16)), ink, -1, cv2.LINE_AA, 4
            )

    def _finished(self, picture: np.ndarray, light_xy: np.ndarray, angle: float) -> np.ndarray:
        c, s = np.cos(angle), np.sin(angle)
        for out, band in self.edges:
            turned = np.array([c * out[0] - s * out[1], s * out[0] + c * out[1]])
            picture *= (1 + self.set.bevel_strength * float(turned @ light_xy) * band)[..., None]
        if self.set.wear > 0.3:
            self._scratch(picture)
        done = np.empty((self.size, self.size, 4), np.uint8)
        done[..., :3] = np.clip(picture, 0, 255)
        done[..., 3] = self.alpha
        return done

    def _scratch(self, picture: np.ndarray) -> None:
        for _ in range(int(self.rng.integers(0, 4) * self.set.wear + 0.5)):
            a = self.rng.uniform(0, self.size, 2)
            b = a + self.rng.normal(0, self.size * 0.2, 2)
            tone = (self.set.body * self.rng.uniform(0.75, 1.15)).tolist()
            cv2.line(picture, a.astype(int), b.astype(int), tone, 1, cv2.LINE_AA)


def _warp_down(glyph: np.ndarray, matrix: np.ndarray, size: int) -> np.ndarray:
    """Warp at twice the size and shrink, so that small numerals stay smooth."""
    double = matrix * 2
    big = cv2.warpAffine(glyph, double, (size * 2, size * 2), flags=cv2.INTER_LINEAR)
    return cv2.resize(big, (size, size), interpolation=cv2.INTER_AREA)
