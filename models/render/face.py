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
        self.alpha = self._polygon_mask(rounded_outline(tiles.rounding, tiles.corner_steps))
        self.edges = self._edge_bands()
        self.marks = [[self._mark(v, c) for c in range(3)] for v in range(6)]
        self.stains = self._stains()
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
        if self.set.emblem:
            self._paint_emblem(picture)
        way = self._own_way(light_xy, angle)
        slip = self.rng.normal(0, self.set.slip, 2) * self.side
        for corner, value in enumerate(values):
            if self.set.patterns is None:
                self._ink(picture, value, corner, slip, way)
            else:
                self._pips(picture, value, corner, way)
        if self.set.dome:
            self._paint_dome(picture, way)
        return self._finished(picture, light_xy, angle)

    @staticmethod
    def _own_way(light_xy: np.ndarray, angle: float) -> np.ndarray:
        """(2,) the light's direction in the tile's own frame, y up."""
        c, s = np.cos(angle), np.sin(angle)
        return np.array([c * light_xy[0] + s * light_xy[1], c * light_xy[1] - s * light_xy[0]])

    def back(self, light_xy: np.ndarray, angle: float) -> np.ndarray:
        """(n, n, 4) uint8 BGRA of a face-down tile."""
        picture = self._body()
        ink = np.float32(self.set.back_colour)
        if self.set.back == "colour":
            picture[...] = np.clip(picture + (ink - np.float32(self.set.body)) * 0.9, 0, 255)
        elif self.set.back == "lines":
            for inset in (0.12, 0.2, 0.3):
                self._line(picture, inset, 0.014, ink)
        elif self.set.back == "logo":
            spot = tuple(int(v) for v in self.to_px(np.zeros((1, 2)))[0])
            cv2.circle(picture, spot, int(0.16 * self.side), ink.tolist(), -1, cv2.LINE_AA)
        if self.set.dome and self.set.dome_on_back:
            self._paint_dome(picture, self._own_way(light_xy, angle))
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
        return np.ascontiguousarray(np.clip(cut * np.float32(tone), 0, 255).astype(np.uint8))

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
        if self.set.glyphs is None or (value == 0 and self.set.zero_empty):
            return None
        return self._numeral_mask(value, corner)

    def _stains(self) -> np.ndarray | None:
        """(n, n) factor of dirt over a face, shifted for each tile."""
        if not self.set.dirt:
            return None
        cloud = self.rng.normal(0, 1, (9, 9)).astype(np.float32)
        cloud = cv2.resize(cloud, (self.size, self.size), interpolation=cv2.INTER_CUBIC)
        return 1 - np.float32(0.12 * self.set.dirt) * np.clip(cloud, 0, 2)

    def _corner_way(self, corner: int) -> np.ndarray:
        return UNIT_CW[corner] / np.hypot(*UNIT_CW[corner])

    def _pips(self, picture: np.ndarray, value: int, corner: int, light: np.ndarray) -> None:
        """Drilled or printed pips, pushed about by the set's wobble."""
        wobble, radius = self.set.wobble, self.set.pip_radius
        way = self._corner_way(corner)
        across = np.array([way[1], -way[0]])
        turn = self.rng.normal(0, 0.35 * wobble) + np.pi * (self.rng.random() < 0.4 * wobble)
        c, s = np.cos(turn), np.sin(turn)
        pattern = self.set.patterns[value] @ np.array([[c, s], [-s, c]])
        pattern = pattern * radius * self.set.pip_spacing * (1 + 0.06 * wobble * self.rng.normal())
        pattern = pattern + self.rng.normal(0, 0.005 * wobble, pattern.shape)
        reach = self.set.pip_reach + self.rng.normal(0, 0.022 * wobble)
        middle = way * reach + across * self.rng.normal(0, 0.02 * wobble)
        for spot in self._in_kite(middle, pattern[:, :1] * across + pattern[:, 1:] * way, corner):
            self._pip(picture, spot, radius, self.set.inks[value], light)

    def _in_kite(self, middle: np.ndarray, pattern: np.ndarray, corner: int) -> np.ndarray:
        """The pips (k, 2) moved, and drawn together if need be, into their own third of the tile.

        Clear of both edges and of the next corners' thirds.
        """
        if not len(pattern):
            return pattern
        way, radius = self._corner_way(corner), self.set.pip_radius
        edges = np.array([out for out, _ in self.edges if out @ way > 0])
        borders = np.array([self._corner_way(corner - 1), self._corner_way(corner - 2)])
        borders = (way - borders) / np.sqrt(3)
        for _ in range(12):
            spots = middle + pattern
            outwards = (spots @ edges.T).max() - (np.sqrt(3) / 6 - 1.25 * radius)
            inwards = 1.2 * radius - (spots @ borders.T).min()
            if outwards <= 0 and inwards <= 0:
                break
            # The edges stand at 60° to the corner's bisector, the thirds' borders at 30°.
            middle = middle - way * (max(0.0, outwards) * 2 - max(0.0, inwards) * 1.16) * 0.8
            pattern = pattern * (0.93 if outwards > 0 and inwards > 0 else 0.985)
        return middle + pattern

    def _pip(self, picture, spot, radius: float, ink: np.ndarray, light: np.ndarray) -> None:
        depth = self.set.pip_depth
        if depth > 0.3:
            self._disc(picture, spot, radius * 1.08, ink * (1 - 0.75 * depth))
            self._disc(picture, spot - light * radius * 0.16 * depth, radius * 0.9, ink)
            self._disc(picture, spot - light * radius * 0.45, radius * 0.3, ink * 0.6 + 100 * depth)
        else:
            self._disc(picture, spot, radius, ink)

    def _disc(self, picture, spot: np.ndarray, radius: float, ink: np.ndarray) -> None:
        x, y = (self.to_px(spot[None])[0] - 0.5) * 16
        colour = np.clip(ink, 0, 255).tolist()
        size = round(radius * self.side * 16)
        cv2.circle(picture, (round(x), round(y)), size, colour, -1, cv2.LINE_AA, 4)

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

    def _ink(self, picture, value: int, corner: int, slip: np.ndarray, light: np.ndarray) -> None:
        mark = self.marks[value][corner]
        if mark is None:
            return
        if self.set.engrave:
            rim = slip - light * [1, -1] * self.side * 0.008
            tone = np.clip(self.set.body * 0.6 + 140 * self.set.engrave, 0, 255)
            self._stamp(picture, _moved(mark, rim), tone)
        self._stamp(picture, _moved(mark, slip), self.set.inks[value])

    @staticmethod
    def _stamp(picture: np.ndarray, mark: np.ndarray, ink: np.ndarray) -> None:
        x, y, w, h = cv2.boundingRect(mark)
        part = picture[y : y + h, x : x + w]
        share = mark[y : y + h, x : x + w, None] / np.float32(255)
        part[...] = part + (np.float32(ink) - part) * share

    def _paint_kites(self, picture: np.ndarray, values: tuple[int, int, int]) -> None:
        for corner, value in enumerate(values):
            if self.set.kite_discs:
                spot = self._corner_way(corner) * self.set.reach
                self._disc(picture, spot, self.set.glyph_height * 0.8, self.set.kites[value])
                continue
            tip = UNIT_CW[corner]
            left = (tip + UNIT_CW[corner - 1]) / 2
            right = (tip + UNIT_CW[(corner + 1) % 3]) / 2
            kite = np.array([tip, right, np.zeros(2), left])
            kite = tip + (kite - tip) * self.set.kite_share
            fixed = np.round(self.to_px(kite) * 16).astype(np.int32)
            cv2.fillPoly(picture, [fixed], self.set.kites[value].tolist(), cv2.LINE_AA, 4)

    def _paint_emblem(self, picture: np.ndarray) -> None:
        size, ink = self.set.emblem_size, self.set.emblem_colour
        if self.set.emblem == "word":
            at = self.to_px(np.array([[-1.6 * size, -0.4 * size]]))[0].astype(int)
            scale = size * self.side / 30
            cv2.putText(picture, "TRIO", at, 0, scale, ink.tolist(), 1, cv2.LINE_AA)
        elif self.set.emblem == "ring":
            self._disc(picture, np.zeros(2), size, ink)
            self._disc(picture, np.zeros(2), size * 0.7, self.set.body)
        else:
            points = 3 if self.set.emblem == "triangle" else 10
            fan = np.pi / 2 + np.arange(points) * 2 * np.pi / points
            far = np.where(np.arange(points) % 2 == 0, 1, 0.45 if points == 10 else 1) * size
            shape = np.stack([np.cos(fan), np.sin(fan)], 1) * far[:, None]
            fixed = np.round((self.to_px(shape) - 0.5) * 16).astype(np.int32)
            cv2.fillPoly(picture, [fixed], ink.tolist(), cv2.LINE_AA, 4)

    def _paint_border(self, picture: np.ndarray) -> None:
        self._line(picture, self.set.border, self.set.border_width, self.set.border_colour)

    def _line(self, picture: np.ndarray, inset: float, width: float, ink: np.ndarray) -> None:
        shrunk = UNIT_CW * (1 - inset * 2 * np.sqrt(3))
        fixed = np.round(self.to_px(shrunk) * 16).astype(np.int32)
        thick = max(1, round(width * self.side))
        cv2.polylines(picture, [fixed], True, [float(c) for c in ink], thick, cv2.LINE_AA, 4)

    def _paint_dome(self, picture: np.ndarray, way: np.ndarray) -> None:
        r, colour = self.set.dome, self.set.dome_colour
        layers = ((-0.25, 1.12, 0.35), (0, 1.0, 1.0), (0.3, 0.6, 1.2), (0.4, 0.28, 1.9))
        for shift, size, tone in layers:
            self._disc(picture, way * r * shift, r * size, colour * tone)

    def _finished(self, picture: np.ndarray, light_xy: np.ndarray, angle: float) -> np.ndarray:
        if self.set.wear > 0.3:
            self._scratch(picture)
        way = self._own_way(light_xy, angle)
        factor = sum(self.set.bevel_strength * float(out @ way) * band for out, band in self.edges)
        factor = 1 + factor
        if self.stains is not None:
            factor = factor * np.roll(self.stains, self.rng.integers(0, self.size, 2), (0, 1))
        done = np.empty((self.size, self.size, 4), np.uint8)
        done[..., :3] = cv2.multiply(picture, cv2.merge([np.float32(factor)] * 3), dtype=cv2.CV_8U)
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


def _moved(mark: np.ndarray, shift: np.ndarray) -> np.ndarray:
    if abs(shift).max() <= 0.2:
        return mark
    return cv2.warpAffine(mark, np.float32([[1, 0, shift[0]], [0, 1, shift[1]]]), mark.shape)
