"""A back that lies in the layout: nobody lays one there, so its numbers are just not seen.

The blank tile of a set with pips looks so, and sets that leave out the zeros. It is laid like any
other, with the numbers of the corners it touches, and never surely.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from scorer.board import Spot
from scorer.lattice import Corner
from scorer.tile import Values
from vision import watch_settings as settings
from vision.layout import SeenBack, SeenTile
from vision.register import Sighted, cell_at, nearest_of, out_of_cell, touches


def blanks_in_layout(
    backs: Sequence[SeenBack], sighted: Mapping[Spot, Sighted], known: Mapping[Spot, Values]
) -> dict[Spot, Sighted]:
    """The backs that lie on cells of known tiles or beside them, as tiles that are hardly read."""
    found: dict[Spot, Sighted] = {}
    for back in backs:
        local = nearest_of(sighted, back.corners_xy)
        nothing = unread_tile(back.corners_xy)
        one = cell_at(nothing, local, local[0].spot.field) if local else None
        if one is None or one.spot in sighted:
            continue
        near = out_of_cell(one, local) <= settings.BLANK_IN_CELL
        if near and (one.spot in known or touches(one.spot, {}, known)):
            found[one.spot] = guessed(one, numbers_at(known, one.spot.field))
    return found


def unread_tile(corners_xy: np.ndarray) -> SeenTile:
    return SeenTile(corners_xy, (0, 0, 0), 0.0, np.full((3, 6), 1 / 6))


def numbers_at(known: Mapping[Spot, Values], field: int) -> dict[Corner, int]:
    return {
        corner: value
        for spot, values in known.items()
        if spot.field == field
        for corner, value in zip(spot.cell.corners, values, strict=True)
    }


def guessed(one: Sighted, numbers: Mapping[Corner, int]) -> Sighted:
    """The same sighting with the numbers it must have there, zeros where nothing is known."""
    chances = np.empty((3, 6))
    values = [0, 0, 0]
    for k, corner in zip(one.order, one.spot.cell.corners, strict=True):
        values[k] = numbers.get(corner, 0)
        sure = settings.BLANK_CORNER_SURE if corner in numbers else settings.BLANK_FREE_SURE
        chances[k] = (1 - sure) / 5
        chances[k, values[k]] = sure
    tile = SeenTile(one.tile.corners_xy, (values[0], values[1], values[2]), 0.0, chances)
    return Sighted(one.spot, tile, one.order)
