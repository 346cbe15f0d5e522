"""A game that is watched: the camera's watcher and the game's session, each told of the other."""

from __future__ import annotations

from scorer.events import Event
from scorer.outcomes import Outcome
from scorer.questions import Question
from scorer.record import Record
from scorer.table_session import TableSession
from vision.evidence import Sink
from vision.sources import Frame
from vision.watcher import Read, Status, Watcher


class TableWatch:
    """Feed it frames and taps; it gives back what was entered and what is asked."""

    def __init__(self, record: Record, read: Read, sink: Sink | None = None) -> None:
        self.session = TableSession(record)
        self.watcher = Watcher(read, sink)
        self.watcher.believe(self.session.placements())
        self.watcher.expect(self.session.expected())

    def see(self, frame: Frame) -> list[Outcome]:
        sightings = self.watcher.see(frame)
        if not sightings:
            return []
        return self._afterwards(self.session.take(sightings))

    def tap(self, event: Event) -> list[Outcome]:
        outcomes = self.session.tap(event)
        self.watcher.believe(self.session.placements())
        return self._afterwards(outcomes)

    def answer(self, question_id: str, choice: int) -> list[Outcome]:
        outcomes = self.session.answer(question_id, choice)
        self.watcher.believe(self.session.placements())
        return self._afterwards(outcomes)

    def follow(self, record: Record) -> None:
        """The sheet was corrected by hand."""
        another_round = len(record.rounds) != len(self.session.record.rounds)
        self.session.follow(record)
        if another_round and not self.session.placements():
            self.watcher.forget()
        self.watcher.believe(self.session.placements())
        self.watcher.expect(self.session.expected())

    @property
    def questions(self) -> list[Question]:
        return list(self.session.questions.values())

    def status(self, age_s: float | None = None) -> Status:
        return self.watcher.status(age_s)

    def _afterwards(self, outcomes: list[Outcome]) -> list[Outcome]:
        self.watcher.expect(self.session.expected())
        return outcomes
