"""Reads the whole layout together: what the game knows helps each tile, and never overrules it.

A few rounds of beliefs between tiles and the corners they meet in: a corner of the lattice is
nearly always one number, each tile of the set lies there once, numbers run clockwise. "Nearly": a
tile that is clearly read keeps what it shows, and the broken rule is reported.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision import settings
from vision.glyphs import EMPTY_COLUMN, NUMERAL_COLUMNS, PIP_COLUMNS
from vision.lattice import Place

TRIPLES = np.array(list(itertools.product(range(6), repeat=3)))  # (216, 3) clockwise
_SETS = sorted({tuple(sorted(t)) for t in TRIPLES.tolist()})
IDENTITY = np.array([_SETS.index(tuple(sorted(t))) for t in TRIPLES.tolist()])  # (216,) of 56

MEMBERSHIP = np.eye(len(_SETS))[IDENTITY]  # (216, 56)


def _runs_counter_clockwise(triple: list[int]) -> bool:
    a, b, c = triple
    return len({a, b, c}) == 3 and (a > b > c or b > c > a or c > a > b)


DIRECTION = np.array(
    [settings.COUNTER_CLOCKWISE if _runs_counter_clockwise(t) else 1.0 for t in TRIPLES.tolist()]
)
ONE_HOT = np.eye(6)[TRIPLES]  # (216, 3, 6)


@dataclass(frozen=True)
class Belief:
    """What to believe of each tile: triples (n, 216) in TRIPLES' order, corners (n, 3, 6)."""

    triples: np.ndarray
    corners: np.ndarray
    marks: str


def marks_of_set(chances: np.ndarray) -> str:
    """Whether this set shows numerals or pips; chances (n, 3, classes)."""
    if len(chances) == 0:
        return "numerals"
    numerals = chances[..., NUMERAL_COLUMNS].sum(axis=2)
    pips = chances[..., [c for c in PIP_COLUMNS if c != EMPTY_COLUMN]].sum(axis=2)
    empty = chances[..., EMPTY_COLUMN]
    # An empty corner speaks for pips: no set of numerals leaves one out.
    evidence = np.log(pips + empty + 1e-3) - np.log(numerals + 1e-3)
    return "pips" if float(evidence.sum()) > 0 else "numerals"


def number_chances(chances: np.ndarray, marks: str) -> np.ndarray:
    """(n, 3, 6): the chance of each number, whatever the reader held against it spread evenly."""
    own, other = (
        (PIP_COLUMNS, NUMERAL_COLUMNS) if marks == "pips" else (NUMERAL_COLUMNS, PIP_COLUMNS)
    )
    numbers = chances[..., own] + settings.OTHER_MARKS * chances[..., other]
    rest = np.maximum(1 - chances[..., own].sum(axis=2, keepdims=True), 1e-6)
    spread = numbers + rest / 6
    result: np.ndarray = spread / spread.sum(axis=2, keepdims=True)
    return result


def read_jointly(chances: np.ndarray, places: list[Place | None]) -> Belief:
    """chances (n, 3, classes) of the reader, one place a tile."""
    marks = marks_of_set(chances)
    numbers = number_chances(chances, marks)
    own, met = of_triples(numbers) * DIRECTION, corners_met(places)
    heard = messages(numbers, met)
    belief = normalised(own * of_triples(heard))
    for _ in range(settings.ROUNDS if len(chances) else 0):
        known = own * once_each(belief)
        heard = messages(said(known, heard), met)
        belief = normalised(known * of_triples(heard))
    return Belief(belief, corner_beliefs(belief), marks)


def said(known: np.ndarray, heard: np.ndarray) -> np.ndarray:
    """(n, 3, 6): what each tile says of its corners' numbers, without what it heard of them."""
    numbers = corner_beliefs(normalised(known * of_triples(heard))) / heard
    result: np.ndarray = numbers / numbers.sum(axis=2, keepdims=True)
    return result


def of_triples(numbers: np.ndarray) -> np.ndarray:
    """(n, 216): the product of its three numbers' weights (n, 3, 6) for every triple."""
    one, two, three = (numbers[:, k, TRIPLES[:, k]] for k in range(3))
    product: np.ndarray = one * two * three
    return product


def normalised(weights: np.ndarray) -> np.ndarray:
    result: np.ndarray = weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-300)
    return result


def corner_beliefs(belief: np.ndarray) -> np.ndarray:
    result: np.ndarray = (belief @ ONE_HOT.reshape(len(TRIPLES), -1)).reshape(-1, 3, 6)
    return result


def corners_met(places: list[Place | None]) -> np.ndarray:
    """(n, 3): a number for the corner of the lattice in which each tile's corner lies."""
    numbers: dict[object, int] = {}
    return np.array(
        [
            [numbers.setdefault(key, len(numbers)) for key in keys_of(index, place)]
            for index, place in enumerate(places)
        ],
        int,
    ).reshape(-1, 3)


def keys_of(index: int, place: Place | None) -> Iterator[object]:
    if place is None:
        return ((index, k) for k in range(3))  # meets nothing
    return ((place.field, *corner) for corner in place.corners)


def messages(numbers: np.ndarray, met: np.ndarray) -> np.ndarray:
    """(n, 3, 6): what the other tiles at a corner say of its number (n, 3, 6), for each tile."""
    doubt = settings.CORNERS_DISAGREE
    logs = np.log((1 - doubt) * numbers + doubt / 6)
    every = np.zeros((met.max(initial=-1) + 1, 6))
    np.add.at(every, met, logs)
    others = every[met] - logs
    heard = np.exp(others - others.max(axis=2, keepdims=True))
    heard /= heard.sum(axis=2, keepdims=True)
    told: np.ndarray = (1 - doubt) * heard + doubt / 6
    return told


def once_each(belief: np.ndarray) -> np.ndarray:
    """(n, 216): less for a tile of the set that surely lies elsewhere already."""
    used = belief @ MEMBERSHIP
    free = np.log(np.maximum(1 - used * (1 - settings.TILE_TWICE), 1e-12))
    elsewhere = np.exp(free.sum(axis=0, keepdims=True) - free)
    result: np.ndarray = np.maximum(elsewhere, settings.TILE_TWICE)[:, IDENTITY]
    return result
