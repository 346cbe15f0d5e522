"""Procedural surfaces: wood, marble, cloth and noise, as (n, n, 3) or (n, n) float32 arrays."""

from __future__ import annotations

import cv2
import numpy as np


def hsv(hue: float, saturation: float, value: float) -> np.ndarray:
    """(3,) BGR in 0–255 from hue 0–1, saturation 0–1, value 0–1."""
    pixel = np.array([[[hue % 1 * 360, saturation, value]]], np.float32)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] * 255


def random_colour(rng: np.random.Generator, low: float = 0.1, high: float = 1.0) -> np.ndarray:
    """(3,) BGR, two thirds of them muted."""
    loud = rng.random() < 0.33
    saturation = rng.uniform(0, 1) ** 0.7 if loud else rng.uniform(0, 0.55)
    return hsv(rng.random(), saturation, rng.uniform(low, high))


def smooth_noise(rng: np.random.Generator, n: int, cells_xy: tuple[int, int]) -> np.ndarray:
    """(n, n) noise about 0 with roughly cells_xy bumps across."""
    seeds = rng.standard_normal((max(2, cells_xy[1]), max(2, cells_xy[0]))).astype(np.float32)
    return cv2.resize(seeds, (n, n), interpolation=cv2.INTER_CUBIC)


def fractal(rng: np.random.Generator, n: int, first: int, octaves: int = 4) -> np.ndarray:
    """(n, n) sum of noises, each twice as fine and about half as strong."""
    total = np.zeros((n, n), np.float32)
    for k in range(octaves):
        cells = min(n, first * 2**k)
        total += smooth_noise(rng, n, (cells, cells)) * 0.55**k
    return total


def blend(a: np.ndarray, b: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Mix two colours (3,) by an (n, n) share into (n, n, 3)."""
    share = np.clip(share, 0, 1)[..., None].astype(np.float32)
    return np.float32(a) + np.float32(b - a) * share


def wood_grain(rng: np.random.Generator, n: int) -> np.ndarray:
    """(n, n) grain about 0 along x: broad rings, fine fibres, pores."""
    along = max(2, int(rng.integers(2, 6)))
    across = int(rng.integers(10, 40))
    rings = smooth_noise(rng, n, (along, across)) * 0.6
    bend = smooth_noise(rng, n, (3, 3)) * rng.uniform(1, 6)
    y = np.linspace(0, rng.uniform(10, 45), n, dtype=np.float32)[:, None]
    lines = np.sin(y * 2 + bend) * rng.uniform(0.1, 0.7)
    fibres = smooth_noise(rng, n, (int(n / rng.uniform(12, 50)), n // 2)) * rng.uniform(0.2, 0.6)
    return rings + lines + fibres


def wood(rng: np.random.Generator, n: int, base: np.ndarray | None = None) -> np.ndarray:
    """(n, n, 3) wood of a given or random brown."""
    if base is None:
        base = hsv(rng.uniform(0.03, 0.11), rng.uniform(0.2, 0.75), rng.uniform(0.25, 0.9))
    dark = base * rng.uniform(0.35, 0.8)
    grain = wood_grain(rng, n) * rng.uniform(0.15, 0.5)
    return blend(base, dark, 0.4 + grain)


def marble(rng: np.random.Generator, n: int, base: np.ndarray, vein: np.ndarray) -> np.ndarray:
    """(n, n, 3) stone with veins."""
    field = fractal(rng, n, 3, 5)
    veins = np.exp(-np.abs(field) * rng.uniform(4, 14))
    clouds = fractal(rng, n, 4, 4) * 0.15
    return blend(base, vein, veins * rng.uniform(0.3, 0.9) + clouds)
