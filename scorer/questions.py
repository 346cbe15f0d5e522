"""Questions about what was seen: what is asked, the likeliest answers with their points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from scorer.events import Broken, Event, Json, Place, event_from_json
from scorer.record import Record
from scorer.sightings import Readings

TEXTS = {
    "unsure": "Which tile was laid here?",
    "illegal": "This tile does not fit. Keep it as laid, take it back, or was it misread?",
    "whose": "Several tiles were laid. Who laid which?",
    "drew": "The stock has become smaller. Was that a draw?",
    "shows": "Whose tiles are these?",
    "gone": "This tile is not seen any more. Was it taken away?",
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
            "about": list(self.about),
            "evidence": self.evidence,
        }


def question_from_json(told: Mapping[str, Json]) -> Question:
    """The inverse of `Question.to_json`; ValueError where it is no question."""
    try:
        answers = tuple(map(_answer_from_json, told["answers"]))
        about = tuple(map(str, told["about"]))
        kind = str(told["kind"])
        if kind not in TEXTS:
            raise ValueError(f"there is no question of the kind {kind}.")
        return Question(str(told["id"]), kind, answers, about, told.get("evidence"))
    except (KeyError, TypeError) as wrong:
        raise ValueError(f"this is no question: {wrong}") from None


def _answer_from_json(told: Mapping[str, Json]) -> Answer:
    events = told.get("events") or [one for one in [told["event"]] if one is not None]
    made = tuple(map(event_from_json, events))
    return Answer(str(told["text"]), made, int(told["points"]), float(told["confidence"]))


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


def gone_answers(event: Place, points: int) -> tuple[Answer, ...]:
    """A tile on which later moves rest still lies there, or was taken away."""
    text = "-".join(map(str, event.values))
    return Answer(text, (event,), points, 0.5), Answer("take it back", (), 0, 0.5)


def of_player(question: Question, number: int, player: str) -> Question:
    """The same question with its event of this number laid by another player in every answer."""
    answers = tuple(
        replace(answer, events=tuple(_laid_by(e, player) if k == number else e for k, e in told))
        for answer in question.answers
        for told in [list(enumerate(answer.events))]
    )
    return replace(question, answers=answers)


def _laid_by(event: Event, player: str) -> Event:
    return event if isinstance(event, Broken) else replace(event, player=player)


def mark(event: Event) -> str:
    """The question that an event waits for, as `q3.0`; empty where there is none."""
    if isinstance(event, Broken):
        return ""
    return str(event.extra.get("question", ""))


def last_asked(record: Record) -> int:
    """The number of the newest question that an event still waits for; new ones come after it."""
    marks = (mark(event) for one in record.rounds for event in one.events)
    numbers = (one.removeprefix("q").partition(".")[0] for one in marks)
    return max((int(number[:9]) for number in numbers if number.isdecimal()), default=0)


def without_mark(event: Event) -> Event:
    if isinstance(event, Broken):
        return event
    extra = {k: v for k, v in event.extra.items() if k not in ("asked", "question")}
    return replace(event, extra=extra)
