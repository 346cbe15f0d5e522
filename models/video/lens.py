"""What lamp, lens and sensor do to each frame; everything that can be is made once a film."""

from __future__ import annotations

import cv2
import numpy as np

from models.video.shots import SIZE_WH, Shot, View

NOISE_ROOM = 64


class Lens:
    """Crops the frame as the camera stands now, then light, focus, noise, compression."""

    def __init__(
        self, rng: np.random.Generator, canvas_wh: tuple[int, int], clean: bool = False
    ) -> None:
        self._rng = rng
        self._canvas_wh = canvas_wh
        self._soft = float(rng.uniform(0, 0.7))
        self._quality = int(rng.uniform(78, 96))
        self._flicker = float(rng.choice([0.0, 0.004, 0.01])) * (not clean)
        self._noise = self._grain(float(np.clip(rng.gamma(1.5, 1.2), 0.3, 6)) * (not clean))
        self._lean_way = float(rng.uniform(0, 2 * np.pi))

    def frame(self, canvas: np.ndarray, shot: Shot) -> np.ndarray:
        image = self._cropped(canvas, shot.view)
        image = self._lit(image, shot)
        if shot.lean is not None:
            image = self._shaded(image, shot.lean)
        sigma = float(np.hypot(self._soft, shot.blur))
        if sigma > 0.3:
            image = cv2.GaussianBlur(image, (0, 0), sigma)
        image = self._noisy(image)
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
        return np.ascontiguousarray(np.rot90(image, shot.view.quarters))

    def sees(self, mask: np.ndarray | None) -> bool:
        """Whether anything of a canvas mask is in the frame of a camera at rest."""
        if mask is None:
            return False
        x, y = self._origin()
        return bool(mask[y : y + SIZE_WH[1], x : x + SIZE_WH[0]].any())

    def _origin(self) -> tuple[int, int]:
        return (self._canvas_wh[0] - SIZE_WH[0]) // 2, (self._canvas_wh[1] - SIZE_WH[1]) // 2

    def _cropped(self, canvas: np.ndarray, view: View) -> np.ndarray:
        x, y = self._origin()
        if view == View(quarters=view.quarters):
            return canvas[y : y + SIZE_WH[1], x : x + SIZE_WH[0]].copy()
        middle = (SIZE_WH[0] / 2 + x, SIZE_WH[1] / 2 + y)
        move = cv2.getRotationMatrix2D(middle, np.degrees(view.turn), view.zoom)
        move[:, 2] += view.dx - x, view.dy - y
        flags, border = cv2.INTER_LINEAR, cv2.BORDER_REFLECT
        return cv2.warpAffine(canvas, move, SIZE_WH, flags=flags, borderMode=border)

    def _lit(self, image: np.ndarray, shot: Shot) -> np.ndarray:
        level = shot.lamp * (1 + self._flicker * float(self._rng.normal()))
        if abs(level - 1) < 1e-3 and not shot.warmth:
            return image
        tint = np.array([1 - shot.warmth, 1.0, 1 + shot.warmth]) * level
        table = np.clip(np.arange(256)[:, None] * tint, 0, 255).astype(np.uint8)
        return cv2.LUT(image, table[None])

    def _shaded(self, image: np.ndarray, reach: float) -> np.ndarray:
        y, x = np.mgrid[0:45, 0:80].astype(np.float32)
        along = (x / 40 - 1) * np.cos(self._lean_way) + (y / 22.5 - 1) * np.sin(self._lean_way)
        dark = 1 - 0.45 / (1 + np.exp((along + 1.3 - 2 * reach) * 6))
        level = cv2.resize(dark.astype(np.float32), SIZE_WH, interpolation=cv2.INTER_LINEAR)
        return cv2.multiply(image, cv2.merge([level] * 3), dtype=cv2.CV_8U)

    def _grain(self, level: float) -> np.ndarray:
        """(H, W, 3) int8 field, larger than a frame, cut anew for each."""
        high, wide = SIZE_WH[1] + NOISE_ROOM, SIZE_WH[0] + NOISE_ROOM
        field = self._rng.normal(0, level, (high, wide, 3))
        return np.clip(np.rint(field), -60, 60).astype(np.int8)

    def _noisy(self, image: np.ndarray) -> np.ndarray:
        x, y = self._rng.integers(0, NOISE_ROOM, 2)
        high, wide = image.shape[:2]
        return cv2.add(image, self._noise[y : y + high, x : x + wide], dtype=cv2.CV_8U)
