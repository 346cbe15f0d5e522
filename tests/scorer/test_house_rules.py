"""Every option does what it says: the same events by the preset, and with one option changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from scorer.board import Board
from scorer.game import Game
from scorer.record import RecordError
from scorer.rules import OPTIONS
from scorer.sheet import sheet
from tests.scorer.drawing import read_drawing
from tests.scorer.games import flags, play, points, ring

CLASSIC, TRIO = "tripple-classic", "triodomino"
START = "Ann 0,0,up=5-5-5"
ZEROS = "Ann 0,0,up=0-0-0"
ATTACHED = f"{START}; Ben 0,0,down=5-4-5"
OUT = f"{START}; Ben 0,0,down=5-4-5; Ann 0,1,up=5-4-3; Ben shows 4-4-4"
EMPTY = f"{START}; Ben draw; Ben draw; Ben pass"
TIE = "Ann 0,0,up=5-5-5; Ben pass; Ann pass; Ann shows 1-1-1; Ben shows 0-0-3"
DRAWN = "draw; {0} draw; {0} pass"


@dataclass
class Case:
    """Events, what they come to by the preset, and what with the option changed."""

    events: tuple[str, ...]
    value: Any
    usual: Any
    changed: Any
    look: Any = field(default=lambda game: dict(game.totals))
    players: str = "Ann Ben"
    preset: str = CLASSIC
    more: dict[str, Any] = field(default_factory=dict)


def flagged(game: Game) -> list[str]:
    return [flag for _, _, flag in flags(game)]


def reason(game: Game) -> Any:
    return game.rounds[-1].end_reason


def winners(game: Game) -> Any:
    return game.winners


def ended(game: Game) -> dict[str, int]:
    return dict(game.rounds[0].end)


HALF = {"dealt": {"2": 27}}  # two tiles left to draw
NONE = {"dealt": {"2": 28}}  # nothing left to draw
TWO = {"dealt": {"2": 2}}
ONE = {"dealt": {"1": 1, "2": 1}}

CASES: dict[str, Case] = {
    "tile": Case((START,), False, {"Ann": 25, "Ben": 0}, {"Ann": 10, "Ben": 0}),
    "last_tile_scores": Case(
        (OUT,), False, {"Ann": 74, "Ben": 14}, {"Ann": 62, "Ben": 14}, more=TWO
    ),
    "start": Case((START,), 7, {"Ann": 25, "Ben": 0}, {"Ann": 22, "Ben": 0}),
    "start_triples_only": Case(
        ("Ann 0,0,up=5-4-3",), True, {"Ann": 22, "Ben": 0}, {"Ann": 12, "Ben": 0}
    ),
    "start_zeros": Case((ZEROS,), 30, {"Ann": 10, "Ben": 0}, {"Ann": 40, "Ben": 0}),
    "hexagon": Case((ring("Ann", "Ben"),), 9, 64, 23, lambda g: points(g)[-1]),
    "hexagon_replaces_double": Case((ring("Ann", "Ben"),), False, 64, 104, lambda g: points(g)[-1]),
    "free_tiles": Case(
        (f"{ring('Ann', 'Ben')}; Ben 0,0,up@1=1-1-1",),
        1,
        ["wrong_player", "field_not_earned"],
        [],
        flagged,
    ),
    "draws": Case((f"{START}; Ben draw; Ben draw",), 1, [], ["draw_too_many"], flagged),
    "draw": Case((f"{START}; Ben draw",), 2, {"Ann": 25, "Ben": -5}, {"Ann": 25, "Ben": -2}),
    "unmatched": Case(
        (f"{START}; Ben draw; Ben draw; Ben draw; Ben pass",),
        20,
        {"Ann": 25, "Ben": -25},
        {"Ann": 25, "Ben": -35},
    ),
    "empty": Case((EMPTY,), 1, -10, -1, lambda g: points(g)[-1], more=HALF),
    "empty_after_draws": Case((EMPTY,), False, -10, 0, lambda g: points(g)[-1], more=HALF),
    "empty_with_unmatched": Case(
        (EMPTY,), True, -10, -20, lambda g: points(g)[-1], more=HALF | {"draws": 2}
    ),
    "draw_when_fitting": Case(
        (f"{START}; Ben draw; Ben pass; Ann draw; Ann pass; Ben shows 3-5-5 4-5-5",),
        False,
        [],
        ["draw_when_fitting"],
        flagged,
    ),
    "place_after_draw": Case(
        (f"{START}; Ben draw; Ben 0,0,down=5-4-5",), False, [], ["place_after_draw"], flagged
    ),
    "draw_before_start": Case(("Ann draw",), False, [], ["start_missing"], flagged),
    "early_pass": Case((f"{START}; Ben pass",), False, [], ["early_pass"], flagged),
    "out": Case((OUT,), 30, {"Ann": 37, "Ben": 0}, {"Ann": 42, "Ben": 0}, ended, more=TWO),
    "end_out": Case(
        (OUT,), "holders_pay", {"Ann": 37, "Ben": 0}, {"Ann": 25, "Ben": 12}, ended, more=TWO
    ),
    "end_blocked": Case(
        (TIE,), "holders_pay", {"Ann": -3, "Ben": -3}, {"Ann": 3, "Ben": 3}, ended, more=NONE
    ),
    "blocked": Case(
        (f"{START}; Ben {DRAWN.format('Ben')}; Ann {DRAWN.format('Ann')}",),
        "stock_empty",
        "blocked",
        None,
        reason,
        preset=TRIO,
    ),
    "blocked_run": Case(
        (f"{START}; Ben draw; Ben pass; Ann draw; Ann pass",),
        "stock_empty",
        "blocked",
        None,
        reason,
        more=HALF,
    ),
    "blocked_tie": Case(
        (TIE,), "none", {"Ann": -3, "Ben": -3}, {"Ann": 0, "Ben": 0}, ended, more=NONE
    ),
    "early_reveal": Case((f"{START}; Ben shows 0-0-1",), False, [], ["early_reveal"], flagged),
    "unfinished_rounds": Case((START, START), False, [], ["round_unfinished"], flagged),
    "starter": Case(
        ("Ann 0,0,up=5-5-5", "Ann 0,0,up=5-5-5"), "in_turn", [], ["wrong_starter"], flagged
    ),
    "game_end": Case((START,), "rounds", (), ("Ann",), winners, more=ONE | {"rounds_to_play": 1}),
    "target": Case((START,), 50, (), ("Ann",), winners, more=ONE),
    "rounds_to_play": Case((START,), 1, (), ("Ann", "Ben"), winners, preset=TRIO, more=ONE),
    "winner": Case(
        (f"{START}; Ben shows 1-1-1",),
        "fewest",
        ("Ann",),
        ("Ben",),
        winners,
        more=ONE | {"target": 50},
    ),
    "win_tie": Case(
        (f"{START}; Ben shows 0-0-0",),
        "play_on",
        ("Ann", "Ben"),
        (),
        winners,
        preset=TRIO,
        more=ONE | {"rounds_to_play": 1},
    ),
    "solitaire_draws": Case(
        (f"{START}; Ann draw; Ann draw",), 1, [], ["stock_empty"], flagged, "Ann"
    ),
    "solitaire_rounds": Case((START,), 2, ("Ann",), (), winners, "Ann", more=ONE),
    "solitaire_start_scores": Case((START,), False, {"Ann": 25}, {"Ann": 0}, players="Ann"),
    "solitaire_start": Case(
        (START,), "stock", {"Ann": 8}, {"Ann": 9}, lambda g: dict(g.turn.hands), "Ann"
    ),
    "faulty_events_score": Case(
        (f"{START}; Ben 0,0,down=5-4-4",), True, {"Ann": 25, "Ben": 0}, {"Ann": 25, "Ben": 13}
    ),
}
# Shown elsewhere: in positions/*.txt, or by who may play at all.
ELSEWHERE = {
    "players_min", "players_max", "dealt", "bridge", "double", "third_side", "double_as_bridge",
    "further_hexagon", "free_tiles_each", "tip_must_match",
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_option_changes_what_it_says(name: str) -> None:
    case = CASES[name]
    usual = play({"preset": case.preset, **case.more}, case.players, *case.events)
    assert case.look(usual) == case.usual
    house = {"preset": case.preset, **case.more, name: case.value}
    changed = play(house, case.players, *case.events)
    assert case.look(changed) == case.changed
    assert f"House rule: {OPTIONS[name].says} = " in sheet(changed)


def test_no_option_is_left_out() -> None:
    assert set(CASES) | ELSEWHERE == set(OPTIONS)
    assert not set(CASES) & ELSEWHERE


@pytest.mark.parametrize(
    ("turns", "accused"),
    [
        ("Ben draw; Ben 0,0,down=5-4-5", 0),  # it may be the one just drawn
        ("Ben draw; Ben 0,0,down=5-4-5; Ben shows 1-5-5", 1),  # one of two was in hand
        ("Ben draw; Ben draw; Ben pass; Ben shows 1-5-5 2-5-5", 1),  # the second time
        ("Ben draw; Ben draw; Ben pass; Ben shows 1-5-5 2-5-5 3-5-5", 2),
        ("Ben draw; Ben pass; Ben shows 1-1-1 2-2-2 3-3-3", 0),  # nothing fits
        ("Ben draw; Ben 0,0,down=5-5-4; Ben shows 0-0-1", 0),
    ],
)
def test_only_a_draw_that_was_surely_needless_is_a_fault(turns: str, accused: int) -> None:
    game = play({"preset": CLASSIC, "draw_when_fitting": False}, "Ann Ben", f"{START}; {turns}")
    assert flagged(game).count("draw_when_fitting") == accused
    drawn = turns.count("draw")
    assert sum(point for point in points(game) if point == -5) == -5 * (drawn - accused)


def test_ties_may_also_give_all_to_each() -> None:
    rules = {"preset": CLASSIC, "dealt": {"3": 18}, "blocked_tie": "each"}
    events = f"{START}; Ben draw; Ben draw; Ben pass; Cat pass; Ann pass"
    shown = "Ann shows 1-1-1; Ben shows 0-0-3; Cat shows 4-4-4"
    game = play(rules, "Ann Ben Cat", f"{events}; {shown}")
    assert ended(game) == {"Ann": 12 - 3, "Ben": 12 - 3, "Cat": 0}


TWO_HEXAGONS = """\
      2
      ^
    4   2   3
    ^ v * v ^
  4   1   0   1
    v ^ v ^ v
    5   0   4"""


@pytest.mark.parametrize(("each", "free"), [(False, 1), (True, 2)])
def test_two_hexagons_may_earn_two_free_tiles(each: bool, free: int) -> None:
    drawing = read_drawing(TWO_HEXAGONS.split("\n"))
    rules = {"preset": TRIO, "dealt": 20, "free_tiles_each": each}
    move = f"{drawing.move}={'-'.join(map(str, drawing.values(drawing.move)))}"
    tiles = [*grown(drawing.board), move]
    laid = "; ".join(f"{'Ann' if k % 2 else 'Ben'} {tile}" for k, tile in enumerate(tiles))
    assert play(rules, "Ann Ben", laid).turn.free_tiles == free
    later = "; ".join(f"{'Ann' if len(tiles) % 2 == 0 else 'Ben'} {t}" for t in FREE[:free])
    game = play(rules, "Ann Ben", f"{laid}; {later}")
    assert not game.faults
    assert game.turn.free_tiles == 0


FREE = ("0,0,up@1=5-5-5", "0,0,up@2=3-3-3")


def grown(board: Board) -> list[str]:
    """The tiles of a board in an order in which each is attached to those before it."""
    left, order = {str(one): one.spot.cell for one in board.placements()}, []
    while left:
        laid = {cell for _, cell in order}
        name = next(n for n, c in left.items() if not order or laid & set(c.neighbours))
        order.append((name, left.pop(name)))
    return [name for name, _ in order]


@pytest.mark.parametrize("players", [1, 5])
def test_other_numbers_of_players(players: int) -> None:
    names = "Ann Ben Cat Dan Eva"[: 4 * players - 1]
    with pytest.raises(RecordError, match="is for 2 to 4 players"):
        play(TRIO, names)
    house = {"preset": TRIO, "players_min": 1, "players_max": 5, "dealt": 6}
    assert set(play(house, names).turn.hands.values()) == {6}
    with pytest.raises(RecordError, match="does not say how many tiles"):
        play({"preset": TRIO, "players_min": 1, "players_max": 5}, names)
