"""Playing alone: a random starting tile, limited draws, and one round."""

from __future__ import annotations

import pytest

from tests.scorer.games import flags, play, points

CLASSIC = "tripple-classic"
START = "Ann 0,0,up=5-5-5"


def test_alone_nobody_asks_whose_turn_it_is() -> None:
    assert play(CLASSIC, "Ann").turn.player == "Ann"
    game = play(CLASSIC, "Ann", f"{START}; Ann draw; Ann 0,0,down=5-4-5; Ann draw; Ann pass")
    assert not game.faults
    assert (game.turn.player, game.turn.draws_left, game.turn.stock) == ("Ann", 3, 18)


# preset: starting tile, third draw that does not fit, nothing left to draw
COSTS = {
    "tripple-classic": (10, -10, -10),
    "tripple-compact-de": (5, 0, -10),
    "tripple-compact-nl": (5, 0, -5),
    "tripple-compact-it": (5, 0, -5),
    "triominos": (10, -10, -10),
}


@pytest.mark.parametrize("preset", COSTS)
def test_draws_are_limited_and_end_the_game(preset: str) -> None:
    start, unmatched, empty = COSTS[preset]
    turns = "Ann draw; Ann draw; Ann draw; Ann pass;" * 6
    game = play(preset, "Ann", f"{START}; {turns} Ann draw; Ann draw; Ann pass; Ann shows 0-0-1")
    assert not game.faults
    assert points(game)[-2] == empty
    assert game.rounds[0].end_reason == "blocked"
    assert game.totals["Ann"] == 15 + start - 20 * 5 + 6 * unmatched + empty - 1
    assert game.winners == ("Ann",)
    over = play(preset, "Ann", f"{START}; {turns} Ann draw; Ann draw; Ann draw")
    assert flags(over)[0][2] == "stock_empty"


@pytest.mark.parametrize("preset", COSTS)
def test_going_out_alone_ends_the_game(preset: str) -> None:
    game = play({"preset": preset, "dealt": 2}, "Ann", f"{START}; Ann 0,0,down=5-4-5")
    bonus = 25 if preset in ("tripple-classic", "triominos") else 20
    assert game.totals["Ann"] == 15 + COSTS[preset][0] + 14 + bonus
    assert (game.rounds[0].end_reason, game.winners) == ("out", ("Ann",))


def test_the_solitaire_limit_is_an_option() -> None:
    game = play({"preset": CLASSIC, "solitaire_draws": 1}, "Ann", f"{START}; Ann draw; Ann draw")
    assert flags(game) == [(1, 3, "stock_empty")]
