"""Things on the table that are not tiles: paper, cards, pens, coins, cups, phones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import cv2
import numpy as np

from models.render.layout import Piece, free_spot
from models.render.stage import Stage, fixed
from models.render.texture import hsv, random_colour

PX = 40
"""Pixels a side in the flat pictures of clutter."""


def _sheet(rng: np.random.Generator, wide: float, high: float, colour: np.ndarray) -> np.ndarray:
    """(h, w, 4) uint8 BGRA blank of so many sides."""
    sheet = np.empty((int(high * PX), int(wide * PX), 4), np.uint8)
    sheet[..., :3] = colour
    sheet[..., 3] = 255
    return sheet


def score_pad(rng: np.random.Generator) -> np.ndarray:
    """Paper with lines and handwriting."""
    colour = hsv(rng.uniform(0.1, 0.17), rng.uniform(0, 0.3), rng.uniform(0.85, 1))
    sheet = _sheet(rng, rng.uniform(2.5, 5.5), rng.uniform(3, 7), colour)
    high, wide = sheet.shape[:2]
    ink = (*(colour * 0.75).tolist(), 255)
    for y in range(20, high, int(rng.integers(14, 26))):
        cv2.line(sheet, (0, y), (wide, y), ink, 1)
    pen = (*random_colour(rng, 0.0, 0.4).tolist(), 255)
    for _ in range(int(rng.integers(3, 30))):
        _scribble(rng, sheet, pen)
    return sheet


def _scribble(rng: np.random.Generator, sheet: np.ndarray, pen: tuple) -> None:
    """A hand-written number or a loose stroke."""
    at = rng.uniform([5, 20], [sheet.shape[1] - 10, sheet.shape[0]], 2).astype(int)
    if rng.random() < 0.7:
        font = int(rng.choice([cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, cv2.FONT_HERSHEY_SIMPLEX]))
        text = str(rng.integers(0, 200))
        cv2.putText(sheet, text, at, font, rng.uniform(0.4, 0.9), pen, 1, cv2.LINE_AA)
    else:
        stroke = at + np.cumsum(rng.normal(0, 7, (8, 2)), 0)
        cv2.polylines(sheet, [stroke.astype(np.int32)], False, pen, 1, cv2.LINE_AA)


def card(rng: np.random.Generator) -> np.ndarray:
    """A playing card."""
    sheet = _sheet(rng, 1.6, 2.3, np.float32([245, 248, 248]))
    ink = (
        *(np.float32([30, 30, 200]) if rng.random() < 0.5 else np.float32([20] * 3)).tolist(),
        255,
    )
    if rng.random() < 0.3:
        sheet[6:-6, 6:-6, :3] = random_colour(rng, 0.3)
        return sheet
    mark = str(rng.choice(list("A23456789JQK")))
    cv2.putText(sheet, mark, (5, 22), cv2.FONT_HERSHEY_SIMPLEX, 0.6, ink, 2, cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 8))):
        spot = rng.uniform([16, 26], [48, 66], 2)
        fan = np.pi / 4 * np.arange(0, 8, 2) + 0.8
        shape = spot + 6 * np.stack([np.cos(fan), np.sin(fan)], 1)
        cv2.fillPoly(sheet, [shape.astype(np.int32)], ink, cv2.LINE_AA)
    return sheet


def phone(rng: np.random.Generator) -> np.ndarray:
    """A dark slab with a lit or dark screen."""
    sheet = _sheet(rng, 1.9, 3.9, np.float32([18, 18, 18]))
    lit = random_colour(rng, 0.4) if rng.random() < 0.4 else np.float32([35, 30, 28])
    sheet[7:-7, 5:-5, :3] = lit
    return sheet


def napkin(rng: np.random.Generator) -> np.ndarray:
    """A square or triangular cloth of one colour with a hem."""
    sheet = _sheet(rng, *rng.uniform(2, 5, 2), random_colour(rng, 0.3))
    high, wide = sheet.shape[:2]
    hem = (*random_colour(rng).tolist(), 255)
    cv2.rectangle(sheet, (6, 6), (wide - 6, high - 6), hem, int(rng.integers(1, 6)))
    if rng.random() < 0.6:
        sheet[..., 3] = 255 * np.tri(high, wide, dtype=np.uint8)
    return sheet


def paper_triangle(rng: np.random.Generator) -> np.ndarray:
    """A triangle of paper about a tile's size, or a warning sign: not a tile."""
    side = rng.uniform(0.8, 3)
    sheet = _sheet(rng, side, side * 0.87, random_colour(rng, 0.3))
    sheet[..., 3] = 0
    high, wide = sheet.shape[:2]
    shape = np.array([[rng.uniform(0.2, 0.8) * wide, 0], [wide, high], [0, high]], np.int32)
    cv2.fillPoly(sheet, [shape], (*random_colour(rng).tolist(), 255), cv2.LINE_AA)
    inner = ((shape - shape.mean(0)) * 0.7 + shape.mean(0)).astype(np.int32)
    if rng.random() < 0.5:
        cv2.fillPoly(sheet, [inner], (*random_colour(rng).tolist(), 255), cv2.LINE_AA)
    return sheet


def coin(rng: np.random.Generator) -> np.ndarray:
    """A coin or a game counter."""
    size = rng.uniform(0.35, 0.8)
    sheet = _sheet(rng, size, size, np.zeros(3))
    sheet[..., 3] = 0
    r = sheet.shape[0] // 2
    metal = hsv(rng.uniform(0.07, 0.14), rng.uniform(0, 0.6), rng.uniform(0.4, 0.9))
    metal = random_colour(rng, 0.3) if rng.random() < 0.4 else metal
    for share, tone in ((1, 0.7), (0.92, 1.1), (0.8, 1.0)):
        ink = (*np.clip(metal * tone, 0, 255).tolist(), 255)
        cv2.circle(sheet, (r, r), int(r * share), ink, -1, cv2.LINE_AA)
    return sheet


FLAT: dict[str, tuple[Callable, float]] = {
    "score pad": (score_pad, 0.28),
    "card": (card, 0.18),
    "phone": (phone, 0.12),
    "napkin": (napkin, 0.1),
    "paper triangle": (paper_triangle, 0.12),
    "coin": (coin, 0.2),
}


def lay_flat(
    rng: np.random.Generator, stage: Stage, pieces: list[Piece], reach: float
) -> list[str]:
    """Put flat things under and beside the tiles; returns their names."""
    names = []
    weights = np.array([w for _, w in FLAT.values()])
    for _ in range(int(rng.choice([0, 1, 2, 4], p=[0.45, 0.27, 0.18, 0.1]))):
        name = str(rng.choice(list(FLAT), p=weights / weights.sum()))
        spot = free_spot(
            rng, pieces, reach + 2.5, keep=float(rng.choice([0.0, 2.2], p=[0.15, 0.85]))
        )
        if spot is not None:
            _put(rng, stage, FLAT[name][0](rng), spot)
            names.append(name)
    return names


def _put(
    rng: np.random.Generator, stage: Stage, sheet: np.ndarray, spot: tuple, z: float = 0.0
) -> np.ndarray:
    """Lay a sheet at height z; returns its (4, 2) pixel corners."""
    high, wide = sheet.shape[:2]
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn), np.sin(turn)
    own = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], float)
    local = (own - [wide / 2, high / 2]) * [1, -1] / PX
    flat = local @ np.array([[c, s], [-s, c]]) + spot
    shadow = sheet.copy()
    shadow[..., :3] = stage.picture.mean(axis=(0, 1)) * 0.3
    shadow[..., 3] = shadow[..., 3] * 0.4
    throw = -stage.light.way_xy * (0.05 + z * stage.light.slope)
    stage.paste(shadow, own - 0.5, stage.camera.project_xy(flat + throw, z * 0.5))
    there = stage.camera.project_xy(flat, z + 0.005)
    stage.paste(sheet, own - 0.5, there)
    return there


def cast(
    stage: Stage, outline_px: np.ndarray, shift_px: np.ndarray, blur: float, dark: float
) -> None:
    """A soft shadow of a (N, 2) outline moved by shift_px over everything painted so far."""
    scale = 4
    shape = [-(-s // scale) for s in stage.picture.shape[:2]]
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [fixed((outline_px + shift_px) / scale)], 255, cv2.LINE_AA, 4)
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.8, blur / scale))
    stage.darken(mask.astype(np.float32) * (dark / 255), scale)


def shadow_shift(stage: Stage, at_xy: np.ndarray, height: float) -> np.ndarray:
    """(2,) pixels by which the shadow of a point at a height above at_xy is moved."""
    throw = np.asarray(at_xy) - stage.light.way_xy * stage.light.slope * height
    ends = stage.camera.project(np.array([[*at_xy, height], [*throw, 0.0]]))
    return ends[1] - ends[0]


def pen(rng: np.random.Generator, stage: Stage, at_xy: np.ndarray, z: float) -> None:
    """A pen or pencil lying on the table or across tiles."""
    length, radius = rng.uniform(2.5, 4.5), rng.uniform(0.08, 0.16)
    way = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(way), np.sin(way)]) * length / 2
    across = np.array([-np.sin(way), np.cos(way)])
    colour = random_colour(rng, 0.15)
    ends = [at_xy - along, at_xy + along]
    profile = [(0.0, 0.2), (0.07, 1.0), (1.0, 1.0)]
    mid = [ends[0] + (ends[1] - ends[0]) * t for t, _ in profile]
    wide = np.array([w * radius for _, w in profile])
    band = _band(stage, mid, across, wide, -1, 1, z + radius)
    cast(stage, band, shadow_shift(stage, at_xy, radius + z), 0.1 * stage.side_px(), 0.45)
    tones = np.linspace(-1, 1, 8)
    lit = float(across @ stage.light.way_xy)
    for low, high in pairwise(tones):
        shade = 0.55 + 0.5 * np.exp(-((low - 0.5 * lit) ** 2) * 2.5)
        strip = _band(stage, mid, across, wide, low, high, z + radius)
        stage.cover(strip, np.clip(colour * shade, 0, 255))
    tip = _band(stage, mid[:2], across, wide[:2] * [1, 0.5], -1, 1, z + radius)
    stage.cover(tip, random_colour(rng, 0.1))


def _band(
    stage: Stage, mid: list, across: np.ndarray, wide: np.ndarray, low, high, z
) -> np.ndarray:
    """(N, 2) pixels of the strip of a rod between two shares of its width."""
    left = [m + across * w * low for m, w in zip(mid, wide, strict=True)]
    right = [m + across * w * high for m, w in zip(mid, wide, strict=True)]
    return stage.camera.project_xy(np.array(left + right[::-1]), z)


def cup(rng: np.random.Generator, stage: Stage, at_xy: np.ndarray) -> None:
    """A cup, glass or can seen from above."""
    radius, height = rng.uniform(0.7, 1.2), rng.uniform(0.6, 2.6)
    ring = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    circle = np.stack([np.cos(ring), np.sin(ring)], 1)
    foot = stage.camera.project_xy(at_xy + circle * radius * rng.uniform(0.6, 1), 0)
    rim = stage.camera.project_xy(at_xy + circle * radius, height)
    side = cv2.convexHull(np.float32(np.concatenate([foot, rim])))[:, 0]
    cast(stage, side, shadow_shift(stage, at_xy, height) * 0.5, 0.4 * stage.side_px(), 0.5)
    colour = random_colour(rng, 0.3)
    stage.cover(side, colour * 0.7)
    for share in np.linspace(0.0, 1, 8)[1:]:
        lit = circle[(circle @ stage.light.way_xy) > share - 0.4]
        if len(lit) > 2:
            strip = np.concatenate(
                [
                    stage.camera.project_xy(at_xy + lit * radius, height),
                    stage.camera.project_xy(at_xy + lit * radius * 0.9, 0)[::-1],
                ]
            )
            if stage.camera.eye_xyz[:2] @ stage.light.way_xy > at_xy @ stage.light.way_xy:
                stage.cover(strip, np.clip(colour * (0.7 + 0.4 * share), 0, 255))
    stage.cover(rim, np.clip(colour * 1.1, 0, 255))
    inner = stage.camera.project_xy(at_xy + circle * radius * 0.9, height)
    stage.cover(inner, colour * 0.55)
    drink = stage.camera.project_xy(at_xy + circle * radius * 0.86, height * 0.75)
    stage.cover(drink, random_colour(rng, 0.05, 0.8))


def stand_tall(
    rng: np.random.Generator, stage: Stage, pieces: list[Piece], reach: float
) -> list[str]:
    """Pens and cups, now and then over the tiles; returns their names."""
    names = []
    if rng.random() < 0.22:
        over = rng.random() < 0.15
        spot = free_spot(rng, [] if over else pieces, reach + 1.5, keep=2.0)
        if spot is not None:
            pen(rng, stage, np.array(spot), stage.set.thickness if over else 0.0)
            names.append("pen")
    if rng.random() < 0.06:
        spot = free_spot(rng, pieces, reach + 0.5, keep=0.0)
        name = str(rng.choice(["score pad", "card", "phone"]))
        stage.mark(_put(rng, stage, FLAT[name][0](rng), spot, stage.set.thickness), -1)
        names.append(f"{name} over tiles")
    if rng.random() < 0.14:
        spot = free_spot(rng, pieces, reach + 3, keep=2.6)
        if spot is not None:
            cup(rng, stage, np.array(spot))
            names.append("cup")
    return names
