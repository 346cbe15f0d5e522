"""Layouts and pictures made on the spot, for tests of what comes after reading."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.lattice import Cell
from vision.layout import Layout, SeenBack, SeenTile
from vision.table import find_faults

MODELS = Path(__file__).parents[2] / "models"
needs_models = pytest.mark.skipif(
    not all((MODELS / f"{name}.onnx").exists() for name in ("finder", "reader")),
    reason="the trained models are not here",
)

Laid = tuple[str, tuple[int, int, int]]


def corner_xy(cell: Cell, side_px: float, origin_xy: tuple[float, float]) -> np.ndarray:
    """(3, 2) picture pixels of a cell's corners, clockwise as seen, without their lattice names."""
    points = [(i + j / 2, -j * 3**0.5 / 2) for i, j in cell.corners]
    return (np.array(points) * side_px + origin_xy)[::-1]


def layout_of(
    laid: Sequence[Laid],
    size_wh: tuple[int, int] = (640, 480),
    side_px: float = 80.0,
    origin_xy: tuple[float, float] = (200.0, 300.0),
    confidence: float = 0.99,
    backs: int = 0,
) -> Layout:
    """Tiles given as cell text and numbers in the cell's order, like ("0,0,up", (1, 2, 3))."""
    tiles = []
    for text, values in laid:
        cell = Cell.parse(text)
        one, two, three = cell.corners
        tiles.append(
            SeenTile(
                corners_xy=corner_xy(cell, side_px, origin_xy),
                values=(values[2], values[1], values[0]),
                confidence=confidence,
                chances=np.full((3, 6), 1 / 6),
                field=0,
                cell=cell,
                lattice_corners=(three, two, one),
            )
        )
    down = corner_xy(Cell(0, 0, "up"), side_px, (20.0, size_wh[1] - 20.0))
    faults = tuple(find_faults(tuple(tiles)))
    return Layout(size_wh, tuple(tiles), (SeenBack(down, 0.98),) * backs, faults, 85.0)


def picture_of(layout: Layout, table: int = 70, face: int = 215, ink: int = 20) -> np.ndarray:
    """A plain picture of a layout, sharp, with numbers on the tiles."""
    width, height = layout.size_wh
    image = np.full((height, width, 3), table, np.uint8)
    for tile in layout.tiles:
        centre = tile.corners_xy.mean(axis=0)
        side = float(np.linalg.norm(tile.corners_xy[0] - tile.corners_xy[1]))
        face_xy = centre + (tile.corners_xy - centre) * 0.96
        cv2.fillPoly(image, [np.round(face_xy).astype(np.int32)], (face,) * 3, cv2.LINE_AA)
        for corner, value in zip(tile.corners_xy, tile.values, strict=True):
            x, y = centre + (corner - centre) * 0.45 + np.array([-0.07, 0.08]) * side
            at = (round(x), round(y))
            font, thick = cv2.FONT_HERSHEY_SIMPLEX, max(1, round(side / 30))
            cv2.putText(image, str(value), at, font, side / 140, (ink,) * 3, thick, cv2.LINE_AA)
    return image


BOARD: tuple[Laid, ...] = (
    ("0,0,up", (1, 2, 3)),
    ("0,0,down", (2, 5, 3)),
    ("1,0,up", (2, 4, 5)),
    ("0,1,up", (3, 5, 5)),
)
