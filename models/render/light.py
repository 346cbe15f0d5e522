"""Light on the table: lamps, windows, shadows and glare, as maps over the picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

SCALE = 8
"""Light maps are made this much smaller than the picture: light is smooth."""


@dataclass(frozen=True)
class Light:
    """way_xy points on the table towards the lamp; slope is shadow length per height."""

    way_xy: np.ndarray  # (2,) unit vector in table coordinates
    slope: float
    softness: float  # shadow blur in sides per side of height
    shadow: float  # darkness of cast shadows, 0–1
    contact: float  # darkness of the seam between tile and table
    colour: np.ndarray  # (3,) BGR factor about 1
    level: float
    kind: str


def make_light(rng: np.random.Generator) -> Light:
    """One main light."""
    way = rng.uniform(0, 2 * np.pi)
    warm = rng.normal(0.02, 0.07)
    tint = np.array([1 - warm, 1 - abs(rng.normal(0, 0.02)), 1 + warm])
    if rng.random() < 0.06:
        tint = rng.uniform(0.55, 1.2, 3)
    return Light(
        way_xy=np.array([np.cos(way), np.sin(way)]),
        slope=float(rng.uniform(0, 1.6) if rng.random() < 0.85 else rng.uniform(1.5, 3)),
        softness=float(rng.uniform(0.05, 0.9)),
        shadow=float(rng.uniform(0.1, 0.75)),
        contact=float(rng.uniform(0.1, 0.6)),
        colour=tint,
        level=float(np.clip(rng.normal(1.03, 0.17), 0.38, 1.4)),
        kind=str(rng.choice(["even", "gradient", "spot", "window"], p=[0.2, 0.4, 0.27, 0.13])),
    )


def _grid(size_wh: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    wide, high = (-(-s // SCALE) for s in size_wh)
    ys, xs = np.mgrid[0:high, 0:wide].astype(np.float32)
    return (xs / wide - 0.5) * 2, (ys / high - 0.5) * 2


def light_map(rng: np.random.Generator, light: Light, size_wh: tuple[int, int]) -> np.ndarray:
    """(h, w, 3) float32 factor at 1/SCALE of the picture's size."""
    x, y = _grid(size_wh)
    way = rng.uniform(0, 2 * np.pi)
    along = x * np.cos(way) + y * np.sin(way)
    depth = rng.uniform(0.1, 0.6)
    if light.kind == "gradient":
        level = 1 + along * depth * 0.6
    elif light.kind == "spot":
        cx, cy = rng.uniform(-0.9, 0.9, 2)
        far = (x - cx) ** 2 + (y - cy) ** 2
        level = 1.15 - depth + depth * 1.3 * np.exp(-far / rng.uniform(0.3, 2.5))
    elif light.kind == "window":
        level = _window_bands(rng, along, x * np.sin(way) - y * np.cos(way))
    else:
        level = np.ones_like(x)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.6, 0.28, 0.12]))):
        level = level * _unseen_shadow(rng, x, y)
    level = level * (1 - rng.uniform(0, 0.3) * (x**2 + y**2) / 2)
    return (level * light.level)[..., None] * light.colour.astype(np.float32)


def _window_bands(rng: np.random.Generator, along: np.ndarray, side: np.ndarray) -> np.ndarray:
    """Sun through a window: bright panes with soft frames between."""
    sharp = rng.uniform(4, 25)
    panes = np.sin(along * rng.uniform(1.5, 6) + rng.uniform(0, 7)) + rng.uniform(0, 1)
    bars = np.sin(side * rng.uniform(1.5, 6) + rng.uniform(0, 7)) + rng.uniform(0.3, 1.5)
    lit = 1 / (1 + np.exp(-sharp * np.minimum(panes, bars)))
    return 0.75 + rng.uniform(0.1, 0.6) * lit


def _unseen_shadow(rng: np.random.Generator, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The soft shadow of somebody outside the picture."""
    way = rng.uniform(0, 2 * np.pi)
    edge = x * np.cos(way) + y * np.sin(way) - rng.uniform(-0.2, 0.9)
    edge = edge + rng.uniform(0, 0.3) * np.sin(3 * (x * np.sin(way) - y * np.cos(way)))
    return 1 - rng.uniform(0.1, 0.5) / (1 + np.exp(-edge * rng.uniform(4, 40)))


def glare_map(rng: np.random.Generator, size_wh: tuple[int, int]) -> np.ndarray | None:
    """(h, w) float32 of 0–1 at 1/SCALE: lamps mirrored in glossy surfaces, or None."""
    if rng.random() < 0.55:
        return None
    x, y = _grid(size_wh)
    total = np.zeros_like(x)
    for _ in range(int(rng.integers(1, 4))):
        cx, cy = rng.uniform(-1, 1, 2)
        way, wide, thin = rng.uniform(0, 3.2), rng.uniform(0.04, 0.5), rng.uniform(0.3, 1)
        u = (x - cx) * np.cos(way) + (y - cy) * np.sin(way)
        v = -(x - cx) * np.sin(way) + (y - cy) * np.cos(way)
        total += rng.uniform(0.2, 1) * np.exp(-(u**2 + (v / thin) ** 2) / wide**2)
    return np.clip(total, 0, 1)


def enlarge(small: np.ndarray, size_wh: tuple[int, int]) -> np.ndarray:
    """A light map at the picture's size."""
    return cv2.resize(small, size_wh, interpolation=cv2.INTER_LINEAR)
