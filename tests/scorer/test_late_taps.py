"""Taps that come after the tile they belong before, and the players counted wrongly meanwhile."""

from __future__ import annotations

from scorer.edit import append
from scorer.events import Draw, Pass, Place
from scorer.lattice import Cell
from scorer.record import new_record
from scorer.table_session import TableSession

SEEN = {"source": "camera"}
TILES = (("0,0,up", (5, 5, 5)), ("0,0,down", (5, 4, 5)), ("0,1,up", (5, 4, 1)))


def session_after(*events) -> TableSession:
    record = new_record("tripple-classic", ("Ann", "Ben", "Cleo"))
    for event in events:
        record = append(record, event)
    return TableSession(record)


def seen(number: int, player: str) -> Place:
    cell, values = TILES[number]
    return Place(player, Cell.parse(cell), values, 0, SEEN)


def told(session: TableSession) -> list[tuple[str, str]]:
    return [(e.kind, e.player) for e in session.record.rounds[0].events]


def test_a_late_pass_gives_the_tile_seen_since_to_the_next_player():
    drawn = (Draw("Ben"),) * 3
    session = session_after(seen(0, "Ann"), *drawn, seen(1, "Ben"))
    session.tap(Pass("Ben"))
    assert told(session)[4:] == [("pass", "Ben"), ("place", "Cleo")]
    assert not any(scored.faults for scored in session.game.rounds[0].events)


def test_a_late_draw_is_put_before_its_tile():
    session = session_after(seen(0, "Ann"), Draw("Ben"), seen(1, "Ben"), seen(2, "Cleo"))
    session.tap(Draw("Cleo"))
    assert told(session)[2:] == [("place", "Ben"), ("draw", "Cleo"), ("place", "Cleo")]
    assert not any(scored.faults for scored in session.game.rounds[0].events)


def test_a_tap_that_fits_nowhere_is_entered_and_marked():
    session = session_after(seen(0, "Ann"), Draw("Ben"), seen(1, "Ben"))
    session.tap(Draw("Ann"))
    assert told(session)[-1] == ("draw", "Ann")
    assert session.game.rounds[0].events[-1].faults
