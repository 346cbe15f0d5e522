"""Worked examples: every row of the table in RULES.md, for every preset, and every ruling."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.record import RecordError
from tests.scorer.games import flags, parts, play, points, ring

CLASSIC, DE, NL, IT = (
    "tripple-classic",
    "tripple-compact-de",
    "tripple-compact-nl",
    "tripple-compact-it",
)
TRIO, TOPSY, TRIOMINOS = "triodomino", "triodomino-topsy-turvy", "triominos"
TRIPPLE = (CLASSIC, DE, NL, IT, TRIOMINOS)
ALL_PRESETS = (*TRIPPLE, TRIO, TOPSY)
NAMES = "Ann Ben Cat Dan Eva Fay Gus"

START = "Ann 0,0,up=5-5-5"


def company(count: int) -> str:
    return " ".join(NAMES.split()[:count])


# players


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_number_of_players(preset: str) -> None:
    fewest, most = (2, 4) if preset in (TRIO, TOPSY) else (1, 6)
    for count in range(fewest, most + 1):
        play(preset, company(count))
    for count in {0, fewest - 1, most + 1}:
        with pytest.raises(RecordError):
            play(preset, company(count))


HANDS = {
    CLASSIC: {2: 9, 3: 7, 4: 7, 5: 6, 6: 6},
    DE: {2: 10, 3: 8, 4: 8, 5: 6, 6: 6},
    NL: {2: 10, 3: 8, 4: 8, 5: 6, 6: 6},
    IT: {2: 10, 3: 8, 4: 8, 5: 6, 6: 6},
    TRIO: {2: 10, 3: 8, 4: 8},
    TOPSY: {2: 10, 3: 8, 4: 8},
    TRIOMINOS: {2: 9, 3: 7, 4: 7, 5: 6, 6: 6},
}


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_tiles_dealt_and_what_is_left_to_draw(preset: str) -> None:
    for count, hand in HANDS[preset].items():
        turn = play(preset, company(count)).turn
        assert set(turn.hands.values()) == {hand}
        assert turn.stock == 56 - count * hand


# who starts


@pytest.mark.parametrize("preset", TRIPPLE)
def test_the_hands_decide_who_starts_a_tripple_round(preset: str) -> None:
    game = play(preset, "Ann Ben", "Ben 0,0,up=5-5-5")
    assert not game.faults
    assert game.turn.player == "Ann"
    assert game.turn.next_starter is None


@pytest.mark.parametrize("preset", [TRIO, TOPSY])
def test_triodomino_rounds_are_started_in_turn(preset: str) -> None:
    right = play(preset, "Ann Ben Cat", "Ben 0,0,up=5-5-5", "Cat 0,0,up=1-1-1", "Ann 0,0,up=2-2-2")
    assert not right.faults
    assert right.turn.next_starter == "Ben"
    wrong = play(preset, "Ann Ben Cat", "Ben 0,0,up=5-5-5", "Ann 0,0,up=1-1-1")
    assert flags(wrong) == [(2, 1, "wrong_starter")]


# what a laid tile scores

START_PARTS: dict[str, dict[str, int]] = {
    CLASSIC: {"tile": 15, "start": 10},
    DE: {"tile": 15, "start": 5},
    NL: {"tile": 15, "start": 5},
    IT: {"tile": 15, "start": 5},
    TRIO: {},
    TOPSY: {"tile": 15},
    TRIOMINOS: {"tile": 15, "start": 10},
}


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_starting_tile_then_an_ordinary_one(preset: str) -> None:
    game = play(preset, "Ann Ben", f"{START}; Ben 0,0,down=5-4-5")
    ordinary = {} if preset == TRIO else {"tile": 14}
    assert parts(game) == [START_PARTS[preset], ordinary]


HEXAGON = {CLASSIC: 50, DE: 40, NL: 40, IT: 40, TRIOMINOS: 50}


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_the_sixth_tile_around_a_corner(preset: str) -> None:
    game = play(preset, "Ann Ben", ring("Ann", "Ben"))
    bonus = {"hexagon": HEXAGON[preset]} if preset in HEXAGON else {}
    value = {} if preset == TRIO else {"tile": 14}
    assert not game.faults
    assert parts(game)[-1] == value | bonus
    assert game.turn.free_tiles == (1 if preset in (TRIO, TOPSY) else 0)


# drawing and passing


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_draws_in_a_turn(preset: str) -> None:
    allowed, cost = (2, 0) if preset in (TRIO, TOPSY) else (3, -5)
    unmatched = -10 if preset in (CLASSIC, TRIOMINOS) else 0
    turn = f"{START};" + "Ben draw;" * allowed
    game = play(preset, "Ann Ben", turn + "Ben pass")
    assert points(game)[1:] == [cost] * allowed + [unmatched]
    assert parts(game)[-1] == ({"unmatched": -10} if unmatched else {})
    assert flags(play(preset, "Ann Ben", turn + "Ben draw")) == [(1, allowed + 2, "draw_too_many")]


EMPTY = {CLASSIC: -10, DE: -10, NL: -5, IT: -5, TRIO: 0, TOPSY: 0, TRIOMINOS: -10}


def two_tile_stock(preset: str) -> dict[str, Any]:
    return {"preset": preset, "dealt": 27}


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_nothing_left_to_draw(preset: str) -> None:
    rules = two_tile_stock(preset) | {"draws": 3}
    first = f"{START}; Ben draw; Ben draw; Ben pass; Ann pass"
    game = play(rules, "Ann Ben", first)
    draw, empty = (0 if preset in (TRIO, TOPSY) else -5), EMPTY[preset]
    # Ruling 4: the draws cost as usual, then the penalty applies once, and to Ann as well.
    assert points(game)[1:] == [draw, draw, empty, empty]
    assert not game.faults
    assert flags(play(rules, "Ann Ben", first.replace("Ben pass", "Ben draw", 1)))[0] == (
        1, 4, "stock_empty",
    )  # fmt: skip


@pytest.mark.parametrize("preset", TRIPPLE)
def test_after_the_last_allowed_draw_only_its_own_penalty_applies(preset: str) -> None:
    rules = two_tile_stock(preset) | {"draws": 2}
    game = play(rules, "Ann Ben", f"{START}; Ben draw; Ben draw; Ben pass")
    assert game.turn.stock == 0
    assert points(game)[-1] == (-10 if preset in (CLASSIC, TRIOMINOS) else 0)
    assert "empty" not in parts(game)[-1]


def test_a_drawn_tile_may_be_laid_after_any_draw() -> None:
    for draws in range(4):
        game = play(CLASSIC, "Ann Ben", f"{START};" + "Ben draw;" * draws + "Ben 0,0,down=5-4-5")
        assert not game.faults
        assert game.totals["Ben"] == 14 - 5 * draws


# slips

SLIPS = [
    ("Ann Ben", "Ann draw; Ben draw; Ben draw; Ben draw; Ben pass", [0, -5, -5, -5, -10]),
    ("Ann Ben", "Ben draw; Ann pass; Ben draw; Ben draw; Ben pass", [-5, 0, -5, -5, -10]),
    ("Ann Ben", "Ann draw; Ann 0,0,down=5-4-5; Ben draw", [0, 14, -5]),
    ("Ann Ben Cat", "Cat 0,0,down=5-4-5; Ben draw; Ben pass; Cat draw", [0, -5, 0, -5]),
    ("Ann Ben Cat", "Cat 0,0,down=5-4-5; Ann draw; Ann pass; Ben draw", [0, -5, 0, -5]),
]


@pytest.mark.parametrize(("players", "events", "scored"), SLIPS)
def test_one_slip_brings_one_fault(players: str, events: str, scored: list[int]) -> None:
    game = play(CLASSIC, players, f"{START}; {events}")
    assert [flag for _, _, flag in flags(game)] == ["wrong_player"]
    assert points(game)[1:] == scored


# going out

OUT_ROUND = f"{START}; Ben 0,0,down=5-4-5; Ann 0,1,up=5-4-3; Ben shows 4-4-4"


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_playing_the_last_tile(preset: str) -> None:
    game = play({"preset": preset, "dealt": 2}, "Ann Ben", OUT_ROUND)
    bonus = {CLASSIC: 25, DE: 20, NL: 20, IT: 20, TRIOMINOS: 25}.get(preset)
    end = {
        TRIO: {"Ann": 0, "Ben": 12},
        TOPSY: {"Ann": 0, "Ben": 0},
    }.get(preset, {"Ann": (bonus or 0) + 12, "Ben": 0})
    assert not game.faults
    assert game.rounds[0].end_reason == "out"
    assert game.rounds[0].end == end
    assert not game.turn.must_reveal


def test_the_last_tile_counts_before_the_bonus() -> None:
    game = play({"preset": CLASSIC, "dealt": 2}, "Ann Ben", OUT_ROUND)
    assert points(game) == [25, 14, 12, 0]
    assert game.rounds[0].score == {"Ann": 25 + 12 + 25 + 12, "Ben": 14}


def test_who_still_has_to_show_tiles() -> None:
    hidden = OUT_ROUND.partition("; Ben shows")[0]
    assert play({"preset": CLASSIC, "dealt": 2}, "Ann Ben", hidden).turn.must_reveal == {"Ben": 1}
    assert play({"preset": TOPSY, "dealt": 2}, "Ann Ben", hidden).turn.must_reveal == {}


def test_a_player_may_show_tiles_one_by_one() -> None:
    shown = f"{START}; Ben draw; Ben pass; Ann 0,0,down=5-4-5; Ben shows 4-4-4; Ben shows 1-2-3"
    game = play({"preset": CLASSIC, "dealt": 2}, "Ann Ben", shown)
    assert game.rounds[0].end == {"Ann": 25 + 12 + 6, "Ben": 0}
    assert game.turn.must_reveal == {"Ben": 1}


# blocked rounds

NO_STOCK = {"dealt": {"2": 28, "3": 18, "4": 14}}


def blocked(preset: str, players: str, *shown: str) -> dict[str, int]:
    names = players.split()
    rules = {"preset": preset, **NO_STOCK}
    if len(names) == 3:
        rules["solitaire_draws"] = 0
    events = [f"{names[0]} 0,0,up=5-5-5"]
    turn = names[1:] + names[:1]
    drain = ["draw"] * (56 - 54) if len(names) == 3 else []
    events += [f"{turn[0]} {what}" for what in drain]
    events += [f"{name} pass" for name in turn]
    events += [f"{name} shows {tiles}" for name, tiles in zip(names, shown, strict=True)]
    game = play(rules, players, ";".join(events))
    assert not game.faults
    assert game.rounds[0].end_reason == "blocked"
    return dict(game.rounds[0].end)


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_blocked_round(preset: str) -> None:
    end = blocked(preset, "Ann Ben Cat", "1-1-1 0-0-2", "4-4-4", "3-3-3")
    expected = {
        TRIO: {"Ann": 5, "Ben": 12, "Cat": 9},
        TOPSY: {"Ann": 0, "Ben": 0, "Cat": 0},
    }.get(preset, {"Ann": 12 + 9 - 5, "Ben": 0, "Cat": 0})
    assert end == expected


TIES = [
    ("Ann Ben Cat", ("1-1-1", "0-0-3", "4-4-4"), {"Ann": 6 - 3, "Ben": 6 - 3, "Cat": 0}),
    ("Ann Ben Cat", ("1-1-1", "0-0-3", "4-4-5"), {"Ann": 6 - 3, "Ben": 6 - 3, "Cat": 0}),
    ("Ann Ben Cat", ("1-1-1", "0-0-3", "0-1-2"), {"Ann": -3, "Ben": -3, "Cat": -3}),
    ("Ann Ben", ("1-1-1", "0-0-3"), {"Ann": -3, "Ben": -3}),
    ("Ann Ben", ("1-1-1", "0-0-4"), {"Ann": 4 - 3, "Ben": 0}),
    ("Ann Ben Cat Dan", ("0-0-1", "4-4-4", "5-5-4", "1-1-1"), {"Ann": 28, "Ben": 0, "Cat": 0}),
]


@pytest.mark.parametrize(("players", "shown", "end"), TIES)
def test_ties_share_rounded_down(players: str, shown: tuple[str, ...], end: dict[str, int]) -> None:
    assert blocked(CLASSIC, players, *shown) == dict.fromkeys(players.split(), 0) | end


def test_a_blocked_round_is_undecided_until_all_have_shown() -> None:
    passed = "Ann 0,0,up=5-5-5; Ben pass; Ann pass; Ben shows 1-1-1"
    game = play({"preset": CLASSIC, "dealt": 28}, "Ann Ben", passed)
    assert game.rounds[0].end_reason == "blocked"
    assert game.rounds[0].end == {"Ann": 0, "Ben": 0}
    assert game.turn.must_reveal == {"Ann": 27, "Ben": 27}


def test_passing_with_tiles_left_to_draw_blocks_nothing() -> None:
    game = play(CLASSIC, "Ann Ben", f"{START}; Ben pass; Ann pass; Ben pass; Ann pass")
    assert game.rounds[0].end_reason is None
    assert game.totals == {"Ann": 25, "Ben": 0}


def test_triodomino_is_blocked_when_all_have_drawn_and_passed() -> None:
    ann, ben = "Ann draw; Ann draw; Ann pass", "Ben draw; Ben draw; Ben pass"
    game = play(TRIO, "Ann Ben", f"{START}; {ben}; {ann}")
    assert game.rounds[0].end_reason == "blocked"
    assert game.turn.stock == 32
    early = play(TRIO, "Ann Ben", f"{START}; {ben}; Ann draw; Ann pass; {ben}")
    assert early.rounds[0].end_reason is None
    laid = play(TRIO, "Ann Ben", f"{START}; {ben}; Ann 0,0,down=5-4-5; {ben}")
    assert laid.rounds[0].end_reason is None


# the game's end


@pytest.mark.parametrize(("preset", "target"), [(CLASSIC, 400), (DE, 300), (NL, 300), (IT, 300)])
def test_the_game_ends_at_a_rounds_end(preset: str, target: int) -> None:
    bonus = target - 15 - {CLASSIC: 10}.get(preset, 5)
    just = play({"preset": preset, "dealt": 1, "out": bonus}, "Ann Ben", START)
    assert just.totals["Ann"] == target
    assert just.winners == ("Ann",)
    short = play({"preset": preset, "dealt": 1, "out": bonus - 1}, "Ann Ben", START)
    assert short.winners == ()
    during = play({"preset": preset, "start": target}, "Ann Ben", START)
    assert during.totals["Ann"] > target
    assert during.winners == ()


def test_the_most_points_win_whoever_went_out() -> None:
    rules = {"preset": CLASSIC, "dealt": 2, "out": 0, "target": 20}
    events = "Ann 0,0,up=0-0-0; Ben 0,0,down=0-5-0; Ann 0,1,up=0-5-1; Ben shows 0-0-1"
    game = play({**rules, "start": -10}, "Ann Ben", events, "Ben 0,0,up=5-5-5; Ann shows 1-1-1")
    assert game.totals == {"Ann": -10 + 6 + 1, "Ben": 5 + 5}
    assert game.winners == ()
    game = play({**rules, "end_out": "nothing", "start": 20}, "Ann Ben", events)
    assert (game.totals, game.winners) == ({"Ann": 26, "Ben": 5}, ("Ann",))


def test_no_event_after_the_games_end() -> None:
    rules = {"preset": CLASSIC, "dealt": 1, "target": 50}
    game = play(rules, "Ann Ben", START, "Ben 0,0,up=4-4-4")
    assert game.winners == ("Ann",)
    assert flags(game) == [(2, 1, "game_over")]
    assert game.totals == {"Ann": 50, "Ben": 0}


def trio_round(winner: str, loser: str, tile: str) -> str:
    return f"{winner} 0,0,up=5-5-5; {loser} shows {tile}"


@pytest.mark.parametrize("given", [None, 3, 4, 5])
def test_triodomino_ends_after_the_agreed_rounds(given: int | None) -> None:
    rounds = [trio_round("Ann", "Ben", "1-1-1"), trio_round("Ben", "Ann", "0-0-2")] * 3
    more = {} if given is None else {"rounds_to_play": given}
    agreed = given or 3
    rules = {"preset": TRIO, "dealt": 1}
    assert play(rules, "Ann Ben", *rounds[: agreed - 1], **more).winners == ()
    done = play(rules, "Ann Ben", *rounds[:agreed], **more)
    assert done.winners == ("Ann",)  # the fewest points
    assert flags(play(rules, "Ann Ben", *rounds[: agreed + 1], **more))[0][2] == "game_over"


def test_rounds_to_play_means_nothing_to_tripple() -> None:
    game = play({"preset": CLASSIC, "dealt": 1}, "Ann Ben", START, rounds_to_play=1)
    assert game.winners == ()


def test_topsy_turvy_is_won_by_the_most_points() -> None:
    game = play({"preset": TOPSY, "dealt": 1}, "Ann Ben", START, rounds_to_play=1)
    assert game.winners == ("Ann",)


def test_several_with_the_winning_total_share_the_win() -> None:
    rounds = [trio_round("Ann", "Ben", "1-1-1"), trio_round("Ben", "Ann", "0-0-3")]
    game = play({"preset": TRIO, "dealt": 1}, "Ann Ben", *rounds, rounds_to_play=2)
    assert game.winners == ("Ann", "Ben")
