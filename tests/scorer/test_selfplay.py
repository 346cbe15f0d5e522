"""The games that the bench derives are real ones."""

from __future__ import annotations

import random

import pytest

from scorer import bench
from scorer.game import derive
from scorer.selfplay import play_game


@pytest.mark.parametrize("players", [("Ann",), ("Ann", "Ben"), ("Ann", "Ben", "Cat", "Dan")])
@pytest.mark.parametrize("preset", ["tripple-classic", "tripple-compact-it", "triominos"])
def test_games_are_legal_and_played_to_their_end(preset: str, players: tuple[str, ...]) -> None:
    game = derive(play_game(random.Random(3), preset, players))
    assert not game.faults
    assert game.winners
    assert all(one.end_reason and not one.must_reveal for one in game.rounds)


def test_the_bench_prints_all_it_promises(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "REPEATS", 1)
    monkeypatch.setattr(bench, "LENGTHS", (100, 1000))
    bench.main()
    out = capsys.readouterr().out
    for words in ("python -c pass", "ratio", "a board of 40 tiles", "1000 events", "50 tiles"):
        assert words in out
