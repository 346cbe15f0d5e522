"""What a person said stays said, however surely the camera reads something else there."""

from __future__ import annotations

import numpy as np

from scorer.board import Placement, Spot
from scorer.lattice import Cell
from vision.beliefs import INDEX, KnownTile, normalised
from vision.watcher import Watcher

SPOT = Spot(Cell(0, 0, "up"))


def surely(values: tuple[int, int, int]) -> np.ndarray:
    logs = np.full(216, np.log(1e-5))
    logs[INDEX[values]] = 0.0
    return normalised(logs)


def corrected() -> KnownTile:
    """Read as 5-5-5, corrected to 5-5-4 by hand."""
    watcher = Watcher(lambda image: None)  # type: ignore[arg-type, return-value]
    watcher.known[SPOT] = KnownTile(surely((5, 5, 5)))
    watcher.believe([Placement(SPOT, (5, 5, 4))])
    return watcher.known[SPOT]


def test_the_reading_that_was_corrected_does_not_come_back() -> None:
    assert not corrected().shows_another(surely((5, 5, 5)))
    assert not corrected().learn(surely((5, 5, 5)))


def test_another_tile_on_the_same_place_is_still_seen() -> None:
    assert corrected().shows_another(surely((1, 2, 3)))
