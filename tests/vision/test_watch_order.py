"""Tiles that are found late, and tiles seen at once: who laid them, by when they came."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.events import Draw
from tests.vision.sitting import Sitting, numbers, told


@pytest.fixture
def sitting(table) -> Sitting:
    one = Sitting(table)
    one.begin()
    return one


def laid(sitting: Sitting) -> list[tuple[str, list[int]]]:
    return [(e.player, numbers(e)) for e in sitting.events if e.kind == "place"]


def test_a_tile_found_late_is_put_where_it_was_laid_and_the_turns_are_moved(sitting, table):
    table.unseen = {"0,1,up"}
    assert sitting.lay("0,1,up", 5, 4, 1) == []
    sitting.lay("0,-1,down", 0, 5, 5)
    assert laid(sitting)[2:] == [("Ann", [0, 5, 5])]
    table.unseen = set()
    assert told(sitting.play(60)) == ["place", "repair"]
    assert laid(sitting)[2:] == [("Ann", [1, 4, 5]), ("Ben", [0, 5, 5])]
    assert sitting.watch.questions == []


def test_draws_tapped_meanwhile_stay_with_whoever_drew(sitting, table):
    table.unseen = {"0,1,up"}
    sitting.watch.tap(Draw("Ann"))
    sitting.lay("0,1,up", 5, 4, 1)
    sitting.lay("0,-1,down", 0, 5, 5)
    table.unseen = set()
    sitting.play(60)
    assert [e.player for e in sitting.events] == ["Ann", "Ben", "Ann", "Ann", "Ben"]
    assert [e.kind for e in sitting.events][2:] == ["draw", "place", "place"]


def test_two_tiles_found_at_once_that_came_one_after_the_other_are_not_asked_about(sitting, table):
    table.unseen = {"0,1,up", "0,-1,down"}
    assert sitting.lay("0,1,up", 5, 4, 1) == []
    assert sitting.lay("0,-1,down", 0, 5, 5) == []
    table.unseen = set()
    assert told(sitting.play(60)) == ["place", "place"]
    assert laid(sitting)[2:] == [("Ann", [1, 4, 5]), ("Ben", [0, 5, 5])]


def test_the_camera_may_be_bumped_meanwhile(sitting, table):
    table.unseen = {"0,1,up"}
    sitting.lay("0,1,up", 5, 4, 1)
    table.move_camera(x=307.0, y=194.0)
    sitting.play(12, hand=False)
    sitting.lay("0,-1,down", 0, 5, 5)
    table.unseen = set()
    sitting.play(60)
    assert laid(sitting)[2:] == [("Ann", [1, 4, 5]), ("Ben", [0, 5, 5])]


def test_a_tile_lost_in_the_whole_picture_is_found_in_the_part_that_changed(sitting, table):
    table.unseen, table.found_closer = {"0,1,up"}, True
    assert told(sitting.lay("0,1,up", 5, 4, 1)) == ["place"]
    assert laid(sitting)[2:] == [("Ann", [1, 4, 5])]


def test_so_is_the_first_one(table):
    table.unseen, table.found_closer = {"0,0,up"}, True
    assert told(Sitting(table).lay("0,0,up", 5, 5, 5)) == ["place"]


def test_what_cannot_be_read_closer_either_is_not_looked_at_for_ever(sitting, table):
    table.unseen = {"0,1,up"}
    sitting.lay("0,1,up", 5, 4, 1, count=40)
    before = table.reads
    sitting.play(45, hand=False)
    assert table.reads - before <= 4


def test_a_first_tile_that_was_none_is_given_up_where_the_layout_grows_elsewhere(table):
    """A pattern of the cloth, surely read as a tile: it is asked about once the others lie."""
    table.false_tiles = [(np.array([[500.0, 60.0], [552.0, 60.0], [526.0, 105.0]]), (0, 0, 0))]
    sitting = Sitting(table)
    assert [numbers(e) for e in sitting.events] == [[0, 0, 0]]
    sitting.watch.tap(Draw("Ben"))
    sitting.lay("0,0,up", 5, 5, 5)
    outcomes = sitting.lay("0,0,down", 5, 4, 5, count=30)
    assert told(outcomes) == ["repair", "question", "place"]
    assert laid(sitting) == [("Ann", [5, 5, 5]), ("Ben", [4, 5, 5])]
    assert [q.kind for q in sitting.watch.questions] == ["unsure"]


def test_tiles_that_touch_each_other_beside_a_first_tile_change_nothing(table):
    """They lay there before it, in somebody's hand for instance."""
    table.false_tiles = [
        (np.array([[500.0, 60.0], [552.0, 60.0], [526.0, 105.0]]), (0, 1, 2)),
        (np.array([[60.0, 60.0], [112.0, 60.0], [86.0, 105.0]]), (0, 1, 3)),
    ]
    sitting = Sitting(table)
    sitting.lay("0,0,up", 5, 5, 5)
    first = [numbers(e) for e in sitting.events]
    sitting.play(40)
    assert first == [[5, 5, 5]] == [numbers(e) for e in sitting.events]


def test_a_draw_tapped_before_the_first_tiles_were_found_stays_before_the_second(table):
    sitting = Sitting(table)
    table.unseen = {"0,0,up", "0,0,down"}
    sitting.lay("0,0,up", 5, 5, 5)
    sitting.watch.tap(Draw("Ben"))
    sitting.lay("0,0,down", 5, 4, 5)
    table.unseen = set()
    sitting.play(60)
    assert [(e.kind, e.player) for e in sitting.events] == [
        ("place", "Ann"),
        ("draw", "Ben"),
        ("place", "Ben"),
    ]
    assert sitting.watch.questions == []


def test_a_back_in_the_layout_is_a_tile_whose_numbers_are_not_seen(sitting, table):
    table.blank = {"0,1,up"}
    outcomes = sitting.lay("0,1,up", 5, 4, 0, count=40)
    assert told(outcomes) == ["question", "place"]
    assert outcomes[0].question.kind == "unsure"
    assert laid(sitting)[2:] == [("Ann", [0, 4, 5])]
    assert sitting.play(40) == []


def test_backs_beside_the_layout_are_no_moves(sitting, table):
    table.blank = {"2,0,up"}
    assert sitting.lay("2,0,up", 5, 4, 0, count=40) == []


def test_where_nobody_can_tell_which_came_first_it_is_asked(sitting, table):
    """The hand never left the picture between two tiles, and one of them was found late."""
    table.unseen = {"0,1,up"}
    table.lay("0,1,up", 5, 4, 1)
    assert told(sitting.lay("0,-1,down", 0, 5, 5)) == ["place"]
    table.unseen = set()
    outcomes = sitting.play(60)
    assert told(outcomes) == ["question", "place", "repair"]
    assert outcomes[0].question.kind == "whose"
    assert [answer.text for answer in outcomes[0].question.answers] == ["Ann", "Ben", "none"]
    assert laid(sitting)[2:] == [("Ann", [1, 4, 5]), ("Ben", [0, 5, 5])]
