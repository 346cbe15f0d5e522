"""Questions about what was seen: what is asked, the likeliest answers with their points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from scorer.events import Broken, Event, Json, Place
from scorer.sightings import Readings

TEXTS = {
    "unsure": "Which tile was laid here?",
    "illegal": "This tile does not fit. Keep it as laid, take it back, or was it misread?",
    "whose": "Several tiles were laid. Who laid which?",
    "drew": "The stock has become smaller. Was that a draw?",
    "shows": "Whose tiles are these?",
}
NONE = "none"  # an answer that takes back what was entered provisionally


@dataclass(frozen=True, slots=True)
class Answer:
    """What may have happened: the events it would make, and what they score."""

    text: str
    events: tuple[Event, ...] = ()
    points: int = 0
    chance: float = 0.0

    def to_json(self) -> dict[str, Json]:
        events = [event.to_json() for event in self.events]
        told: dict[str, Json] = {"text": self.text, "confidence": round(self.chance, 4)}
        if len(events) > 1:
            told["events"] = events
        return {**told, "event": events[0] if events else None, "points": self.points}


@dataclass(frozen=True, slots=True)
class Question:
    """Something to be settled with one tap; `about` marks the events it may change."""

    id: str
    kind: str
    answers: tuple[Answer, ...]  # likeliest first
    about: tuple[str, ...]
    evidence: str | None = None

    @property
    def text(self) -> str:
        return TEXTS[self.kind]

    def to_json(self) -> dict[str, Json]:
        return {
            "event": "question",
            "id": self.id,
            "kind": self.kind,
            "text": self.text,
            "message": f"question.{self.kind}",
            "answers": [answer.to_json() for answer in self.answers],
            "evidence": self.evidence,
        }


class Points(Protocol):
    def points_of(self, events: tuple[Event, ...]) -> int: ...


def reading_answers(
    game: Points, kind: str, event: Place, readings: Readings
) -> tuple[Answer, ...]:
    """Each reading as an answer; what was seen can be kept although it breaks a rule."""
    answers = []
    for reading in readings:
        extra = {**event.extra, "confidence": round(reading.chance, 4)}
        other = replace(event, values=reading.values, extra=extra)
        text = "-".join(map(str, reading.values))
        answers.append(Answer(text, (other,), game.points_of((other,)), reading.chance))
    last = "take it back" if kind == "illegal" else "none of these"
    return (*answers, Answer(last))


def mark(event: Event) -> str:
    """The question that an event waits for, as `q3.0`; empty where there is none."""
    if isinstance(event, Broken):
        return ""
    return str(event.extra.get("question", ""))


def without_mark(event: Event) -> Event:
    if isinstance(event, Broken):
        return event
    extra = {k: v for k, v in event.extra.items() if k not in ("asked", "question")}
    return replace(event, extra=extra)
