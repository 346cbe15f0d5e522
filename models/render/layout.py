"""Where tiles lie: legal and illegal growths on the lattice, laid by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

import cv2
import numpy as np

from models.render.types import Cell, SceneSpec

TILES = list(combinations_with_replacement(range(6), 3))
HEIGHT = np.sqrt(3) / 2

UNIT_CW = np.array([[0, 2 / 3], [0.5, -1 / 3], [-0.5, -1 / 3]]) * [1, HEIGHT]
"""(3, 2) corners of a tile of side 1 about its centre, y up, clockwise from the top."""


@dataclass(frozen=True)
class Piece:
    """A tile on the table, in units of its side, y up. Corners clockwise seen from above."""

    centre_xy: tuple[float, float]
    angle: float  # radians, counter-clockwise, from UNIT_CW
    values: tuple[int, int, int] | None  # clockwise; None: face down
    cell: Cell | None = None
    field: int | None = None
    layer: int = 0  # 1: lies on top of others
    skew: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 1.0)  # badly sawn: row-major 2×2

    def corners(self) -> np.ndarray:
        """(3, 2) sharp corners, clockwise."""
        return self.lay(UNIT_CW)

    def lay(self, points: np.ndarray) -> np.ndarray:
        """(N, 2) points of a perfect tile's frame to where they are on the table."""
        sawn = points @ np.array(self.skew).reshape(2, 2)
        return place(sawn, self.centre_xy, self.angle)


def place(points: np.ndarray, centre_xy: tuple[float, float], angle: float) -> np.ndarray:
    """Turn and move (N, 2) points of a tile's own frame onto the table."""
    c, s = np.cos(angle), np.sin(angle)
    return points @ np.array([[c, s], [-s, c]]) + np.asarray(centre_xy)


def cell_corners(cell: Cell) -> tuple[tuple[int, int], ...]:
    """The lattice corners of a cell, counter-clockwise, as CONTRACTS lists them."""
    i, j, kind = cell
    if kind == "up":
        return (i, j), (i + 1, j), (i, j + 1)
    return (i + 1, j), (i + 1, j + 1), (i, j + 1)


def cell_neighbours(cell: Cell) -> tuple[Cell, Cell, Cell]:
    """The three cells that share a side."""
    i, j, kind = cell
    if kind == "up":
        return (i, j - 1, "down"), (i, j, "down"), (i - 1, j, "down")
    return (i + 1, j, "up"), (i, j + 1, "up"), (i, j, "up")


def lattice_xy(corner: tuple[int, int]) -> np.ndarray:
    """Table position of a lattice corner, y up."""
    return np.array([corner[0] + corner[1] / 2, corner[1] * HEIGHT])


class Growth:
    """A field that grows tile by tile; values stand in the cell's own (CCW) order."""

    def __init__(self, rng: np.random.Generator, ccw_share: float, used: set[int]):
        self.rng = rng
        self.ccw_share = ccw_share
        self.used = used
        self.values: dict[Cell, tuple[int, int, int]] = {}
        self.corner: dict[tuple[int, int], int] = {}
        self.open: list[Cell] = [(0, 0, "up")]
        self.compact = rng.uniform(-1.5, 3.0)

    def step(self) -> bool:
        """Lay one more tile; False if no free tile fits anywhere."""
        for cell in self._ordered_cells():
            fit = self._fitting(cell)
            if fit is not None:
                self._lay(cell, *fit)
                return True
        return False

    def _ordered_cells(self) -> list[Cell]:
        touched = [sum(c in self.corner for c in cell_corners(cell)) for cell in self.open]
        around = [sum(n in self.values for n in cell_neighbours(cell)) for cell in self.open]
        score = np.add(touched, around) * self.compact + self.rng.gumbel(size=len(self.open)) * 1.5
        return [self.open[k] for k in np.argsort(-score)]

    def _fitting(self, cell: Cell) -> tuple[int, tuple[int, int, int]] | None:
        wanted = [self.corner.get(c) for c in cell_corners(cell)]
        for index in self.rng.permutation(len(TILES)):
            if int(index) in self.used:
                continue
            for values in self._turns(int(index)):
                if all(w is None or w == v for w, v in zip(wanted, values, strict=True)):
                    return int(index), values
        return None

    def _turns(self, index: int) -> list[tuple[int, int, int]]:
        a, b, c = TILES[index]
        ring = (a, b, c) if self.rng.random() < self.ccw_share else (a, c, b)
        first = int(self.rng.integers(3))
        return [tuple(ring[(k + first + t) % 3] for k in range(3)) for t in range(3)]

    def _lay(self, cell: Cell, index: int, values: tuple[int, int, int]) -> None:
        self.used.add(index)
        self.values[cell] = values
        self.corner.update(zip(cell_corners(cell), values, strict=True))
        self.open.remove(cell)
        for n in cell_neighbours(cell):
            if n not in self.values and n not in self.open:
                self.open.append(n)


def grow(rng: np.random.Generator, n: int, ccw_share: float, used: set[int]) -> dict:
    """Grow one field of up to n tiles: {cell: values in the cell's order}."""
    growth = Growth(rng, ccw_share, used)
    while len(growth.values) < n and growth.step():
        pass
    return growth.values


def spoil(rng: np.random.Generator, values: dict) -> bool:
    """Replace one tile by one that breaks a rule (mismatch, or used twice), in place."""
    if len(values) < 2:
        return False
    cells = list(values)
    cell = cells[int(rng.integers(1, len(cells)))]
    if rng.random() < 0.3:
        other = cells[int(rng.integers(len(cells)))]
        if sorted(values[other]) != sorted(values[cell]):
            values[cell] = values[other]
            return True
    turned = values[cell][1:] + values[cell][:1]
    if rng.random() < 0.3 and len(set(turned)) > 1:
        values[cell] = turned
        return True
    a, b, c = TILES[int(rng.integers(len(TILES)))]
    changed = (a, c, b) != values[cell]
    values[cell] = (a, c, b)
    return changed


def breaks_rules(values: dict) -> bool:
    """Whether corners disagree or a tile lies twice."""
    seen: dict[tuple[int, int], int] = {}
    clash = any(
        seen.setdefault(corner, v) != v
        for cell, triple in values.items()
        for corner, v in zip(cell_corners(cell), triple, strict=True)
    )
    return clash or len({tuple(sorted(v)) for v in values.values()}) < len(values)


def ideal_piece(cell: Cell, values: tuple[int, int, int], field: int) -> Piece:
    """A tile exactly on its cell; values in the order of the cell's corners."""
    corners = np.array([lattice_xy(c) for c in cell_corners(cell)])[[0, 2, 1]]
    centre = corners.mean(0)
    # UNIT_CW's first corner points along +y.
    angle = np.arctan2(*(corners[0] - centre)[::-1]) - np.pi / 2
    return Piece(tuple(centre), angle, (values[0], values[2], values[1]), cell, field)


def lay_by_hand(rng: np.random.Generator, values: dict, field: int, neat: bool) -> list[Piece]:
    """Pieces of one field with gaps, drift, turns and now and then a bumped tile."""
    pieces = [ideal_piece(cell, v, field) for cell, v in values.items()]
    if neat:
        return pieces
    gap = rng.choice([0.004, 0.012, 0.03, 0.06], p=[0.3, 0.35, 0.25, 0.1]) * rng.uniform(0.5, 1.0)
    bend = rng.normal(0, 0.25 * gap, (2, 5))
    return [_jitter(rng, p, gap, bend) for p in _bump(rng, pieces, values)]


def _jitter(rng: np.random.Generator, piece: Piece, gap: float, bend: np.ndarray) -> Piece:
    x, y = piece.centre_xy
    waves = np.array([x, y, np.sin(0.7 * x + y), np.cos(0.6 * y - x), np.sin(x * 0.4)])
    # A turn by a moves a corner by 0.58 a: keep it within the gap so that tiles rarely overlap.
    turn = np.clip(rng.normal(0, 0.45 * gap / 0.58), -0.052, 0.052)
    shift = rng.normal(0, 0.28 * gap, 2)
    centre = np.array([x, y]) * (1 + gap) + bend @ waves + shift
    return replace(piece, centre_xy=tuple(centre), angle=piece.angle + turn)


def _bump(rng: np.random.Generator, pieces: list[Piece], values: dict) -> list[Piece]:
    """Push one outer tile away from its only neighbour, in a tenth of the layouts."""
    if rng.random() > 0.12:
        return pieces
    ends = [
        k for k, p in enumerate(pieces) if sum(n in values for n in cell_neighbours(p.cell)) == 1
    ]
    if not ends:
        return pieces
    k = ends[int(rng.integers(len(ends)))]
    lone = pieces[k]
    mate = next(p for p in pieces if p.cell in cell_neighbours(lone.cell))
    away = np.subtract(lone.centre_xy, mate.centre_xy) / np.sqrt(1 / 3)
    centre = np.asarray(lone.centre_xy) + away * rng.uniform(0.02, 0.1)
    turned = replace(lone, centre_xy=tuple(centre), angle=lone.angle + rng.uniform(-0.1, 0.1))
    return [*pieces[:k], turned, *pieces[k + 1 :]]


def free_spot(
    rng: np.random.Generator, taken: list[Piece], reach: float, keep: float = 1.2
) -> tuple[float, float] | None:
    """A random point within reach of the origin that keeps away from all pieces."""
    centres = np.array([p.centre_xy for p in taken]).reshape(-1, 2)
    for _ in range(30):
        spot = rng.uniform(-reach, reach, 2)
        if not len(centres) or np.hypot(*(centres - spot).T).min() > keep:
            return tuple(spot)
    return None


def add_loose(
    rng: np.random.Generator,
    pieces: list[Piece],
    n: int,
    reach: float,
    used: set[int] | None,
    ccw_share: float = 0.0,
) -> None:
    """Add n single tiles that lie on nothing; face down if used is None."""
    keep = float(rng.choice([0.62, 0.85, 1.2], p=[0.2, 0.2, 0.6]))
    for _ in range(n):
        spot = free_spot(rng, pieces, reach, keep)
        if spot is None:
            return
        piece = Piece(spot, rng.uniform(0, 2 * np.pi), None)
        if any(overlap(piece, other) for other in pieces):
            continue
        values = None if used is None else _draw(rng, used, ccw_share)
        pieces.append(replace(piece, values=values))


def overlap(a: Piece, b: Piece) -> bool:
    """Whether two tiles would lie in the same place."""
    if np.hypot(*np.subtract(a.centre_xy, b.centre_xy)) > 1.18:
        return False
    # A little larger than the tile, so that unaligned tiles never quite touch.
    shapes = [np.float32(p.lay(UNIT_CW * 1.03)) for p in (a, b)]
    return cv2.intersectConvexConvex(*shapes)[0] > 0


def _draw(rng: np.random.Generator, used: set[int], ccw_share: float) -> tuple[int, int, int]:
    free = [k for k in range(len(TILES)) if k not in used]
    index = int(rng.choice(free)) if free else int(rng.integers(len(TILES)))
    used.add(index)
    turn = int(rng.integers(3))
    way = -1 if rng.random() < ccw_share else 1
    return tuple(TILES[index][(way * k + turn) % 3] for k in range(3))


def add_heap(rng: np.random.Generator, pieces: list[Piece], n: int, reach: float) -> None:
    """Add a heap of face-down stock: a loose lower layer and a few tiles on top of it."""
    centre = free_spot(rng, pieces, reach, keep=2.2 + 0.35 * np.sqrt(n))
    if centre is None:
        return
    lower: list[Piece] = []
    for _ in range(n):
        spot = free_spot(rng, lower, 0.5 + 0.55 * np.sqrt(n), keep=1.0)
        if spot is not None:
            lower.append(Piece(spot, rng.uniform(0, 2 * np.pi), None))
    moved = [replace(p, centre_xy=tuple(np.add(p.centre_xy, centre))) for p in lower]
    upper = [
        replace(
            p,
            layer=1,
            angle=rng.uniform(0, 7),
            centre_xy=tuple(np.add(p.centre_xy, rng.normal(0, 0.35, 2))),
        )
        for p in moved
        if rng.random() < 0.25
    ]
    pieces += moved + _apart(upper)


def _apart(pieces: list[Piece]) -> list[Piece]:
    kept: list[Piece] = []
    for p in pieces:
        if all(np.hypot(*np.subtract(p.centre_xy, q.centre_xy)) > 1.16 for q in kept):
            kept.append(p)
    return kept


def _fields(rng: np.random.Generator, spec: SceneSpec, used: set[int], ccw: float) -> list[dict]:
    n = spec.n_tiles or int(
        rng.choice([rng.integers(1, 8), rng.integers(4, 26), rng.integers(20, 57)])
    )
    parts = 1 if n < 6 or spec.neat else int(rng.choice([1, 2, 3], p=[0.85, 0.11, 0.04]))
    sizes = [n] if parts == 1 else [max(2, n // (parts + k)) for k in range(parts)]
    return [f for f in (grow(rng, size, ccw, used) for size in sizes) if f]


def _join(rng: np.random.Generator, fields: list[list[Piece]]) -> list[Piece]:
    """Put separate fields side by side, each turned its own way."""
    pieces: list[Piece] = []
    for number, part in enumerate(sorted(fields, key=len, reverse=True)):
        centre = np.mean([p.centre_xy for p in part], 0)
        turn = rng.uniform(0, 2 * np.pi)
        moved = [_moved(p, -centre, turn, number) for p in part]
        pieces += _beside(rng, pieces, moved)
    return pieces


def _moved(piece: Piece, shift: np.ndarray, turn: float, field: int | None) -> Piece:
    at = place(np.add(piece.centre_xy, shift)[None], (0, 0), turn)[0]
    return replace(piece, centre_xy=tuple(at), angle=piece.angle + turn, field=field)


def _beside(rng: np.random.Generator, taken: list[Piece], part: list[Piece]) -> list[Piece]:
    if not taken:
        return part
    way = rng.uniform(0, 2 * np.pi)
    direction = np.array([np.cos(way), np.sin(way)])
    fixed = np.array([p.centre_xy for p in taken])
    own = np.array([p.centre_xy for p in part])
    distance = 0.0
    while np.hypot(*(fixed[:, None] - own[None] - direction * distance).T).min() < 1.5:
        distance += 0.25
    return [replace(p, centre_xy=tuple(np.add(p.centre_xy, direction * distance))) for p in part]


def make_layout(rng: np.random.Generator, spec: SceneSpec) -> tuple[list[Piece], dict]:
    """All pieces of a scene around the origin, and what to say about them in meta."""
    ccw = float(rng.choice([0.0, 0.25, 1.0], p=[0.85, 0.1, 0.05]))
    used: set[int] = set()
    arrangement = spec.arrangement or ("scatter" if rng.random() < 0.22 else "lattice")
    illegal = False
    pieces: list[Piece] = []
    if arrangement == "lattice":
        fields = _fields(rng, spec, used, ccw)
        wanted = spec.illegal if spec.illegal is not None else rng.random() < 0.1
        if wanted:
            illegal = spoil(rng, fields[0]) and breaks_rules(fields[0])
        laid = [lay_by_hand(rng, f, k, spec.neat) for k, f in enumerate(fields)]
        pieces = [_alone(p, fields) for p in _join(rng, laid)]
    else:
        n = spec.n_tiles or int(rng.integers(3, 20))
        add_loose(rng, pieces, n, 0.9 + rng.uniform(0.5, 0.9) * np.sqrt(n), used, ccw)
    reach = max([1.5] + [np.abs(p.centre_xy).max() + 1.5 for p in pieces])
    _add_rest(rng, spec, pieces, reach, used, ccw)
    return pieces, {"arrangement": arrangement, "illegal": illegal, "ccw_share": ccw}


def _add_rest(
    rng: np.random.Generator,
    spec: SceneSpec,
    pieces: list[Piece],
    reach: float,
    used: set[int],
    ccw: float,
) -> None:
    loose = spec.loose if spec.loose is not None else int(rng.choice([0, 1, 3], p=[0.7, 0.2, 0.1]))
    down = (
        spec.face_down
        if spec.face_down is not None
        else int(rng.integers(0, 9) * (rng.random() < 0.55))
    )
    add_loose(rng, pieces, loose, reach, used, ccw)
    if down >= 5 and spec.face_down is None and rng.random() < 0.4:
        add_heap(rng, pieces, down * 2, reach + 3)
    else:
        add_loose(rng, pieces, down, reach * 1.25, None)


def _alone(piece: Piece, fields: list[dict]) -> Piece:
    """A tile that touches no other has no place in a lattice."""
    sizes = sorted((len(f) for f in fields), reverse=True)
    return replace(piece, cell=None, field=None) if sizes[piece.field] == 1 else piece


def saw(rng: np.random.Generator, pieces: list[Piece], badly: float) -> list[Piece]:
    """Make hand-sawn tiles a little unequal; they shrink so that neighbours do not overlap."""
    if badly <= 0:
        return pieces
    square = np.array([1.0, 0, 0, 1]) * (1 - badly)
    return [replace(p, skew=tuple(square + rng.normal(0, badly, 4))) for p in pieces]
