"""Open questions on the disk, so that a restart of the server does not swallow them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from scorer.questions import Question, question_from_json
from webui.files import read_json, write_json


class Asked:
    def __init__(self, folder: Path) -> None:
        self._folder = folder / "questions"

    def load(self, game: int) -> dict[str, Question]:
        """The questions that were open; none where the file is missing or damaged."""
        try:
            found = [question_from_json(one) for one in read_json(self._file(game)) or []]
        except (ValueError, TypeError):
            return {}
        return {question.id: question for question in found}

    def save(self, game: int, questions: Iterable[Question]) -> None:
        told = [question.to_json() for question in questions]
        file = self._file(game)
        if not told and not file.exists():
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        write_json(file, told)

    def _file(self, game: int) -> Path:
        return self._folder / f"{game}.json"
