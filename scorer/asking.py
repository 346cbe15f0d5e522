"""A sheet on which questions wait: edits go in, everything is derived again, and both are told.

Points are `derive`'s alone. What is asked about is entered provisionally and carries the
question's mark until somebody answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scorer.board import Spot
from scorer.edit import Change, Delete, Edit, Insert, OpenRound, appending
from scorer.events import Broken, Draw, Event, Place
from scorer.game import ScoredEvent, derive
from scorer.outcomes import Outcome
from scorer.questions import Answer, Question, last_asked, mark, of_player, without_mark
from scorer.record import Record

ASK_BELOW = 0.93  # how sure a reading has to be for no question


class AskingSheet:
    """What a session enters and withdraws, and the questions that are open."""

    def __init__(self, record: Record, ask_below: float = ASK_BELOW, asked: int = 0) -> None:
        self.record = record
        self.ask_below = ask_below
        self.game = derive(record)
        self.questions: dict[str, Question] = {}
        self._asked = max(asked, last_asked(record))  # no number stands for two questions
        self._out: list[Outcome] = []

    def follow(self, record: Record) -> None:
        """The sheet was changed elsewhere; questions about what is gone are dropped."""
        self.record, self.game = record, derive(record)
        marks = {mark(event) for one in record.rounds for event in one.events}
        self.questions = {key: q for key, q in self.questions.items() if marks & {*q.about}}

    def answer(self, question_id: str, choice: int) -> list[Outcome]:
        """Somebody has answered; KeyError or IndexError where there is no such question."""
        self._out = []
        question = self.questions[question_id]
        answer = question.answers[choice]
        del self.questions[question_id]
        for old, new in zip(question.about, answer.events, strict=False):
            self._swap(old, new)
        for old in question.about[len(answer.events) :]:
            self._swap(old, None)
        return self._out

    def points_of(self, events: Iterable[Event]) -> int:
        """What these events would score now, one after the other."""
        record, points = self.game, 0
        for event in events:
            edit = appending(record, event)
            record = derive(edit.apply(record.record))
            points += record.rounds[edit.round].events[edit.index].points
        return points

    # questions

    def _ask_about(self, kind: str, events: list[Event], answers: tuple[Answer, ...]) -> None:
        """Enters the events provisionally, each with the question's mark."""
        for event in self._open_about(kind, events, answers):
            self._append(event)

    def _open_about(
        self, kind: str, events: Sequence[Event], answers: tuple[Answer, ...]
    ) -> list[Event]:
        """Puts the question; the events with its marks are still to be entered."""
        key = self._next_key()
        marked = [_marked(event, f"{key}.{k}") for k, event in enumerate(events)]
        evidence = None if isinstance(events[0], Broken) else events[0].extra.get("evidence")
        question = Question(key, kind, answers, tuple(f"{key}.{k}" for k in range(len(events))))
        self._open(replace(question, evidence=evidence))
        return marked

    def _ask_at(self, at: tuple[int, int], kind: str, answers: tuple[Answer, ...]) -> None:
        """Asks about an event that is in the record already."""
        key = self._next_key()
        edit = Change(*at, _marked(self._event(at), f"{key}.0"))
        self.record = edit.apply(self.record)
        self.game = derive(self.record)
        self._open(Question(key, kind, answers, (f"{key}.0",)))

    def _next_key(self) -> str:
        self._asked += 1
        return f"q{self._asked}"

    def _open(self, question: Question) -> None:
        self.questions[question.id] = question
        self._out.append(Outcome("question", question=question, totals=self.game.totals))

    def _drop_question(self, event: Event) -> None:
        self.questions.pop(mark(event).partition(".")[0], None)

    def _proposed_draw(self, event: Event) -> str | None:
        """The mark of a draw that was seen in this turn and not yet confirmed."""
        if not isinstance(event, Draw) or not self.record.rounds:
            return None
        for old in reversed(self.record.rounds[-1].events):
            if not isinstance(old, Draw) or old.player != event.player:
                return None
            if mark(old):
                return mark(old)
        return None

    def _settle(self, marked: str) -> None:
        at = self._find_mark(marked)
        if at is not None:
            self.record = Change(*at, without_mark(self._event(at))).apply(self.record)
            self.game = derive(self.record)

    def _swap(self, marked: str, new: Event | None) -> None:
        """Puts the answer in the place of what was entered provisionally."""
        at = self._find_mark(marked)
        if at is None:
            return
        old = self._event(at)
        if new is None:
            self._do("withdraw", Delete(*at), old)
        else:
            self._do("repair", Change(*at, without_mark(new)), old)

    # the record
    def _withdraw(self, at: tuple[int, int]) -> None:
        old = self._event(at)
        self._do("withdraw", Delete(*at), old)
        self._drop_question(old)

    def _append(self, event: Event) -> None:
        self._do(event.kind, appending(self.game, event))

    def _do_all(self, edits: Iterable[Insert | Change]) -> None:
        """Insertions are told as their events, changes as repairs."""
        for edit in edits:
            old = self._event((edit.round, edit.index)) if isinstance(edit, Change) else None
            self._do(edit.event.kind if old is None else "repair", edit, old)
            if old is not None:
                self._reseat_answers(edit.event)
        self._settle_legal()

    def _reseat_answers(self, event: Event) -> None:
        """The answers that wait for this event are of its new player, too."""
        key, _, number = mark(event).partition(".")
        question = self.questions.get(key)
        if question is not None and isinstance(event, Place):
            self.questions[key] = of_player(question, int(number), event.player)

    def _settle_legal(self) -> None:
        """What was asked only because it broke a rule is settled where it no longer does."""
        for question in [q for q in self.questions.values() if q.kind == "illegal"]:
            at = self._find_mark(question.about[0])
            sure = question.answers[0].chance >= self.ask_below
            if sure and at is not None and not self._scored(at).faults:
                self._settle(question.about[0])
                del self.questions[question.id]

    def _do(self, kind: str, edit: Edit, was: Event | None = None) -> None:
        self.record = edit.apply(self.record)
        self.game = derive(self.record)
        stays = not isinstance(edit, (Delete, OpenRound))
        at = (getattr(edit, "round", 0), getattr(edit, "index", 0))
        scored = self._scored(at) if stays else None
        self._out.append(Outcome(kind, edit, scored, None, was, self.game.totals))

    def _would_be(self, event: Event) -> ScoredEvent:
        edit = appending(self.game, event)
        return derive(edit.apply(self.record)).rounds[edit.round].events[edit.index]

    def _event(self, at: tuple[int, int]) -> Event:
        return self.record.rounds[at[0]].events[at[1]]

    def _scored(self, at: tuple[int, int]) -> ScoredEvent:
        return self.game.rounds[at[0]].events[at[1]]

    def _last(self) -> tuple[int, int]:
        number = len(self.record.rounds) - 1
        return number, len(self.record.rounds[number].events) - 1

    def _find(self, spot: Spot) -> tuple[int, int] | None:
        """The event that laid the tile on this spot, in the round on the table."""
        number = len(self.record.rounds) - 1
        events = self.record.rounds[number].events if number >= 0 else ()
        for index in range(len(events) - 1, -1, -1):
            event = events[index]
            if isinstance(event, Place) and event.spot == spot:
                return number, index
        return None

    def _find_mark(self, marked: str) -> tuple[int, int] | None:
        for number, one in enumerate(self.record.rounds):
            for index, event in enumerate(one.events):
                if mark(event) == marked:
                    return number, index
        return None


def _marked(event: Event, key: str) -> Event:
    if isinstance(event, Broken):
        return event
    return replace(event, extra={**event.extra, "asked": True, "question": key})
