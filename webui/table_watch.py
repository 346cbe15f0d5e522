"""A game that is watched: the camera's watcher and the game's session, each told of the other.

How the web server uses it, for one open game:

- `TableWatch(record, read_table, sink)` when a camera is chosen; `sink.keep(Evidence)` puts the
  pictures into the journal and gives back the name under which they are found again.
- Frames that a phone pushes go into a `vision.sources.Pushed`; one thread runs
  `for frame in pushed.frames(): outcomes = watch.see(frame)`. Any other source is opened with
  `vision.sources.open_source` and read in the same way.
- Each `Outcome` with an `edit` is written to the journal as it is (`journal.edit(game, edit)`);
  an outcome without one is a question that was put or settled.
- `watch.questions` are the open questions, `question.to_json()` is what a page shows, and
  `watch.answer(question_id, choice)` gives outcomes to be written like any others.
- What people tap goes through `watch.tap(event)`; a correction on the sheet through
  `watch.follow(record)` with the corrected record.
- `watch.status(source.age_s)` is what the camera page shows. `see`, `tap`, `answer` and `follow`
  are to be called under one lock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.board import Placement
from scorer.events import Draw, Event, Pass
from scorer.outcomes import Outcome
from scorer.patience import Patience
from scorer.questions import Question
from scorer.record import Record
from scorer.seats import out_of_turn
from scorer.sightings import Sighting
from scorer.table_session import TableSession
from vision.evidence import Sink
from vision.sources import Frame
from vision.watcher import Read, State, Status, Watcher


class TableWatch:
    """Feed it frames and taps; it gives back what was entered and what is asked."""

    def __init__(
        self,
        record: Record,
        read: Read,
        sink: Sink | None = None,
        session: TableSession | None = None,
    ) -> None:
        self.session = session or TableSession(record)
        self.watcher = Watcher(read, sink)
        self._patience = Patience(
            self.session.would_fit, self.session.encloses, self.watcher.misses
        )
        self._taps: list[tuple[Event, float]] = []  # out of turn while a tile was being laid, when
        self.watcher.believe(self.session.placements())
        self.watcher.expect(self.session.expected())

    def see(self, frame: Frame) -> list[Outcome]:
        return self._take(self.batches(frame)) + self._late_taps()

    def batches(self, frame: Frame) -> Iterator[list[Sighting]]:
        """What the session has to take now; each batch before the next is asked for."""
        sightings = self.watcher.see(frame)
        if sightings:
            yield from self._sifted(sightings, frame.time_s)
        elif self.watcher.state is State.WAITING:
            yield from self._patience.due(frame.time_s)

    def _sifted(self, sightings: list[Sighting], now_s: float) -> Iterator[list[Sighting]]:
        others, placed = self._patience.part(sightings)
        yield others
        yield from self._patience.sift(placed, now_s)

    def rest(self) -> Iterator[list[Sighting]]:
        """What still waits, and what the last picture shows."""
        yield from self._sifted(self.watcher.settle(), 0.0)
        yield from self._patience.release()

    def finish(self) -> list[Outcome]:
        """The source has ended: what still waits counts now."""
        return self._take(self.rest()) + self._tap_all()

    def tap(self, event: Event) -> list[Outcome]:
        """Somebody taps; while the tile that comes before is not seen yet, it waits for that."""
        waited = self._take(self.rest())
        if self._taps or self._is_early(event):
            self._taps.append((event, self.watcher.now_s))
            return waited
        return waited + self._tap(event)

    def _tap(self, event: Event, at_s: float | None = None) -> list[Outcome]:
        outcomes = self.session.tap(event, at_s)
        self.watcher.believe(self.session.placements())
        return self._afterwards(outcomes)

    def _late_taps(self) -> list[Outcome]:
        """What was tapped out of turn, now that it is in turn or nothing is under way."""
        if not self._taps or self._is_early(self._taps[0][0]):
            return []
        return self._tap_all()

    def _is_early(self, event: Event) -> bool:
        """Nobody draws or passes before the first tile lies, nor out of turn."""
        game = self.session.game
        if isinstance(event, (Draw, Pass)) and not self.session.placements():
            return True
        return self.watcher.pending and out_of_turn(game, event)

    def _tap_all(self) -> list[Outcome]:
        taps, self._taps = self._taps, []
        return [o for event, at_s in taps for o in self._tap(event, at_s)]

    def answer(self, question_id: str, choice: int) -> list[Outcome]:
        outcomes = self.session.answer(question_id, choice)
        self.watcher.believe(self.session.placements())
        return self._afterwards(outcomes)

    def follow(self, record: Record) -> None:
        """The sheet was corrected by hand."""
        rounds = len(self.session.record.rounds)
        self.session.follow(record)
        self.catch_up(self.session.placements(), len(record.rounds) > rounds)
        self.watcher.expect(self.session.expected())

    def catch_up(self, placements: Iterable[Placement], new_round: bool) -> None:
        """The watcher learns what the sheet says; a move undone keeps its tile known."""
        lying = list(placements)
        if new_round and not lying:
            self.watcher.forget()
        self.watcher.believe(lying)

    @property
    def questions(self) -> list[Question]:
        return list(self.session.questions.values())

    def status(self, age_s: float | None = None) -> Status:
        return self.watcher.status(age_s)

    def _take(self, batches: Iterable[list[Sighting]]) -> list[Outcome]:
        outcomes = [outcome for batch in batches for outcome in self.session.take(batch)]
        return self._afterwards(outcomes) if outcomes else []

    def _afterwards(self, outcomes: list[Outcome]) -> list[Outcome]:
        self.watcher.expect(self.session.expected())
        return outcomes
