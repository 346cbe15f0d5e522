"""Changing what was written: everything after it is derived again, and nothing is dropped."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.edit import (
    Change,
    ChangeRules,
    Delete,
    Edit,
    EditError,
    History,
    Insert,
    OpenRound,
    Rename,
    Several,
    append,
    appending,
    edit_from_json,
    edit_to_json,
)
from scorer.events import Draw, Event, Pass, Place, event_from_json
from scorer.game import Game, derive
from scorer.journal import Journal
from scorer.lattice import Cell
from scorer.output import fault_sentence
from scorer.record import Record, record_from_json
from scorer.sheet import sheet
from tests.scorer.games import event, flags, points, record

RULES = {"preset": "tripple-classic", "dealt": 2}
FIRST = "Ann 0,0,up=5-5-5; Ben 0,0,down=5-4-5; Ann 0,1,up=5-4-3; Ben shows 4-4-4"
SECOND = "Ben 0,0,up=4-4-4; Ann 0,0,down=4-3-4; Ben 0,1,up=4-3-2; Ann shows 0-0-1"
PLAYED = record_from_json(record(RULES, "Ann Ben", FIRST, SECOND))


def an_event(text: str) -> Event:
    return event_from_json(event(text))


def after(*edits: Edit) -> Game:
    history = History(PLAYED)
    for edit in edits:
        history = history.do(edit)
    return derive(history.present)


def texts(record: Record) -> list[list[object]]:
    return [[one.to_json() for one in part.events] for part in record.rounds]


def test_as_it_was_played() -> None:
    game = after()
    assert game.totals == {"Ann": 25 + 12 + 25 + 12 + 11, "Ben": 14 + 22 + 9 + 25 + 1}
    assert not game.faults


def test_a_forgotten_draw_changes_every_total_after_it() -> None:
    game = after(Insert(0, 1, Draw("Ben")))
    assert [one.total["Ben"] for one in game.rounds] == [9, 66]
    assert game.rounds[0].events[2].totals == {"Ann": 25, "Ben": 9}
    # Ben drew, so there is one more tile to show.
    assert game.rounds[0].must_reveal == {"Ben": 1}


def test_without_its_last_tile_a_round_has_not_ended() -> None:
    game = after(Delete(0, 2))
    assert [one.end_reason for one in game.rounds] == [None, "out"]
    assert game.rounds[0].end == {"Ann": 0, "Ben": 0}
    assert game.totals == {"Ann": 25 + 11, "Ben": 14 + 57}
    assert "Round 1: Ann begins, broken off" in sheet(game)
    assert texts(game.record)[1] == texts(PLAYED)[1]


def test_a_round_that_now_ends_earlier_keeps_what_came_then() -> None:
    game = after(ChangeRules({**RULES, "dealt": 1}))
    assert flags(game) == [
        (1, 2, "round_over"), (1, 3, "round_over"),
        (2, 2, "round_over"), (2, 3, "round_over"),
    ]  # fmt: skip
    assert points(game)[:3] == [25, 0, 0]
    assert texts(game.record) == texts(PLAYED)
    assert "✗ event 2: the round is over; Ben can only reveal tiles." in sheet(game)


def test_another_first_tile_makes_the_next_ones_impossible() -> None:
    game = after(Change(0, 0, Place("Ann", Cell(0, 0, "up"), (1, 1, 1))))
    assert {(r, e) for r, e, _ in flags(game)} == {(1, 2), (1, 3)}
    assert points(game) == [13, 0, 0, 0]
    assert not [one for one in game.faults if one.round == 1]
    assert fault_sentence(game.faults[0]).startswith("round 1, event 2: the side does not match")
    assert all(f"✗ event {number}" in sheet(game) for number in (2, 3))


def test_a_tile_laid_twice_is_marked_where_it_is_laid_again() -> None:
    game = after(Change(0, 0, Place("Ann", Cell(0, 0, "up"), (5, 4, 5))))
    assert (1, 2, "tile_twice") in flags(game)


def test_a_game_that_ends_earlier_keeps_the_rounds_after_it() -> None:
    game = after(ChangeRules({**RULES, "target": 50}))
    assert game.winners == ("Ann",)
    assert {flag for _, _, flag in flags(game)} == {"game_over"}
    assert texts(game.record) == texts(PLAYED)
    assert game.totals == game.rounds[0].total


def test_undo_and_redo_over_a_rounds_end() -> None:
    history = History(record_from_json(record(RULES, "Ann Ben")))
    for one in (one for part in PLAYED.rounds for one in part.events):
        history = history.do(appending(derive(history.present), one))
    assert texts(history.present) == texts(PLAYED)
    sheets = [history.present]
    while history.can_undo:
        history = history.undo()
        sheets.append(history.present)
    assert len(sheets) == 9 and [len(one.rounds) for one in sheets] == [2] * 4 + [1] * 4 + [0]
    while history.can_redo:
        history = history.redo()
        sheets.pop()
        assert history.present == sheets[-1]


def test_an_edit_after_undo_forgets_the_way_forward() -> None:
    history = History(PLAYED).do(Delete(1, 3)).undo().do(Delete(1, 2))
    assert not history.can_redo
    with pytest.raises(EditError, match="nothing to redo"):
        history.redo()


def test_the_last_round_goes_with_its_last_event() -> None:
    one = record_from_json(record(RULES, "Ann Ben", FIRST, "Ben draw"))
    assert len(Delete(1, 0).apply(one).rounds) == 1
    assert len(append(Delete(1, 0).apply(one), Draw("Ben")).rounds) == 2
    two = OpenRound().apply(one)
    assert [len(part.events) for part in two.rounds] == [4, 1, 0]
    assert len(append(two, Draw("Ann")).rounds[2].events) == 1


NONSENSE: list[tuple[Edit, str]] = [
    (Delete(2, 0), "no round 3"),
    (Delete(0, 4), "no event 5"),
    (Delete(-1, 0), "no round 0"),
    (Insert(3, 0, Pass("Ann")), "no round 4"),
    (Insert(0, 5, Pass("Ann")), "no event 6"),
    (Change(0, -1, Pass("Ann")), "no event 0"),
    (Rename("Zoe", "Eva"), "nobody in this game is called Zoe"),
    (Rename("Ann", "Ben"), "Ben already plays"),
    (Rename("Ann", " "), "not empty"),
    (Rename("Ann", "A\nnn"), "cannot be shown"),
    (ChangeRules("chess"), "not a preset"),
    (ChangeRules({"preset": "triodomino", "dealt": 40}), "more than 56"),
]


@pytest.mark.parametrize(("edit", "reason"), NONSENSE)
def test_nonsense_is_refused_in_words(edit: Edit, reason: str) -> None:
    with pytest.raises(EditError, match=reason):
        History(PLAYED).do(edit)


EDITS: list[Edit] = [
    Insert(0, 1, an_event("Ben shows 0-1-2")),
    Delete(1, 3),
    Change(0, 0, an_event("Ann 0,0,up@1=1-1-1")),
    Rename("Ann", "Änne"),
    ChangeRules({"preset": "triominos", "bridge": 1}, 4),
    OpenRound(),
    Several((Delete(0, 0), Rename("Ann", "Änne"))),
]


@pytest.mark.parametrize("edit", EDITS)
def test_the_journal_keeps_every_kind_of_edit(edit: Edit, tmp_path: Path) -> None:
    assert edit_from_json(edit_to_json(edit)) == edit
    with Journal(tmp_path) as journal:
        game = journal.new_game(PLAYED)
        done = journal.edit(game, edit)
    with Journal(tmp_path) as journal:
        assert journal.record(game) == done.record == edit.apply(PLAYED)
        assert journal.undo(game).record == PLAYED


def test_a_renamed_player_keeps_the_points() -> None:
    game = after(Rename("Ann", "Änne"))
    assert game.totals == {"Änne": 85, "Ben": 71}
    assert not game.faults
