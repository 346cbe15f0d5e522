"""Pictures that prove an event: before, after, and the tile itself; bounded in size and number."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

import cv2
import numpy as np

from scorer.sightings import Readings
from vision import watch_settings as settings


@dataclass(frozen=True)
class Evidence:
    """JPEGs of one event and what was read; `crop` shows the tile with room around."""

    frame: int
    time_s: float
    after: bytes
    before: bytes | None = None
    crop: bytes | None = None
    reading: dict[str, Any] = field(default_factory=dict)


class Sink(Protocol):
    """Where evidence is kept: the journal, a folder, a list in a test."""

    def keep(self, evidence: Evidence) -> str | None:
        """The name it can be found by, None where it was not kept."""


class Forgotten:
    """Keeps nothing."""

    def keep(self, evidence: Evidence) -> str | None:
        return None


@dataclass
class Kept:
    """The newest evidence in memory, under running numbers."""

    most: int = settings.EVIDENCE_MOST
    items: dict[str, Evidence] = field(default_factory=dict)
    _count: int = 0

    def keep(self, evidence: Evidence) -> str | None:
        self._count += 1
        name = str(self._count)
        self.items[name] = evidence
        while len(self.items) > self.most:
            del self.items[next(iter(self.items))]
        return name


def jpeg(image: np.ndarray) -> bytes:
    """At most EVIDENCE_LONG_SIDE_PX and EVIDENCE_MOST_BYTES."""
    scale = min(1.0, settings.EVIDENCE_LONG_SIDE_PX / max(image.shape[:2]))
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    quality = settings.EVIDENCE_QUALITY
    data = _encoded(image, quality)
    while len(data) > settings.EVIDENCE_MOST_BYTES and quality > 20:
        quality -= 20
        data = _encoded(image, quality)
    return data


def _encoded(image: np.ndarray, quality: int) -> bytes:
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return bytes(data)


def crop(image: np.ndarray, corners_xy: np.ndarray) -> bytes:
    """The tile at (3, 2) pixels with half a side around it, CROP_PX wide."""
    middle = corners_xy.mean(axis=0)
    reach = max(8.0, float(np.ptp(corners_xy, axis=0).max()))
    scale = settings.CROP_PX / (2 * reach)
    shift = settings.CROP_PX / 2 - middle * scale
    matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]], np.float32)
    size = (settings.CROP_PX, settings.CROP_PX)
    return _encoded(cv2.warpAffine(image, matrix, size, flags=cv2.INTER_AREA), 90)


def reading_json(readings: Readings, corners_xy: np.ndarray | None = None) -> dict[str, Any]:
    told: dict[str, Any] = {
        "readings": [{"values": list(r.values), "chance": round(r.chance, 4)} for r in readings]
    }
    if corners_xy is not None:
        told["corners"] = [[round(float(x), 1), round(float(y), 1)] for x, y in corners_xy]
    return told
