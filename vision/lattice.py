"""Rebuilds the triangular lattice from outlines: links where sides coincide, cells by walking."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from scorer.lattice import DOWN, UP, Cell, Corner
from vision import settings


@dataclass(frozen=True)
class Link:
    """Side k (from corner k to k+1) of tile `one` lies along side m of tile `two`."""

    gap: float  # in sides
    one: int
    side_one: int
    two: int
    side_two: int


@dataclass(frozen=True)
class Place:
    """Where a tile lies: its field, its cell, and the lattice corner of each of its corners."""

    field: int
    cell: Cell
    corners: tuple[Corner, Corner, Corner]


def find_links(corners_xy: np.ndarray) -> list[Link]:
    """Pairs of coinciding sides, closest first; corners (n, 3, 2) clockwise."""
    count = len(corners_xy)
    if count < 2:
        return []
    start = corners_xy.reshape(-1, 2)
    end = np.roll(corners_xy, -1, axis=1).reshape(-1, 2)
    lengths = np.linalg.norm(end - start, axis=1)
    # Neighbours run along their common side in opposite directions.
    there = np.linalg.norm(start[:, None] - end[None], axis=2)
    back = there.T
    gaps = np.maximum(there, back) / ((lengths[:, None] + lengths[None]) / 2)
    tile = np.arange(count * 3) // 3
    gaps[tile[:, None] == tile[None]] = np.inf
    best = gaps.argmin(axis=1)
    links = [
        Link(float(gaps[a, b]), int(tile[a]), int(a) % 3, int(tile[b]), int(b) % 3)
        for a, b in enumerate(best)
        if a < b and best[b] == a and gaps[a, b] < settings.LINK
    ]
    return sorted([*links, *loose_links(corners_xy, links)], key=lambda link: link.gap)


def loose_links(corners_xy: np.ndarray, links: list[Link]) -> list[Link]:
    """To tiles that lie in the cell beyond a side, though their outline there is too far off."""
    linked = {(link.one, link.side_one) for link in links}
    linked |= {(link.two, link.side_two) for link in links}
    end, far = np.roll(corners_xy, -1, axis=1), np.roll(corners_xy, -2, axis=1)
    beyond = np.stack([end, corners_xy, corners_xy + end - far], axis=2)  # (n, side, corner, 2)
    lengths = np.linalg.norm(end - corners_xy, axis=2)
    middles = corners_xy.mean(axis=1)
    off = np.linalg.norm(beyond.mean(axis=2)[:, :, None] - middles, axis=3) / lengths[..., None]
    loose = []
    for one, side, two in np.argwhere(off < settings.FILLS).tolist():
        if (one, side) in linked:
            continue
        first, gap = turned_onto(corners_xy[two], beyond[one, side])
        if (two, first) not in linked and gap < settings.LINK * lengths[one, side]:
            loose.append(Link(settings.LINK + float(off[one, side, two]), one, side, two, first))
    return loose


def turned_onto(own_xy: np.ndarray, expected_xy: np.ndarray) -> tuple[int, float]:
    """Which of a tile's corners (3, 2) is the first of those expected; how far off in the mean."""
    turns = [np.roll(own_xy, -k, axis=0) - expected_xy for k in range(3)]
    gaps = [float(np.linalg.norm(gap, axis=1).mean()) for gap in turns]
    return int(np.argmin(gaps)), min(gaps)


def third_corner(one: Corner, two: Corner, opposite: Corner) -> Corner:
    """The corner beyond the side one–two, seen from `opposite`."""
    return Corner(one.i + two.i - opposite.i, one.j + two.j - opposite.j)


def cell_of(corners: tuple[Corner, ...]) -> Cell:
    """The cell with these three corners."""
    i, j = min(c.i for c in corners), min(c.j for c in corners)
    return Cell(i, j, UP if Corner(i, j) in corners else DOWN)


def place_tiles(corners_xy: np.ndarray) -> list[Place | None]:
    """A place for every tile that touches another, None for loose ones; field 0 is the largest."""
    links = find_links(corners_xy)
    groups = grow_groups(len(corners_xy), links)
    places: list[Place | None] = [None] * len(corners_xy)
    largest_first = sorted((g for g in groups if len(g) > 1), key=lambda g: (-len(g), min(g)))
    for number, group in enumerate(largest_first):
        for index, corners in group.items():
            places[index] = Place(number, cell_of(corners), corners)
    return places


Group = dict[int, tuple[Corner, Corner, Corner]]


def grow_groups(count: int, links: list[Link]) -> list[Group]:
    """Walks the links from every tile not yet reached, surest links first.

    A tile whose cell is already taken by a surer one stays out: loops have to close.
    """
    by_tile: dict[int, list[Link]] = defaultdict(list)
    for link in links:
        by_tile[link.one].append(link)
        by_tile[link.two].append(turned(link))
    reached: set[int] = set()
    groups = []
    for root in range(count):
        if root not in reached:
            group = grow(root, by_tile, reached)
            reached |= group.keys()
            groups.append(group)
    return groups


def grow(root: int, by_tile: dict[int, list[Link]], reached: set[int]) -> Group:
    group: Group = {root: (Corner(0, 0), Corner(0, 1), Corner(1, 0))}
    taken = {cell_of(group[root])}
    frontier = sorted(by_tile[root], key=lambda link: link.gap)
    while frontier:
        link = frontier.pop(0)
        if link.two in group or link.two in reached:
            continue
        corners = corners_across(group[link.one], link)
        if cell_of(corners) in taken:
            continue
        group[link.two] = corners
        taken.add(cell_of(corners))
        frontier = sorted([*frontier, *by_tile[link.two]], key=lambda link: link.gap)
    return group


def corners_across(known: tuple[Corner, ...], link: Link) -> tuple[Corner, Corner, Corner]:
    """Lattice corners of `link.two`, in the order of its own corners."""
    start, end = known[link.side_one], known[(link.side_one + 1) % 3]
    beyond = third_corner(start, end, known[(link.side_one + 2) % 3])
    placed = {link.side_two: end, (link.side_two + 1) % 3: start, (link.side_two + 2) % 3: beyond}
    return placed[0], placed[1], placed[2]


def turned(link: Link) -> Link:
    return Link(link.gap, link.two, link.side_two, link.one, link.side_one)
