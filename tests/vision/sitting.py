"""A pretended table that is watched, for tests of what the sheet makes of it."""

from __future__ import annotations

from scorer.outcomes import Outcome
from scorer.record import new_record
from webui.table_watch import TableWatch

PLAYERS = ("Ann", "Ben")


class Sitting:
    """A pretended table that is watched; `play` films and gives back what came out."""

    def __init__(self, table, rules="tripple-classic", sink=None, players=PLAYERS):
        self.table = table
        self.watch = TableWatch(new_record(rules, players), table.read, sink)
        self.play(6)

    def play(self, count: int = 12, hand: bool = True) -> list[Outcome]:
        """A hand passes, then so many still frames."""
        found = [o for frame in self.table.passing_hand(5 * hand) for o in self.watch.see(frame)]
        for _ in range(count):
            found += self.watch.see(*self.table.frames(1))
        return found

    def lay(self, cell: str, *values: int, count: int = 12) -> list[Outcome]:
        self.table.lay(cell, *values)
        return self.play(count)

    def begin(self) -> None:
        self.lay("0,0,up", 5, 5, 5)
        self.lay("0,0,down", 5, 4, 5)

    @property
    def events(self):
        return [event for one in self.watch.session.record.rounds for event in one.events]

    @property
    def totals(self):
        return dict(self.watch.session.game.totals)


def numbers(event) -> list[int]:
    """The tile; how it is turned depends on how the first tile was seen."""
    return sorted(event.values)


def told(outcomes: list[Outcome]) -> list[str]:
    return [outcome.kind for outcome in outcomes]
