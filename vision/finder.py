"""Finds the tiles: the network marks their shrunken insides, triangles are fitted to the marks."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision import network, settings
from vision.patches import side_lengths_px
from vision.sizes import fits_in, of_usual_size, triangle_areas

# A tile's mark is the tile shrunk to this size about its centre: touching tiles stay apart.
SHRINK = 0.62
# The painted marks that the network learnt from take in every pixel their border touches.
BORDER_PX = 0.35
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

    @property
    def weight(self) -> np.ndarray:
        """(n,) what each has to say of the size of tiles."""
        return np.maximum(self.chance - settings.MARK_CHANCES[0], 1e-6)


@dataclass(frozen=True)
class Found:
    face_up: Outlines
    face_down: Outlines


@dataclass(frozen=True)
class Look:
    """One look with the network; the marks' box is left, top, right, bottom in picture pixels."""

    found: Found
    explained: float  # share of the marks that became tiles
    box: np.ndarray
    scale: float

    @property
    def side_px(self) -> float:
        """Of the tiles farther away, in the picture; 0 where none was found."""
        up = self.found.face_up
        sides = side_lengths_px(up.corners_xy)[of_usual_size(up.corners_xy, up.weight)]
        return float(np.quantile(sides, settings.FARTHER)) if len(sides) else 0.0


def find_tiles(image: np.ndarray) -> Look:
    """Every tile of a picture (H, W, 3) BGR; looks again, closer, where tiles come out small."""
    first = look(image, min(1.0, settings.FIND_LONG_SIDE_PX / max(image.shape[:2])), (0, 0))
    large = first.side_px * first.scale >= settings.LOOK_AGAIN_BELOW_PX
    if large and first.explained >= settings.EXPLAINED:
        return first
    return look_closer(image, first, everywhere=first.side_px == 0) or first


def look_closer(image: np.ndarray, seen: Look, everywhere: bool) -> Look | None:
    """The part of the picture that tiles lie in, or all of it, larger; None if it cannot be."""
    height, width = image.shape[:2]
    left, top, right, bottom = (0, 0, width, height) if everywhere else surroundings(seen, image)
    part = image[top:bottom, left:right]
    wanted = settings.LOOK_AGAIN_SIDE_PX / seen.side_px if seen.side_px else 1.0
    wanted = max(wanted, settings.CLOSER * seen.scale)
    scale = min(settings.ENLARGED, wanted, settings.LOOK_AGAIN_LONG_SIDE_PX / max(part.shape[:2]))
    return look(part, scale, (left, top)) if scale > seen.scale else None


def surroundings(seen: Look, image: np.ndarray) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of the part that tiles lie in, with room around."""
    room = 2 * seen.side_px
    low = np.maximum(seen.box[:2] - room, 0).astype(int)
    high = np.minimum(seen.box[2:] + room, image.shape[1::-1]).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def look(image: np.ndarray, scale: float, origin_xy: tuple[int, int]) -> Look:
    chance = marks(image, scale)
    # A tile is a tile, even where the network cannot tell its face from its back.
    either = np.minimum(chance.sum(axis=0), 1.0)
    every, explained = fit_outlines(either)
    face_up = inside(chance[0], every) >= inside(chance[1], every)
    origin = np.array(origin_xy, np.float32)
    placed = Outlines((every.corners_xy + 0.5) / scale - 0.5 + origin, every.chance)
    x, y, w, h = cv2.boundingRect((either > settings.MARK_CHANCES[0]).astype(np.uint8))
    box = np.array([x, y, x + w, y + h]) / scale + np.tile(origin, 2)
    fits = fits_in(placed.corners_xy)
    found = Found(placed.where(face_up & fits), placed.where(~face_up & fits))
    return Look(found, explained, box, scale)


def inside(chance: np.ndarray, outlines: Outlines) -> np.ndarray:
    """(n,) mean chance in the middle of each triangle and towards its corners."""
    middle = outlines.corners_xy.mean(axis=1, keepdims=True)
    spots = np.concatenate([middle, (middle * 2 + outlines.corners_xy) / 3], axis=1)
    if len(spots) == 0:
        return np.zeros(0)
    mean: np.ndarray = cv2.remap(chance, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR).mean(
        axis=1
    )
    return mean


def marks(image: np.ndarray, scale: float) -> np.ndarray:
    """(2, h, w) chance of each pixel to lie inside a face-up and a face-down tile's mark."""
    height, width = (max(8, round(n * scale)) for n in image.shape[:2])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, (width, height), interpolation=way)
    spare_y, spare_x = -height % 32, -width % 32
    if spare_y or spare_x:
        small = cv2.copyMakeBorder(small, 0, spare_y, 0, spare_x, cv2.BORDER_REPLICATE)
    picture = cv2.dnn.blobFromImage(small, 1 / 255)
    logits = network.run("finder", picture)[0, :, :height, :width]
    chance: np.ndarray = 1 / (1 + np.exp(-logits))
    return chance


def fit_outlines(chance: np.ndarray) -> tuple[Outlines, float]:
    """Triangles of the tiles whose marks stand in `chance` (h, w), and the share they explain.

    Marks that have grown together are taken apart where the network was less sure.
    """
    left, found = chance, list[Outlines]()
    whole = np.zeros(chance.shape, np.int32)
    for level in settings.MARK_CHANCES:
        if found and not (left > level).any():
            break
        seen = first_marks(left, level)
        outlines, good = fitted(chance, seen)
        if found:
            parted = has_siblings(seen, whole)
            outlines, good = outlines.where(parted[good]), good & parted
        found.append(outlines)
        explained = np.zeros(seen.labels.max() + 1, bool)
        explained[seen.indices[good]] = True
        left, whole = np.where(explained[seen.labels], 0, left), seen.labels
    marked, unexplained = (int((c > settings.MARK_CHANCES[0]).sum()) for c in (chance, left))
    return joined(found), 1 - unexplained / max(marked, 1)


@dataclass(frozen=True)
class Marks:
    """Marks above a level: their map (h, w), and of each its number there, pixels and mean chance.

    triangles (n, 3, 2): the smallest around each, clockwise.
    """

    labels: np.ndarray
    indices: np.ndarray
    areas: np.ndarray
    levels: np.ndarray
    triangles: np.ndarray


def has_siblings(seen: Marks, whole: np.ndarray) -> np.ndarray:
    """(n,) whether a mark came apart from another: both lay in one mark of the lower level."""
    parent = np.zeros(seen.labels.max() + 1, np.int32)
    parent[seen.labels.ravel()] = whole.ravel()
    children = np.bincount(parent[seen.indices], minlength=1)
    several: np.ndarray = children[parent[seen.indices]] > 1
    return several


def fitted(chance: np.ndarray, seen: Marks) -> tuple[Outlines, np.ndarray]:
    """Outlines of the marks that are triangles, and which of the marks (n,) those are."""
    if len(seen.triangles) == 0:
        return Outlines(np.zeros((0, 3, 2), np.float32), np.zeros(0, np.float32)), np.zeros(0, bool)
    inner = seen.triangles
    for _ in range(2):
        inner = refine_sides(chance, inner)
    overlap = seen.areas / np.maximum(triangle_areas(inner), 1e-6)
    overlap = np.minimum(overlap, 1 / np.maximum(overlap, 1e-6))
    sides = np.linalg.norm(inner - np.roll(inner, -1, axis=1), axis=2)
    good = (
        np.isfinite(inner).all(axis=(1, 2))
        & (overlap > settings.OUTLINE_OVERLAP)
        & (sides.max(axis=1) < settings.SIDE_RATIO * sides.min(axis=1))
    )
    centre = inner.mean(axis=1, keepdims=True)
    outer = centre + (inner - centre) / SHRINK
    return Outlines(outer.astype(np.float32), seen.levels).where(good), good


def joined(outlines: list[Outlines]) -> Outlines:
    return Outlines(
        np.concatenate([o.corners_xy for o in outlines]),
        np.concatenate([o.chance for o in outlines]),
    )


def first_marks(chance: np.ndarray, level: float) -> Marks:
    """The marks of a picture of chances (h, w) that are not mere noise."""
    mask = (chance > level).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    rows = []
    for index in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[index])
        if max(w, h) < settings.MARK_SIDE_PX or area < settings.MARK_SIDE_PX**2 / 3:
            continue
        own = (labels[y : y + h, x : x + w] == index).astype(np.uint8)
        contours, _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        _, triangle = cv2.minEnclosingTriangle(contours[0])
        if triangle is not None:
            mean = cv2.mean(chance[y : y + h, x : x + w], own)[0]
            rows.append((index, area, mean, clockwise(triangle.reshape(3, 2) + (x, y))))
    indices, areas, levels, triangles = zip(*rows, strict=True) if rows else ((), (), (), ())
    return Marks(
        labels,
        np.array(indices, int),
        np.array(areas, float),
        np.array(levels, np.float32),
        np.array(triangles, np.float32).reshape(-1, 3, 2),
    )


def clockwise(triangle: np.ndarray) -> np.ndarray:
    (ax, ay), (bx, by), (cx, cy) = triangle
    turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return triangle if turn > 0 else triangle[::-1]


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
    edge = (inside / (STEPS - 1) * 2 - 1) * reach[:, None, None] - BORDER_PX
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
