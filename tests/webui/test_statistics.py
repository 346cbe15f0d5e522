"""What the history page tells about players."""

from __future__ import annotations

from types import SimpleNamespace

from scorer.game import derive
from scorer.journal import JournalError
from scorer.record import record_from_json
from webui.statistics import Statistics

ALONE = {
    "rules": "tripple-classic",
    "players": ["Ann"],
    "rounds": [{"events": []}],
}


class TwoGames:
    """A journal whose first finished game is damaged."""

    def players(self):
        return ["Ann"]

    def games(self):
        return [SimpleNamespace(id=number, version=1, over=True) for number in (1, 2)]

    def game(self, number):
        if number == 1:
            raise JournalError("Game 1 is damaged at entry 2.")
        return derive(record_from_json(ALONE))


def test_a_damaged_game_does_not_cost_the_others_their_figures():
    (ann,) = Statistics(TwoGames()).players_json()
    assert (ann["name"], ann["solitaire_best"]) == ("Ann", 0)
