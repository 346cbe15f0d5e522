"""Fits the map from belief to measured chance that vision/calibration.py holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from unittest.mock import patch

import numpy as np

from models.evaluate.compare import corners_right, match
from models.evaluate.truth import Labelled
from vision import table
from vision.layout import Layout

# Few tiles are believed little, most nearly surely: bins by belief, in log-odds.
EDGES = (-1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 9.0)
LEAST_TILES = 8  # in a bin
LEAST_WRONG_APART = 0.01  # steps of the map in log-odds, so that it rises everywhere
LIMIT = 12.0


def beliefs(pictures: Iterable[Labelled]) -> Iterator[tuple[float, bool]]:
    """As `told`, by the joint belief itself; pictures that are doubted as a whole left out."""
    # The uncorrected belief is wanted, not what today's map makes of it.
    with patch.object(table, "calibrated", float):
        for truth in pictures:
            layout = table.read_table(truth.image)
            if not table.is_misread(layout.faults, layout.tiles):
                yield from told(truth, layout)


def told(truth: Labelled, layout: Layout) -> Iterator[tuple[float, bool]]:
    """(confidence, whether all three numbers are right) of every tile read in the right place."""
    for pair in match(truth.tiles, layout.tiles):
        right = corners_right(pair, truth.tiles, layout.tiles) == 3
        yield layout.tiles[pair.seen].confidence, right


def fit(pairs: list[tuple[float, bool]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Knots BELIEF and MEASURED in log-odds, both rising."""
    ordered = sorted(pairs)
    odds = log_odds(np.array([belief for belief, _ in ordered]))
    right = np.array([was_right for _, was_right in ordered], float)
    bins = np.split(np.arange(len(ordered)), np.searchsorted(odds, EDGES))
    blocks = [block for block in bins if len(block) >= LEAST_TILES]
    places = np.array([odds[block].mean() for block in blocks])
    counts = np.array([len(block) for block in blocks], float)
    # Half a right and half a wrong one more: no block is ever certain.
    shares = np.array([(right[b].sum() + 0.5) / (len(b) + 1) for b in blocks])
    return _rising(places, log_odds(pooled(shares, counts)))


def pooled(shares: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """The nearest shares that never fall: neighbours that do are averaged (isotonic fit)."""
    stack: list[tuple[float, float, int]] = []
    for share, count in zip(shares, counts, strict=True):
        stack.append((float(share), float(count), 1))
        while len(stack) > 1 and stack[-2][0] > stack[-1][0]:
            (one, n, k), (two, m, j) = stack[-2], stack[-1]
            stack[-2:] = [((one * n + two * m) / (n + m), n + m, k + j)]
    return np.concatenate([np.full(k, share) for share, _, k in stack])


def _rising(
    places: np.ndarray, measured: np.ndarray
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    steps = np.arange(len(places)) * LEAST_WRONG_APART
    keep = np.concatenate([[True], np.diff(places) > 1e-3])
    return (
        tuple(round(float(x), 2) for x in places[keep]),
        tuple(round(float(x), 2) for x in (measured + steps)[keep]),
    )


def log_odds(chance: np.ndarray) -> np.ndarray:
    clipped = np.clip(chance, 1e-9, 1 - 1e-9)
    result: np.ndarray = np.clip(np.log(clipped / (1 - clipped)), -LIMIT, LIMIT)
    return result


def surest_right(pairs: list[tuple[float, bool]], least: float) -> tuple[int, int]:
    """How many tiles are believed at least so much, and how many of those are right."""
    sure = [right for belief, right in pairs if belief >= least]
    return len(sure), sum(sure)
