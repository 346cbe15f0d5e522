"""Still pictures of the table, kept for a while: since when does a place look as it does now?"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from scorer.sightings import Came
from vision import appearance
from vision import watch_settings as settings
from vision.motion import share_within
from vision.register import moved_by

if TYPE_CHECKING:
    from vision.verdict import Scene


@dataclass(frozen=True)
class Still:
    """A picture (h, w, 3), not larger than needed, in which nothing moved."""

    time_s: float
    image: np.ndarray
    hidden: np.ndarray | None  # mask of what a hand may have covered
    to_now: np.ndarray  # (3, 3) its pixels to those of the newest picture

    def sees(self, corners_xy: np.ndarray) -> bool:
        """Whether all of this triangle (3, 2) is in view and uncovered."""
        high, wide = self.image.shape[:2]
        if (corners_xy < 1).any() or (corners_xy > np.array([wide, high]) - 2).any():
            return False
        if self.hidden is None:
            return True
        return share_within(self.hidden, corners_xy, (wide, high)) <= settings.PARTLY_HIDDEN


@dataclass
class Stills:
    _kept: deque[Still] = field(default_factory=lambda: deque(maxlen=settings.STILLS_MOST))

    def keep(self, scene: Scene) -> None:
        """The picture just read; the older ones follow where the camera has moved."""
        for still in self._moved(scene.seen.shift):
            self._kept.append(still)
        self._kept.append(still_of(scene))

    def _moved(self, shift: np.ndarray) -> list[Still]:
        old = list(self._kept)
        self._kept.clear()
        return [Still(s.time_s, s.image, s.hidden, shift @ s.to_now) for s in old]

    def came(self, corners_xy: np.ndarray, scene: Scene) -> Came:
        """Between which pictures the tile that lies at (3, 2) now was laid there."""
        now = appearance.samples(scene.frame.image, corners_xy[None])[0]
        came = Came(by=scene.frame.time_s)
        for time_s, was in self._looks(corners_xy, scene.seen.shift):
            if not appearance.looks_same(was, now):
                return came._replace(after=time_s)
            came = came._replace(by=time_s)
        return came

    def have_seen_come(self, corners_xy: np.ndarray, scene: Scene) -> bool:
        """Whether the place looked otherwise at first, and has looked as it does now ever since."""
        came = self.came(corners_xy, scene)
        now = appearance.samples(scene.frame.image, corners_xy[None])[0]
        earlier = [was for t, was in self._looks(corners_xy, scene.seen.shift) if t <= came.after]
        return bool(earlier) and not any(appearance.unchanged(was, now) for was in earlier)

    def _looks(
        self, corners_xy: np.ndarray, shift: np.ndarray
    ) -> Iterator[tuple[float, np.ndarray]]:
        """How the place looked in the pictures that show it, newest first."""
        for still in reversed(self._kept):
            there = moved_by(np.linalg.inv(shift @ still.to_now), corners_xy)
            if still.sees(there):
                yield still.time_s, appearance.samples(still.image, there[None])[0]


def still_of(scene: Scene) -> Still:
    image = scene.frame.image
    scale = min(1.0, settings.STILL_LONG_SIDE_PX / max(image.shape[:2]))
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return Still(scene.frame.time_s, image, scene.hidden, np.diag([1 / scale, 1 / scale, 1.0]))
