"""Triodomino's free tile after a hexagon, and its several fields."""

from __future__ import annotations

import pytest

from tests.scorer.games import flags, play, points, ring

CLASSIC, TRIO, TOPSY = "tripple-classic", "triodomino", "triodomino-topsy-turvy"
START = "Ann 0,0,up=5-5-5"


@pytest.mark.parametrize("preset", [TRIO, TOPSY])
def test_a_free_tile_begins_a_new_field(preset: str) -> None:
    closed = ring("Ann", "Ben")
    game = play(preset, "Ann Ben", f"{closed}; Ben 0,0,up@1=1-1-1; Ann 0,0,down@1=1-0-1")
    assert not game.faults
    assert points(game)[-2:] == ([0, 0] if preset == TRIO else [3, 2])
    assert game.turn.player == "Ben"


@pytest.mark.parametrize("then", ["Ann draw", "Ben pass; Ann draw", "Ann 1,-1,up=5-0-4"])
def test_the_free_tile_may_be_declined(then: str) -> None:
    game = play(TRIO, "Ann Ben", f"{ring('Ann', 'Ben')}; {then}")
    assert not game.faults


@pytest.mark.parametrize(
    ("then", "flag"),
    [
        ("Ben 1,-1,up=5-0-4", "free_tile_attached"),
        ("Ben draw", "wrong_player"),
        ("Ben 0,0,up@1=1-1-1; Ben 0,0,up@2=2-2-2", "wrong_player"),
        ("Ann 0,0,up@1=1-1-1", "field_not_earned"),
    ],
)
def test_what_a_free_tile_is_not(then: str, flag: str) -> None:
    game = play(TRIO, "Ann Ben", f"{ring('Ann', 'Ben')}; {then}")
    assert flag in [found for _, _, found in flags(game)]


def test_tripple_has_one_field_only() -> None:
    game = play(CLASSIC, "Ann Ben", f"{START}; Ben 0,0,up@1=1-1-1")
    assert flags(game) == [(1, 2, "field_not_earned")]


def test_the_free_tile_can_be_the_last() -> None:
    rules = {"preset": TRIO, "dealt": 4}
    game = play(rules, "Ann Ben", f"{ring('Ann', 'Ben')}; Ben 0,0,up@1=1-1-1; Ann shows 0-0-1")
    assert game.rounds[0].end_reason == "out"
    assert game.rounds[0].end == {"Ann": 1, "Ben": 0}


@pytest.mark.parametrize("preset", [TRIO, TOPSY])
def test_a_hexagon_that_earns_a_free_tile_is_told_but_scores_nothing(preset: str) -> None:
    closing = play(preset, "Ann Ben", ring("Ann", "Ben")).rounds[0].events[-1]
    assert [part.points for part in closing.parts if part.rule == "hexagon"] == [0]
    assert "hexagon" not in closing.parts_by_rule
