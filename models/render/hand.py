"""Hands and sleeves that reach in from the border, built from round limbs."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.render.clutter import cast, shadow_shift
from models.render.face import FacePainter
from models.render.layout import TILES, UNIT_CW, place
from models.render.stage import Stage
from models.render.texture import random_colour
from models.render.types import IGNORE

SCALE = 2
"""Hands are painted this much smaller than the picture and enlarged: they are soft."""


@dataclass(frozen=True)
class Limb:
    """A chain of round joints in sides, x along the arm, y to the thumb's side."""

    joints: np.ndarray  # (k, 2)
    radii: np.ndarray  # (k,)
    colour: np.ndarray
    nail: bool = False


def skin(rng: np.random.Generator) -> np.ndarray:
    """(3,) BGR of a skin tone, from very dark to very light."""
    depth = rng.uniform(0, 1)
    light = np.array([168, 196, 236]) * (1 - depth) + np.array([38, 55, 88]) * depth
    return light * rng.uniform(0.9, 1.08, 3)


def fingers(rng: np.random.Generator, colour: np.ndarray) -> list[Limb]:
    """Four fingers and a thumb, stretched, curled or pointing."""
    pose = str(rng.choice(["flat", "point", "pinch"], p=[0.45, 0.25, 0.3]))
    spread = rng.uniform(0.02, 0.2)
    limbs = []
    for k, (root, length) in enumerate(((0.75, 1.75), (0.25, 2.0), (-0.25, 1.85), (-0.7, 1.4))):
        bent = {"flat": 1.0, "point": 1.0 if k == 0 else 0.35, "pinch": 0.8}[pose]
        angle = spread * (1.2 - k) + rng.normal(0, 0.05) + (-0.25 if pose == "pinch" else 0)
        limbs.append(_finger(rng, np.array([0.9, root]), length * bent, angle, 0.235, colour))
    inward = {"flat": 0.75, "point": 0.35, "pinch": 0.2}[pose]
    thumb = _finger(rng, np.array([-0.45, 0.85]), 1.5, inward, 0.27, colour)
    return [*limbs[::-1], thumb]


def _finger(
    rng: np.random.Generator, root: np.ndarray, length: float, angle: float, thick: float, colour
) -> Limb:
    bend = rng.normal(0, 0.12)
    angles = angle + bend * np.array([0, 1, 2])
    steps = length * np.array([0.45, 0.3, 0.25])[:, None]
    ways = np.stack([np.cos(angles), np.sin(angles)], 1) * steps
    joints = np.concatenate([root[None], root + np.cumsum(ways, 0)])
    radii = thick * np.array([1.08, 1.0, 0.93, 0.74])
    return Limb(joints, radii, colour * rng.uniform(0.96, 1.04), nail=bool(rng.random() < 0.8))


def hand_limbs(rng: np.random.Generator) -> list[Limb]:
    """Arm, sleeve, palm and fingers, in painting order."""
    colour = skin(rng)
    arm = Limb(np.array([[-12, 0], [-1.6, 0], [-0.9, 0]]), np.array([1.15, 0.78, 0.8]), colour)
    palm = Limb(
        np.array([[-0.7, 0.15], [0.1, 0.1], [0.6, 0.0]]), np.array([0.85, 0.98, 0.95]), colour
    )
    limbs = [arm, palm, *fingers(rng, colour)]
    if rng.random() < 0.7:
        cuff = rng.uniform(-4.5, -1.4)
        cloth = random_colour(rng, 0.05, 0.95)
        limbs.append(Limb(np.array([[-12, 0], [cuff, 0]]), np.array([1.7, 1.2]), cloth))
    return limbs


def reach_in(
    rng: np.random.Generator, stage: Stage, painter: FacePainter, target_xy: np.ndarray
) -> None:
    """Paint one hand whose fingertips come near a place on the table, from a random border."""
    height = float(rng.uniform(0.2, 1.2)) + stage.set.thickness
    target_px = stage.camera.project_xy(target_xy[None], height)[0]
    if rng.random() < 0.35:
        _held_tile(rng, stage, painter, target_xy, height)
    side = stage.side_px()
    size = np.array(stage.camera.size_wh, float)
    way = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(way), np.sin(way)])
    across = np.array([-along[1], along[0]]) * rng.choice([-1, 1])
    unit = side * rng.uniform(0.85, 1.25) * 1.12
    wrist = target_px - along * unit * rng.uniform(2.3, 3.2)
    layer = paint_limbs(rng, stage, hand_limbs(rng), wrist, along * unit, across * unit, size)
    drop = rng.uniform(0.1, 0.9) * side
    _merge(stage, layer, drop)


def _held_tile(rng, stage: Stage, painter: FacePainter, at_xy: np.ndarray, z: float) -> None:
    """A tile in the hand: it is not on the table, so it counts neither way."""
    lean = rng.normal(0, 0.25, 2)
    own = np.concatenate([UNIT_CW, np.zeros((1, 2))])
    flat = place(own, tuple(at_xy), rng.uniform(0, 2 * np.pi))
    heights = z + (flat - at_xy) @ lean
    there = stage.camera.project(np.column_stack([flat, heights]))
    values = TILES[int(rng.integers(len(TILES)))]
    face = painter.face(values, stage.light.way_xy, 0.0)
    cast(stage, there[:3], shadow_shift(stage, at_xy, z), 0.2 * stage.side_px(), 0.5)
    stage.paste(face, painter.to_px(own) - 0.5, there)
    stage.mark(there[:3], IGNORE)


def paint_limbs(rng, stage: Stage, limbs: list[Limb], wrist, along, across, size) -> np.ndarray:
    """(h, w, 4) uint8 BGRA layer at 1/SCALE."""
    wide, high = (int(-(-s // SCALE)) for s in size)
    layer = np.zeros((high, wide, 4), np.uint8)
    light = np.array([stage.light.way_xy[0], -stage.light.way_xy[1]])
    unit = float(np.hypot(*along)) / SCALE
    for limb in limbs:
        at = (wrist + limb.joints[:, :1] * along + limb.joints[:, 1:] * across) / SCALE
        _limb(rng, layer, limb, at, limb.radii * unit, light)
    return layer


def _limb(rng, layer: np.ndarray, limb: Limb, at: np.ndarray, radii: np.ndarray, light) -> None:
    """Paint one limb with round shading into the layer, only within its box."""
    most = radii.max() + 3
    low = np.maximum(np.floor(at.min(0) - most), 0).astype(int)
    high = np.minimum(np.ceil(at.max(0) + most), layer.shape[1::-1]).astype(int)
    if (high - low).min() < 2:
        return
    mask = np.zeros((high - low)[::-1], np.uint8)
    for k in range(len(at) - 1):
        _capsule(mask, at[k] - low, at[k + 1] - low, radii[k], radii[k + 1])
    bulge = _bulge(mask, float(np.median(radii)))
    gx, gy = cv2.Sobel(bulge, -1, 1, 0, scale=0.25), cv2.Sobel(bulge, -1, 0, 1, scale=0.25)
    slope = -(gx * light[0] + gy * light[1]) * 0.5 * float(np.median(radii))
    shade = np.clip(0.62 + 0.42 * bulge + 0.22 * np.clip(slope, -1.3, 1.3), 0.25, 1.2)
    texture = 1 + cv2.resize(rng.normal(0, 0.025, (24, 24)).astype(np.float32), mask.shape[::-1])
    colour = np.clip((shade * texture)[..., None] * limb.colour.astype(np.float32), 0, 255)
    part = layer[low[1] : high[1], low[0] : high[0]]
    if limb.nail:
        _nail(colour, at - low, radii)
    share = cv2.GaussianBlur(mask, (0, 0), 0.7).astype(np.float32)[..., None] / 255
    part[..., :3] = part[..., :3] + (colour - part[..., :3]) * share
    part[..., 3] = np.maximum(part[..., 3], share[..., 0] * 255)


def _capsule(mask: np.ndarray, a: np.ndarray, b: np.ndarray, ra: float, rb: float) -> None:
    for t in np.linspace(0, 1, max(2, int(np.hypot(*(b - a)) / max(1.0, min(ra, rb) * 0.35)))):
        spot = np.round((a + (b - a) * t) * 16).astype(int)
        cv2.circle(mask, spot, round((ra + (rb - ra) * t) * 16), 255, -1, cv2.LINE_8, 4)


def _bulge(mask: np.ndarray, radius: float) -> np.ndarray:
    """(h, w) 0–1: how high a round limb stands at each pixel."""
    inside = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    share = np.clip(1 - inside / max(1.0, radius), 0, 1)
    return cv2.GaussianBlur(np.sqrt(1 - share**2) * (mask > 0), (0, 0), max(0.8, radius * 0.12))


def _nail(colour: np.ndarray, at: np.ndarray, radii: np.ndarray) -> None:
    way = at[-1] - at[-2]
    angle = float(np.degrees(np.arctan2(way[1], way[0])))
    axes = (max(1, int(radii[-1] * 0.62)), max(1, int(radii[-1] * 0.5)))
    spot = at[-1] + way / max(np.hypot(*way), 1e-6) * radii[-1] * 0.35
    inside = colour[np.clip(int(spot[1]), 0, colour.shape[0] - 1)]
    tone = inside[np.clip(int(spot[0]), 0, colour.shape[1] - 1)]
    pale = np.clip(tone * 1.1 + [10, 8, 16], 0, 255).tolist()
    cv2.ellipse(colour, spot.astype(int), axes, angle, 0, 360, pale, -1, cv2.LINE_AA)


def _merge(stage: Stage, layer: np.ndarray, drop_px: float) -> None:
    """Cast the hand's shadow, then lay it over the picture."""
    size = stage.camera.size_wh
    way = -np.array([stage.light.way_xy[0], -stage.light.way_xy[1]]) * drop_px / SCALE
    move = np.float32([[1, 0, way[0]], [0, 1, way[1]]])
    shadow = cv2.warpAffine(layer[..., 3], move, layer.shape[1::-1])
    shadow = cv2.GaussianBlur(shadow, (0, 0), max(1.0, drop_px / SCALE * 0.4))
    stage.darken(shadow.astype(np.float32) * (0.55 / 255), SCALE)
    full = cv2.resize(layer, size, interpolation=cv2.INTER_CUBIC)
    x, y, w, h = cv2.boundingRect(full[..., 3])
    box = np.s_[y : y + h, x : x + w]
    share = full[box][..., 3:].astype(np.float32) / 255
    part = stage.picture[box]
    part[...] = part + (full[box][..., :3].astype(np.float32) - part) * share
    stage.instance[box][share[..., 0] > 0.5] = -1
    stage.gloss[box][share[..., 0] > 0.5] = 0
