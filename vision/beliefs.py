"""What is believed of one cell: all that was read there, each look counted, the newest most."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from scorer.board import Spot
from scorer.lattice import Cell
from scorer.sightings import Reading, Readings
from scorer.tile import Values
from vision import watch_settings as settings
from vision.layout import SeenTile
from vision.pace import Pace
from vision.register import Sighted, coincide

if TYPE_CHECKING:
    from vision.sources import Frame

TRIPLES: tuple[Values, ...] = tuple(itertools.product(range(6), repeat=3))  # type: ignore[arg-type]
INDEX = {triple: k for k, triple in enumerate(TRIPLES)}
FLOOR = 1e-4


def chances_of(sighted: Sighted) -> np.ndarray:
    """(216,) chance of each triple in the cell's order, from one sighting."""
    corners = sighted.chances
    spread = np.einsum("a,b,c->abc", *corners).ravel() + FLOOR / 216
    told = np.zeros(216)
    told[INDEX[sighted.values]] = sighted.tile.confidence
    rest = 1 - sighted.tile.confidence
    others = [(sighted.in_order(v), p) for v, p in sighted.tile.alternatives]
    total = sum(p for _, p in others) or 1.0
    for values, chance in others:
        told[INDEX[values]] += rest * chance / total
    mixed = 0.9 * told + 0.1 * spread / spread.sum() if others or rest < 0.5 else spread
    return np.asarray((mixed + FLOOR / 216) / (mixed + FLOOR / 216).sum())


def together(looks: Iterable[np.ndarray]) -> np.ndarray:
    """(216,) log-chances of one still moment: its frames show the same, so they count as one."""
    logs = np.log(np.stack(list(looks)))
    return normalised(logs.mean(axis=0))


def normalised(logs: np.ndarray) -> np.ndarray:
    top = logs.max()
    result: np.ndarray = logs - top - np.log(np.exp(logs - top).sum())
    return result


def readings_of(logs: np.ndarray, most: int = 4, least: float = 0.004) -> Readings:
    """The likeliest triples with their chances."""
    chances = np.exp(normalised(logs))
    order = np.argsort(-chances)[:most]
    found = [Reading(TRIPLES[k], float(chances[k])) for k in order]
    return (found[0], *(r for r in found[1:] if r.chance >= least))


@dataclass
class KnownTile:
    """A tile that lies there: belief (216,) in logs, and where it was last seen."""

    logs: np.ndarray
    corners_xy: np.ndarray | None = None  # (3, 2) in the cell's order
    appearance: np.ndarray | None = None  # grey samples of it
    told: bool = False  # a person said so: never repaired
    overruled: Values | None = None  # what is read here although a person said otherwise
    absent: int = 0
    absent_since: float | None = None
    reported: Values = field(init=False)  # the numbers that the sheet has

    def __post_init__(self) -> None:
        self.reported = self.values

    @classmethod
    def certain(cls, values: Values) -> KnownTile:
        logs = np.full(216, np.log(1e-6))
        logs[INDEX[values]] = 0.0
        return cls(logs, told=True)

    @property
    def values(self) -> Values:
        return TRIPLES[int(self.logs.argmax())]

    @property
    def readings(self) -> Readings:
        return readings_of(self.logs)

    @property
    def sure(self) -> float:
        return float(np.exp(normalised(self.logs).max()))

    def seen_at(self, corners_xy: np.ndarray, appearance: np.ndarray | None = None) -> None:
        self.corners_xy, self.appearance = corners_xy, appearance
        self.absent, self.absent_since = 0, None

    def missed(self, frame: Frame) -> bool:
        """Counts a still look without it; whether it is gone by now."""
        now = frame.time_s
        self.absent += 1
        self.absent_since = now if self.absent_since is None else self.absent_since
        if frame.pace is not Pace.FLOWING:
            return True  # no hand passes over it for a moment
        long = now - self.absent_since >= settings.ABSENT_S
        return long and self.absent >= settings.ABSENT_READINGS

    def learn(self, logs: np.ndarray) -> bool:
        """Takes in a new still moment; whether it is now sure to be another than was reported."""
        if self.told:
            return False
        blended = normalised(settings.MEMORY * self.logs + logs)
        self.logs = np.maximum(blended, blended.max() - settings.MOST_SURE)
        return self.values != self.reported and self.sure >= settings.REPAIR_SURE

    def becomes(self, logs: np.ndarray) -> None:
        """Another tile lies here now."""
        self.logs, self.told = logs, False
        self.reported = self.values

    def shows_another(self, logs: np.ndarray) -> bool:
        """Whether what is read now is surely not what surely lay here."""
        chances = np.exp(normalised(logs))
        known = (self.logs.argmax(), -1 if self.overruled is None else INDEX[self.overruled])
        another = chances.argmax() not in known
        sure = min(chances.max(), self.sure) >= settings.REPLACED_SURE
        return bool(another and sure)

    def came_back_as_another(self, logs: np.ndarray) -> bool:
        """Whether it was away, and what lies there now reads rather clearly otherwise."""
        clear = np.exp(normalised(logs).max()) >= settings.CLEAR_ALONE
        away = self.absent_since is not None and not self.told
        return bool(away and clear and logs.argmax() != self.logs.argmax())


@dataclass
class Moment:
    """All that was read since the picture became still."""

    looks: dict[Spot, list[np.ndarray]] = field(default_factory=dict)
    last: dict[Spot, Sighted] = field(default_factory=dict)
    loose: list[list[Sighted]] = field(default_factory=list)
    backs: list[list[np.ndarray]] = field(default_factory=list)  # (3, 2) each, a list a reading
    readings: int = 0
    apart: int = 0  # readings with tiles that belong together, apart from the layout

    def add(self, sighted: Iterable[Sighted]) -> None:
        self.readings += 1
        for one in sighted:
            self.looks.setdefault(one.spot, []).append(chances_of(one))
            self.last[one.spot] = one

    def add_loose(self, tiles: tuple[SeenTile, ...]) -> None:
        self.apart += bool(belonging(tiles))
        for tile in tiles:
            for track in self.loose:
                again = turned_like(tile, track[-1].corners_xy)
                if again is not None:
                    track.append(again)
                    break
            else:
                self.loose.append([Sighted(NOWHERE, tile, TURNS[0])])

    def logs(self, spot: Spot) -> np.ndarray:
        return together(self.looks[spot])

    def share(self, spot: Spot) -> float:
        return len(self.looks.get(spot, ())) / max(1, self.readings)

    def beside(self) -> Iterator[tuple[Readings, np.ndarray]]:
        """The tiles beside the layout, there most of the time, and their corners (3, 2)."""
        for track in self.loose:
            if len(track) >= settings.AGREE_SHARE * self.readings:
                readings = readings_of(together([chances_of(one) for one in track]))
                if readings[0].chance > settings.PHANTOM:
                    yield readings, track[-1].corners_xy


def belonging(loose: tuple[SeenTile, ...]) -> list[SeenTile]:
    """Those that lie along others; none where one of them is not read clearly."""
    found = [tile for tile in loose if tile.field is not None]
    clear = all(tile.confidence >= settings.CLEAR_ALONE for tile in found)
    return found if clear and len(found) > 1 else []


NOWHERE = Spot(Cell(0, 0, "up"))
TURNS = ((0, 1, 2), (1, 2, 0), (2, 0, 1))


def turned_like(tile: SeenTile, corners_xy: np.ndarray) -> Sighted | None:
    """The tile with its corners in the order of those seen before, if it lies there."""
    ways = (Sighted(NOWHERE, tile, turn) for turn in TURNS)
    return next((one for one in ways if coincide(one.corners_xy, corners_xy)), None)
