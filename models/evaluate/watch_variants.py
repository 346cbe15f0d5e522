"""The same films as other cameras would give them: fewer frames, single pictures, other sizes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from models.video.film import Film, FilmFrame
from models.video.shots import FPS
from vision.pace import Pace


@dataclass(frozen=True)
class Variant:
    """How a film is handed on; pictures without a frame rate come as a folder would give them."""

    every: int = 1  # only each so many frames
    stills: int = 0  # only so many frames after each tile was laid, nothing in between
    size_wh: tuple[int, int] | None = None
    shake_px: float = 0.0  # a camera held in the hand
    moved_px: float = 0.0  # … or put up anew for each picture
    hands: bool = True

    @property
    def pace(self) -> Pace:
        """What `pace_of` says of such pictures; finding it out would need the whole film first."""
        if not self.stills:
            return Pace.FLOWING
        return Pace.SLIDES if self.stills == 1 else Pace.STEPS

    @property
    def fps(self) -> float:
        return FPS if self.stills else FPS / self.every


VARIANTS = {
    "film": Variant(),
    "5 fps": Variant(every=3),
    "640": Variant(size_wh=(640, 360)),
    "1920": Variant(size_wh=(1920, 1080)),
    "1 still": Variant(stills=1, hands=False),
    "2 stills": Variant(stills=2, hands=False),
    "4 stills": Variant(stills=4, hands=False),
    "1 still, moved": Variant(stills=1, moved_px=25.0, hands=False),
    "no hands": Variant(hands=False),
    "held": Variant(shake_px=3.0),
}


def varied(film: Film, variant: Variant) -> Iterator[FilmFrame]:
    """The frames that are left, each with its number in the film."""
    rng = np.random.default_rng([film.seed, 15])
    for frame in film.frames(lambda index: kept(film, index, variant)):
        image = sized(moved(rng, frame.image, variant), variant)
        yield FilmFrame(frame.index, image, frame.shot, frame.hand_seen)


def kept(film: Film, index: int, variant: Variant) -> bool:
    if not variant.stills:
        return index % variant.every == 0
    last = max(film.truth.left.values(), default=0)
    return index - last < variant.stills


def moved(rng: np.random.Generator, image: np.ndarray, variant: Variant) -> np.ndarray:
    pixels = variant.shake_px or variant.moved_px
    if not pixels:
        return image
    high, wide = image.shape[:2]
    turn, zoom = rng.normal(0, pixels / 15), rng.normal(1, pixels / 1500)
    move = cv2.getRotationMatrix2D((wide / 2, high / 2), turn, zoom)
    move[:, 2] += rng.normal(0, pixels, 2)
    border = cv2.BORDER_REFLECT
    return cv2.warpAffine(image, move, (wide, high), flags=cv2.INTER_LINEAR, borderMode=border)


def sized(image: np.ndarray, variant: Variant) -> np.ndarray:
    if variant.size_wh is None:
        return image
    long, short = variant.size_wh
    size = (long, short) if image.shape[1] > image.shape[0] else (short, long)
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA)
