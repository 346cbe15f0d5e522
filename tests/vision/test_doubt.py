"""A broken rule is reported; where far too many are broken, the picture is what is misread."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.lattice import Cell
from vision import settings
from vision.layout import SeenFault, SeenTile
from vision.table import doubted, is_misread


def a_tile(confidence: float) -> SeenTile:
    return SeenTile(np.zeros((3, 2)), (0, 1, 2), confidence, np.zeros((3, 6)))


def a_fault() -> SeenFault:
    return SeenFault("corner", (Cell(0, 0, "up"), Cell(0, 0, "down")), None, (3, 5), 0)


@pytest.mark.parametrize(
    ("faults", "tiles", "misread"),
    [
        (0, 3, False),
        (4, 5, False),  # all that one wrong tile can break
        (5, 5, True),
        (5, 50, False),  # a long game with two wrong tiles
        (6, 50, True),
        (0, 0, False),
    ],
)
def test_more_faults_than_people_make_mean_that_the_set_is_misread(faults, tiles, misread):
    assert is_misread([a_fault()] * faults, [a_tile(0.99)] * tiles) is misread


def test_nothing_in_a_misread_picture_is_sure():
    assert doubted(a_tile(0.999)).confidence == settings.DOUBTED
    assert doubted(a_tile(0.3)).confidence == 0.3
    assert doubted(a_tile(0.999)).values == (0, 1, 2)
