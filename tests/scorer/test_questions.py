"""Questions outlive the program: their marks stay in the record, their answers in a file."""

from __future__ import annotations

import pytest

from scorer.board import Spot
from scorer.lattice import Cell
from scorer.questions import last_asked, question_from_json
from scorer.record import new_record
from scorer.sightings import Placed, Reading
from scorer.table_session import TableSession

BLANK = new_record("tripple-classic", ("Ann", "Ben"))
DOUBTFUL = Placed(Spot(Cell(0, 0, "up")), (Reading((5, 5, 5), 0.6), Reading((5, 5, 4), 0.3)))


def asked() -> TableSession:
    session = TableSession(BLANK)
    session.take([DOUBTFUL])
    return session


def test_a_question_can_be_written_down_and_read_again() -> None:
    (question,) = asked().questions.values()
    assert question_from_json(question.to_json()) == question


@pytest.mark.parametrize("told", [{}, {"answers": 3}, {"id": "q1", "kind": "?", "answers": []}])
def test_what_is_no_question_is_refused(told: dict) -> None:
    with pytest.raises(ValueError):
        question_from_json(told)


def test_a_question_stays_open_while_its_event_is_on_the_sheet() -> None:
    session = asked()
    session.follow(session.record)
    assert list(session.questions) == ["q1"]
    session.follow(BLANK)
    assert not session.questions


def test_a_new_session_never_asks_under_an_old_questions_name() -> None:
    again = TableSession(asked().record)
    assert last_asked(again.record) == 1
    second = Placed(Spot(Cell(0, 0, "down")), (Reading((5, 4, 5), 0.6),))
    again.take([second])
    assert list(again.questions) == ["q2"]
