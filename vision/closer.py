"""Where something has come and nothing was read: that part of the picture is read by itself.

Prints of a cloth, backs of a stock or larger things beside the tile mislead the finder less in a
part that holds little more than the tile and its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scorer.board import Spot
from vision import watch_settings as settings
from vision.layout import Layout
from vision.register import Registered, Sighted, side_px

Read = Callable[[np.ndarray], Layout]
Box = tuple[int, int, int, int]  # left, top, right, bottom


@dataclass(frozen=True)
class Unread:
    """A changed place without a tile: its mask of SMALL_WH, and the pixels to be read."""

    mask: np.ndarray
    size_wh: tuple[int, int]
    box: Box

    def holds(self, corners_xy: np.ndarray) -> bool:
        """Whether a tile at (3, 2) pixels lies there."""
        x, y = corners_xy.mean(axis=0) * settings.SMALL_WH / self.size_wh
        high, wide = self.mask.shape
        return bool(0 <= x < wide and 0 <= y < high and self.mask[int(y), int(x)])


def unread_places(
    changed: np.ndarray | None, layout: Layout, known_xy: list[np.ndarray]
) -> list[Unread]:
    """The changed places, about as large as a tile, in which the layout has none; largest first."""
    if changed is None:
        return []
    lying = [tile.corners_xy for tile in layout.tiles]
    explained = [*lying, *(back.corners_xy for back in layout.face_down), *known_xy]
    scale = settings.SMALL_WH[0] / layout.size_wh[0]
    sides = [scale * side_px(corners) for corners in [*known_xy, *lying]]
    side = float(np.median(sides)) if sides else settings.UNKNOWN_SIDE_PX
    left = changed & ~covered(explained, layout.size_wh)
    spots = list(parts_of_size(left, side, certain=bool(sides)))[: settings.PARTS_MOST]
    return [Unread(mask, layout.size_wh, box_of(mask, side, layout.size_wh)) for mask in spots]


def covered(tiles_xy: Iterable[np.ndarray], size_wh: tuple[int, int]) -> np.ndarray:
    """Mask of SMALL_WH of tiles with some room around, for their shadows and sides."""
    mask = np.zeros(settings.SMALL_WH[::-1], np.uint8)
    scale = np.array(settings.SMALL_WH) / size_wh
    for corners in tiles_xy:
        middle = corners.mean(axis=0)
        wider = (middle + settings.PART_ROOM * (corners - middle)) * scale
        cv2.fillConvexPoly(mask, np.rint(wider).astype(np.int32), 1)
    return mask > 0


def parts_of_size(mask: np.ndarray, side: float, certain: bool) -> Iterable[np.ndarray]:
    """The connected parts that may be a tile or a few of this side, largest first."""
    tile = side * side * 3**0.5 / 4
    most = tile * (settings.PART_TILES if certain else settings.PART_TILES_UNKNOWN)
    solid = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(solid, connectivity=8)
    areas = stats[:, cv2.CC_STAT_AREA].astype(float)
    areas[0] = 0
    for label in np.argsort(-areas):
        if settings.PART_LEAST * tile <= areas[label] <= most:
            yield (
                cv2.morphologyEx(
                    (labels == label).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)
                )
                > 0
            )


def box_of(mask: np.ndarray, side: float, size_wh: tuple[int, int]) -> Box:
    """The part with room for the tiles beside it, in pixels."""
    x, y, wide, high = cv2.boundingRect(mask.astype(np.uint8))
    room = settings.PART_SIDES * side
    scale = np.array(size_wh) / settings.SMALL_WH
    low = np.maximum(0, (np.array([x, y]) - room) * scale).astype(int)
    top = np.minimum(size_wh, (np.array([x + wide, y + high]) + room) * scale).astype(int)
    return int(low[0]), int(low[1]), int(top[0]), int(top[1])


def read_part(read: Read, image: np.ndarray, box: Box) -> Layout:
    """What lies in that part, told in pixels of the whole picture."""
    left, top, right, bottom = box
    layout = read(image[top:bottom, left:right])
    tiles = tuple(replace(t, corners_xy=t.corners_xy + [left, top]) for t in layout.tiles)
    return replace(layout, tiles=tiles, face_down=(), size_wh=(image.shape[1], image.shape[0]))


def joined(seen: Registered, part: Registered, place: Unread) -> Registered:
    """What the part shows in that place, added where the whole picture shows nothing."""
    new: dict[Spot, Sighted] = {
        spot: one
        for spot, one in part.sighted.items()
        if spot not in seen.sighted and (place.holds(one.corners_xy) or not seen.sighted)
    }
    loose = [tile for tile in part.loose if place.holds(tile.corners_xy)]
    return replace(seen, sighted={**seen.sighted, **new}, loose=(*seen.loose, *loose))
