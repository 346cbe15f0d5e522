"""Draws what was read with the truth beside it wherever that differs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from models.evaluate.compare import Pair, corners_right, false_tiles, match
from models.evaluate.truth import Labelled, LabelledTile
from vision.drawing import FAULT_COLOUR, Style, enlargement, plan, usual_side_px
from vision.layout import Layout
from vision.painting import Badge, Label, Shape, Stroke, paint

TRUTH_COLOUR = (255, 255, 255)
NUMBER_PLACE = 0.25  # between centre and corner: inside what was read


def draw_failure(path: Path, truth: Labelled, layout: Layout) -> None:
    """White: a labelled tile missed or misread, with its true numbers; ×: a tile that is none."""
    scale = enlargement(layout)
    style = Style(usual_side_px(layout) * scale)
    pairs = match(truth.tiles, layout.tiles)
    wrong = [shape for tile in misread(truth, layout, pairs) for shape in true(tile, scale, style)]
    false = [
        Badge(layout.tiles[k].corners_xy.mean(axis=0) * scale, "×", style.px(0.12), FAULT_COLOUR)
        for k in false_tiles(truth, layout, pairs)
    ]
    drawn = plan(layout, scale)
    image = cv2.resize(truth.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    picture = paint(image, replace(drawn, shapes=(*drawn.shapes, *wrong, *false)))
    cv2.imwrite(str(path), picture)


def misread(truth: Labelled, layout: Layout, pairs: list[Pair]) -> list[LabelledTile]:
    fine = {p.label for p in pairs if corners_right(p, truth.tiles, layout.tiles) == 3}
    return [tile for index, tile in enumerate(truth.tiles) if index not in fine]


def true(tile: LabelledTile, scale: float, style: Style) -> list[Shape]:
    corners: np.ndarray = tile.corners_xy * scale
    centre = corners.mean(axis=0)
    places = centre + (corners - centre) * NUMBER_PLACE
    numbers = [
        Label(place, str(value), style.px(0.15), TRUTH_COLOUR)
        for place, value in zip(places, tile.values, strict=True)
    ]
    return [Stroke(corners, TRUTH_COLOUR, style.px(0.02), closed=True, dashed=True), *numbers]
