"""Recognises the layout again: which seen tile lies on which known cell, wherever the camera is.

Each group of linked tiles comes with a lattice of its own, with any origin and turn. A pose (one of
six turns and a shift) carries it over to a known field; the tiles' numbers decide, and their place
in the picture where the camera has not moved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple, TypeVar

import numpy as np

from scorer.board import Spot
from scorer.lattice import Corner
from scorer.sightings import Reading, Readings
from scorer.tile import Values
from vision import watch_settings as settings
from vision.lattice import cell_of
from vision.layout import Layout, SeenTile

Three = tuple[Corner, Corner, Corner]
LOOSE: Three = (Corner(0, 0), Corner(0, 1), Corner(1, 0))


@dataclass(frozen=True)
class Anchor:
    """A known tile: what it may be and where it was last seen, both in the order of its corners."""

    readings: Readings
    corners_xy: np.ndarray | None = None  # (3, 2)

    @classmethod
    def certain(cls, values: Values, corners_xy: np.ndarray | None = None) -> Anchor:
        return cls((Reading(values, 1.0),), corners_xy)


class Pose(NamedTuple):
    """Carries a seen lattice over to a known field: so many sixths of a turn, then a shift."""

    field: int
    turns: int
    i: int
    j: int

    def corner(self, corner: Corner) -> Corner:
        i, j = corner
        for _ in range(self.turns):
            i, j = -j, i + j
        return Corner(i + self.i, j + self.j)

    def corners(self, three: Three) -> Three:
        one, two, last = (self.corner(corner) for corner in three)
        return one, two, last


@dataclass(frozen=True)
class Sighted:
    """A seen tile on a cell of the known lattice; arrays in the order of the cell's corners."""

    spot: Spot
    tile: SeenTile
    order: tuple[int, int, int]  # which of the tile's corners lies on the cell's corner 0, 1, 2

    @property
    def values(self) -> Values:
        return self.in_order(self.tile.values)

    @property
    def chances(self) -> np.ndarray:
        """(3, 6)"""
        return self.tile.chances[list(self.order)]

    @property
    def corners_xy(self) -> np.ndarray:
        return self.tile.corners_xy[list(self.order)]

    def in_order(self, values: Values) -> Values:
        one, two, three = (values[k] for k in self.order)
        return one, two, three


@dataclass(frozen=True)
class Registered:
    """One picture told in the known cells."""

    sighted: Mapping[Spot, Sighted]
    loose: tuple[SeenTile, ...]
    camera_moved: bool = False
    shift: np.ndarray = field(default_factory=lambda: np.eye(3))  # old pixels to new ones
    blank: frozenset[Spot] = frozenset()  # where tiles lie whose numbers are not seen


Known = Mapping[Spot, Anchor]


def register(layout: Layout, known: Known) -> Registered:
    """Every seen tile on its known or new cell; what belongs to no field is loose."""
    sighted: dict[Spot, Sighted] = {}
    left: list[SeenTile] = []
    for group in groups_of(layout):
        pose = best_pose(group, known)
        placed = [] if pose is None else posed(group, pose)
        if not placed or not lies_there(placed, sighted):
            left.extend(tile for tile, _ in group)
            continue
        for one in placed:
            put(sighted, left, one, known)
    shift = picture_shift(sighted, known)
    loose = [tile for tile in left if not near_cell(sighted, known, tile) and is_tile(tile)]
    return Registered(sighted, tuple(loose), has_moved(sighted, known), shift)


def is_tile(tile: SeenTile) -> bool:
    """What lies alone and shows hardly a number is a pattern of the cloth."""
    return tile.confidence > settings.PHANTOM


Group = list[tuple[SeenTile, Three]]


def groups_of(layout: Layout) -> list[Group]:
    """The linked structures, largest first; a loose tile is a structure of its own."""
    linked: dict[int, Group] = defaultdict(list)
    single: list[Group] = []
    for tile in layout.tiles:
        if tile.field is None or tile.lattice_corners is None:
            single.append([(tile, LOOSE)])
        else:
            linked[tile.field].append((tile, tile.lattice_corners))
    return sorted(linked.values(), key=len, reverse=True) + single


def on_cell(tile: SeenTile, corners: Three, number: int) -> Sighted:
    cell = cell_of(corners)
    one, two, three = (corners.index(corner) for corner in cell.corners)
    return Sighted(Spot(cell, number), tile, (one, two, three))


def posed(group: Group, pose: Pose) -> list[Sighted]:
    return [on_cell(tile, pose.corners(three), pose.field) for tile, three in group]


def lies_there(placed: list[Sighted], sighted: Mapping[Spot, Sighted]) -> bool:
    """Whether a further group lies where its cells are, by the tiles already recognised."""
    lying = [one for one in sighted.values() if one.spot.field == placed[0].spot.field]
    if not lying:
        return True
    flat = np.concatenate([lattice_xy(s.spot.cell.corners) for s in lying])
    to_picture = fitted(flat, np.concatenate([s.corners_xy for s in lying]))
    return all(out_of_place(one, to_picture) <= settings.OUT_OF_PLACE for one in placed)


def out_of_place(one: Sighted, to_picture: np.ndarray) -> float:
    """How far a tile lies from its cell, in sides."""
    flat = lattice_xy(one.spot.cell.corners).mean(axis=0)
    gap = to_picture[:2] @ [*flat, 1] - one.corners_xy.mean(axis=0)
    return float(np.hypot(*gap)) / side_px(one.corners_xy)


def put(sighted: dict[Spot, Sighted], left: list[SeenTile], new: Sighted, known: Known) -> None:
    """Two tiles claim one cell: the one that agrees better with what is known stays."""
    old = sighted.get(new.spot)
    if old is None:
        sighted[new.spot] = new
        return
    keep, drop = sorted((old, new), key=lambda s: tile_score(s, known), reverse=True)
    sighted[new.spot] = keep
    left.append(drop.tile)


def best_pose(group: Group, known: Known) -> Pose | None:
    scores = {pose: pose_score(group, pose, known) for pose in candidate_poses(group, known)}
    if not scores:
        return None
    best = max(scores, key=lambda pose: scores[pose])
    return best if scores[best] >= settings.POSE_SCORE else None


def candidate_poses(group: Group, known: Known) -> set[Pose]:
    """Poses that lay a seen tile on the known one with its numbers, or on the one at its place."""
    by_values: dict[Values, list[tuple[Spot, int]]] = defaultdict(list)
    for spot, anchor in known.items():
        for reading, turn in product(anchor.readings, range(3)):
            by_values[clockwise(reading.values, turn)].append((spot, turn))
    found = set()
    for tile, three in group:
        for spot, turn in by_values.get(tile.values, []):
            found.add(pose_onto(three, clockwise(spot.cell.corners, turn), spot.field))
        found.update(poses_by_place(tile, three, known))
    return {pose for pose in found if pose is not None}


def poses_by_place(tile: SeenTile, three: Three, known: Known) -> Iterator[Pose | None]:
    for spot, anchor in known.items():
        if anchor.corners_xy is None or far_apart(tile, anchor.corners_xy):
            continue
        for turn in range(3):
            there = anchor.corners_xy[list(clockwise((0, 1, 2), turn))]
            if coincide(tile.corners_xy, there):
                yield pose_onto(three, clockwise(spot.cell.corners, turn), spot.field)


T = TypeVar("T")


def clockwise(ring: tuple[T, T, T], turn: int) -> tuple[T, T, T]:
    """A cell's three things (counter-clockwise) in the picture's order, begun at any of them."""
    ordered = (ring[0], ring[2], ring[1])
    return ordered[turn], ordered[(turn + 1) % 3], ordered[(turn + 2) % 3]


def pose_onto(seen: Three, wanted: Three, number: int) -> Pose | None:
    """The pose that carries these corners onto those, in order."""
    for turns in range(6):
        turned = Pose(number, turns, 0, 0).corners(seen)
        i, j = wanted[0].i - turned[0].i, wanted[0].j - turned[0].j
        pose = Pose(number, turns, i, j)
        if pose.corners(seen) == wanted:
            return pose
    return None


def pose_score(group: Group, pose: Pose, known: Known) -> float:
    return sum(tile_score(one, known) for one in posed(group, pose))


def tile_score(sighted: Sighted, known: Known) -> float:
    """Log-odds that this is the tile known to lie there; 0 on a free cell."""
    anchor = known.get(sighted.spot)
    if anchor is None:
        return 0.0
    told = sum(r.chance * chance_of(sighted, r.values) for r in anchor.readings)
    floor = settings.VALUE_FLOOR
    score = float(np.log((told + floor) / (1 / 216 + floor)))
    at_its_place = anchor.corners_xy is not None and coincide(sighted.corners_xy, anchor.corners_xy)
    return score + (settings.PLACE_SCORE if at_its_place else 0.0)


def chance_of(sighted: Sighted, values: Values) -> float:
    a, b, c = sighted.order
    chances = sighted.tile.chances
    return float(chances[a, values[0]] * chances[b, values[1]] * chances[c, values[2]])


def side_px(corners_xy: np.ndarray) -> float:
    return float(np.linalg.norm(corners_xy - np.roll(corners_xy, -1, axis=0), axis=1).mean())


def far_apart(tile: SeenTile, corners_xy: np.ndarray) -> bool:
    gap = tile.corners_xy.mean(axis=0) - corners_xy.mean(axis=0)
    return bool(np.hypot(*gap) > 0.5 * side_px(corners_xy))


def coincide(one_xy: np.ndarray, two_xy: np.ndarray) -> bool:
    gap = np.linalg.norm(one_xy - two_xy, axis=1).max()
    return bool(gap < settings.SAME_PLACE * side_px(two_xy))


# where the camera looks


def pairs(sighted: Mapping[Spot, Sighted], known: Known) -> list[tuple[np.ndarray, np.ndarray]]:
    """(old, new) corners (3, 2) of the tiles recognised."""
    return [
        (anchor.corners_xy, sighted[spot].corners_xy)
        for spot, anchor in known.items()
        if spot in sighted and anchor.corners_xy is not None
    ]


def has_moved(sighted: Mapping[Spot, Sighted], known: Known) -> bool:
    gaps = [
        float(np.linalg.norm(new - old, axis=1).mean()) / side_px(old)
        for old, new in pairs(sighted, known)
    ]
    return bool(gaps) and float(np.median(gaps)) > settings.CAMERA_MOVED


def picture_shift(sighted: Mapping[Spot, Sighted], known: Known) -> np.ndarray:
    """(3, 3) where old pixels are in the new picture; the identity for a camera at rest."""
    if not has_moved(sighted, known):
        return np.eye(3)
    found = pairs(sighted, known)
    old = np.concatenate([one for one, _ in found]).astype(np.float32)
    new = np.concatenate([two for _, two in found]).astype(np.float32)
    return fitted(old, new)


def moved_by(shift: np.ndarray, corners_xy: np.ndarray) -> np.ndarray:
    """(n, 2) the same points after a shift (3, 3)."""
    flat = np.column_stack([corners_xy, np.ones(len(corners_xy))]) @ shift.T
    return np.asarray(flat[:, :2])


def fitted(old_xy: np.ndarray, new_xy: np.ndarray) -> np.ndarray:
    """(3, 3) least-squares affine map."""
    inputs = np.column_stack([old_xy, np.ones(len(old_xy))])
    solved, *_ = np.linalg.lstsq(inputs, new_xy, rcond=None)
    return np.vstack([solved.T, [0, 0, 1]])


# tiles that touch nobody, but lie where a cell is


def near_cell(sighted: dict[Spot, Sighted], known: Known, tile: SeenTile) -> bool:
    """Puts a tile without a link on the cell it lies on, known or open; False where none is."""
    local = nearest_of(sighted, tile.corners_xy)
    found = cell_at(tile, local, local[0].spot.field) if local else None
    if found and found.spot not in sighted and touches(found.spot, sighted, known):
        sighted[found.spot] = found
        return True
    return False


def nearest_of(sighted: Mapping[Spot, Sighted], corners_xy: np.ndarray) -> list[Sighted]:
    """The nearest tile and its neighbours of the same field, three at most."""
    middle = corners_xy.mean(axis=0)
    linked = sorted(
        sighted.values(),
        key=lambda s: float(np.linalg.norm(s.corners_xy.mean(axis=0) - middle)),
    )[:3]
    return [one for one in linked if one.spot.field == linked[0].spot.field]


def out_of_cell(one: Sighted, local: list[Sighted]) -> float:
    """How far its corners lie from those of its cell, in sides, by the tiles beside it."""
    flat = np.concatenate([lattice_xy(s.spot.cell.corners) for s in local])
    to_picture = fitted(flat, np.concatenate([s.corners_xy for s in local]))
    there = moved_by(to_picture, lattice_xy(one.spot.cell.corners))
    return float(np.linalg.norm(there - one.corners_xy, axis=1).max()) / side_px(one.corners_xy)


def touches(spot: Spot, sighted: Collection[Spot], known: Collection[Spot]) -> bool:
    beside = (Spot(cell, spot.field) for cell in spot.cell.neighbours)
    return any(other in sighted or other in known for other in beside)


def cell_at(tile: SeenTile, local: list[Sighted], number: int) -> Sighted | None:
    """The cell whose corners lie where the tile's do, by the lattice of tiles nearby."""
    flat = np.concatenate([lattice_xy(s.spot.cell.corners) for s in local])
    there = np.concatenate([s.corners_xy for s in local])
    to_lattice = fitted(there, flat)
    where = np.column_stack([tile.corners_xy, np.ones(3)]) @ to_lattice.T
    j = where[:, 1] / (3**0.5 / 2)
    ij = np.column_stack([where[:, 0] - j / 2, j])
    nearest = np.rint(ij)
    if np.linalg.norm(lattice_xy(nearest) - where[:, :2], axis=1).max() > settings.NEAR_CELL:
        return None
    corners = [Corner(int(a), int(b)) for a, b in nearest]
    cell = cell_of(tuple(corners))
    if set(cell.corners) != set(corners) or len(set(corners)) < 3:
        return None
    return on_cell(tile, (corners[0], corners[1], corners[2]), number)


def lattice_xy(corners: np.ndarray | tuple[Corner, ...]) -> np.ndarray:
    """(n, 2) places of lattice corners, side 1, y up."""
    ij = np.asarray(corners, float)
    return np.column_stack([ij[:, 0] + ij[:, 1] / 2, ij[:, 1] * 3**0.5 / 2])


def first_spots(group: Group, number: int = 0) -> list[Sighted]:
    """A structure seen for the first time, in its own lattice."""
    return [on_cell(tile, three, number) for tile, three in group]
