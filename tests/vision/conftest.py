"""A pretended table for the watcher's tests: drawn simply, read from the truth with noise."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest

from scorer.board import Spot
from scorer.lattice import Cell
from vision.lattice import place_tiles
from vision.layout import Layout, SeenBack, SeenTile
from vision.register import lattice_xy
from vision.sources import Frame

WH = (640, 360)
FPS = 15.0
Values = tuple[int, int, int]


@dataclass(frozen=True)
class Camera:
    """Where lattice corner 0,0 is seen, how long a side is, how far the picture is turned."""

    x: float = 300.0
    y: float = 200.0
    side: float = 52.0
    turn: float = 0.3
    light: float = 1.0

    def project(self, flat_xy: np.ndarray) -> np.ndarray:
        c, s = np.cos(self.turn), np.sin(self.turn)
        turned = flat_xy @ np.array([[c, s], [-s, c]])
        return turned * [self.side, -self.side] + [self.x, self.y]


@dataclass(frozen=True)
class Snapshot:
    tiles: tuple[tuple[np.ndarray, Values], ...]  # clockwise corners in pixels, values
    backs: tuple[np.ndarray, ...]  # corners in pixels
    hand: tuple[int, int, int, int] | None
    black: bool
    unseen: tuple[np.ndarray, ...] = ()  # corners of tiles that are not found


@dataclass
class PretendTable:
    """Lay and take tiles, move hand and camera; `frames(n)` films, `read` is the reader."""

    seed: int = 1
    tiles: dict[Spot, Values] = field(default_factory=dict)
    pushed: dict[Spot, tuple[float, float]] = field(default_factory=dict)
    loose: dict[tuple[float, float], Values] = field(default_factory=dict)
    backs: int = 0
    false_backs: list[np.ndarray] = field(default_factory=list)  # read where none lies
    false_tiles: list[tuple[np.ndarray, Values]] = field(default_factory=list)  # surely read
    pattern: np.ndarray | None = None  # corners of what looks a little like a tile
    camera: Camera = field(default_factory=Camera)
    hand: tuple[int, int, int, int] | None = None
    screen: tuple[int, int, int, int] | None = None  # it flickers
    black: bool = False
    sure: float = 0.995
    drop_out: float = 0.0
    misread: float = 0.0
    misread_spots: dict[Spot, Values] = field(default_factory=dict)
    misread_sure: float = 0.6
    unseen: set[str] = field(default_factory=set)  # cells whose tiles are not found
    blank: set[str] = field(default_factory=set)  # cells whose tiles look like backs
    unseen_loose: set[tuple[float, float]] = field(default_factory=set)
    found_closer: bool = False  # … but in a part of the picture they are
    reads: int = 0
    index: int = 0

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)
        cloth = self.rng.integers(60, 130, (45, 80, 3), dtype=np.uint8)
        self.cloth = cv2.resize(cloth, (1600, 1200), interpolation=cv2.INTER_CUBIC)
        self._filmed: dict[int, tuple[np.ndarray, Snapshot]] = {}

    # what happens on the table

    def lay(self, cell: str, *values: int, number: int = 0) -> None:
        self.tiles[Spot(Cell.parse(cell), number)] = (values[0], values[1], values[2])

    def take(self, cell: str, number: int = 0) -> None:
        del self.tiles[Spot(Cell.parse(cell), number)]

    def move_camera(self, **changes: float) -> None:
        self.camera = replace(self.camera, **changes)

    # filming

    def frames(self, count: int) -> list[Frame]:
        return [self._frame() for _ in range(count)]

    def passing_hand(self, count: int = 5) -> list[Frame]:
        """A hand that comes in from below and leaves again."""
        found = []
        for k in range(count):
            self.hand = (250 + 9 * k, 120 + 17 * abs(k - count // 2), 90, 360)
            found += self.frames(1)
        self.hand = None
        return found

    def _frame(self) -> Frame:
        snapshot = self.snapshot()
        image = self._draw(snapshot)
        self._filmed[id(image)] = (image, snapshot)
        if len(self._filmed) > 40:
            del self._filmed[next(iter(self._filmed))]
        frame = Frame(self.index, self.index / FPS, image)
        self.index += 1
        return frame

    def snapshot(self) -> Snapshot:
        seen = [(self._corners(spot), (v[0], v[2], v[1])) for spot, v in self.tiles.items()]
        not_read = self.unseen | self.blank
        unseen = tuple(self._corners(s) for s in self.tiles if str(s.cell) in not_read)
        blank = tuple(self._corners(s) for s in self.tiles if str(s.cell) in self.blank)
        for at, values in self.loose.items():
            flat = np.array([[0, 0.58], [0.5, -0.29], [-0.5, -0.29]]) + at
            seen.append((self.camera.project(flat), values))
            unseen += (seen[-1][0],) if at in self.unseen_loose else ()
        backs = (*self._backs(), *blank)
        return Snapshot(tuple(seen), backs, self.hand, self.black, unseen)

    def _backs(self) -> tuple[np.ndarray, ...]:
        """Small tiles in columns at the right of the picture."""
        corners = np.array([[0.0, -11.0], [10.0, 7.0], [-10.0, 7.0]])
        origin = np.array([self.camera.x, self.camera.y]) + [210, -180]
        return tuple(corners + origin + [26 * (k % 5), 40 * (k // 5)] for k in range(self.backs))

    def _corners(self, spot: Spot) -> np.ndarray:
        flat = lattice_xy(spot.cell.corners)[[0, 2, 1]] + self.pushed.get(spot, (0, 0))
        return self.camera.project(flat + [0, 7.0 * spot.field])

    def _draw(self, snapshot: Snapshot) -> np.ndarray:
        image = np.zeros((WH[1], WH[0], 3), np.uint8)
        if snapshot.black:
            return image
        x, y = int(500 - self.camera.x), int(400 - self.camera.y)
        image[...] = self.cloth[y : y + WH[1], x : x + WH[0]]
        for corners, values in snapshot.tiles:
            self._draw_tile(image, corners, values)
        for corners in snapshot.backs:
            cv2.fillConvexPoly(image, np.rint(corners).astype(np.int32), (225, 235, 240))
        image = np.clip(image * self.camera.light, 0, 255).astype(np.uint8)
        if snapshot.hand:
            left, top, wide, high = snapshot.hand
            cv2.rectangle(image, (left, top), (left + wide, top + high), (140, 170, 215), -1)
        if self.screen:
            left, top, wide, high = self.screen
            image[top : top + high, left : left + wide] = self.rng.integers(0, 255)
        noise = self.rng.normal(0, 2, image.shape).astype(np.int16)
        return cv2.add(image, noise, dtype=cv2.CV_8U)

    def _draw_tile(self, image: np.ndarray, corners: np.ndarray, values: Values) -> None:
        cv2.fillConvexPoly(image, np.rint(corners).astype(np.int32), (225, 235, 240))
        middle = corners.mean(axis=0)
        for corner, value in zip(corners, values, strict=True):
            at = np.rint(corner * 0.55 + middle * 0.45).astype(int)
            cv2.circle(image, (int(at[0]), int(at[1])), 3 + value, (30, 30 + 20 * value, 40), -1)

    # reading

    def read(self, image: np.ndarray) -> Layout:
        self.reads += 1
        if id(image) not in self._filmed:
            return self._read_part(image)
        return self._layout(self._filmed[id(image)][1])

    def _layout(self, snapshot: Snapshot) -> Layout:
        seen = [one for one in snapshot.tiles if self._is_seen(one[0], snapshot)]
        if snapshot.black:
            seen = []
        order = self.rng.permutation(len(seen))
        tiles = [self._seen_tile(*seen[k]) for k in order]
        if self.pattern is not None:
            nothing = np.full((3, 6), 1 / 6)
            tiles.append(SeenTile(self.pattern, (0, 0, 0), 0.3, nothing))
        tiles += [self._seen_tile(corners, values) for corners, values in self.false_tiles]
        places = place_tiles(np.array([t.corners_xy for t in tiles]).reshape(-1, 3, 2))
        placed = [
            t if p is None else replace(t, field=p.field, cell=p.cell, lattice_corners=p.corners)
            for t, p in zip(tiles, places, strict=True)
        ]
        backs = [*snapshot.backs, *self.false_backs]
        kept = [b for b in backs if self.rng.random() >= self.drop_out]
        return Layout(WH, tuple(placed), tuple(SeenBack(b, 0.9) for b in kept), ())

    def _read_part(self, image: np.ndarray) -> Layout:
        """A part of a filmed picture, with the tiles that lie in it."""
        whole, snapshot = next(
            one for one in self._filmed.values() if np.shares_memory(one[0], image)
        )
        offset = (image.ctypes.data - whole.ctypes.data) // 3
        size, corner = image.shape[1::-1], np.array([offset % WH[0], offset // WH[0]])
        unseen = () if self.found_closer else snapshot.unseen
        layout = self._layout(replace(snapshot, unseen=unseen))
        tiles = [replace(t, corners_xy=t.corners_xy - corner) for t in layout.tiles]
        inside = [t for t in tiles if (t.corners_xy > 0).all() and (t.corners_xy < size).all()]
        return replace(layout, size_wh=size, tiles=tuple(inside), face_down=())

    def _is_seen(self, corners: np.ndarray, snapshot: Snapshot) -> bool:
        middle = corners.mean(axis=0)
        if (corners < 0).any() or (corners >= WH).any() or self.rng.random() < self.drop_out:
            return False
        if any(np.array_equal(corners, one) for one in snapshot.unseen):
            return False
        if snapshot.hand is None:
            return True
        left, top, wide, high = snapshot.hand
        inside = left - 20 < middle[0] < left + wide + 20 and top - 20 < middle[1] < top + high
        return not inside

    def _seen_tile(self, corners: np.ndarray, values: Values) -> SeenTile:
        start = int(self.rng.integers(3))
        told = self._told(corners, values)
        values, told = (three[start:] + three[:start] for three in (values, told))
        corners = np.roll(corners, -start, axis=0) + self.rng.normal(0, 0.7, (3, 2))
        chances = np.full((3, 6), (1 - self.sure) / 5)
        chances[np.arange(3), list(told)] = self.sure
        others = () if told == values else ((values, 0.3),)
        sure = self.misread_sure if told != values else self.sure
        return SeenTile(corners, told, sure, chances, others)

    def _told(self, corners: np.ndarray, values: Values) -> Values:
        for spot, wrong in self.misread_spots.items():
            near = np.hypot(*(self._corners(spot).mean(axis=0) - corners.mean(axis=0))) < 5
            if near:
                return wrong[0], wrong[2], wrong[1]
        if self.rng.random() < self.misread:
            return (values[0], values[1], (values[2] + 1) % 6)
        return values


@pytest.fixture
def table() -> PretendTable:
    return PretendTable()


@pytest.fixture
def new_table() -> type[PretendTable]:
    return PretendTable
