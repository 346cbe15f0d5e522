"""Whether anything has changed, cheaply: one small grey picture a frame, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import cv2
import numpy as np

from vision import watch_settings as settings


class Signal(StrEnum):
    """What a frame shows, before anything is read."""

    BLACK = "black"  # nothing can be seen
    MOVING = "moving"
    HAND = "hand"  # still, but something reaches in from the rim
    CHANGED = "changed"  # still, and not as it was when last read
    SAME = "same"  # still, and as it was


@dataclass(frozen=True)
class Look:
    """One frame's signal; `changed` and `hand` are masks of SMALL_WH, None where unknown."""

    signal: Signal
    changed: np.ndarray | None = None  # what differs from the picture last read
    hand: np.ndarray | None = None  # what has come in from the rim


class Motion:
    """Remembers the last frame, the last picture that was read, and the last with no hand in it."""

    def __init__(self) -> None:
        self._before: np.ndarray | None = None
        self._reference: np.ndarray | None = None
        self._clear: np.ndarray | None = None
        self._now: np.ndarray | None = None
        self._around: np.ndarray | None = None
        self._unrest = np.zeros(settings.SMALL_WH[::-1], np.float32)  # how much each pixel moves

    def look(self, image: np.ndarray) -> Look:
        self._before, self._now = self._now, small_grey(image)
        now, before, reference = self._now, self._before, self._reference
        if is_black(now):
            return Look(Signal.BLACK)
        if before is None or self._moves(self._calmer(differing(now, before))):
            return Look(Signal.MOVING)
        if reference is None:
            return Look(Signal.CHANGED)
        return self._but_restless(self._only_around(compared(now, reference)))

    def _calmer(self, moved: np.ndarray) -> np.ndarray:
        """What moves, but for what never rests: a screen, leaves before a lamp, fidgeting."""
        cv2.accumulateWeighted(moved.astype(np.float32), self._unrest, settings.UNREST_STEP)
        return np.asarray(moved & ~self._restless())

    def _restless(self) -> np.ndarray:
        mask = (self._unrest > settings.UNREST).astype(np.uint8)
        return cv2.dilate(mask, np.ones((9, 9), np.uint8)) > 0

    def _but_restless(self, look: Look) -> Look:
        """What never rests is not waited for; where all of it moves, somebody holds the camera."""
        if look.signal not in (Signal.HAND, Signal.CHANGED) or look.changed is None:
            return look
        restless = self._restless()
        if not restless.any() or share_of(restless) > settings.WHOLE_PICTURE:
            return look
        calm = np.count_nonzero(look.changed & ~restless)
        return look if calm >= settings.SPECK_PX else replace(look, signal=Signal.SAME)

    def moves_on(self, image: np.ndarray) -> bool:
        """Whether this picture is another than the one seen last."""
        before = self._now
        return before is not None and self._moves(differing(small_grey(image), before))

    def hand_in_view(self) -> bool:
        """Whether something reaches in from the rim in the picture seen last, moving or not."""
        now, reference = self._now, self._reference
        if now is None or reference is None:
            return False
        return compared(now, reference).signal is Signal.HAND

    def watch_around(self, tiles_xy: list[np.ndarray], size_wh: tuple[int, int] | None) -> None:
        """Only what happens near these tiles (3, 2) matters; all of the picture without them."""
        self._around = surroundings(tiles_xy, size_wh) if tiles_xy and size_wh else None

    def _moves(self, mask: np.ndarray) -> bool:
        if self._around is not None and share_of(mask) < settings.WHOLE_PICTURE:
            mask = mask & self._around
        return share_of(mask) > settings.MOVING_SHARE

    def _only_around(self, look: Look) -> Look:
        """A hand that stays away from the layout is not in the way."""
        if look.signal is not Signal.HAND or self._around is None or look.hand is None:
            return look
        if (look.hand & self._around).any():
            return look
        near = look.changed is not None and bool((look.changed & self._around).any())
        return replace(look, signal=Signal.CHANGED if near else Signal.SAME)

    def hidden(self) -> np.ndarray | None:
        """What a hand may cover now, compared with the last picture that was clear of any."""
        if self._now is None or self._clear is None:
            return None
        mask = changed_since(self._now, self._clear)
        return None if share_of(mask) > settings.WHOLE_PICTURE else split_by_rim(mask)[1]

    def changed(self) -> np.ndarray | None:
        """What differs from the picture last read, and rests; None where all of it differs."""
        if self._now is None or self._reference is None:
            return None
        look = compared(self._now, self._reference)
        if look.changed is None:
            return None
        moving = self._restless() if look.hand is None else self._restless() | look.hand
        return np.asarray(look.changed & ~moving)

    def elsewhere(self) -> bool:
        """Whether far more has changed since the last clear picture than a tile or two."""
        if self._now is None or self._clear is None:
            return False
        return share_of(differing(self._now, self._clear)) > settings.ELSEWHERE

    def read_now(self, clear: bool) -> None:
        """This picture has been read; `clear` where everything known was seen in it."""
        if self._now is not None:
            self._reference = self._now
            self._clear = self._now if clear else self._clear


def surroundings(tiles_xy: list[np.ndarray], size_wh: tuple[int, int]) -> np.ndarray:
    """Mask of SMALL_WH: the hull of the tiles with AROUND sides of room."""
    scale = np.array(settings.SMALL_WH) / np.array(size_wh)
    points = np.concatenate(tiles_xy) * scale
    side = np.median([np.ptp(corners * scale, axis=0).max() for corners in tiles_xy])
    mask = np.zeros(settings.SMALL_WH[::-1], np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(np.rint(points).astype(np.int32)), 1)
    reach = 2 * int(settings.AROUND * side) + 1
    return cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))) > 0


def small_grey(image: np.ndarray) -> np.ndarray:
    """SMALL_WH uint8. Skips pixels first: of a large picture most is not needed."""
    step = max(1, image.shape[1] // (2 * settings.SMALL_WH[0]))
    few = np.ascontiguousarray(image[::step, ::step])
    small = cv2.resize(few, settings.SMALL_WH, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if small.ndim == 3 else small
    return cv2.blur(grey, (3, 3))


def is_black(grey: np.ndarray) -> bool:
    mean, spread = cv2.meanStdDev(grey)
    return bool(mean[0, 0] < settings.BLACK_LEVEL and spread[0, 0] < settings.BLACK_CONTRAST)


def light_between(now: np.ndarray, then: np.ndarray) -> tuple[float, float]:
    """Gain and offset that turn `then` into `now`, not led astray by what has moved."""
    x, y = then[::3, ::3].astype(np.float32).ravel(), now[::3, ::3].astype(np.float32).ravel()
    keep = np.ones(len(x), bool)
    gain, offset = 1.0, 0.0
    for _ in range(3):
        mean_x, mean_y = x[keep].mean(), y[keep].mean()
        spread = ((x[keep] - mean_x) ** 2).mean()
        gain = float(((x[keep] - mean_x) * (y[keep] - mean_y)).mean() / max(spread, 1.0))
        gain = float(np.clip(gain, 0.3, 3.0))
        offset = float(mean_y - gain * mean_x)
        off = np.abs(y - gain * x - offset)
        keep = off <= max(4.0, 1.5 * float(np.median(off)))
    return gain, offset


def differing(now: np.ndarray, then: np.ndarray) -> np.ndarray:
    """Mask of pixels that differ, the light evened out where that explains more."""
    plain = cv2.absdiff(now, then) > settings.CHANGED_GREY
    if share_of(plain) < settings.MOVING_SHARE:
        return plain
    gain, offset = light_between(now, then)
    levels = np.clip(np.arange(256) * gain + offset, 0, 255).astype(np.uint8)
    evened = cv2.LUT(then, levels)
    even = cv2.absdiff(now, evened) > settings.CHANGED_GREY
    return even if share_of(even) < share_of(plain) else plain


def share_of(mask: np.ndarray) -> float:
    return float(np.count_nonzero(mask)) / mask.size


def changed_since(now: np.ndarray, then: np.ndarray) -> np.ndarray:
    """Mask of pixels that differ, a push against the camera evened out where that explains more."""
    plain = differing(now, then)
    share = share_of(plain)
    if share < settings.PUSHED_SHARE:
        return plain
    moved = pushed_like(then, now)
    if moved is None:
        return plain
    inside = cv2.warpAffine(np.full_like(then, 255), moved, settings.SMALL_WH) == 255
    even = differing(now, cv2.warpAffine(then, moved, settings.SMALL_WH)) & inside
    return even if share_of(even) < settings.PUSH_EXPLAINS * share else plain


def pushed_like(then: np.ndarray, now: np.ndarray) -> np.ndarray | None:
    """(2, 3) how the old picture has to be moved to lie on the new one, by most of its points."""
    points = cv2.goodFeaturesToTrack(then, settings.PUSH_POINTS, 0.01, 6)
    if points is None or len(points) < settings.PUSH_LEAST:
        return None
    found, good, _ = cv2.calcOpticalFlowPyrLK(then, now, points, points.copy())
    kept = good.ravel() > 0
    if kept.sum() < settings.PUSH_LEAST:
        return None
    moved, inliers = cv2.estimateAffinePartial2D(
        points[kept], found[kept], ransacReprojThreshold=settings.PUSH_NEAR_PX
    )
    agree = 0 if inliers is None else int(inliers.sum())
    return moved if agree >= max(settings.PUSH_LEAST, settings.PUSH_AGREE * len(points)) else None


def compared(now: np.ndarray, reference: np.ndarray) -> Look:
    mask = changed_since(now, reference)
    if share_of(mask) > settings.WHOLE_PICTURE:
        return Look(Signal.CHANGED)
    changed, hand = split_by_rim(mask)
    if hand is not None:
        return Look(Signal.HAND, changed, hand)
    return Look(Signal.CHANGED if changed.any() else Signal.SAME, changed)


def split_by_rim(mask: np.ndarray) -> tuple[np.ndarray, np.ndarray | None]:
    """All that changed, without specks, and the part that reaches in from the rim, if any."""
    joined = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    large = stats[:, cv2.CC_STAT_AREA] >= settings.SPECK_PX
    large[0] = False
    rim = np.zeros(len(stats), bool)
    rim[np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])] = True
    rim &= stats[:, cv2.CC_STAT_AREA] >= settings.HAND_SHARE * mask.size
    rim[0] = False
    changed = large[labels]
    if not rim.any():
        return changed, None
    hand = cv2.dilate(rim[labels].astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    return changed, hand


def share_within(mask: np.ndarray, corners_xy: np.ndarray, size_wh: tuple[int, int]) -> float:
    """Which part of a triangle of the full picture lies in a mask of SMALL_WH."""
    scale = np.array(settings.SMALL_WH) / np.array(size_wh)
    inside = np.zeros(mask.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.rint(corners_xy * scale).astype(np.int32), 1)
    area = np.count_nonzero(inside)
    return float(np.count_nonzero(inside & mask)) / area if area else 0.0
