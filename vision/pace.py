"""How a replay goes: filmed, or picture by picture with little or nothing in between.

In a film the hand that lays a tile moves over many frames, here and there again. Pictures taken one
by one change at a stroke, and what a stroke has changed stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import islice, pairwise

import numpy as np

from vision import watch_settings as settings
from vision.motion import differing, share_of, small_grey


class Pace(StrEnum):
    FLOWING = "flowing"  # a film, a live camera
    STEPS = "steps"  # changes at a stroke, each seen in several pictures
    SLIDES = "slides"  # nearly each picture shows something new


def pace_of(images: Iterable[np.ndarray]) -> Pace:
    """The pace of pictures (H, W, 3) or (H, W), all of them or the first of many."""
    changes = list(islice(masks_between(images), settings.PACE_FRAMES))
    moving = [moves(mask) for mask in changes]
    if sum(moving) < settings.PACE_LEAST:
        return Pace.FLOWING
    if all(moving) and len(moving) < settings.SLIDES_MOST:
        return Pace.SLIDES
    if stroke_share(changes) < settings.STROKES:
        return Pace.FLOWING
    return Pace.SLIDES if sum(moving) > settings.SLIDES_MOVING * len(moving) else Pace.STEPS


def masks_between(images: Iterable[np.ndarray]) -> Iterator[np.ndarray]:
    """What differs from each picture to the next."""
    return (differing(now, then) for then, now in pairwise(map(small_grey, images)))


def moves(mask: np.ndarray) -> bool:
    return share_of(mask) > settings.MOVING_SHARE


def stroke_share(changes: list[np.ndarray]) -> float:
    """Which part of the changes was left as it was by the next picture."""
    moved = [pair for pair in pairwise(changes) if moves(pair[0])]
    return sum(is_stroke(*pair) for pair in moved) / max(1, len(moved))


def is_stroke(change: np.ndarray, after: np.ndarray) -> bool:
    smaller = min(share_of(change), max(share_of(after), settings.MOVING_SHARE))
    return share_of(change & after) <= settings.LEFT_ALONE * smaller
