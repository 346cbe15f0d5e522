"""Builds a picture in painter's order and keeps the instance map in step with it."""

from __future__ import annotations

import cv2
import numpy as np

from models.render.camera import Camera
from models.render.face import FacePainter, rounded_outline
from models.render.layout import UNIT_CW, Piece
from models.render.light import Light
from models.render.tileset import TileSet


def fixed(points: np.ndarray) -> np.ndarray:
    """(N, 2) pixels to cv2's fixed point with 4 fractional bits."""
    return np.round(np.clip(points, -4e4, 4e4) * 16).astype(np.int32)


class Stage:
    """The picture being painted: table, shadows, walls, faces, then taller things."""

    def __init__(self, camera: Camera, picture: np.ndarray, tiles: TileSet, light: Light):
        self.camera = camera
        self.picture = picture
        self.set = tiles
        self.light = light
        self.instance = np.full(picture.shape[:2], -1, np.int16)
        self.gloss = np.zeros(picture.shape[:2], np.uint8)
        self.outline = rounded_outline(tiles.rounding, tiles.corner_steps)

    def darken(self, shade: np.ndarray, scale: int) -> None:
        """Multiply the picture by 1 - shade, a (h, w) float32 map at 1/scale."""
        factor = cv2.resize(1 - shade, self.picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        self.picture = cv2.multiply(self.picture, cv2.merge([factor] * 3), dtype=cv2.CV_8U)

    def shadows(self, pieces: list[Piece], base: float) -> None:
        """Cast and contact shadows of tiles that stand on the plane at height base."""
        scale = 2
        high, wide = (-(-s // scale) for s in self.picture.shape[:2])
        cast, contact = np.zeros((2, high, wide), np.uint8)
        top = self.set.thickness
        throw = -self.light.way_xy * self.light.slope * top
        for piece in pieces:
            flat = piece.lay(self.outline)
            foot = self.camera.project_xy(flat, base)
            hull = cv2.convexHull(
                np.float32(np.concatenate([foot, self.camera.project_xy(flat + throw, base)]))
            )[:, 0]
            cv2.fillConvexPoly(cast, fixed(hull / scale), 255, cv2.LINE_AA, 4)
            cv2.fillConvexPoly(contact, fixed(foot / scale), 255, cv2.LINE_AA, 4)
        side = self.side_px() / scale
        blur = max(0.4, self.light.softness * top * side * 0.6)
        cast = cv2.GaussianBlur(cast, (0, 0), blur).astype(np.float32) / 255
        near = max(0.6, 0.25 * top * side)
        contact = cv2.GaussianBlur(contact, (0, 0), near).astype(np.float32) / 255
        shade = 1 - (1 - self.light.shadow * cast) * (1 - self.light.contact * contact)
        self.darken(shade, scale)

    def side_px(self) -> float:
        """Roughly the length of a tile's side in the picture."""
        return self.camera.focal_px / float(self.camera.eye_xyz[2])

    def walls(self, pieces: list[Piece], base: float) -> None:
        """Side walls, far tiles first."""
        eye = self.camera.eye_xyz[:2]
        self.centres = np.array([p.centre_xy for p in pieces])
        for piece in sorted(pieces, key=lambda p: -np.hypot(*np.subtract(p.centre_xy, eye))):
            self._wall(piece, base)

    def _wall(self, piece: Piece, base: float) -> None:
        flat = piece.lay(self.outline)
        upper = self.camera.project_xy(flat, base + self.set.thickness)
        lower = self.camera.project_xy(flat, base)
        if not self._near_frame(np.concatenate([upper, lower])):
            return
        self._fill(np.concatenate([upper, lower]), self._shade(0.55), hull=True)
        after = np.roll(np.arange(len(flat)), -1)
        sides = flat[after] - flat
        out = np.stack([-sides[:, 1], sides[:, 0]], 1)
        out /= np.maximum(np.hypot(*out.T), 1e-9)[:, None]
        middle = upper + (lower - upper) * 0.6
        for k, n in enumerate(after):
            if out[k] @ (self.camera.eye_xyz[:2] - flat[k]) < 0:
                continue
            tone = 0.62 + 0.3 * float(out[k] @ self.light.way_xy)
            tone *= self._seam_light(flat[k] / 2 + flat[n] / 2, out[k])
            self._fill(np.array([upper[k], upper[n], lower[n], lower[k]]), self._shade(tone * 0.8))
            self._fill(np.array([upper[k], upper[n], middle[n], middle[k]]), self._shade(tone))

    def _seam_light(self, middle: np.ndarray, out: np.ndarray) -> float:
        """How much light reaches a wall: little where another tile stands against it."""
        gap = np.hypot(*(self.centres - middle - out * 0.2887).T).min()
        return 0.35 if gap < 0.12 else 1.0

    def _shade(self, tone: float) -> list[float]:
        return np.clip(self.set.wall * tone, 0, 255).tolist()

    def _fill(self, points: np.ndarray, colour: list[float], hull: bool = False) -> None:
        if hull:
            points = cv2.convexHull(np.float32(points))[:, 0]
        cv2.fillConvexPoly(self.picture, fixed(points), colour, cv2.LINE_AA, 4)

    def _near_frame(self, points: np.ndarray) -> bool:
        low, high = points.min(0), points.max(0)
        return bool((high > 0).all() and (low < self.camera.size_wh).all())

    def faces(self, pieces: list[Piece], painter: FacePainter, base: float, first: int) -> None:
        """Top faces; the k-th piece is instance first + k."""
        for k, piece in enumerate(pieces):
            self._face(piece, painter, base + self.set.thickness, first + k)

    def _face(self, piece: Piece, painter: FacePainter, z: float, number: int) -> None:
        own = np.concatenate([UNIT_CW, np.zeros((1, 2))])
        there = self.camera.project_xy(piece.lay(own), z)
        if not self._near_frame(there):
            return
        way = self.light.way_xy
        if piece.values is None:
            face = painter.back(way, piece.angle)
        else:
            face = painter.face(piece.values, way, piece.angle)
        self.paste(face, painter.to_px(own) - 0.5, there)
        edge = self.camera.project_xy(piece.lay(self.outline), z)
        cv2.fillPoly(self.instance, [fixed(edge)], number, cv2.LINE_8, 4)
        cv2.fillPoly(self.gloss, [fixed(edge)], 255, cv2.LINE_8, 4)

    def paste(self, face: np.ndarray, own: np.ndarray, there: np.ndarray) -> None:
        """Warp a BGRA picture so that own (4, 2) meets there (4, 2), at doubled resolution."""
        wide, high = self.camera.size_wh
        x0, y0 = np.maximum(np.floor(there.min(0)).astype(int) - 2, 0)
        x1, y1 = np.minimum(np.ceil(there.max(0)).astype(int) + 3, [wide, high])
        if x1 <= x0 or y1 <= y0:
            return
        target = (there - [x0, y0]) * 2 + 0.5
        matrix = cv2.getPerspectiveTransform(np.float32(own), np.float32(target))
        double = (int(x1 - x0) * 2, int(y1 - y0) * 2)
        big = cv2.warpPerspective(face, matrix, double, flags=cv2.INTER_LINEAR)
        small = cv2.resize(big, (int(x1 - x0), int(y1 - y0)), interpolation=cv2.INTER_AREA)
        share = small[..., 3:].astype(np.float32) / 255
        part = self.picture[y0:y1, x0:x1]
        part[...] = part + (small[..., :3].astype(np.float32) - part) * share

    def cover(self, outline_px: np.ndarray, colour: np.ndarray) -> None:
        """Fill an outline with something taller than the tiles."""
        corners = fixed(outline_px)
        cv2.fillPoly(self.picture, [corners], np.float64(colour).tolist(), cv2.LINE_AA, 4)
        self.mark(outline_px, -1)

    def mark(self, outline_px: np.ndarray, number: int) -> None:
        """Set the instance inside an outline."""
        cv2.fillPoly(self.instance, [fixed(outline_px)], number, cv2.LINE_8, 4)
        cv2.fillPoly(self.gloss, [fixed(outline_px)], 0, cv2.LINE_8, 4)
