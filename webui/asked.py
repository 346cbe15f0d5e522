"""All questions of the open game on the disk; open are those whose line still carries their mark.

So a restart swallows none, and undoing an answer asks again.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from scorer.questions import Question, mark, question_from_json
from scorer.record import Record
from webui.files import read_json, write_json

MOST = 300


class Asked:
    def __init__(self, folder: Path) -> None:
        self._folder = folder / "questions"
        self._file: Path | None = None
        self._questions: dict[str, Question] = {}

    @property
    def count(self) -> int:
        """The number of the newest question; none is numbered twice in a game."""
        numbers = (key.removeprefix("q") for key in self._questions)
        return max((int(number) for number in numbers if number.isdecimal()), default=0)

    def load(self, game: int) -> None:
        """The questions of this game; none where the file is missing or damaged."""
        self._file = self._folder / f"{game}.json"
        try:
            found = [question_from_json(one) for one in read_json(self._file) or []]
        except (ValueError, TypeError):
            found = []
        self._questions = {question.id: question for question in found}

    def add(self, questions: Iterable[Question]) -> None:
        new = {one.id: one for one in questions if one.id not in self._questions}
        if not new or self._file is None:
            return
        newest = [*self._questions.items(), *new.items()][-MOST:]
        self._questions = dict(newest)
        self._folder.mkdir(parents=True, exist_ok=True)
        write_json(self._file, [one.to_json() for one in self._questions.values()])

    def open_in(self, record: Record) -> dict[str, Question]:
        marks = {mark(event) for one in record.rounds for event in one.events}
        return {key: one for key, one in self._questions.items() if marks & {*one.about}}
