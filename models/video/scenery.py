"""Table, tiles, camera and light of a film; what lies still is painted once and kept."""

from __future__ import annotations

from collections import OrderedDict

import numpy as np

from models.render import camera as cameras
from models.render.camera import Camera
from models.render.clutter import lay_flat
from models.render.face import FacePainter
from models.render.layout import UNIT_CW, Piece
from models.render.light import light_map, make_light
from models.render.scene import face_size, paint_pieces, shine
from models.render.stage import Stage
from models.render.table import fold_depth, lay_table, make_table
from models.render.tileset import make_tileset
from models.video.shots import SIZE_WH, FilmSpec

MARGIN = 0.06  # of the picture on each side, for a camera that is pushed
ROOM = 0.9  # of the picture that the layout may fill
LARGEST_SIDE_PX = 130.0
KEPT = 4


class SteadyPainter(FacePainter):
    """The same tile looks the same each time, and is painted once for each turn."""

    def __init__(self, *arguments, seed: int) -> None:
        super().__init__(*arguments)
        self._seed = seed
        self._faces: dict[tuple, np.ndarray] = {}

    def face(self, values: tuple[int, int, int], light_xy: np.ndarray, angle: float) -> np.ndarray:
        key = (*values, round(angle, 1))
        if key not in self._faces:
            self.rng = np.random.default_rng([self._seed, *values])
            self._faces[key] = super().face(values, light_xy, angle)
        return self._faces[key]

    def back(self, light_xy: np.ndarray, angle: float) -> np.ndarray:
        key = (round(angle, 2),)
        if key not in self._faces:
            self.rng = np.random.default_rng([self._seed, int(abs(angle) * 1000)])
            self._faces[key] = super().back(light_xy, angle)
        return self._faces[key]


class Scenery:
    """Gives the picture of any set of pieces, larger than a frame by MARGIN on each side."""

    def __init__(self, seed: int, spec: FilmSpec, everything: list[Piece]) -> None:
        rng = np.random.default_rng([seed, 11])
        self._seed = seed
        self.tiles = make_tileset(rng, spec.kind, spec.split)
        self.camera = framed(rng, spec, everything, self.tiles.thickness)
        self.light = make_light(rng)
        table, texture = make_table(rng, spec.table, spec.split)
        self.table_kind = table
        sides = float(np.exp(rng.uniform(1.8, 3.3)))
        self._table = lay_table(rng, self.camera, texture, sides, fold_depth(rng, table))
        bare = self.stage()
        self.side_px = bare.side_px()
        if rng.random() < 0.4:
            reach = max(np.abs(p.centre_xy).max() for p in everything)
            lay_flat(rng, bare, everything, reach)
        self._table = bare.picture
        size = face_size(self.side_px)
        self.painter = SteadyPainter(self.tiles, size, rng, seed=seed)
        self.level = light_map(self._light_rng(), self.light, self.camera.size_wh)
        self._kept: OrderedDict[tuple[int, ...], np.ndarray] = OrderedDict()
        self._alive: dict[int, Piece] = {}

    def stage(self) -> Stage:
        return self.stage_over(self._table.copy())

    def stage_over(self, picture: np.ndarray) -> Stage:
        return Stage(self.camera, picture, self.tiles, self.light)

    def picture(self, pieces: tuple[Piece, ...]) -> np.ndarray:
        """(H, W, 3) lit; the last few are kept."""
        key = tuple(id(piece) for piece in pieces)
        if key not in self._kept:
            self._alive.update((id(piece), piece) for piece in pieces)
            self._kept[key] = self._painted(pieces)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]

    def light_at(self, at_px: np.ndarray) -> np.ndarray:
        """(3,) how bright and in which colour the light is at a pixel."""
        high, wide = self.level.shape[:2]
        x, y = at_px / np.array(self.camera.size_wh) * [wide, high]
        level: np.ndarray = self.level[int(np.clip(y, 0, high - 1)), int(np.clip(x, 0, wide - 1))]
        return level

    def _painted(self, pieces: tuple[Piece, ...]) -> np.ndarray:
        stage = self.stage()
        if pieces:
            paint_pieces(stage, list(pieces), self.painter)
        shine(self._light_rng(), stage)
        return stage.picture

    def _light_rng(self) -> np.random.Generator:
        return np.random.default_rng([self._seed, 12])


def framed(
    rng: np.random.Generator, spec: FilmSpec, everything: list[Piece], thickness: float
) -> Camera:
    """A camera that sees all that will ever lie there, the long way of it across the picture."""
    tilt = spec.tilt if spec.tilt is not None else float(abs(rng.normal(0, 16)) % 42)
    points = np.concatenate([p.lay(UNIT_CW * 1.5) for p in everything])
    azimuth = long_way(points) + rng.normal(0, 0.15) + np.pi * rng.integers(2)
    size = tuple(round(n * (1 + 2 * MARGIN)) for n in SIZE_WH)
    focal = max(SIZE_WH) * rng.uniform(0.8, 1.4)
    k1 = float(np.clip(rng.normal(0, 0.015), -0.05, 0.05))
    target, side = (points.min(0) + points.max(0)) / 2, 60.0
    for _ in range(5):
        camera = cameras.look_at(target, side, tilt, azimuth, 0.0, focal, size, k1)
        seen = camera.project_xy(points, thickness)
        low, high = seen.min(0), seen.max(0)
        target = camera.ground(((low + high) / 2)[None])[0]
        fill = ((high - low) / (np.array(SIZE_WH) * ROOM)).max()
        side = min(side / fill, LARGEST_SIDE_PX)
    return cameras.look_at(target, side, tilt, azimuth, 0.0, focal, size, k1)


def long_way(points: np.ndarray) -> float:
    """The direction in which the points stretch farthest."""
    spread = np.cov((points - points.mean(0)).T)
    _, axes = np.linalg.eigh(spread)
    return float(np.arctan2(axes[1, 1], axes[0, 1]))
