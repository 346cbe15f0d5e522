"""The printed score sheet: a page of the pad that people like to read."""

from __future__ import annotations

import pytest

from scorer.sheet import sheet
from tests.scorer.games import play, ring

START = "Ann 0,0,up=5-5-5"
PAGE = """\
Tripple-Domino Classic: Ann, Ben
House rule: bridge = 30
House rule: tiles dealt = 2

Round 1: Ann begins, Ann goes out

turn │ Ann             │ Ben
─────┼─────────────────┼─────────────────
   1 │ 5-5-5  +25   25 │ 4-5-5   +9    9
     │  start +10      │  1 draw −5
   2 │ 3-4-5  +12   37 │
 end │        +37   74 │
─────┼─────────────────┼─────────────────
 sum │        +74   74 │         +9    9

Ann: last tile +25, the tiles of Ben +12
Ben shows 4-4-4: 12
Ben still has 1 tile to show.

The game goes on.
"""


def test_the_sheet_is_a_page_of_the_pad() -> None:
    rules = {"preset": "tripple-classic", "dealt": {"2": 2}, "bridge": 30}
    text = f"{START}; Ben draw; Ben 0,0,down=5-4-5; Ann 0,1,up=5-4-3; Ben shows 4-4-4"
    assert sheet(play(rules, "Ann Ben", text)) == PAGE


def test_the_sheet_names_every_bonus_and_penalty() -> None:
    rules = {"preset": "tripple-classic", "dealt": 26}
    drawn = "draw; Ben draw; Ben draw; Ben pass; Ann draw; Ann pass"
    blocked = f"{START}; Ben {drawn}; Ann shows 1-1-1; Ben shows 0-0-1"
    out = sheet(play(rules, "Ann Ben", f"{ring('Ann', 'Ben')}; Ann draw", blocked))
    for words in ("broken off", "blocked", "hexagon +50", "3 draws −15", "no fit −10", "no stock"):
        assert words in out, out


def test_the_sheet_of_a_game_without_points_in_play_shows_tiles_only() -> None:
    free = f"{ring('Ann', 'Ben')}; Ben 0,0,up@1=1-1-1; Ann draw"
    out = sheet(play("triodomino", "Ann Ben", free))
    assert "   3 │ 0-5-5           │ 4-5-5\n     │                 │  and 1-1-1\n" in out
    assert "   4 │ …               │\n     │  1 draw" in out


def test_the_sheet_of_a_solitaire_has_a_row_a_turn() -> None:
    turns = f"{START}; Ann draw; Ann 0,0,down=5-4-5; Ann draw; Ann pass"
    out = sheet(play("tripple-classic", "Ann", turns))
    assert [line.split()[0] for line in out.splitlines() if "-5-5" in line or "pass" in line] == [
        "1", "2", "3",
    ]  # fmt: skip


def test_the_verdict_waits_for_the_tiles() -> None:
    rules = {"preset": "triodomino", "dealt": 1}
    hidden = sheet(play(rules, "Ann Ben", START, rounds_to_play=1))
    assert hidden.endswith("Until all tiles are shown, Ann and Ben would win with 0 points.\n")
    shown = sheet(play(rules, "Ann Ben", f"{START}; Ben shows 0-1-1", rounds_to_play=1))
    assert shown.endswith("Ann wins with 0 points.\n")


def test_the_sheet_marks_faults() -> None:
    out = sheet(play("tripple-classic", "Ann Ben", f"{START}; Ann draw; Zoe draw"))
    assert " ✗ event 2" in out
    assert "✗ event 2: it is not Ann's turn but Ben's." in out
    assert "✗ event 3: ‘Zoe’ is not one of the players." in out


def test_long_names_and_six_players_keep_their_columns() -> None:
    names = "Ann Bartholomäus-Maximilian Cat Dan Eva Fay"
    out = sheet(play("tripple-classic", names, START))
    table = [line for line in out.splitlines() if "│" in line]
    assert {line.count("│") for line in table} == {6}
    assert len({line.index("│", 30) for line in table}) == 1


SIX = "Ann Ben Cat Dan Eva Fay"
TURNS = "Ann 0,0,up=5-5-5; Ben draw; Ben 0,0,down=5-4-5; Cat pass; Dan pass; Eva draw; Eva pass"
FOLDED = """\
turn │ Ann             │ Ben             │ Cat
─────┼─────────────────┼─────────────────┼─────────────────
   1 │ 5-5-5  +25   25 │ 4-5-5   +9    9 │ pass     0    0
     │  start +10      │  1 draw −5      │
─────┼─────────────────┼─────────────────┼─────────────────
 sum │        +25   25 │         +9    9 │          0    0

turn │ Dan             │ Eva             │ Fay
─────┼─────────────────┼─────────────────┼─────────────────
   1 │ pass     0    0 │ pass    −5   −5 │
     │                 │  1 draw −5      │
─────┼─────────────────┼─────────────────┼─────────────────
 sum │          0    0 │         −5   −5 │          0    0
"""


def test_a_sheet_wider_than_the_page_is_folded() -> None:
    game = play("tripple-classic", SIX, TURNS)
    assert FOLDED in sheet(game, 80)
    assert FOLDED not in sheet(game, 113) == sheet(game)


@pytest.mark.parametrize("page", [40, 59, 60, 77, 80, 112, 113])
def test_no_line_is_wider_than_the_page(page: int) -> None:
    rules = {"preset": "tripple-classic", "dealt": 1, "hexagon_replaces_double": False}
    shown = "; ".join(f"{name} shows {n}-{n}-{n}" for n, name in enumerate(SIX.split()[1:]))
    out = sheet(play(rules, SIX, f"Ann 0,0,up=5-5-5; {shown}"), page)
    assert max(map(len, out.splitlines())) <= page
    assert "the tiles of Ben, Cat, Dan, Eva, Fay +30" in " ".join(out.split())


def test_signs_of_two_columns_keep_the_columns() -> None:
    """A terminal shows each of these signs as wide as two letters, and the accent not at all."""
    out = sheet(play("tripple-classic", "李小龍 Zoe\u0308 Cat", "李小龍 0,0,up=5-5-5"))
    head, rule = out.splitlines()[4:6]
    assert head == "turn │ 李小龍          │ Zoe\u0308             │ Cat"
    assert rule == "─────┼─────────────────┼─────────────────┼─────────────────"
