"""What lens, sensor and phone do to a picture: blur, noise, colour, compression."""

from __future__ import annotations

import cv2
import numpy as np


def finish(
    rng: np.random.Generator, picture: np.ndarray, side_px: float
) -> tuple[np.ndarray, dict]:
    """(H, W, 3) uint8 in and out, and what was done for meta."""
    meta: dict = {}
    picture, meta["blur_sigma"] = _blur(rng, picture, side_px)
    picture = _tone(rng, picture)
    picture, meta["noise"] = _noise(rng, picture)
    if rng.random() < 0.4:
        picture = _sharpen(rng, picture)
    picture, meta["jpeg"] = _compress(rng, picture)
    return picture, meta


def _blur(
    rng: np.random.Generator, picture: np.ndarray, side_px: float
) -> tuple[np.ndarray, float]:
    """Soft lens always, then sometimes defocus or motion, limited by the tiles' size."""
    kind = rng.choice(["soft", "defocus", "motion", "rescale"], p=[0.66, 0.13, 0.09, 0.12])
    sigma = float(rng.uniform(0, 0.8))
    if sigma > 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), sigma)
    most = max(0.6, side_px * 0.022)
    if kind == "defocus":
        radius = min(rng.uniform(0.7, 4), most * 1.6)
        return cv2.filter2D(picture, -1, _disc(radius)), float(np.hypot(sigma, radius / 2))
    if kind == "motion":
        length = min(rng.uniform(1.5, 9), most * 3)
        return cv2.filter2D(picture, -1, _streak(rng, length)), float(np.hypot(sigma, length / 3.5))
    if kind == "rescale":
        factor = max(rng.uniform(0.5, 0.95), min(0.95, 38 / side_px))
        small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        size = picture.shape[1::-1]
        return cv2.resize(small, size, interpolation=cv2.INTER_CUBIC), float(
            np.hypot(sigma, 0.45 / factor)
        )
    return picture, sigma


def _disc(radius: float) -> np.ndarray:
    half = int(np.ceil(radius))
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    kernel = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1)
    return (kernel / kernel.sum()).astype(np.float32)


def _streak(rng: np.random.Generator, length: float) -> np.ndarray:
    half = int(np.ceil(length / 2)) + 1
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    way = rng.uniform(0, np.pi)
    step = np.array([np.cos(way), np.sin(way)]) * length / 2
    a, b = (np.round((half + s * step) * 16).astype(int) for s in (-1, 1))
    cv2.line(kernel, a, b, 1.0, 1, cv2.LINE_AA, 4)
    return kernel / max(kernel.sum(), 1e-6)


def _tone(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """White balance, gamma, contrast and saturation through one table a channel."""
    x = np.linspace(0, 1, 256)
    gamma = np.exp(rng.normal(0, 0.16))
    contrast = np.exp(rng.normal(0, 0.12))
    lift = rng.normal(0, 0.025)
    balance = np.exp(rng.normal(0, 0.06, 3))
    curve = [np.clip((x * b) ** gamma, 0, 1) for b in balance]
    curve = [np.clip((c - 0.45) * contrast + 0.45 + lift, 0, 1) for c in curve]
    table = np.stack(curve, 1)[None] * 255
    picture = cv2.LUT(picture, table.astype(np.uint8))
    if rng.random() < 0.3:
        grey = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        colourful = rng.uniform(0.0, 1.0) if rng.random() < 0.4 else rng.uniform(1, 1.4)
        picture = cv2.addWeighted(picture, colourful, grey, 1 - colourful, 0)
    return picture


def _noise(rng: np.random.Generator, picture: np.ndarray) -> tuple[np.ndarray, float]:
    """Sensor noise, brighter parts noisier, some of it in coarse colour blotches."""
    level = float(rng.gamma(1.5, 1.6)) if rng.random() < 0.85 else float(rng.uniform(4, 10))
    if level < 0.6:
        return picture, level
    high, wide = picture.shape[:2]
    # One random field shifted for each channel: three times as cheap and as good.
    field = np.empty((high + 64, wide + 64), np.int8)
    cv2.setRNGSeed(int(rng.integers(2**31)))
    cv2.randn(field, 0, 24)
    shifts = rng.integers(0, 64, (3, 2))
    own = np.stack([field[y : y + high, x : x + wide] for y, x in shifts], 2)
    if rng.random() < 0.5:
        own = cv2.GaussianBlur(own.astype(np.float32), (0, 0), rng.uniform(0.4, 0.9))
    grain = cv2.multiply(own, np.full(4, level / 24), dtype=cv2.CV_16S)
    return cv2.add(picture, grain, dtype=cv2.CV_8U), level


def _sharpen(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """The halos of a phone's sharpening."""
    amount = rng.uniform(0.2, 1.2)
    soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.7, 2))
    return cv2.addWeighted(picture, 1 + amount, soft, -amount, 0)


def _compress(rng: np.random.Generator, picture: np.ndarray) -> tuple[np.ndarray, int]:
    quality = int(rng.uniform(35, 75) if rng.random() < 0.2 else rng.uniform(75, 97))
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(data, cv2.IMREAD_COLOR), quality
