"""The end of a round before the camera, and going on with a sheet that is already begun."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.video.play import random_game
from scorer.events import Reveal
from scorer.game import derive
from webui.table_watch import TableWatch


def finished_round(players: int, seed: int = 0):
    """A record that lacks only what the players still hold, and that."""
    for tried in range(seed, seed + 60):
        rng = np.random.default_rng(tried)
        record, (events,) = random_game(rng, "tripple-classic", players, 60)
        shown = [event for event in events if isinstance(event, Reveal)]
        if 0 < sum(len(event.tiles) for event in shown) <= 8 and len(shown) == players - 1:
            laid = tuple(e for e in record.rounds[0].events if not isinstance(e, Reveal))
            return record, record.with_round(0, laid), shown
    raise AssertionError("no such round")


@pytest.fixture
def ended(new_table):
    record, open_record, shown = finished_round(2)
    table = new_table()
    table.move_camera(side=19.0, turn=0.0, x=340.0)
    for placement in derive(open_record).turn.board.placements():
        table.tiles[placement.spot] = placement.values
    return table, TableWatch(open_record, table.read), record, shown


def play(watch, table, count):
    found = []
    for _ in range(count):
        found += watch.see(*table.frames(1))
    return found


def test_a_restarted_watch_recognises_the_layout_and_scores_nothing(ended):
    table, watch, _, _ = ended
    assert play(watch, table, 30) == []
    assert watch.status().tiles == len(table.tiles)


def test_tiles_laid_face_up_after_the_round_are_read_and_summed(ended):
    table, watch, record, (event,) = ended
    play(watch, table, 20)
    for k, values in enumerate(event.tiles):
        table.loose[-14.0, 1.6 * k - 3] = tuple(sorted(values))
    outcomes = [*[o for f in table.passing_hand() for o in watch.see(f)], *play(watch, table, 40)]
    assert [outcome.kind for outcome in outcomes] == ["reveal"]
    assert watch.session.game.totals == derive(record).totals


def test_fewer_tiles_than_are_held_reveal_nothing_yet(ended):
    table, watch, _, (event,) = ended
    if len(event.tiles) < 2:
        pytest.skip("one tile only")
    play(watch, table, 20)
    table.loose[-14.0, -3.0] = tuple(sorted(event.tiles[0]))
    assert play(watch, table, 40) == []


def test_a_shown_tile_that_was_overlooked_is_given_to_whom_it_belongs(new_table):
    """Three players: a tile of the first that is found late does not make the second's hers."""
    record, open_record, shown = finished_round(3)
    table = new_table()
    table.move_camera(side=19.0, turn=0.0, x=340.0)
    for placement in derive(open_record).turn.board.placements():
        table.tiles[placement.spot] = placement.values
    watch = TableWatch(open_record, table.read)
    play(watch, table, 20)
    places = [(-14.0 + 1.6 * row, 1.6 * k - 3) for row in range(2) for k in range(6)]
    lost = places[0]
    table.unseen_loose = {lost}
    for row, event in enumerate(shown):
        for k, values in enumerate(event.tiles):
            table.loose[places[6 * row + k]] = tuple(sorted(values))
            for frame in table.passing_hand():
                watch.see(frame)
            play(watch, table, 20)
    table.unseen_loose = set()
    for frame in table.passing_hand():
        watch.see(frame)
    play(watch, table, 40)
    assert watch.session.game.totals == derive(record).totals


def test_typing_the_rest_stays_possible(ended):
    table, watch, record, (event,) = ended
    play(watch, table, 20)
    watch.tap(replace(event, extra={}))
    assert watch.session.game.totals == derive(record).totals


def test_a_cleared_table_begins_the_next_round(ended):
    table, watch, _, (event,) = ended
    play(watch, table, 20)
    watch.tap(event)
    table.tiles.clear()
    play(watch, table, 60)
    table.move_camera(side=52.0)
    table.lay("0,0,up", 4, 4, 4)
    outcomes = [*[o for f in table.passing_hand() for o in watch.see(f)], *play(watch, table, 30)]
    assert [outcome.kind for outcome in outcomes] == ["place"]
    assert len(watch.session.record.rounds) == 2
