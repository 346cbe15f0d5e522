"""A pinhole camera above the table, with radial distortion."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Camera:
    """World: side lengths, x right, y up, z towards the viewer. Pixels: x right, y down."""

    size_wh: tuple[int, int]
    focal_px: float
    axes: np.ndarray  # (3, 3) rows: right, down, forward
    eye_xyz: np.ndarray  # (3,)
    k1: float  # radial distortion at the picture's corner

    @property
    def half_wh(self) -> np.ndarray:
        """(2,) the middle of the picture."""
        return np.array(self.size_wh) / 2

    def project(self, xyz: np.ndarray) -> np.ndarray:
        """(N, 3) world points to (N, 2) pixels."""
        seen = (np.asarray(xyz, float) - self.eye_xyz) @ self.axes.T
        flat = seen[:, :2] / np.maximum(seen[:, 2:], 1e-3) * self.focal_px
        return self._distort(flat) + self.half_wh

    def project_xy(self, xy: np.ndarray, z: float) -> np.ndarray:
        """(N, 2) points of the plane at height z to (N, 2) pixels."""
        return self.project(np.column_stack([xy, np.full(len(xy), z)]))

    def ground(self, pixels_xy: np.ndarray, z: float = 0.0) -> np.ndarray:
        """(N, 2) pixels to (N, 2) points of the plane at height z, far ones held near."""
        flat = self._undistort(pixels_xy - self.half_wh) / self.focal_px
        rays = np.column_stack([flat, np.ones(len(flat))]) @ self.axes
        drop = np.minimum(rays[:, 2:], -0.03)
        return (self.eye_xyz + rays * (z - self.eye_xyz[2]) / drop)[:, :2]

    def _distort(self, flat: np.ndarray) -> np.ndarray:
        r2 = (flat**2).sum(1, keepdims=True) / (self.half_wh**2).sum()
        # Beyond the corner the polynomial would fold back; hold it there.
        return flat * (1 + self.k1 * np.minimum(r2, 1.7))

    def _undistort(self, bent: np.ndarray) -> np.ndarray:
        flat = bent
        for _ in range(8):
            r2 = (flat**2).sum(1, keepdims=True) / (self.half_wh**2).sum()
            flat = bent / (1 + self.k1 * np.minimum(r2, 1.7))
        return flat


def look_at(
    target_xy: np.ndarray,
    side_px: float,
    tilt_deg: float,
    azimuth: float,
    roll: float,
    focal_px: float,
    size_wh: tuple[int, int],
    k1: float,
) -> Camera:
    """A camera that sees a side at the target as side_px pixels (across the view)."""
    tilt = np.radians(tilt_deg)
    right = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    back = np.array([np.sin(azimuth), -np.cos(azimuth), 0.0])
    up = back * np.sin(tilt) + np.array([0, 0, np.cos(tilt)])
    forward, down = -up, np.cross(-up, right)
    c, s = np.cos(roll), np.sin(roll)
    axes = np.array([c * right + s * down, c * down - s * right, forward])
    eye = np.array([*target_xy, 0.0]) + up * focal_px / side_px
    return Camera(size_wh, focal_px, axes, eye, k1)
