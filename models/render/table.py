"""Table tops: what lies under the tiles, as a square picture that is tiled over the plane."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from models.render import assets
from models.render.camera import Camera
from models.render.texture import blend, fractal, hsv, marble, random_colour, smooth_noise, wood

N = 640
"""Pixels of a texture's side."""


def planks(rng: np.random.Generator) -> np.ndarray:
    """Boards side by side, or one board."""
    picture = wood(rng, N)
    count = int(rng.choice([1, 3, 5, 8]))
    if count == 1:
        return picture
    height = N // count
    rows = np.arange(N) // height
    tone = rng.uniform(0.8, 1.15, rows.max() + 1).astype(np.float32)[rows]
    joint = 1 - 0.6 * (np.arange(N) % height < max(1, rng.integers(0, 4)))
    shift = rng.integers(0, N, rows.max() + 1)
    for row in range(rows.max() + 1):
        band = rows == row
        picture[band] = np.roll(picture[band], int(shift[row]), axis=1)
    return picture * (tone * joint).astype(np.float32)[:, None, None]


def _weave(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """Give a print the threads of its cloth."""
    fine = rng.normal(0, rng.uniform(0, 9), picture.shape[:2]).astype(np.float32)
    return picture + (fine + smooth_noise(rng, N, (N // 2, 40)) * rng.uniform(0, 5))[..., None]


def checks(rng: np.random.Generator) -> np.ndarray:
    """Chessboard or gingham."""
    a, b = random_colour(rng), random_colour(rng)
    half = N // (2 * int(rng.integers(1, 9)))
    x = (np.arange(N) // half) % 2
    if rng.random() < 0.5:
        share = np.abs(x[:, None] - x[None]).astype(np.float32)
    else:
        share = (x[:, None] + x[None]).astype(np.float32) / 2
    return _weave(rng, blend(a, b, share))


def stripes(rng: np.random.Generator) -> np.ndarray:
    """Bands of several colours, straight or wavy."""
    colours = np.array([random_colour(rng) for _ in range(int(rng.integers(2, 7)))], np.float32)
    widths = rng.uniform(0.1, 1, len(colours))
    edges = np.cumsum(widths) / widths.sum()
    y = np.linspace(0, int(rng.integers(1, 7)), N, endpoint=False)[:, None]
    bend = smooth_noise(rng, N, (6, 6)) * rng.choice([0, 0, 0.05, 0.15])
    return _weave(rng, colours[np.searchsorted(edges, (y + bend) % 1.0).clip(0, len(colours) - 1)])


def dots(rng: np.random.Generator) -> np.ndarray:
    """Dots, triangles or squares in rows."""
    picture = np.full((N, N, 3), random_colour(rng), np.uint8)
    step = N / int(rng.integers(3, 17))
    radius = step * rng.uniform(0.08, 0.4)
    corners = int(rng.choice([3, 3, 4, 24]))
    colours = [random_colour(rng) for _ in range(int(rng.integers(1, 4)))]
    turn = rng.uniform(0, 7)
    for row, y in enumerate(np.arange(step / 2, N, step)):
        for col, x in enumerate(np.arange(step / 2, N, step)):
            shift = step / 2 * (row % 2)
            fan = turn + (row + col) * np.pi + np.arange(corners) * 2 * np.pi / corners
            at = np.stack([x + shift + radius * np.cos(fan), y + radius * np.sin(fan)], 1)
            _fill(picture, at, colours[(row + col) % len(colours)])
    return _weave(rng, picture)


def _fill(picture: np.ndarray, points: np.ndarray, colour: np.ndarray) -> None:
    fixed = np.round(points * 8).astype(np.int32)
    cv2.fillPoly(picture, [fixed], [float(c) for c in colour], cv2.LINE_AA, 3)


def floral(rng: np.random.Generator) -> np.ndarray:
    """Scattered flowers, leaves and berries on a plain or dotted ground."""
    picture = np.full((N, N, 3), random_colour(rng, 0.3), np.uint8)
    inks = [random_colour(rng, 0.1) for _ in range(5)]
    for _ in range(int(rng.integers(8, 60))):
        at = rng.uniform(0, N, 2)
        size = rng.uniform(8, 46)
        petals = int(rng.integers(1, 8))
        turn = rng.uniform(0, 7)
        ink = inks[int(rng.integers(5))]
        for k in range(petals):
            angle = turn + k * 2 * np.pi / petals
            spot = at + size * 0.6 * np.array([np.cos(angle), np.sin(angle)])
            axes = (max(2, int(size * 0.5)), max(1, int(size * rng.uniform(0.15, 0.4))))
            shade = [float(c) for c in ink * rng.uniform(0.7, 1.15)]
            cv2.ellipse(
                picture, spot.astype(int), axes, np.degrees(angle), 0, 360, shade, -1, cv2.LINE_AA
            )
        cv2.circle(picture, at.astype(int), int(size * 0.2), inks[0].tolist(), -1, cv2.LINE_AA)
    return _weave(rng, picture)


def stone(rng: np.random.Generator) -> np.ndarray:
    """Marble or speckled granite."""
    if rng.random() < 0.5:
        return marble(rng, N, random_colour(rng, 0.3), random_colour(rng))
    speck = np.clip(rng.normal(0.3, 0.4, (N, N)).astype(np.float32), 0, 1)
    speck = cv2.GaussianBlur(speck, (0, 0), rng.uniform(0.5, 2.5))
    return blend(random_colour(rng, 0.2), random_colour(rng), speck + fractal(rng, N, 6, 3) * 0.1)


def plain(rng: np.random.Generator) -> np.ndarray:
    """Paper, paint, glass: one colour, a little cloudy."""
    clouds = fractal(rng, N, 3, 5) * rng.uniform(0, 0.2)
    colour = random_colour(rng)
    picture = blend(colour, colour * rng.uniform(0.5, 0.95), clouds)
    return picture + rng.normal(0, rng.uniform(0, 4), (N, N, 1)).astype(np.float32)


def felt(rng: np.random.Generator) -> np.ndarray:
    """Felt, denim or towel, with soft folds."""
    colour = hsv(rng.random(), rng.uniform(0.1, 0.9), rng.uniform(0.15, 0.8))
    fuzz = rng.normal(0, 1, (N, N)).astype(np.float32)
    fuzz = cv2.GaussianBlur(fuzz, (0, 0), rng.uniform(0.6, 2), sigmaY=rng.uniform(0.6, 4))
    fuzz *= rng.uniform(6, 22) / max(fuzz.std(), 1e-3) / 2
    folds = fractal(rng, N, 3, 4) * rng.uniform(0, 16)
    twill = np.sin(np.add.outer(np.arange(N), np.arange(N)) * 0.9) * rng.choice([0, 0, 6])
    return np.float32(colour) + (fuzz + folds + twill.astype(np.float32))[..., None]


def patches(rng: np.random.Generator) -> np.ndarray:
    """Random overlapping polygons: a hard background."""
    picture = np.full((N, N, 3), random_colour(rng), np.uint8)
    for _ in range(int(rng.integers(10, 80))):
        corners = int(rng.choice([3, 3, 4, 5]))
        points = rng.uniform(0, N, 2) + rng.normal(0, rng.uniform(10, 150), (corners, 2))
        _fill(picture, points, random_colour(rng))
    return _weave(rng, picture)


KINDS: dict[str, tuple[Callable[[np.random.Generator], np.ndarray], float]] = {
    "wood": (planks, 0.26),
    "check": (checks, 0.09),
    "stripes": (stripes, 0.07),
    "dots": (dots, 0.06),
    "floral": (floral, 0.07),
    "stone": (stone, 0.07),
    "plain": (plain, 0.11),
    "felt": (felt, 0.09),
    "patches": (patches, 0.04),
}
CLOTHS = {"check", "stripes", "dots", "floral", "felt"}
PHOTO_SHARE = 0.2


def make_table(rng: np.random.Generator, kind: str | None, split: str) -> tuple[str, np.ndarray]:
    """A kind and its (n, m, 3) uint8 texture."""
    groups = assets.textures(split)
    if groups and (kind == "photo" or (kind is None and rng.random() < PHOTO_SHARE)):
        pictures = groups[int(rng.integers(len(groups)))]
        return "photo", assets.load_texture(pictures[int(rng.integers(len(pictures)))])
    if kind is None or kind == "photo":
        weights = np.array([w for _, w in KINDS.values()])
        kind = str(rng.choice(list(KINDS), p=weights / weights.sum()))
    return kind, np.clip(KINDS[kind][0](rng), 0, 255).astype(np.uint8)


def lay_table(
    rng: np.random.Generator, camera: Camera, texture: np.ndarray, sides: float, folds: float
) -> np.ndarray:
    """(H, W, 3) uint8: the texture spread over the table, repeating after so many tile sides."""
    step = 16
    wide, high = camera.size_wh
    grid = np.mgrid[0 : high + step : step, 0 : wide + step : step][::-1].reshape(2, -1).T
    ground = camera.ground(grid.astype(float))
    turn = rng.uniform(0, 2 * np.pi)
    scale = texture.shape[1] / sides
    side_px = camera.focal_px / np.linalg.norm(camera.eye_xyz)
    while scale > 1.3 * side_px and min(texture.shape[:2]) > 64:
        texture = cv2.resize(texture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        scale /= 2
    c, s = np.cos(turn), np.sin(turn)
    at = ground @ np.array([[c, s], [-s, c]]) * scale + rng.uniform(0, 640, 2)
    at = np.clip(at, -2e4, 2e4)
    shape = (-(-(high + step) // step), -(-(wide + step) // step))
    maps = at.astype(np.float32).reshape(*shape, 2)
    full = cv2.warpAffine(
        maps, np.float32([[step, 0, 0], [0, step, 0]]), (wide, high), flags=cv2.INTER_LINEAR
    )
    level = 1 + fractal(rng, 64, 3, 3) * folds
    if folds:
        level = cv2.resize(level, (wide, high), interpolation=cv2.INTER_CUBIC)
    border = cv2.BORDER_REFLECT_101 if rng.random() < 0.6 else cv2.BORDER_WRAP
    laid = cv2.remap(texture, full, None, cv2.INTER_LINEAR, borderMode=border)
    return cv2.multiply(laid, cv2.merge([level] * 3), dtype=cv2.CV_8U) if folds else laid


def fold_depth(rng: np.random.Generator, kind: str) -> float:
    """How creased a table's cover lies."""
    return float(rng.uniform(0.01, 0.08)) if kind in CLOTHS and rng.random() < 0.5 else 0.0
