"""Playing alone: a random starting tile, limited draws, and one round."""

from __future__ import annotations

from tests.scorer.games import flags, play, points

CLASSIC = "tripple-classic"
START = "Ann 0,0,up=5-5-5"


def test_alone_nobody_asks_whose_turn_it_is() -> None:
    assert play(CLASSIC, "Ann").turn.player == "Ann"
    game = play(CLASSIC, "Ann", f"{START}; Ann draw; Ann 0,0,down=5-4-5; Ann draw; Ann pass")
    assert not game.faults
    assert (game.turn.player, game.turn.draws_left, game.turn.stock) == ("Ann", 3, 18)


def test_solitaire_draws_are_limited_and_end_the_game() -> None:
    turns = "Ann draw; Ann draw; Ann draw; Ann pass;" * 6
    game = play(CLASSIC, "Ann", f"{START}; {turns} Ann draw; Ann draw; Ann pass; Ann shows 0-0-1")
    assert not game.faults
    assert points(game)[-2] == -10
    assert game.rounds[0].end_reason == "blocked"
    assert game.totals["Ann"] == 25 - 20 * 5 - 6 * 10 - 10 - 1
    assert game.winners == ("Ann",)
    over = play(CLASSIC, "Ann", f"{START}; {turns} Ann draw; Ann draw; Ann draw")
    assert flags(over)[0][2] == "stock_empty"


def test_the_solitaire_limit_is_an_option() -> None:
    game = play({"preset": CLASSIC, "solitaire_draws": 1}, "Ann", f"{START}; Ann draw; Ann draw")
    assert flags(game) == [(1, 3, "stock_empty")]
