"""Finds the tiles: the network marks their shrunken insides, triangles are fitted to the marks."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision import network, settings
from vision.patches import side_lengths_px

# A tile's mark is the tile shrunk to this size about its centre: touching tiles stay apart.
SHRINK = 0.62
SAMPLES, STEPS = 7, 13


@dataclass(frozen=True)
class Outlines:
    """Triangles in picture pixels, clockwise as seen: corners_xy (n, 3, 2), chance (n,)."""

    corners_xy: np.ndarray
    chance: np.ndarray

    def __len__(self) -> int:
        return len(self.chance)

    def where(self, keep: np.ndarray) -> Outlines:
        return Outlines(self.corners_xy[keep], self.chance[keep])


@dataclass(frozen=True)
class Found:
    face_up: Outlines
    face_down: Outlines


def find_tiles(image: np.ndarray) -> Found:
    """Every tile of a picture (H, W, 3) BGR; looks again, closer, where tiles come out small."""
    scale = min(1.0, settings.FIND_LONG_SIDE_PX / max(image.shape[:2]))
    found = look(image, scale, (0, 0))
    sides = side_lengths_px(found.face_up.corners_xy)
    closer = settings.LOOK_AGAIN_LONG_SIDE_PX / max(image.shape[:2])
    if len(sides) == 0:
        return look(image, min(1.0, closer), (0, 0)) if scale < min(1.0, closer) else found
    if np.median(sides) * scale >= settings.LOOK_AGAIN_BELOW_PX or scale >= 1.0:
        return found
    left, top, right, bottom = surroundings(found, image.shape, float(np.median(sides)))
    part = image[top:bottom, left:right]
    wanted = settings.LOOK_AGAIN_SIDE_PX / float(np.median(sides))
    most = settings.LOOK_AGAIN_LONG_SIDE_PX / max(part.shape[:2])
    return look(part, min(1.0, wanted, most), (left, top))


def surroundings(found: Found, shape: tuple[int, ...], side_px: float) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of the part of the picture that tiles lie in, with room around."""
    points = np.concatenate(
        [found.face_up.corners_xy.reshape(-1, 2), found.face_down.corners_xy.reshape(-1, 2)]
    )
    low = np.maximum(points.min(axis=0) - 2 * side_px, 0).astype(int)
    high = np.minimum(points.max(axis=0) + 2 * side_px, (shape[1], shape[0])).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def look(image: np.ndarray, scale: float, origin_xy: tuple[int, int]) -> Found:
    """One look with the network, at the given scale."""
    chance = marks(image, scale)
    found = [fit_outlines(chance[channel]) for channel in range(2)]
    placed = [
        Outlines((o.corners_xy + 0.5) / scale - 0.5 + np.array(origin_xy, np.float32), o.chance)
        for o in found
    ]
    return drop_misfits(Found(*placed))


def marks(image: np.ndarray, scale: float) -> np.ndarray:
    """(2, h, w) chance of each pixel to lie inside a face-up and a face-down tile's mark."""
    height, width = (max(8, round(n * scale)) for n in image.shape[:2])
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    spare_y, spare_x = -height % 32, -width % 32
    if spare_y or spare_x:
        small = cv2.copyMakeBorder(small, 0, spare_y, 0, spare_x, cv2.BORDER_REPLICATE)
    picture = cv2.dnn.blobFromImage(small, 1 / 255)
    logits = network.run("finder", picture)[0, :, :height, :width]
    chance: np.ndarray = 1 / (1 + np.exp(-logits))
    return chance


def fit_outlines(chance: np.ndarray) -> Outlines:
    """Triangles of the tiles whose marks stand in `chance` (h, w)."""
    first, areas, levels = first_triangles(chance)
    if len(first) == 0:
        return Outlines(np.zeros((0, 3, 2), np.float32), np.zeros(0, np.float32))
    inner = first
    for _ in range(2):
        inner = refine_sides(chance, inner)
    overlap = areas / np.maximum(triangle_areas(inner), 1e-6)
    overlap = np.minimum(overlap, 1 / np.maximum(overlap, 1e-6))
    sides = np.linalg.norm(inner - np.roll(inner, -1, axis=1), axis=2)
    good = (
        np.isfinite(inner).all(axis=(1, 2))
        & (overlap > settings.OUTLINE_OVERLAP)
        & (sides.max(axis=1) < settings.SIDE_RATIO * sides.min(axis=1))
    )
    centre = inner.mean(axis=1, keepdims=True)
    outer = centre + (inner - centre) / SHRINK
    return Outlines(outer.astype(np.float32), levels.astype(np.float32)).where(good)


def first_triangles(chance: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rough inner triangles (n, 3, 2), the marks' areas (n,) and their mean chance (n,)."""
    mask = (chance > settings.MARK_CHANCE).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    triangles, areas, levels = [], [], []
    for index in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[index])
        if max(w, h) < settings.MARK_SIDE_PX or area < settings.MARK_SIDE_PX**2 / 3:
            continue
        own = (labels[y : y + h, x : x + w] == index).astype(np.uint8)
        contours, _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        _, triangle = cv2.minEnclosingTriangle(contours[0])
        if triangle is None:
            continue
        level = chance[y : y + h, x : x + w][own > 0]
        triangles.append(clockwise(triangle.reshape(3, 2) + (x, y)))
        areas.append(float(area))
        levels.append(float(level.mean()))
    return (
        np.array(triangles, np.float32).reshape(-1, 3, 2),
        np.array(areas),
        np.array(levels),
    )


def clockwise(triangle: np.ndarray) -> np.ndarray:
    (ax, ay), (bx, by), (cx, cy) = triangle
    turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return triangle if turn > 0 else triangle[::-1]


def triangle_areas(corners_xy: np.ndarray) -> np.ndarray:
    one, two = corners_xy[:, 1] - corners_xy[:, 0], corners_xy[:, 2] - corners_xy[:, 0]
    area: np.ndarray = np.abs(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / 2
    return area


def refine_sides(chance: np.ndarray, corners_xy: np.ndarray) -> np.ndarray:
    """Moves every side to where the mark ends, to a fraction of a pixel; all tiles at once.

    Along normals of each side the chance falls from 1 to 0: its sum is the place of the edge.
    """
    start, end = corners_xy, np.roll(corners_xy, -1, axis=1)
    along = end - start
    length = np.linalg.norm(along, axis=2, keepdims=True)
    normal = np.stack([along[..., 1], -along[..., 0]], axis=2) / np.maximum(length, 1e-6)
    reach = side_lengths_px(corners_xy) / SHRINK * settings.SEARCH
    places = np.linspace(0.14, 0.86, SAMPLES, dtype=np.float32)
    steps = np.linspace(-1, 1, STEPS, dtype=np.float32)
    points = start[:, :, None] + along[:, :, None] * places[:, None]
    where = (
        points[:, :, :, None]
        + normal[:, :, None, None] * (reach[:, None] * steps)[:, None, None, :, None]
    ).astype(np.float32)
    x, y = (where[..., axis].reshape(len(corners_xy) * 3, -1) for axis in range(2))
    level = cv2.remap(chance, x, y, cv2.INTER_LINEAR).reshape(where.shape[:4])
    inside = level[..., 1:-1].sum(axis=3) + level[..., [0, -1]].mean(axis=3)
    edge = (inside / (STEPS - 1) * 2 - 1) * reach[:, None, None]
    return intersect(*fitted_lines(points, normal, along, places, edge))


def fitted_lines(
    points: np.ndarray,
    normal: np.ndarray,
    along: np.ndarray,
    places: np.ndarray,
    edge: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Least-squares line through each side's edge points: a point and a direction, (n, 3, 2)."""
    mean = edge.mean(axis=2, keepdims=True)
    spread = places - places.mean()
    slope = (edge * spread).sum(axis=2, keepdims=True) / (spread**2).sum()
    return points.mean(axis=2) + normal * mean, along + normal * slope


def intersect(point: np.ndarray, direction: np.ndarray) -> np.ndarray:
    """Corner k is where side k−1 meets side k."""
    before, turned = np.roll(point, 1, axis=1), np.roll(direction, 1, axis=1)
    cross = turned[..., 0] * direction[..., 1] - turned[..., 1] * direction[..., 0]
    gap = point - before
    t = (gap[..., 0] * direction[..., 1] - gap[..., 1] * direction[..., 0]) / np.where(
        np.abs(cross) < 1e-9, np.nan, cross
    )
    corners: np.ndarray = before + t[..., None] * turned
    return corners


def drop_misfits(found: Found) -> Found:
    """A tile far larger or smaller than its fellows is none of them."""
    both = (found.face_up, found.face_down)
    sides = [side_lengths_px(o.corners_xy) for o in both]
    middle = usual_side_px(np.concatenate(sides), np.concatenate([o.chance for o in both]))
    keep = [(s < middle * settings.SIZE_RATIO) & (s > middle / settings.SIZE_RATIO) for s in sides]
    return Found(found.face_up.where(keep[0]), found.face_down.where(keep[1]))


def usual_side_px(sides: np.ndarray, chance: np.ndarray) -> float:
    """The middle side, by area and chance: specks of a printed cloth do not outvote tiles."""
    if len(sides) == 0:
        return 0.0
    order = np.argsort(sides)
    weight = np.cumsum((sides**2 * np.maximum(chance - settings.MARK_CHANCE, 0) ** 2)[order])
    return float(sides[order][np.searchsorted(weight, weight[-1] / 2)])
