"""What people do at the table and what the sheet makes of it, with a pretended reader."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.events import Draw, Pass, Place
from tests.vision.sitting import Sitting, numbers, told
from vision import watch_settings as settings
from vision.evidence import Kept


@pytest.fixture
def sitting(table) -> Sitting:
    return Sitting(table)


def test_each_new_tile_is_a_move_of_the_player_in_turn(sitting):
    (first,) = sitting.lay("0,0,up", 5, 5, 5)
    (second,) = sitting.lay("0,0,down", 5, 4, 5)
    assert [o.to_json()["player"] for o in (first, second)] == ["Ann", "Ben"]
    assert sitting.totals == {"Ann": 25, "Ben": 14}


def test_a_move_is_known_within_half_a_second_of_the_hand_leaving(sitting):
    sitting.begin()
    sitting.table.lay("0,1,up", 5, 4, 1)
    hand = sitting.table.passing_hand()
    for frame in hand:
        sitting.watch.see(frame)
    came = [k for k, frame in enumerate(sitting.table.frames(15)) if sitting.watch.see(frame)]
    assert came and came[0] <= 7


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"x": 312.0, "y": 191.0}, id="bumped"),
        pytest.param({"turn": 0.3 + np.pi / 2}, id="phone turned by a quarter"),
        pytest.param({"side": 60.0}, id="zoomed"),
        pytest.param({"light": 0.6}, id="lamp off"),
        pytest.param({"light": 1.15}, id="lamp on"),
    ],
)
def test_what_happens_to_camera_and_light_scores_nothing(sitting, change):
    sitting.begin()
    sitting.table.move_camera(**change)
    assert sitting.play(20, hand=False) == []
    (next_move,) = sitting.lay("0,1,up", 5, 4, 1)
    assert next_move.to_json()["points"] == 10


def test_a_drifting_camera_scores_nothing(sitting):
    sitting.begin()
    for step in range(40):
        sitting.table.move_camera(x=300 + 0.6 * step, y=200 - 0.4 * step)
        assert sitting.play(1, hand=False) == []


def test_hands_black_frames_and_pushed_tiles_score_nothing(sitting):
    sitting.begin()
    assert sitting.play(10) == []
    sitting.table.black = True
    assert sitting.play(10, hand=False) == []
    sitting.table.black = False
    sitting.table.pushed = dict.fromkeys(sitting.table.tiles, (0.06, -0.04))
    assert sitting.play(12) == []


@pytest.mark.parametrize("tiles", [1, 2, 4])
def test_a_camera_taken_away_and_brought_back_withdraws_nothing(sitting, tiles):
    sitting.begin()
    sitting.lay("0,1,up", 5, 4, 1)
    sitting.lay("0,-1,down", 0, 5, 5)
    for cell in ("0,-1,down", "0,1,up", "0,0,down")[: 4 - tiles]:
        sitting.table.take(cell)
        sitting.play(40)
    lying, cloth = dict(sitting.table.tiles), sitting.table.cloth
    sitting.table.tiles.clear()
    sitting.table.cloth = np.ascontiguousarray(255 - cloth[::-1, ::-1])
    assert sitting.play(60, hand=False) == []
    sitting.table.tiles.update(lying)
    sitting.table.cloth = cloth
    assert sitting.play(40, hand=False) == []


def test_loose_and_face_down_tiles_are_no_moves(sitting):
    sitting.begin()
    sitting.table.loose[3.5, 1.0] = (0, 1, 2)
    sitting.table.backs = 7
    assert sitting.play(20) == []


def test_a_tile_taken_up_is_withdrawn_and_the_sheet_says_so(sitting):
    sitting.begin()
    sitting.lay("0,1,up", 5, 4, 1)
    sitting.table.take("0,1,up")
    outcomes = sitting.play(40)
    assert told(outcomes) == ["withdraw"]
    assert sitting.totals == {"Ann": 25, "Ben": 14}
    assert sitting.watch.session.game.turn.player == "Ann"


def test_what_never_rests_beside_the_layout_does_not_stop_the_watching(table):
    """A screen in the corner of the picture, from the first frame on."""
    table.screen = (560, 10, 70, 60)
    sitting = Sitting(table)
    sitting.play(30, hand=False)
    (first,) = sitting.lay("0,0,up", 5, 5, 5, count=20)
    (second,) = sitting.lay("0,0,down", 5, 4, 5, count=20)
    assert [o.to_json()["player"] for o in (first, second)] == ["Ann", "Ben"]
    before = table.reads
    sitting.play(45, hand=False)
    assert table.reads - before <= 6


def test_a_tile_covered_by_a_resting_arm_is_not_withdrawn(sitting):
    sitting.begin()
    sitting.lay("0,1,up", 5, 4, 1)
    sitting.table.hand = (280, 60, 120, 400)
    assert sitting.play(150, hand=False) == []
    sitting.table.hand = None
    assert sitting.play(30, hand=False) == []
    assert len(sitting.events) == 3


def test_a_tile_laid_elsewhere_is_moved_and_stays_the_same_players(sitting):
    sitting.begin()
    sitting.lay("0,1,up", 5, 4, 1)
    sitting.table.take("0,1,up")
    sitting.table.lay("1,0,up", 5, 1, 4)
    assert told(sitting.play(15)) == ["withdraw", "place"]
    assert [event.player for event in sitting.events] == ["Ann", "Ben", "Ann"]
    assert numbers(sitting.events[-1]) == [1, 4, 5]


def test_a_tile_replaced_is_withdrawn_and_placed(sitting):
    sitting.begin()
    sitting.lay("0,1,up", 5, 4, 1)
    sitting.table.take("0,1,up")
    sitting.table.lay("0,1,up", 5, 4, 3)
    assert told(sitting.play(20)) == ["withdraw", "place"]
    assert sitting.events[-1].player == "Ann"
    assert numbers(sitting.events[-1]) == [3, 4, 5]
    assert sitting.totals["Ann"] == 25 + 12


def test_several_tiles_that_read_otherwise_for_a_moment_are_not_replaced(sitting, table):
    """Somebody's shadow on a corner that two tiles share."""
    sitting.begin()
    one, two = table.tiles
    table.misread_spots, table.misread_sure = {one: (5, 4, 5), two: (4, 4, 5)}, table.sure
    assert sitting.play(8) == []
    table.misread_spots = {}
    assert sitting.play(60) == []


def test_an_earlier_tile_replaced_keeps_its_player(sitting):
    sitting.begin()
    sitting.lay("0,1,up", 5, 4, 1)
    sitting.lay("0,-1,down", 0, 5, 5)
    sitting.table.take("0,1,up")
    sitting.table.lay("0,1,up", 5, 4, 3)
    assert told(sitting.play(20)) == ["repair"]
    assert numbers(sitting.events[2]) == [3, 4, 5]
    assert [event.player for event in sitting.events] == ["Ann", "Ben", "Ann", "Ben"]


def test_two_new_tiles_ask_whose_with_points(sitting):
    sitting.begin()
    sitting.table.lay("0,1,up", 5, 4, 1)
    sitting.table.lay("0,-1,down", 0, 5, 5)
    outcomes = sitting.play(15)
    assert told(outcomes) == ["question", "place", "place"]
    question = outcomes[0].question
    assert question.kind == "whose"
    assert [a.text for a in question.answers][-1] == "none"
    assert all("asked" in event.extra for event in sitting.events[-2:])


def test_an_answer_puts_both_tiles_in_the_other_order(sitting):
    sitting.begin()
    sitting.table.lay("0,1,up", 5, 4, 1)
    sitting.table.lay("0,-1,down", 0, 5, 5)
    sitting.play(15)
    (question,) = sitting.watch.questions
    before = [event.values for event in sitting.events[-2:]]
    sitting.watch.answer(question.id, 1)
    assert [event.values for event in sitting.events[-2:]] == before[::-1]
    assert sitting.watch.questions == []


def test_a_tile_that_does_not_fit_is_kept_as_seen_and_asked_about(sitting):
    sitting.begin()
    outcomes = sitting.lay("0,1,up", 5, 1, 4, count=60)
    assert told(outcomes) == ["question", "place"]
    question = outcomes[0].question
    assert question.kind == "illegal"
    assert numbers(sitting.events[-1]) == [1, 4, 5]
    assert outcomes[1].to_json()["faults"]
    assert question.answers[-1].text == "take it back"


@pytest.mark.parametrize(("choice", "left"), [(0, 3), (-1, 2)], ids=["keep", "take back"])
def test_the_answer_to_a_tile_that_does_not_fit(sitting, choice, left):
    sitting.begin()
    sitting.lay("0,1,up", 5, 1, 4, count=60)
    (question,) = sitting.watch.questions
    sitting.watch.answer(question.id, choice % len(question.answers))
    assert len(sitting.events) == left
    assert sitting.watch.questions == []
    assert sitting.play(60) == []


def test_a_tile_turned_before_it_is_meant_asks_nothing(sitting):
    sitting.begin()
    first = sitting.lay("0,1,up", 5, 1, 4, count=8)
    second = sitting.lay("0,1,up", 5, 4, 1)
    assert first == []
    assert told(second) == ["place"]
    assert sitting.watch.questions == []


def test_a_tile_taken_up_again_is_not_asked_about_while_a_hand_stays(sitting):
    sitting.begin()
    sitting.lay("0,1,up", 5, 1, 4, count=8)
    sitting.table.take("0,1,up")
    assert sitting.play(6) == []
    sitting.table.hand = (420, 60, 120, 400)
    assert sitting.play(40, hand=False) == []
    sitting.table.hand = None
    sitting.table.lay("0,1,up", 5, 4, 1)
    assert told(sitting.play(20, hand=False)) == ["place"]
    assert sitting.watch.questions == []


def test_a_tile_read_badly_before_it_was_turned_is_forgotten(sitting, table):
    sitting.begin()
    table.lay("0,1,up", 5, 1, 4)
    spot = next(reversed(table.tiles))
    table.misread_spots = {spot: (5, 1, 3)}
    assert sitting.play(12) == []
    table.take("0,1,up")
    assert sitting.play(6) == []
    table.misread_spots = {}
    table.lay("0,1,up", 5, 4, 1)
    assert told(sitting.play(20)) == ["place"]
    assert sitting.watch.questions == []


def test_a_pattern_of_the_cloth_does_not_hide_the_first_tile(sitting, table):
    table.pattern = np.array([[40.0, 40.0], [90.0, 40.0], [65.0, 83.0]])
    (first,) = sitting.lay("0,0,up", 5, 5, 5)
    assert first.to_json()["points"] == 25


def test_an_unsure_tile_is_asked_about_with_its_likeliest_readings(sitting, table):
    sitting.begin()
    table.lay("0,1,up", 5, 4, 1)
    table.misread_spots = {next(reversed(table.tiles)): (5, 4, 2)}
    outcomes = sitting.play(80)
    kinds = [o.question.kind for o in outcomes if o.question]
    assert kinds and kinds[0] in ("unsure", "illegal")
    offered = [numbers(a.events[0]) for a in outcomes[0].question.answers if a.events]
    assert [1, 4, 5] in offered


def test_a_later_surer_reading_repairs_and_says_so(sitting, table):
    sitting.begin()
    table.lay("0,1,up", 5, 4, 1)
    spot = next(reversed(table.tiles))
    table.misread_spots = {spot: (5, 4, 2)}
    sitting.play(50)
    assert numbers(sitting.events[-1]) == [2, 4, 5]
    table.misread_spots = {}
    outcomes = sitting.play(120)
    assert "repair" in told(outcomes)
    assert numbers(sitting.events[-1]) == [1, 4, 5]
    assert sitting.watch.questions == []


def test_taps_count_in_turn(sitting):
    sitting.begin()
    for event in (Draw("Ann"), Draw("Ann"), Draw("Ann"), Pass("Ann")):
        assert told(sitting.watch.tap(event)) == [event.kind]
    (move,) = sitting.lay("0,1,up", 5, 4, 1)
    assert move.to_json()["player"] == "Ben"


def test_a_misread_tile_does_not_change_places_with_its_neighbour(sitting, table):
    """The neighbour has the numbers that were misread; the first stays where it was seen."""
    table.lay("0,0,up", 3, 3, 3)
    table.misread_spots = {next(iter(table.tiles)): (3, 3, 5)}
    sitting.play(30)
    table.misread_spots = {}
    table.lay("0,0,down", 3, 5, 3)
    sitting.play(60)
    assert [numbers(event) for event in sitting.events] == [[3, 3, 3], [3, 3, 5]]


def test_evidence_is_kept_and_bounded(table):
    sink = Kept(most=2)
    sitting = Sitting(table, sink=sink)
    sitting.begin()
    sitting.lay("0,1,up", 5, 4, 1)
    assert list(sink.items) == ["2", "3"]
    evidence = sink.items[sitting.events[-1].extra["evidence"]]
    assert evidence.crop and evidence.before
    assert len(evidence.after) <= settings.EVIDENCE_MOST_BYTES
    assert sorted(evidence.reading["readings"][0]["values"]) == [1, 4, 5]


def test_corrections_by_hand_are_believed(sitting):
    sitting.begin()
    record = sitting.watch.session.record
    one, two, three = (3 if n == 4 else n for n in sitting.events[1].values)
    changed = Place("Ben", sitting.events[1].cell, (one, two, three))
    sitting.watch.follow(record.with_round(0, (sitting.events[0], changed)))
    assert sitting.play(80) == []
    assert numbers(sitting.events[1]) == [3, 5, 5]


def test_nothing_is_read_while_nothing_changes(sitting):
    sitting.begin()
    sitting.play(10, hand=False)
    before = sitting.table.reads
    sitting.play(45, hand=False)
    assert sitting.table.reads - before <= 4


def test_a_tile_on_which_later_moves_rest_stays_on_the_sheet_and_is_asked_about(sitting):
    sitting.begin()
    sitting.lay("0,1,up", 5, 4, 1)
    sitting.table.take("0,0,down")
    assert told(sitting.play(60)) == ["question"]
    assert [numbers(event) for event in sitting.events] == [[5, 5, 5], [4, 5, 5], [1, 4, 5]]
    (question,) = sitting.watch.questions
    assert question.kind == "gone"
    sitting.watch.answer(question.id, 1)
    assert [numbers(event) for event in sitting.events] == [[5, 5, 5], [1, 4, 5]]


def test_nobody_has_to_say_where_a_tile_is_that_is_found_again(sitting):
    sitting.begin()
    sitting.lay("0,1,up", 5, 4, 1)
    sitting.table.take("0,0,down")
    sitting.play(60)
    sitting.lay("0,0,down", 5, 4, 5, count=60)
    assert sitting.watch.questions == []
    assert "asked" not in sitting.events[1].extra
