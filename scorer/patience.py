"""Waits a little with a tile that does not fit: people lay, look, and turn it before they mean it.

Meanwhile it may be turned or taken up again, and nobody is asked. Once the next tile lies, or the
time is over and nothing moves, it counts as laid. What is hardly read and could not lie there
either, a hole in the layout for instance, counts once it is read better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from scorer.board import Spot
from scorer.sightings import Placed, Reading, Repaired, Replaced, Sighting, TakenBack

WAIT_S = 1.5
DOUBTFUL = 0.6  # in a hole, what is read worse than this and fits in no reading is no tile
LEAST_CHANCE = 0.1


@dataclass
class Patience:
    """`fits`: would it be a legal move; `encloses`: is this cell a hole between lying tiles;
    `is_missed`: can the tile on it not be seen now, so that it may be in a hand again.
    """

    fits: Callable[[Placed], bool]
    encloses: Callable[[Spot], bool]
    is_missed: Callable[[Spot], bool]
    _held: dict[Spot, tuple[Placed, float]] = field(default_factory=dict)
    _unbelieved: set[Spot] = field(default_factory=set)

    def part(self, seen: Iterable[Sighting]) -> tuple[list[Sighting], list[Placed]]:
        """What concerns tiles on the sheet, to be taken first, and the tiles that are new."""
        told = [one for one in (self._with_held(one) for one in seen) if one is not None]
        placed = [one for one in told if isinstance(one, Placed)]
        return [one for one in told if not isinstance(one, Placed)], placed

    def sift(self, seen: list[Placed], now_s: float) -> list[list[Sighting]]:
        """The new tiles that count now, in batches to be taken one after the other."""
        placed = [one for one in seen if self._is_believed(one)]
        if not placed:
            return []
        batches = self._let_go(now_s, 0.0)
        if len(placed) == 1 and not self.fits(placed[0]):
            self._held[placed[0].spot] = (placed[0], now_s)
            return batches
        return [*batches, [*placed]]

    def due(self, now_s: float) -> list[list[Sighting]]:
        """What has waited long enough, and still lies there."""
        return self._let_go(now_s, WAIT_S)

    def _let_go(self, now_s: float, wait_s: float) -> list[list[Sighting]]:
        late = [spot for spot, (_, since) in self._held.items() if now_s - since >= wait_s]
        return [[self._held.pop(spot)[0]] for spot in late if not self.is_missed(spot)]

    def release(self) -> list[list[Sighting]]:
        """All that waits, now."""
        held: list[list[Sighting]] = [[one] for one, _ in self._held.values()]
        self._held.clear()
        return held

    def _is_believed(self, one: Placed) -> bool:
        if one.readings[0].chance >= DOUBTFUL or not self.encloses(one.spot):
            return True
        if any(self._may_be(one, r) for r in one.readings if r.chance >= LEAST_CHANCE):
            return True
        self._unbelieved.add(one.spot)
        return False

    def _may_be(self, one: Placed, reading: Reading) -> bool:
        return self.fits(Placed(one.spot, (reading,), one.evidence))

    def _with_held(self, one: Sighting) -> Sighting | None:
        """A waiting tile that is turned is placed anew; one that is taken up never was."""
        if not isinstance(one, (Replaced, Repaired, TakenBack)):
            return one
        waits = self._held.pop(one.spot, None) is not None
        if not waits and one.spot not in self._unbelieved:
            return one
        self._unbelieved.discard(one.spot)
        return None if isinstance(one, TakenBack) else Placed(one.spot, one.readings, one.evidence)
