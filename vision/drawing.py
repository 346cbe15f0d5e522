"""Works out what to draw over a photo to show what was read; vision/painting.py paints it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import cv2
import numpy as np

from scorer.lattice import Cell, Corner
from vision.layout import Layout, SeenFault, SeenTile
from vision.painting import Badge, Fill, Label, LegendEntry, Paint, Shape, Stroke, paint
from vision.patches import side_lengths_px
from vision.summary import SURE, counted

# Told apart by people who see colours differently, and by dashes and signs besides (RGB).
SURE_COLOUR = (0, 190, 150)
UNSURE_COLOUR = (255, 176, 0)
FAULT_COLOUR = (240, 40, 110)
BACK_COLOUR = (185, 190, 200)
LATTICE_COLOUR = (120, 200, 255)
TEXT_COLOUR = (255, 255, 255)

# Lengths in tile sides.
INSET = 0.022  # outlines stand a little inside, so that neighbours' do not cover each other
LINE, FAULT_LINE, LATTICE_LINE = 0.016, 0.028, 0.01
NUMBER_PLACE, NUMBER_SIZE = 0.75, 0.15  # between centre and corner, outside the printed number
CELL_SIZE, CONFIDENCE_SIZE, BADGE_SIZE = 0.09, 0.1, 0.085

LEAST_SIDE_PX = 130  # smaller tiles are drawn on an enlarged photo, or nobody could read it
MOST_LONG_SIDE_PX = 2800
MOST_ENLARGED = 3.0
USUAL_SIDE_SHARE = 0.09  # of a picture in which no tile was found

Field = tuple[int | None, Cell]


@dataclass(frozen=True)
class Style:
    """Sizes in pixels for one photo."""

    side_px: float

    def px(self, sides: float) -> float:
        return self.side_px * sides


def draw(image: np.ndarray, layout: Layout) -> np.ndarray:
    """The photo (H, W, 3) BGR with outlines, numbers, lattice, faults and a legend below."""
    scale = enlargement(layout)
    if scale > 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    return paint(image, plan(layout, scale))


def enlargement(layout: Layout) -> float:
    if not layout.tiles and not layout.face_down:
        return 1.0
    wanted = LEAST_SIDE_PX / usual_side_px(layout)
    most = MOST_LONG_SIDE_PX / max(layout.size_wh)
    return max(1.0, min(wanted, most, MOST_ENLARGED))


def usual_side_px(layout: Layout) -> float:
    shown = [t.corners_xy for t in layout.tiles] + [b.corners_xy for b in layout.face_down]
    if not shown:
        return max(8.0, max(layout.size_wh) * USUAL_SIDE_SHARE)
    return max(8.0, float(np.median(side_lengths_px(np.array(shown)))))


def plan(layout: Layout, scale: float = 1.0) -> Paint:
    """Everything to paint, in pixels of the photo enlarged by `scale`, bottom first."""
    style = Style(usual_side_px(layout) * scale)
    faulty = faulty_tiles(layout)
    parts = [back_parts(back.corners_xy * scale, style) for back in layout.face_down]
    parts.append(lattice_parts(layout, scale, style))
    for tile in layout.tiles:
        parts.append(tile_parts(tile, tile_colour(tile, faulty), scale, style))
    for fault in layout.faults:
        parts.append(fault_parts(fault, layout, scale, style))
    shapes = tuple(shape for part in parts for shape in part)
    return Paint(shapes, caption(layout), legend(layout, faulty))


def tile_colour(tile: SeenTile, faulty: set[Field]) -> tuple[int, int, int]:
    if tile.cell is not None and (tile.field, tile.cell) in faulty:
        return FAULT_COLOUR
    return SURE_COLOUR if tile.confidence >= SURE else UNSURE_COLOUR


def faulty_tiles(layout: Layout) -> set[Field]:
    """Field and cell of every tile that a fault names."""
    return {(t.field, t.cell) for fault in layout.faults for t in named(fault, layout) if t.cell}


def named(fault: SeenFault, layout: Layout) -> list[SeenTile]:
    """The tiles that a fault is about; a fault over all fields names a tile by its numbers."""
    return [
        tile
        for tile in layout.tiles
        if tile.cell in fault.cells
        and (tile.field == fault.field or fault.field is None)
        and (fault.kind != "twice" or sorted(tile.values) == sorted(fault.values))
    ]


def tile_parts(
    tile: SeenTile, colour: tuple[int, int, int], scale: float, style: Style
) -> list[Shape]:
    corners = tile.corners_xy * scale
    centre = corners.mean(axis=0)
    unsure = tile.confidence < SURE
    line = style.px(FAULT_LINE if colour == FAULT_COLOUR else LINE)
    parts: list[Shape] = [Stroke(inset(corners), colour, line, closed=True, dashed=unsure)]
    for corner, value in zip(corners, tile.values, strict=True):
        place = centre + (corner - centre) * NUMBER_PLACE
        parts.append(Label(place, str(value), style.px(NUMBER_SIZE), TEXT_COLOUR))
    if tile.cell is not None:
        parts.append(Label(centre, str(tile.cell), style.px(CELL_SIZE), TEXT_COLOUR))
    if unsure:
        below = centre + np.array([0.0, style.px(CONFIDENCE_SIZE * 1.15)])
        text = f"? {tile.confidence * 100:.0f} %"
        parts.append(Label(below, text, style.px(CONFIDENCE_SIZE), UNSURE_COLOUR))
    return parts


def inset(corners_xy: np.ndarray) -> np.ndarray:
    centre = corners_xy.mean(axis=0)
    result: np.ndarray = centre + (corners_xy - centre) * (1 - 2 * 3**0.5 * INSET)
    return result


def back_parts(corners_xy: np.ndarray, style: Style) -> list[Shape]:
    return [
        Fill(corners_xy, BACK_COLOUR, 0.45),
        Stroke(inset(corners_xy), BACK_COLOUR, style.px(LINE), closed=True),
    ]


def lattice_parts(layout: Layout, scale: float, style: Style) -> list[Shape]:
    """Thin lines between the centres of tiles that share a side."""
    at = {(t.field, t.cell): t.corners_xy.mean(axis=0) * scale for t in layout.tiles if t.cell}
    return [
        Stroke(np.array([centre, at[field, other]]), LATTICE_COLOUR, style.px(LATTICE_LINE))
        for (field, cell), centre in at.items()
        if cell is not None and cell.way == "up"
        for other in cell.neighbours
        if (field, other) in at
    ]


def fault_parts(fault: SeenFault, layout: Layout, scale: float, style: Style) -> list[Shape]:
    """A ! where two numbers meet, or on each of the tiles that lie there twice."""
    tiles = named(fault, layout)
    if fault.corner is not None:
        places = [p * scale for p in corner_places(tiles, fault.corner)]
        middle = [np.mean(places, axis=0)] if places else []
        return [Badge(place, "!", style.px(BADGE_SIZE), FAULT_COLOUR) for place in middle]
    centres = [tile.corners_xy.mean(axis=0) * scale for tile in tiles]
    up = np.array([0.0, -style.px(0.16)])
    return [Badge(centre + up, "2×", style.px(BADGE_SIZE), FAULT_COLOUR) for centre in centres]


def corner_places(tiles: list[SeenTile], corner: Corner) -> list[np.ndarray]:
    """Where in the photo a corner of the lattice lies, by each tile that has it."""
    return [
        xy
        for tile in tiles
        for xy, own in zip(tile.corners_xy, tile.lattice_corners or (), strict=False)
        if own == corner
    ]


def caption(layout: Layout) -> str:
    fields: dict[int | None, int] = defaultdict(int)
    for tile in layout.tiles:
        fields[tile.field] += 1
    parts = [counted(len(layout.tiles), "tile")]
    parts += [f"{fields[None]} touching no other"] if fields[None] and len(fields) > 1 else []
    return f"{', '.join(parts)} · {layout.millis:.0f} ms"


def legend(layout: Layout, faulty: set[Field]) -> tuple[LegendEntry, ...]:
    """Only what occurs in this photo."""
    colours = [tile_colour(tile, faulty) for tile in layout.tiles]
    unsure = sum(tile.confidence < SURE for tile in layout.tiles)
    entries = {
        LegendEntry("read, sure", SURE_COLOUR, ""): colours.count(SURE_COLOUR),
        LegendEntry(f"less than {SURE * 100:.0f} % sure", UNSURE_COLOUR, "?"): unsure,
        LegendEntry("breaks a rule", FAULT_COLOUR, "!"): len(faulty) or len(layout.faults),
        LegendEntry("face down", BACK_COLOUR, ""): len(layout.face_down),
    }
    return tuple(entry for entry, count in entries.items() if count)
