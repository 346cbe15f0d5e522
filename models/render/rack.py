"""Racks with tiles standing on them: they look like tiles and must not be listed."""

from __future__ import annotations

import numpy as np

from models.render.clutter import cast, shadow_shift
from models.render.face import FacePainter
from models.render.layout import TILES, UNIT_CW, Piece, free_spot
from models.render.stage import Stage
from models.render.texture import hsv, random_colour
from models.render.types import IGNORE


def stand_rack(
    rng: np.random.Generator, stage: Stage, painter: FacePainter, pieces: list[Piece], reach: float
) -> bool:
    """One rack beside the layout, its back to the middle as a player would have it."""
    spot = free_spot(rng, pieces, reach + 4, keep=3.0)
    if spot is None:
        return False
    at = np.array(spot)
    outward = at / max(np.hypot(*at), 1e-6)
    turn = rng.normal(0, 0.3)
    c, s = np.cos(turn), np.sin(turn)
    outward = np.array([c * outward[0] - s * outward[1], s * outward[0] + c * outward[1]])
    facing = outward if rng.random() < 0.7 else -outward
    _Rack(rng, stage, at, facing).paint(painter)
    return True


class _Rack:
    """A bar with a slanted front; along runs with it, facing is where its tiles look."""

    def __init__(self, rng: np.random.Generator, stage: Stage, at: np.ndarray, facing: np.ndarray):
        self.rng, self.stage, self.at, self.facing = rng, stage, at, facing
        self.along = np.array([-facing[1], facing[0]])
        self.half = rng.uniform(2, 4.5)
        self.depth = rng.uniform(0.4, 0.9)
        self.height = rng.uniform(0.25, 1.1)
        brown = hsv(rng.uniform(0.04, 0.1), rng.uniform(0.3, 0.7), rng.uniform(0.2, 0.8))
        self.colour = brown if rng.random() < 0.35 else random_colour(rng, 0.08, 0.8)

    def point(self, along: float, out: float, z: float) -> np.ndarray:
        """(3,) world point in the rack's own terms."""
        return np.array([*(self.at + self.along * along + self.facing * out), z])

    def paint(self, painter: FacePainter) -> None:
        side = [(self.depth, 0.0), (self.depth, 0.12), (-0.1, self.height), (-self.depth, 0.0)]
        self._shadow(side)
        faces = [self._quad(a, b) for a, b in zip(side, side[1:] + side[:1], strict=True)]
        ends = [np.array([self.point(e, o, z) for o, z in side]) for e in (-self.half, self.half)]
        tones = [0.8, 1.05, 0.65, 0.5, 0.75, 0.75]
        for shape, tone in sorted(zip(faces + ends, tones, strict=True), key=self._distance):
            self.stage.cover(self.stage.camera.project(shape), np.clip(self.colour * tone, 0, 255))
        self._tiles(painter)

    def _distance(self, entry: tuple[np.ndarray, float]) -> float:
        return -float(np.linalg.norm(entry[0].mean(0) - self.stage.camera.eye_xyz))

    def _quad(self, a: tuple[float, float], b: tuple[float, float]) -> np.ndarray:
        return np.array(
            [
                self.point(e, *p)
                for e, p in ((-self.half, a), (self.half, a), (self.half, b), (-self.half, b))
            ]
        )

    def _shadow(self, side: list[tuple[float, float]]) -> None:
        foot = [
            self.point(e, o, 0.0)
            for e, o in (
                (-self.half, self.depth),
                (self.half, self.depth),
                (self.half, -self.depth),
                (-self.half, -self.depth),
            )
        ]
        shift = shadow_shift(self.stage, self.at, self.height)
        outline = self.stage.camera.project(np.array(foot))
        cast(self.stage, outline, shift * 0.6, 0.25 * self.stage.side_px(), 0.55)

    def _tiles(self, painter: FacePainter) -> None:
        lean = np.radians(self.rng.uniform(20, 65))
        place = -self.half + 0.6
        flip = self.rng.random() < 0.5
        while place < self.half - 0.5:
            if self.rng.random() < 0.8:
                self._tile(painter, place, lean, flip)
            flip = not flip if self.rng.random() < 0.7 else flip
            place += self.rng.uniform(0.55, 1.1) if self.rng.random() < 0.6 else 1.05

    def _tile(self, painter: FacePainter, place: float, lean: float, flip: bool) -> None:
        values = TILES[int(self.rng.integers(len(TILES)))]
        own = np.concatenate([UNIT_CW, np.zeros((1, 2))])
        turned = -own if flip else own
        up = turned[:, 1] - turned[:3, 1].min()
        shape = np.array(
            [
                self.point(place + x, self.depth - 0.15 - h * np.sin(lean), 0.15 + h * np.cos(lean))
                for x, h in zip(turned[:, 0], up, strict=True)
            ]
        )
        if self._hidden(shape[:3]):
            return
        face = painter.face(values, self.stage.light.way_xy, 0.0)
        there = self.stage.camera.project(shape)
        self.stage.paste(face, painter.to_px(own) - 0.5, there)
        self.stage.mark(there[:3], IGNORE)

    def _hidden(self, shape: np.ndarray) -> bool:
        normal = np.cross(shape[2] - shape[0], shape[1] - shape[0])
        return float(normal @ (self.stage.camera.eye_xyz - shape[0])) <= 0
