"""Draws that the camera sees, where the stock of face-down tiles is in view."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.events import Draw
from tests.vision.sitting import Sitting, told


def stocked(new_table, backs: int = 38) -> Sitting:
    sitting = Sitting(new_table(backs=backs))
    sitting.begin()
    return sitting


@pytest.mark.parametrize("backs", [38, 30], ids=["the whole stock", "a part of it"])
def test_draws_are_proposed_where_face_down_tiles_in_view_go(new_table, backs):
    sitting = stocked(new_table, backs)
    sitting.table.backs -= 2
    outcomes = sitting.play(20)
    assert told(outcomes) == ["question", "draw", "draw"]
    assert all(event.player == "Ann" for event in sitting.events[-2:])
    assert outcomes[0].question.kind == "drew"
    (move,) = sitting.lay("0,1,up", 5, 4, 1)
    assert move.to_json()["player"] == "Ann"


def test_a_gap_taken_for_a_face_down_tile_is_neither_put_back_nor_drawn(new_table):
    sitting = stocked(new_table)
    gap = np.array([[480.0, 100.0], [490.0, 118.0], [470.0, 118.0]])
    sitting.table.false_backs = [gap]
    assert sitting.play(20) == []
    sitting.table.backs -= 1
    assert told(sitting.play(20)) == ["question", "draw"]
    sitting.table.false_backs = []
    assert sitting.play(20) == []


def test_without_a_stock_in_view_nothing_that_goes_is_a_draw(new_table):
    sitting = stocked(new_table, 2)
    sitting.table.backs -= 1
    assert sitting.play(20) == []


def test_face_down_tiles_that_are_not_found_now_and_then_are_not_drawn(new_table):
    sitting = stocked(new_table)
    sitting.table.drop_out = 0.2
    assert not any(o.kind == "draw" for _ in range(6) for o in sitting.play(20))


def test_a_tile_put_back_to_the_stock_takes_back_the_draw(new_table):
    sitting = stocked(new_table)
    sitting.table.backs -= 1
    sitting.play(20)
    sitting.table.backs += 1
    assert told(sitting.play(20)) == ["withdraw"]
    assert sitting.watch.questions == []


def test_a_draw_tapped_before_it_is_seen_counts_once(new_table):
    sitting = stocked(new_table)
    sitting.watch.tap(Draw("Ann"))
    sitting.table.backs -= 1
    assert sitting.play(20) == []


def test_a_tapped_draw_confirms_the_one_that_was_seen(new_table):
    sitting = stocked(new_table)
    sitting.table.backs -= 1
    sitting.play(20)
    sitting.watch.tap(Draw("Ann"))
    assert [event.kind for event in sitting.events].count("draw") == 1


def test_where_people_tap_their_draws_the_camera_guesses_at_none(new_table):
    sitting = stocked(new_table)
    sitting.watch.tap(Draw("Ann"))
    sitting.table.backs -= 3
    assert not any(outcome.kind in ("draw", "question") for outcome in sitting.play(20))


def test_a_back_read_as_a_tile_is_no_first_tile(new_table):
    sitting = Sitting(new_table(backs=20))
    sitting.table.false_tiles = [(sitting.table.snapshot().backs[7], (0, 0, 0))]
    assert sitting.play(40) == []
    (first,) = sitting.lay("0,0,up", 5, 5, 5)
    assert first.to_json()["values"] == [5, 5, 5]
