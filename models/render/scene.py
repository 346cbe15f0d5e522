"""From a seed to a picture with its truth: one named step a line."""

from __future__ import annotations

import cv2
import numpy as np

from models.render import camera as cameras
from models.render.camera import Camera
from models.render.clutter import lay_flat, stand_tall
from models.render.face import FacePainter
from models.render.finish import finish
from models.render.hand import reach_in
from models.render.layout import Piece, make_layout, saw
from models.render.light import enlarge, glare_map, light_map, make_light
from models.render.rack import stand_rack
from models.render.stage import Stage, fixed
from models.render.table import fold_depth, lay_table, make_table
from models.render.tileset import make_tileset
from models.render.types import Scene, SceneSpec, SceneTile

SPLITS = {"train": 0, "test": 1}


def render_scene(seed: int, spec: SceneSpec | None = None, split: str = "train") -> Scene:
    """Render one scene; the same arguments and assets give the same picture."""
    spec = spec or SceneSpec()
    rng = np.random.default_rng([seed, SPLITS[split]])
    pieces, meta = make_layout(rng, spec)
    pieces = sorted(pieces, key=lambda p: (p.values is None, p.layer))
    tiles = make_tileset(rng, spec.kind, split)
    pieces = pieces if spec.neat else saw(rng, pieces, tiles.sawn)
    camera, view = make_camera(rng, spec, pieces)
    table, texture = make_table(rng, spec.table, split)
    light = make_light(rng)
    sides = float(np.exp(rng.uniform(1.4, 3.3)))
    picture = lay_table(rng, camera, texture, sides, fold_depth(rng, table))
    stage = Stage(camera, picture, tiles, light)
    meta["things"] = paint(rng, stage, pieces, view["side_px"], spec)
    shine(rng, stage)
    meta |= view | {"kind": tiles.kind, "table": table, "light": light.kind, "split": split}
    meta |= {"seed": seed, "thickness": tiles.thickness, "facing": tiles.facing}
    image = stage.picture
    if spec.effects:
        image, done = finish(rng, image, view["side_px"])
        meta |= done
    truth = [tile_truth(k, p, stage) for k, p in enumerate(pieces)]
    up = sum(p.values is not None for p in pieces)
    return Scene(image, truth[:up], truth[up:], stage.instance, meta)


def make_camera(
    rng: np.random.Generator, spec: SceneSpec, pieces: list[Piece]
) -> tuple[Camera, dict]:
    """A camera that sees most of the layout, and its figures for meta."""
    size = spec.size_wh or _size(rng)
    tilt = spec.tilt if spec.tilt is not None else _tilt(rng)
    azimuth, roll = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.2)
    focal = max(size) * rng.uniform(0.75, 1.5)
    centres = np.array([p.centre_xy for p in pieces if p.values is not None] or [(0, 0)])
    middle = (centres.min(0) + centres.max(0)) / 2
    reach = np.hypot(*(centres - middle).T).max() + 0.7
    side = spec.side_px or _side(rng, size, reach)
    slack = np.clip(np.array(size) / 2 / side - reach, 0.3, 6)
    target = middle + rng.uniform(-0.7, 0.7, 2) * slack.min()
    k1 = spec.distortion if spec.distortion is not None else _distortion(rng)
    camera = cameras.look_at(target, side, tilt, azimuth, roll, focal, size, k1)
    return camera, {"size_wh": size, "tilt": float(tilt), "side_px": float(side), "k1": float(k1)}


def _size(rng: np.random.Generator) -> tuple[int, int]:
    wide = int(rng.choice([1280, 1280, 1280, 1024, 1440, 960]))
    size = (wide, wide * 3 // 4) if rng.random() < 0.75 else (wide, wide * 9 // 16)
    return size if rng.random() < 0.75 else size[::-1]


def _tilt(rng: np.random.Generator) -> float:
    return float(abs(rng.normal(0, 20)) % 56) if rng.random() < 0.85 else float(rng.uniform(25, 55))


def _distortion(rng: np.random.Generator) -> float:
    return float(
        np.clip(rng.normal(0, 0.02), -0.06, 0.06)
        if rng.random() < 0.85
        else rng.uniform(-0.15, 0.1)
    )


def _side(rng: np.random.Generator, size: tuple[int, int], reach: float) -> float:
    """Pixels a side: what a person would frame, bent towards useful sizes."""
    fits = min(size) / 2 / reach
    wish = float(np.exp(rng.uniform(np.log(38), np.log(190))))
    if rng.random() < 0.12:
        return float(np.clip(wish, 38, fits * 2))
    return float(np.clip(min(wish, fits * rng.uniform(0.8, 1.15)), 34, 260))


def paint(
    rng: np.random.Generator, stage: Stage, pieces: list[Piece], side: float, spec: SceneSpec
) -> list[str]:
    """Flat things, tiles, then what stands above them; returns the names of the things."""
    painter = FacePainter(stage.set, face_size(side), rng)
    reach = max([1.0] + [np.abs(p.centre_xy).max() for p in pieces])
    clutter = spec.clutter if spec.clutter is not None else rng.random() < 0.7
    things = lay_flat(rng, stage, pieces, reach) if clutter else []
    paint_pieces(stage, pieces, painter)
    if wanted(rng, spec.rack, 0.12) and stand_rack(rng, stage, painter, pieces, reach):
        things.append("rack")
    things += stand_tall(rng, stage, pieces, reach) if clutter else []
    if wanted(rng, spec.hand, 0.16):
        reach_in(rng, stage, painter, _near_tiles(rng, stage, pieces))
        things.append("hand")
    return things


def face_size(side_px: float) -> int:
    """Pixels a side of the flat faces: twice what is seen, less where tiles are large anyway."""
    return int(np.clip(side_px * 2, 72, max(420, min(1000, side_px * 1.3))))


def wanted(rng: np.random.Generator, asked: bool | None, share: float) -> bool:
    """What the caller asked for, or the dice."""
    return asked if asked is not None else bool(rng.random() < share)


def _near_tiles(rng: np.random.Generator, stage: Stage, pieces: list[Piece]) -> np.ndarray:
    """(2,) place on the table near a random tile, mostly beside it."""
    piece = pieces[int(rng.integers(len(pieces)))]
    return np.array(piece.centre_xy) + rng.normal(0, 1.5, 2)


def paint_pieces(stage: Stage, pieces: list[Piece], painter: FacePainter) -> None:
    """Tiles on the table first, then tiles that lie on others."""
    first = 0
    for layer in (0, 1):
        own = [p for p in pieces if p.layer == layer]
        if not own:
            continue
        base = layer * stage.set.thickness
        stage.shadows(own, base)
        stage.walls(own, base)
        stage.faces(own, painter, base, first)
        first += len(own)


def shine(rng: np.random.Generator, stage: Stage) -> None:
    """Light over everything, glare strongest on glossy faces."""
    size = stage.camera.size_wh
    level = enlarge(light_map(rng, stage.light, size), size)
    lit = cv2.multiply(stage.picture, level, dtype=cv2.CV_32F)
    glare = glare_map(rng, size)
    if glare is not None:
        table_gloss = rng.uniform(0, 0.6)
        strength = rng.uniform(40, 170)
        soft = cv2.GaussianBlur(stage.gloss, (0, 0), 1.0).astype(np.float32) / 255
        share = table_gloss + (stage.set.gloss - table_gloss) * soft
        add = enlarge(glare, size) * share * np.float32(strength)
        lit += add[..., None]
    stage.picture = np.clip(lit, 0, 255).astype(np.uint8)


def tile_truth(number: int, piece: Piece, stage: Stage) -> SceneTile:
    """Exact corners, and how much of the face is seen."""
    z = (piece.layer + 1) * stage.set.thickness
    camera = stage.camera
    corners = camera.project_xy(piece.corners(), z).astype(np.float32)
    edge = camera.project_xy(piece.lay(stage.outline), z)
    spots = piece.corners() * 0.45 + np.array(piece.centre_xy) * 0.55
    ring = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    disc = 0.11 * np.stack([np.cos(ring), np.sin(ring)], 1)
    seen = tuple(seen_share(stage.instance, number, camera.project_xy(s + disc, z)) for s in spots)
    return SceneTile(
        corners,
        piece.values,
        piece.cell,
        piece.field,
        seen_share(stage.instance, number, edge),
        seen,
    )


def seen_share(instance: np.ndarray, number: int, polygon: np.ndarray) -> float:
    """Which part of a polygon's pixels shows the instance; what the frame cuts off is hidden."""
    low = np.floor(polygon.min(0)).astype(int) - 1
    high = np.ceil(polygon.max(0)).astype(int) + 2
    if (high - low).max() > 4000:
        return 0.0
    mask = np.zeros((high - low)[::-1], np.uint8)
    cv2.fillPoly(mask, [fixed(polygon - low)], 1, cv2.LINE_8, 4)
    x0, y0 = np.maximum(low, 0)
    x1, y1 = np.minimum(high, instance.shape[::-1])
    if x1 <= x0 or y1 <= y0:
        return 0.0
    part = mask[y0 - low[1] : y1 - low[1], x0 - low[0] : x1 - low[0]]
    hits = np.count_nonzero(part & (instance[y0:y1, x0:x1] == number))
    return float(hits / max(1, np.count_nonzero(mask)))
