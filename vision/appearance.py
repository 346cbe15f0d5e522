"""How a tile looks, by a few samples: is it gone or merely not found, is it of this set at all?"""

from __future__ import annotations

import cv2
import numpy as np

STEPS = 9
SAME = 0.75  # correlation from which a place looks as it did
ENOUGH_SURE = 3  # tiles by which to know a set's colours
STRANGE = 28.0  # a colour in Lab that lies this far from each of theirs …
SHADOWED = np.array([0.5, 1.0, 1.0])  # … lightness counted half: one end of the table is darker
SAME_GREY = 9.0  # … or levels that differ by no more than this

RECOLOURED = 12.0  # so far apart in Lab, lightness counted half: something else lies there
OVERVIEW_WH = (64, 36)


def _weights() -> np.ndarray:
    """(n, 3) barycentric weights of sample points inside a triangle."""
    grid = [(a, b, STEPS - a - b) for a in range(1, STEPS) for b in range(1, STEPS - a)]
    return np.array(grid, np.float32) / STEPS


WEIGHTS = _weights()


def samples(image: np.ndarray, corners_xy: np.ndarray) -> np.ndarray:
    """(t, n) grey levels of t tiles (t, 3, 2) in a BGR picture, slightly blurred."""
    grey: np.ndarray = _pixels(image, corners_xy).mean(axis=2)
    return grey


def _pixels(image: np.ndarray, corners_xy: np.ndarray) -> np.ndarray:
    """(t, n, 3) BGR samples of t tiles (t, 3, 2)."""
    if len(corners_xy) == 0:
        return np.zeros((0, len(WEIGHTS), 3), np.float32)
    x, y = (corners_xy[..., axis].astype(np.float32) @ WEIGHTS.T for axis in range(2))
    pixels = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return pixels.astype(np.float32)


def strangers(image: np.ndarray, corners_xy: np.ndarray, sure: np.ndarray) -> np.ndarray:
    """(t,) which tiles are coloured like none of those that are sure: hardly of the same set."""
    if sure.sum() < ENOUGH_SURE:
        return np.zeros(len(corners_xy), bool)
    lab = cv2.cvtColor(_pixels(image, corners_xy) / 255, cv2.COLOR_BGR2Lab)
    colours = np.median(lab, axis=1) * SHADOWED
    nearest = np.linalg.norm(colours[:, None] - colours[None, sure], axis=2).min(axis=1)
    strange: np.ndarray = nearest > STRANGE
    return strange


def looks_same(one: np.ndarray, two: np.ndarray) -> bool:
    """Whether two sample rows show the same thing, whatever the light."""
    a, b = one - one.mean(), two - two.mean()
    norm = float(np.linalg.norm(a) * np.linalg.norm(b))
    return norm > 0 and float(a @ b) / norm > SAME


def unchanged(one: np.ndarray, two: np.ndarray) -> bool:
    """Whether a place looks as before; a bare table may have no pattern to compare."""
    flat = (one - one.mean()) - (two - two.mean())
    return looks_same(one, two) or float(np.abs(flat).mean()) < SAME_GREY


def recoloured(before: np.ndarray, now: np.ndarray, corners_xy: np.ndarray) -> bool:
    """Whether a place (3, 2) has another colour than in the picture before, whatever the lamp.

    The pattern of grey levels does not tell a plain tile from a plain table.
    """
    was, seen = (_pixels(picture, corners_xy[None])[0] for picture in (before, now))
    return bool(np.linalg.norm(_lab(seen) - _lab(was * lamp_gain(before, now))) > RECOLOURED)


def lamp_gain(before: np.ndarray, now: np.ndarray) -> np.ndarray:
    """(3,) how much of blue, green and red most of the picture has gained."""
    one, two = (cv2.resize(p, OVERVIEW_WH, interpolation=cv2.INTER_AREA) for p in (before, now))
    ratio = (two.reshape(-1, 3) + 1.0) / (one.reshape(-1, 3) + 1.0)
    gain: np.ndarray = np.median(ratio, axis=0)
    return gain


def _lab(pixels: np.ndarray) -> np.ndarray:
    """(3,) middle colour in Lab of (n, 3) BGR 0–255, lightness counted half."""
    bounded = pixels[None].clip(0, 255).astype(np.float32) / 255
    middle: np.ndarray = np.median(cv2.cvtColor(bounded, cv2.COLOR_BGR2Lab)[0], axis=0) * SHADOWED
    return middle
