"""The same labelled pictures as worse cameras and lamps would give them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import cv2
import numpy as np

from models.evaluate.truth import Labelled

Change = Callable[[np.ndarray], np.ndarray]


def harder(pictures: Iterable[Labelled]) -> Iterator[Labelled]:
    """Every picture once with every change; its tags name the change."""
    for one in pictures:
        for name, change in CHANGES.items():
            changed = change(one.image)
            tags = {"change": name, **one.tags}
            yield in_size_of(changed, replace(one, name=f"{one.name} {name}", tags=tags))


def in_size_of(changed: np.ndarray, one: Labelled) -> Labelled:
    """The labels moved along where the change made the picture smaller."""
    scale = np.array(changed.shape[1::-1]) / one.image.shape[1::-1]
    tiles = tuple(
        replace(tile, corners_xy=(tile.corners_xy + 0.5) * scale - 0.5) for tile in one.tiles
    )
    ignored = (one.ignored + 0.5) * scale - 0.5
    return replace(one, image=changed, tiles=tiles, ignored=ignored)


def lit(gain: float | np.ndarray, lift: float = 0.0, gamma: float = 1.0) -> Change:
    def change(image: np.ndarray) -> np.ndarray:
        levels = 255 * (image / 255.0) ** gamma * gain + lift
        bright: np.ndarray = levels.clip(0, 255).astype(np.uint8)
        return bright

    return change


def from_one_side(image: np.ndarray) -> np.ndarray:
    return lit(np.linspace(0.25, 1.3, image.shape[1])[None, :, None])(image)


def smaller(share: float) -> Change:
    return lambda image: cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)


def noisy(sigma: float) -> Change:
    def change(image: np.ndarray) -> np.ndarray:
        grain = np.random.default_rng(1).normal(0, sigma, image.shape)
        dirty: np.ndarray = (image + grain).clip(0, 255).astype(np.uint8)
        return dirty

    return change


def compressed(quality: int) -> Change:
    def change(image: np.ndarray) -> np.ndarray:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return cv2.imdecode(data, cv2.IMREAD_COLOR)

    return change


def grey(image: np.ndarray) -> np.ndarray:
    return cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


CHANGES: dict[str, Change] = {
    "as it is": lambda image: image,
    "half the size": smaller(0.5),
    "dark": lit(0.35),
    "overexposed": lit(1.5),
    "hard contrast": lit(1.0, gamma=1.8),
    "flat": lit(0.4, 110),
    "warm lamp": lit(np.array([0.6, 0.9, 1.2])),
    "lit from one side": from_one_side,
    "out of focus": lambda image: cv2.GaussianBlur(image, (0, 0), 2),
    "shaken": lambda image: cv2.filter2D(image, -1, np.full((1, 7), 1 / 7)),
    "noisy": noisy(12),
    "very noisy": noisy(25),
    "JPEG 25": compressed(25),
    "without colour": grey,
}
