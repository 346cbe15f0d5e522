"""Reads a picture of a table: find, read, place, agree, and say what breaks a rule."""

from __future__ import annotations

import itertools
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scorer.lattice import Corner
from vision import settings
from vision.appearance import strangers
from vision.calibration import calibrated
from vision.finder import Found, Outlines, find_tiles, joined, look_closer
from vision.glyphs import COVERED_COLUMN, EMPTY_COLUMN, NUMERAL_COLUMNS, PIP_COLUMNS
from vision.joint import TRIPLES, Belief, read_jointly
from vision.lattice import Place, place_tiles
from vision.layout import Layout, SeenBack, SeenFault, SeenTile
from vision.reader import read_corners
from vision.sizes import of_usual_size


def read_table(image: np.ndarray) -> Layout:
    """What lies on the table in a picture (H, W, 3) BGR."""
    began = time.perf_counter()
    found, chances = find_and_read(image)
    found, chances = turn_up_blanks(image, found, chances)
    places = place_tiles(found.face_up.corners_xy)
    belief = read_jointly(chances, places)
    sure = belief.triples.max(axis=1) > settings.SURE
    strange = strangers(image, found.face_up.corners_xy, sure)
    tiles = tuple(
        seen_tile(found.face_up, belief, place, index)
        for index, place in enumerate(places)
        if not strange[index] and is_believed(belief.triples[index], chances[index], place)
    )
    faults = find_faults(tiles)
    if is_misread(faults, tiles):
        tiles = tuple(doubted(tile) for tile in tiles)
    return Layout(
        size_wh=(image.shape[1], image.shape[0]),
        tiles=tiles,
        face_down=tuple(
            SeenBack(corners, float(chance))
            for corners, chance in zip(
                found.face_down.corners_xy, found.face_down.chance, strict=True
            )
        ),
        faults=tuple(faults),
        millis=(time.perf_counter() - began) * 1000,
        marks=belief.marks,
    )


def is_believed(triples: np.ndarray, chances: np.ndarray, place: Place | None) -> bool:
    """Beside other tiles lies a tile, even if it is hard to read; elsewhere it should show."""
    shown = 1.0 if place is not None else 1 - float(chances[:, COVERED_COLUMN].max())
    return float(triples.max()) * shown > settings.LEAST_SURE


def seen_tile(outlines: Outlines, belief: Belief, place: Place | None, index: int) -> SeenTile:
    chances = belief.triples[index]
    order = np.argsort(-chances)[: settings.ALTERNATIVES + 1]
    first, *others = [(triple_at(i), float(chances[i])) for i in order]
    values, chance = first
    return SeenTile(
        corners_xy=outlines.corners_xy[index],
        values=values,
        confidence=calibrated(chance),
        chances=belief.corners[index],
        alternatives=tuple(other for other in others if other[1] > settings.LEAST_CHANCE),
        field=None if place is None else place.field,
        cell=None if place is None else place.cell,
        lattice_corners=None if place is None else place.corners,
    )


def is_misread(faults: Sequence[SeenFault], tiles: Sequence[SeenTile]) -> bool:
    """Whether more rules are broken than people break: the set is hardly read at all."""
    most = max(settings.FAULTS_OF_ONE_TILE, settings.FAULTS_A_TILE * len(tiles))
    return len(faults) > most


def doubted(tile: SeenTile) -> SeenTile:
    return replace(tile, confidence=min(tile.confidence, settings.DOUBTED))


def triple_at(index: int) -> tuple[int, int, int]:
    one, two, three = (int(v) for v in TRIPLES[index])
    return one, two, three


Read = tuple[Found, np.ndarray]  # tiles, and their corners' chances (n, 3, classes)


def find_and_read(image: np.ndarray) -> Read:
    """Tiles and their corners' chances; looks closer where not nearly all of them are clear."""
    seen = find_tiles(image)
    read = read_found(image, seen.found)
    clear, count = clear_tiles(read[1]), len(seen.found.face_up)
    if count and clear >= settings.MOST_CLEAR * count:
        return read
    closer = look_closer(image, seen, everywhere=clear <= settings.FEW_CLEAR * count)
    if closer is None:
        return read
    again = read_found(image, closer.found)
    return again if clear_tiles(again[1]) > clear else read


def clear_tiles(chances: np.ndarray) -> int:
    """How many tiles show each of their numbers rather clearly."""
    return int((chances.max(axis=2).min(axis=1, initial=1.0) > settings.CLEAR).sum())


def read_found(image: np.ndarray, found: Found) -> Read:
    """Reads every tile; what it shows decides which way up it lies, and which size is usual.

    What is covered in most corners is not a tile to be read, or none at all: left out.
    """
    every = joined([found.face_up, found.face_down])
    thought_up = np.arange(len(every)) < len(found.face_up)
    chances = read_corners(image, every.corners_xy)
    told = np.where(shows_marks(chances), 1.0, settings.UNMARKED)
    usual = of_usual_size(every.corners_xy, every.weight * told)
    every, chances, thought_up = every.where(usual), chances[usual], thought_up[usual]
    face_up = np.where(thought_up, ~shows_nothing(chances), shows_marks(chances))
    keep = face_up & (np.median(chances[..., COVERED_COLUMN], axis=1) < settings.COVERED)
    return Found(every.where(keep), every.where(~face_up)), chances[keep]


def shows_nothing(chances: np.ndarray) -> np.ndarray:
    """(n,) whether each corner is empty."""
    nothing: np.ndarray = chances[..., EMPTY_COLUMN].min(axis=1) > settings.BLANK_CORNER
    return nothing


def shows_marks(chances: np.ndarray) -> np.ndarray:
    """(n,) whether there are numerals in most corners or pips in any."""
    numerals = chances[..., NUMERAL_COLUMNS].sum(axis=2)
    pips = chances[..., [c for c in PIP_COLUMNS if c != EMPTY_COLUMN]].sum(axis=2)
    marked: np.ndarray = (np.median(numerals, axis=1) > settings.MARKED) | (
        pips.max(axis=1) > settings.MARKED
    )
    return marked


def turn_up_blanks(image: np.ndarray, found: Found, chances: np.ndarray) -> Read:
    """In a set with pips the tile 0-0-0 looks like a back: one laid in the layout is face up."""
    down = found.face_down
    if len(down) == 0 or len(found.face_up) == 0:
        return found, chances
    belief = read_jointly(chances, [None] * len(chances))
    fits = blanks_that_fit(found, belief) if belief.marks == "pips" else []
    if not fits:
        return found, chances
    picked = np.arange(len(down)) == fits[0]  # the set has one such tile
    up = joined([found.face_up, down.where(picked)])
    # Read among the others: alone, nothing tells a blank tile from a face.
    read = read_corners(image, up.corners_xy)[-1:]
    if not shows_nothing(read).all():
        return found, chances
    return Found(up, down.where(~picked)), np.concatenate([chances, read])


def blanks_that_fit(found: Found, belief: Belief) -> list[int]:
    """Backs that lie along a face-up tile, every touched corner a zero."""
    everything = np.concatenate([found.face_up.corners_xy, found.face_down.corners_xy])
    places = place_tiles(everything)
    count = len(found.face_up)
    zero = defaultdict(list)
    for index, place in enumerate(places[:count]):
        if place is not None:
            for k, corner in enumerate(place.corners):
                zero[place.field, corner].append(float(belief.corners[index, k, 0]))
    fits = []
    for index, place in enumerate(places[count:]):
        if place is not None:
            touched = [zero[place.field, c] for c in place.corners if zero[place.field, c]]
            if len(touched) >= 2 and min(min(t) for t in touched) > settings.BLANK_CORNER:
                fits.append(index)
    return fits


def find_faults(tiles: tuple[SeenTile, ...]) -> list[SeenFault]:
    return [*mismatched_corners(tiles), *tiles_twice(tiles)]


def mismatched_corners(tiles: tuple[SeenTile, ...]) -> list[SeenFault]:
    """Corners of the lattice that carry more than one number."""
    at: dict[tuple[int, Corner], list[tuple[SeenTile, int]]] = defaultdict(list)
    for tile in tiles:
        if tile.field is not None and tile.lattice_corners is not None:
            for corner, value in zip(tile.lattice_corners, tile.values, strict=True):
                at[tile.field, corner].append((tile, value))
    return [
        SeenFault(
            kind="corner",
            cells=tuple(tile.cell for tile, _ in met if tile.cell is not None),
            corner=corner,
            values=tuple(sorted({value for _, value in met})),
            field=field,
        )
        for (field, corner), met in at.items()
        if len({value for _, value in met}) > 1
    ]


def tiles_twice(tiles: tuple[SeenTile, ...]) -> list[SeenFault]:
    """Tiles of the set that lie in the layout more than once."""
    laid = sorted((t for t in tiles if t.cell is not None), key=lambda t: sorted(t.values))
    faults = []
    for values, same in itertools.groupby(laid, key=lambda t: tuple(sorted(t.values))):
        cells = tuple(tile.cell for tile in same if tile.cell is not None)
        if len(cells) > 1:
            faults.append(SeenFault("twice", cells, None, values, None))
    return faults
