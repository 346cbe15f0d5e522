"""The game's knowledge mends doubtful corners and never hides a tile that breaks a rule."""

from __future__ import annotations

import numpy as np

from scorer.lattice import Cell
from vision.glyphs import CLASSES, EMPTY_COLUMN, NUMERAL_COLUMNS, PIP_COLUMNS
from vision.joint import TRIPLES, marks_of_set, read_jointly
from vision.lattice import Place

UP, DOWN = Cell(0, 0, "up"), Cell(0, 0, "down")


def reading(
    *tiles: tuple[int, int, int], sure: float = 0.999, columns=NUMERAL_COLUMNS
) -> np.ndarray:
    """(n, 3, classes): each corner read as given, the rest spread over all classes."""
    chances = np.full((len(tiles), 3, len(CLASSES)), (1 - sure) / (len(CLASSES) - 1))
    for t, values in enumerate(tiles):
        for k, value in enumerate(values):
            chances[t, k, columns[value]] = sure
    return chances


def placed(*cells: Cell) -> list[Place]:
    """Corners listed clockwise from the cell's first."""
    return [Place(0, cell, (cell.corners[0], cell.corners[2], cell.corners[1])) for cell in cells]


def best(belief, index: int) -> tuple[int, ...]:
    return tuple(TRIPLES[belief.triples[index].argmax()].tolist())


def test_clear_tiles_are_read_as_they_are():
    belief = read_jointly(reading((0, 1, 2), (3, 4, 5)), [None, None])
    assert [best(belief, 0), best(belief, 1)] == [(0, 1, 2), (3, 4, 5)]
    assert belief.triples.max(axis=1).min() > 0.98


def test_a_doubtful_corner_takes_its_neighbours_number():
    # UP clockwise: (0,0) (0,1) (1,0); DOWN clockwise: (1,0) (0,1) (1,1).
    chances = reading((2, 3, 4), (4, 3, 3))
    chances[1, 0] = 0.01
    chances[1, 0, NUMERAL_COLUMNS[1]], chances[1, 0, NUMERAL_COLUMNS[4]] = 0.5, 0.4
    alone = read_jointly(chances, [None, None])
    together = read_jointly(chances, placed(UP, DOWN))
    assert best(alone, 1)[0] == 1
    assert best(together, 1)[0] == 4


def test_a_clearly_read_mismatch_stays_as_seen():
    belief = read_jointly(reading((2, 3, 4), (5, 3, 3), sure=0.99999), placed(UP, DOWN))
    assert best(belief, 0) == (2, 3, 4)
    assert best(belief, 1) == (5, 3, 3)


def test_a_tile_that_lies_elsewhere_is_less_likely():
    chances = reading((1, 2, 3), (1, 2, 3))
    chances[1, 2] = 0.001
    chances[1, 2, NUMERAL_COLUMNS[3]], chances[1, 2, NUMERAL_COLUMNS[5]] = 0.52, 0.45
    assert best(read_jointly(chances, [None, None]), 1) == (1, 2, 5)


def test_the_same_tile_twice_stays_when_it_is_clear():
    belief = read_jointly(reading((1, 2, 3), (1, 2, 3), sure=0.99999), [None, None])
    assert [best(belief, 0), best(belief, 1)] == [(1, 2, 3)] * 2


def test_a_counter_clockwise_tile_is_read_when_it_is_clear():
    assert best(read_jointly(reading((5, 3, 0), sure=0.9999), [None]), 0) == (5, 3, 0)


def test_empty_corners_are_zeros_of_a_pip_set():
    chances = reading((0, 0, 3), (0, 2, 5), columns=PIP_COLUMNS)
    assert marks_of_set(chances) == "pips"
    assert best(read_jointly(chances, [None, None]), 0) == (0, 0, 3)


def test_one_empty_corner_does_not_make_numerals_pips():
    chances = reading((0, 1, 3), (0, 2, 5), (1, 2, 2))
    chances[0, 0] = 0.001
    chances[0, 0, EMPTY_COLUMN] = 0.99
    assert marks_of_set(chances) == "numerals"


def test_no_tiles_no_belief():
    assert len(read_jointly(np.zeros((0, 3, len(CLASSES))), []).triples) == 0
