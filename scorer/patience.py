"""Waits a little with a tile that does not fit: people lay, look, and turn it before they mean it.

Meanwhile it may be turned or taken up again, and nobody is asked. Once the next tile lies, or the
time is over and nothing moves, it counts as laid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from scorer.board import Spot
from scorer.sightings import Placed, Repaired, Replaced, Sighting, TakenBack

WAIT_S = 1.5


@dataclass
class Patience:
    """`fits` says whether a sighting would be a legal move."""

    fits: Callable[[Placed], bool]
    _held: dict[Spot, tuple[Placed, float]] = field(default_factory=dict)

    def part(self, seen: Iterable[Sighting]) -> tuple[list[Sighting], list[Placed]]:
        """What concerns tiles on the sheet, to be taken first, and the tiles that are new."""
        told = [one for one in (self._with_held(one) for one in seen) if one is not None]
        placed = [one for one in told if isinstance(one, Placed)]
        return [one for one in told if not isinstance(one, Placed)], placed

    def sift(self, placed: list[Placed], now_s: float) -> list[list[Sighting]]:
        """The new tiles that count now, in batches to be taken one after the other."""
        if not placed:
            return []
        batches = self.release()
        if len(placed) == 1 and not self.fits(placed[0]):
            self._held[placed[0].spot] = (placed[0], now_s)
            return batches
        return [*batches, [*placed]]

    def due(self, now_s: float) -> list[list[Sighting]]:
        """What has waited long enough."""
        late = [spot for spot, (_, since) in self._held.items() if now_s - since >= WAIT_S]
        return [[self._held.pop(spot)[0]] for spot in late]

    def release(self) -> list[list[Sighting]]:
        """All that waits, now."""
        held: list[list[Sighting]] = [[one] for one, _ in self._held.values()]
        self._held.clear()
        return held

    def _with_held(self, one: Sighting) -> Sighting | None:
        """A waiting tile that is turned is placed anew; one that is taken up never was."""
        if not isinstance(one, (Replaced, Repaired, TakenBack)) or one.spot not in self._held:
            return one
        del self._held[one.spot]
        return None if isinstance(one, TakenBack) else Placed(one.spot, one.readings, one.evidence)
