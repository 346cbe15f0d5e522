"""The face-down tiles in view, each known by its place: which are gone, which have come.

A count alone would be led astray by a tile that is not found in one picture, or by a dark gap
between two that is taken for one. A tile is gone only where its place looks otherwise than before.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from scorer.sightings import StockCounted
from vision import appearance
from vision import watch_settings as settings
from vision.register import moved_by, side_px

if TYPE_CHECKING:
    from vision.verdict import Scene

Backs = list[np.ndarray]  # (3, 2) each


@dataclass(frozen=True)
class Back:
    """A face-down tile: its corners (3, 2), and grey samples of it with its surroundings."""

    corners_xy: np.ndarray
    look: np.ndarray


@dataclass
class Stock:
    _known: list[Back] = field(default_factory=list)
    _counted: int | None = None

    def count(
        self, looks: list[Backs], scene: Scene, before: np.ndarray | None
    ) -> StockCounted | None:
        """`looks` are the backs found in each reading, `before` the picture read last."""
        image, shift = scene.frame.image, scene.seen.shift
        known = [replace(b, corners_xy=moved_by(shift, b.corners_xy)) for b in self._known]
        kept = [b for b in known if not is_gone(b, looks, scene)]
        came = [c for c in looks[-1] if has_come(c, known, looks, scene, before)]
        self._known = [seen_again(b, looks[-1], image) for b in kept] + [
            Back(c, look_of(image, c)) for c in came
        ]
        return self._told(len(self._known))

    def holds(self, corners_xy: np.ndarray, scene: Scene) -> bool:
        """Whether a face-down tile lies there that nobody has turned up."""
        image = scene.frame.image
        known = [
            replace(b, corners_xy=moved_by(scene.seen.shift, b.corners_xy)) for b in self._known
        ]
        return any(
            found_at(b.corners_xy, [corners_xy]) is not None
            and appearance.unchanged(b.look, look_of(image, b.corners_xy))
            for b in known
        )

    def forget(self) -> None:
        self._known, self._counted = [], None

    def _told(self, count: int) -> StockCounted | None:
        """Said when it changes, and once when there is a stock at all."""
        before, self._counted = self._counted, count
        if before == count or (before is None and count == 0):
            return None
        return StockCounted(count if before is None else before, count)


def is_gone(back: Back, looks: list[Backs], scene: Scene) -> bool:
    """In view, not covered, found no more, and its place looks otherwise."""
    corners = back.corners_xy
    if any(found_at(corners, seen) is not None for seen in looks):
        return False
    if not scene.in_view(corners) or scene.hides(corners) > settings.STOCK_HIDDEN:
        return False
    return not appearance.unchanged(back.look, look_of(scene.frame.image, corners))


def has_come(
    corners_xy: np.ndarray,
    known: list[Back],
    looks: list[Backs],
    scene: Scene,
    before: np.ndarray | None,
) -> bool:
    """Found each time where none was known, and something has changed there."""
    if any(found_at(b.corners_xy, [corners_xy]) is not None for b in known):
        return False
    if any(found_at(corners_xy, seen) is None for seen in looks):
        return False
    now = scene.frame.image
    if before is None or before.shape != now.shape or scene.seen.camera_moved:
        return True
    return not appearance.unchanged(look_of(before, corners_xy), look_of(now, corners_xy))


def found_at(corners_xy: np.ndarray, seen: Backs) -> np.ndarray | None:
    """The back that lies where this one does."""
    middle, reach = corners_xy.mean(axis=0), settings.SAME_BACK * side_px(corners_xy)
    near = (other for other in seen if np.hypot(*(other.mean(axis=0) - middle)) < reach)
    return next(near, None)


def seen_again(back: Back, seen: Backs, image: np.ndarray) -> Back:
    corners = found_at(back.corners_xy, seen)
    return back if corners is None else Back(corners, look_of(image, corners))


def look_of(image: np.ndarray, corners_xy: np.ndarray) -> np.ndarray:
    """Samples of the tile and of the table around it: a plain back has no pattern of its own."""
    return np.asarray(appearance.samples(image, with_room(corners_xy)[None])[0])


def with_room(corners_xy: np.ndarray) -> np.ndarray:
    """(3, 2) the tile with the table around it."""
    middle = corners_xy.mean(axis=0)
    return np.asarray(middle + settings.BACK_ROOM * (corners_xy - middle))
