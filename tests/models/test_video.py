"""Films of whole games: seeded, true, and playable by the rules."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.evaluate.watch import PRESETS, spec_of
from models.evaluate.watch_match import compare
from models.evaluate.watch_variants import VARIANTS, varied
from models.render.tileset import KINDS
from models.video.film import Film
from models.video.play import random_game
from models.video.script import Script
from models.video.shots import SIZE_WH, FilmSpec
from models.video.truth import film_json
from scorer.events import Draw, Place
from scorer.game import derive
from scorer.lattice import Cell

SHORT = FilmSpec(most_moves=2, kind="ivory_num", table="plain", lucky=True, calm=True)


@pytest.fixture(scope="module")
def film():
    made = Film(5, SHORT)
    return made, list(made.frames())


def test_the_same_seed_gives_the_same_film(film):
    _, frames = film
    again = [frame.image for frame, _ in zip(Film(5, SHORT).frames(), range(25), strict=False)]
    assert all(np.array_equal(a, b.image) for a, b in zip(again, frames, strict=False))


def test_frames_have_the_size_of_a_camera_and_hands_come_and_go(film):
    _, frames = film
    assert {frame.image.shape for frame in frames} == {(SIZE_WH[1], SIZE_WH[0], 3)}
    seen = [frame.hand_seen for frame in frames]
    assert not seen[0] and any(seen) and not seen[-1]


def test_a_tile_lies_from_the_frame_in_which_the_hand_has_left(film):
    made, frames = film
    for number, left in made.truth.left.items():
        laid = made._script.laid[number]
        assert laid in frames[left].shot.pieces
        assert not frames[left].hand_seen and frames[left - 1].hand_seen


def test_the_truth_carries_the_scorers_points(film):
    made, _ = film
    told = film_json(made)
    assert [e["points"] for e in told["events"]] == [
        scored.points for scored in derive(made.record).rounds[0].events
    ]
    assert all(isinstance(e["frame"], int) for e in told["events"])


@pytest.mark.parametrize("rules", PRESETS)
def test_games_are_legal_by_every_preset(rules):
    record, events = random_game(np.random.default_rng(3), rules, 3, 60)
    faults = [scored.faults for scored in derive(record).rounds[0].events]
    assert events and not any(faults)


def test_the_benchmark_meets_every_kind_of_set_and_every_preset():
    specs = [spec_of(number) for number in range(30)]
    assert {spec.kind for spec in specs} == set(KINDS)
    assert {spec.rules for spec in specs} == set(PRESETS)
    assert any(spec.stock for spec in specs) and not all(spec.stock for spec in specs)


def test_a_draw_from_the_stock_in_view_takes_one_back_away():
    events = [Draw("Ann"), Place("Ann", Cell(0, 0, "up"), (1, 2, 3))]
    script = Script(np.random.default_rng(1), [events], ("Ann", "Ben"), stock=5, calm=True)
    shots = list(script.shots())
    backs = [sum(piece.values is None for piece in shot.pieces) for shot in shots]
    assert backs[0] == 5 and backs[-1] == 4


def test_a_sheet_is_compared_wherever_its_origin_lies():
    record, _ = random_game(np.random.default_rng(8), "tripple-classic", 2, 8)
    game = derive(record)
    assert len(compare(game, game, set()).right) == compare(game, game, set()).moves


def test_a_missing_move_that_nobody_was_asked_about_is_counted():
    record, _ = random_game(np.random.default_rng(8), "tripple-classic", 2, 8)
    short = derive(record.with_round(0, record.rounds[0].events[:-1]))
    result = compare(derive(record), short, set())
    assert (result.silent, result.asked) == (1, 0)


def test_the_table_is_cleared_between_rounds_and_each_round_is_compared():
    record, rounds = random_game(np.random.default_rng(4), "tripple-classic", 2, 60, rounds=2)
    game = derive(record)
    script = Script(np.random.default_rng(1), rounds, record.players, calm=True, hands=False)
    lying = [len(shot.pieces) for shot in script.shots()]
    laid = [sum(isinstance(e, Place) for e in played) for played in rounds]
    assert len(rounds) == 2 and max(lying) >= max(laid)
    assert 0 in lying[lying.index(laid[0]) :]
    result = compare(game, game, set())
    assert result.moves == sum(laid) == len(result.right)
    assert {number for number, _ in result.spots.values()} == {0, 1}


def test_single_pictures_of_a_film_are_drawn_alone():
    variant = VARIANTS["1 still"]
    made = Film(5, replace(SHORT, hands=variant.hands))
    frames = list(varied(made, variant))
    assert [frame.index for frame in frames[1:]] == sorted(made.truth.left.values())
    assert [len(frame.shot.pieces) for frame in frames] == [0, 1, 2]
