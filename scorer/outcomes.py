"""One line of watching a game: an event that was scored, changed or withdrawn, or a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorer.edit import Edit
from scorer.events import Event, Json, Place
from scorer.game import ScoredEvent
from scorer.questions import Question
from scorer.texts import say


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing that happened to the sheet: the edit that was made, or a question, or both."""

    kind: str  # the event's kind, "withdraw", "repair", "question"
    edit: Edit | None = None
    scored: ScoredEvent | None = None
    question: Question | None = None
    was: Event | None = None
    totals: Mapping[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Json]:
        """The line that `tripad watch --json` prints."""
        if self.question is not None and self.kind == "question":
            return self.question.to_json()
        event = self.scored.event if self.scored else self.was
        told: dict[str, Json] = {} if event is None else dict(event.to_json())
        if self.kind in ("withdraw", "repair") or event is None:
            told["event"] = self.kind
        if self.scored is not None:
            told |= {"points": self.scored.points, "parts": self.scored.parts_by_rule}
        if self.scored is not None and self.scored.faults:
            told["faults"] = [say(fault) for fault in self.scored.faults]
        if isinstance(self.was, Place) and self.kind == "repair":
            told["was"] = list(self.was.values)
        return {**told, "total": dict(self.totals)}
