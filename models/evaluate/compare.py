"""Compares what was read with what is true: tiles by place, numbers by corner, lattice by touch."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from models.evaluate.truth import Labelled, LabelledTile
from scorer.lattice import Corner
from vision.layout import Layout, SeenTile
from vision.patches import side_lengths_px

SAME_TILE = 0.35  # centres of one tile lie at most this far apart, in sides
ORDERS = tuple(itertools.permutations(range(3)))

CornerGroups = set[frozenset[tuple[int, int]]]


@dataclass(frozen=True)
class Pair:
    """A labelled tile and the tile read there; corner k of the label is corner order[k] read."""

    label: int
    seen: int
    order: tuple[int, ...]


@dataclass(frozen=True)
class Score:
    """How one picture was read."""

    name: str
    tiles: int
    corners_right: int
    tiles_right: int
    missing: int
    false_tiles: int
    lattice_right: bool
    breaks_rules: bool  # what lies there does, by the labels
    faults: int  # reported
    millis: float

    @property
    def perfect(self) -> bool:
        """Not one error, the lattice and the report of broken rules included."""
        return (
            self.tiles_right == self.tiles
            and self.false_tiles == 0
            and self.lattice_right
            and self.breaks_rules == (self.faults > 0)
        )

    def row(self, tags: dict[str, Any]) -> dict[str, Any]:
        row = asdict(self) | {"millis": round(self.millis)}
        return row | {"perfect": self.perfect} | tags


def compare(truth: Labelled, layout: Layout) -> Score:
    pairs = match(truth.tiles, layout.tiles)
    right = [corners_right(pair, truth.tiles, layout.tiles) for pair in pairs]
    return Score(
        name=truth.name,
        tiles=len(truth.tiles),
        corners_right=sum(right),
        tiles_right=right.count(3),
        missing=len(truth.tiles) - len(pairs),
        false_tiles=len(false_tiles(truth, layout, pairs)),
        lattice_right=lattice_right(truth.tiles, layout.tiles, pairs),
        breaks_rules=breaks_rules(truth.tiles),
        faults=len(layout.faults),
        millis=layout.millis,
    )


def match(labels: Sequence[LabelledTile], seen: Sequence[SeenTile]) -> list[Pair]:
    """Nearest first; each label and each tile at most once."""
    if not labels or not seen:
        return []
    truth = np.array([tile.corners_xy for tile in labels])
    read = np.array([tile.corners_xy for tile in seen])
    gaps = np.linalg.norm(truth.mean(axis=1)[:, None] - read.mean(axis=1)[None], axis=2)
    gaps /= side_lengths_px(truth)[:, None]
    pairs, free_labels, free_seen = [], set(range(len(labels))), set(range(len(seen)))
    for flat in np.argsort(gaps, axis=None):
        one, two = divmod(int(flat), len(seen))
        if gaps[one, two] < SAME_TILE and one in free_labels and two in free_seen:
            pairs.append(Pair(one, two, aligned(truth[one], read[two])))
            free_labels.remove(one)
            free_seen.remove(two)
    return sorted(pairs, key=lambda pair: pair.label)


def aligned(truth_xy: np.ndarray, read_xy: np.ndarray) -> tuple[int, ...]:
    """The order of read corners that lies closest to the labelled ones."""
    return min(ORDERS, key=lambda order: float(((truth_xy - read_xy[list(order)]) ** 2).sum()))


def corners_right(pair: Pair, labels: Sequence[LabelledTile], seen: Sequence[SeenTile]) -> int:
    read = seen[pair.seen].values
    wanted = labels[pair.label].values
    return sum(wanted[k] == read[pair.order[k]] for k in range(3))


def false_tiles(truth: Labelled, layout: Layout, pairs: list[Pair]) -> list[int]:
    """Tiles read where none lies, what counts neither way left out."""
    matched = {pair.seen for pair in pairs}
    return [
        index
        for index, tile in enumerate(layout.tiles)
        if index not in matched
        and not _is_on_any(tile.corners_xy, truth.ignored)
        and not _is_unlisted(tile.corners_xy, truth.unlisted)
    ]


def _is_on_any(corners_xy: np.ndarray, triangles: np.ndarray) -> bool:
    if len(triangles) == 0:
        return False
    gaps = np.linalg.norm(triangles.mean(axis=1) - corners_xy.mean(axis=0), axis=1)
    return bool((gaps < side_lengths_px(triangles) * 2 * SAME_TILE).any())


def _is_unlisted(corners_xy: np.ndarray, unlisted: np.ndarray | None) -> bool:
    if unlisted is None:
        return False
    x, y = np.round(corners_xy.mean(axis=0)).astype(int)
    return bool(unlisted[y, x])


def lattice_right(
    labels: Sequence[LabelledTile], seen: Sequence[SeenTile], pairs: list[Pair]
) -> bool:
    """Whether the same corners of the same tiles meet: coordinates are free, touch is not."""
    if all(tile.lattice_corners is None for tile in labels):
        return True
    wanted = meetings(
        ((p.label, k), labels[p.label].field, labels[p.label].lattice_corners, k)
        for p in pairs
        for k in range(3)
    )
    found = meetings(
        ((p.label, k), seen[p.seen].field, seen[p.seen].lattice_corners, p.order[k])
        for p in pairs
        for k in range(3)
    )
    return wanted == found


def meetings(
    corners: Iterable[tuple[tuple[int, int], int | None, tuple[Corner, ...] | None, int]],
) -> CornerGroups:
    """Sets of (tile, corner) that share a corner of the lattice."""
    met: dict[Hashable, set[tuple[int, int]]] = defaultdict(set)
    for name, field, lattice_corners, k in corners:
        if lattice_corners is not None:
            met[field, lattice_corners[k]].add(name)
    return {frozenset(group) for group in met.values() if len(group) > 1}


def breaks_rules(labels: Sequence[LabelledTile]) -> bool:
    """Whether a corner carries two numbers or a tile lies in the layout twice."""
    at: dict[Hashable, set[int]] = defaultdict(set)
    laid = []
    for tile in labels:
        if tile.lattice_corners is not None:
            laid.append(tuple(sorted(tile.values)))
            for corner, value in zip(tile.lattice_corners, tile.values, strict=True):
                at[tile.field, corner].add(value)
    return any(len(values) > 1 for values in at.values()) or len(set(laid)) < len(laid)
