"""What lies on the table, as one value that the rooms after the reader share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from scorer.lattice import Cell, Corner


@dataclass(frozen=True)
class SeenTile:
    """A face-up tile: corners_xy (3, 2) pixels, clockwise in the picture; values in that order."""

    corners_xy: np.ndarray
    values: tuple[int, int, int]
    confidence: float
    chances: np.ndarray  # (3, 6) belief in each number at each corner
    alternatives: tuple[tuple[tuple[int, int, int], float], ...] = ()  # likeliest first
    field: int | None = None
    cell: Cell | None = None
    lattice_corners: tuple[Corner, Corner, Corner] | None = None  # in the order of corners_xy

    @property
    def cell_values(self) -> tuple[int, int, int] | None:
        """The numbers in the order of the cell's corners, as a game record has them."""
        return self.in_cell_order(self.values)

    def in_cell_order(self, values: tuple[int, int, int]) -> tuple[int, int, int] | None:
        if self.cell is None or self.lattice_corners is None:
            return None
        at = dict(zip(self.lattice_corners, values, strict=True))
        one, two, three = (at[corner] for corner in self.cell.corners)
        return one, two, three

    def to_json(self) -> dict[str, Any]:
        return {
            "corners": rounded(self.corners_xy),
            "values": list(self.values),
            "confidence": round(self.confidence, 4),
            "field": self.field,
            "cell": None if self.cell is None else self.cell.to_json(),
        }


@dataclass(frozen=True)
class SeenBack:
    """A face-down tile."""

    corners_xy: np.ndarray
    confidence: float

    def to_json(self) -> dict[str, Any]:
        return {"corners": rounded(self.corners_xy), "confidence": round(self.confidence, 4)}


@dataclass(frozen=True)
class SeenFault:
    """A rule that the tiles on the table break."""

    kind: str  # "corner" (two numbers on one corner) or "twice" (one tile lies there twice)
    cells: tuple[Cell, ...]
    corner: Corner | None
    values: tuple[int, ...]
    field: int | None

    @property
    def text(self) -> str:
        numbers = " and ".join(str(v) for v in self.values)
        places = " and ".join(str(cell) for cell in self.cells)
        if self.kind == "corner":
            return (
                f"The corner {self.corner} carries {numbers}: the tiles at {places} do not match."
            )
        return f"The tile {'-'.join(str(v) for v in self.values)} lies here twice: at {places}."

    def to_json(self) -> dict[str, Any]:
        return {
            "cells": [cell.to_json() for cell in self.cells],
            "corner": None if self.corner is None else [self.corner.i, self.corner.j],
            "values": list(self.values),
            "text": self.text,
            "field": self.field,
            "kind": self.kind,
        }


@dataclass(frozen=True)
class Layout:
    """Everything seen in one picture."""

    size_wh: tuple[int, int]
    tiles: tuple[SeenTile, ...]
    face_down: tuple[SeenBack, ...]
    faults: tuple[SeenFault, ...]
    millis: float = 0.0
    marks: str | None = field(default=None)  # "numerals" or "pips"

    def to_json(self) -> dict[str, Any]:
        return {
            "width": self.size_wh[0],
            "height": self.size_wh[1],
            "millis": round(self.millis),
            "tiles": [tile.to_json() for tile in self.tiles],
            "face_down": [back.to_json() for back in self.face_down],
            "faults": [fault.to_json() for fault in self.faults],
        }


def rounded(corners_xy: np.ndarray) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in corners_xy]
