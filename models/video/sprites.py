"""Hands that move: each player's arm is painted once and then laid over the frames."""

from __future__ import annotations

import cv2
import numpy as np

from models.render.hand import SCALE, hand_limbs, paint_limbs
from models.render.layout import UNIT_CW, Piece
from models.video.scenery import Scenery

ARM, PALM, ACROSS = 12.5, 3.2, 5.0  # what the sprite shows, in hand units
FINGERTIPS = np.array([2.35, 0.15])  # from the wrist
HEIGHT = 0.35  # of a carried tile above the table, in sides
SHADOW = 0.45


class Sprite:
    """One player's arm, pointing right: picture (h, w, 4), shadow (h, w), at 1/SCALE."""

    def __init__(self, rng: np.random.Generator, scenery: Scenery) -> None:
        self.unit = scenery.side_px * float(rng.uniform(0.95, 1.25))
        size = np.array([ARM + PALM, ACROSS]) * self.unit
        wrist = np.array([ARM, ACROSS / 2]) * self.unit
        flip = float(rng.choice([-1, 1]))
        along, across = np.array([self.unit, 0.0]), np.array([0.0, self.unit * flip])
        self.picture = paint_limbs(
            rng, scenery.stage(), hand_limbs(rng), wrist, along, across, size
        )
        self.tips = (wrist + FINGERTIPS * self.unit * [1, flip]) / SCALE
        soft = 0.25 * self.unit / SCALE
        self.shadow = cv2.GaussianBlur(self.picture[..., 3], (0, 0), soft)


def lay_hand(
    picture: np.ndarray, sprite: Sprite, scenery: Scenery, at_xy: np.ndarray, way: float
) -> np.ndarray | None:
    """Lays the arm over the picture; its mask (H, W) or None where it is out of sight."""
    camera = scenery.camera
    ends = np.array([at_xy, at_xy + 0.1 * np.array([np.cos(way), np.sin(way)])])
    tip, ahead = camera.project_xy(ends, HEIGHT)
    step = (ahead - tip) / max(float(np.hypot(*(ahead - tip))), 1e-6)
    turn = np.array([[step[0], -step[1]], [step[1], step[0]]]) * SCALE
    move = np.column_stack([turn, tip - turn @ sprite.tips])
    fall = -np.array([scenery.light.way_xy[0], -scenery.light.way_xy[1]]) * 0.35 * sprite.unit
    shade = warped(sprite.shadow, move + np.column_stack([np.zeros((2, 2)), fall]), picture.shape)
    if shade is not None:
        box, mask = shade
        dark = 255 - (mask.astype(np.uint16) * int(SHADOW * 256) >> 8).astype(np.uint8)
        picture[box] = cv2.multiply(picture[box], cv2.merge([dark] * 3), scale=1 / 255)
    laid = warped(sprite.picture, move, picture.shape)
    if laid is None:
        return None
    box, layer = laid
    blend(picture[box], layer, np.minimum(scenery.light_at(tip), 1.0))
    seen = np.zeros(picture.shape[:2], np.uint8)
    seen[box] = layer[..., 3]
    return seen


def warped(
    sprite: np.ndarray, move: np.ndarray, shape: tuple[int, ...]
) -> tuple[tuple[slice, slice], np.ndarray] | None:
    """The sprite moved by (2, 3) and the box of the picture it falls in."""
    high, wide = sprite.shape[:2]
    rim = np.array([[0, 0], [wide, 0], [wide, high], [0, high]]) @ move[:, :2].T + move[:, 2]
    x0, y0 = np.maximum(np.floor(rim.min(0)), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(rim.max(0)), [shape[1], shape[0]]).astype(int)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return None
    own = move - np.column_stack([np.zeros((2, 2)), [x0, y0]])
    return np.s_[y0:y1, x0:x1], cv2.warpAffine(sprite, own, (int(x1 - x0), int(y1 - y0)))


def blend(part: np.ndarray, layer: np.ndarray, light: np.ndarray) -> None:
    share = layer[..., 3:].astype(np.float32) / 255
    lit = np.clip(layer[..., :3] * light.astype(np.float32), 0, 255)
    part[...] = part + (lit - part) * share


def lay_carried(picture: np.ndarray, scenery: Scenery, piece: Piece) -> None:
    """A tile in the hand, a little above the table, with its shadow."""
    own = np.concatenate([UNIT_CW, np.zeros((1, 2))])
    there = scenery.camera.project_xy(piece.lay(own), HEIGHT)
    light = scenery.light
    foot = scenery.camera.project_xy(piece.lay(UNIT_CW) - light.way_xy * light.slope * HEIGHT, 0.0)
    darken(picture, foot, 0.12 * scenery.side_px, 0.5 * light.shadow)
    stage = scenery.stage_over(picture)
    face = scenery.painter.face(piece.values or (0, 0, 0), light.way_xy, piece.angle).copy()
    level = scenery.light_at(there[3]).astype(np.float32)
    face[..., :3] = np.clip(face[..., :3] * level, 0, 255)
    stage.paste(face, scenery.painter.to_px(own) - 0.5, there)


def darken(picture: np.ndarray, outline_px: np.ndarray, blur: float, dark: float) -> None:
    room = int(3 * blur) + 2
    low = np.maximum(np.floor(outline_px.min(0)).astype(int) - room, 0)
    high = np.minimum(np.ceil(outline_px.max(0)).astype(int) + room, picture.shape[1::-1])
    if (high - low).min() < 2:
        return
    mask = np.zeros((high - low)[::-1], np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline_px - low).astype(np.int32), 255)
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.8, blur))
    part = picture[low[1] : high[1], low[0] : high[0]]
    part[...] = part * (1 - mask[..., None].astype(np.float32) * (dark / 255))
