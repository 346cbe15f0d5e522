"""Writes a new game into the journal as fast as it can, and says so after every event."""

from __future__ import annotations

import sys

from scorer.events import Draw, Pass
from scorer.journal import Journal
from scorer.record import new_record


def main(folder: str) -> None:
    journal = Journal(folder)
    game = journal.new_game(new_record("tripple-classic", ("Ann", "Ben")))
    print("game", game, flush=True)
    while True:
        for player in ("Ann", "Ben"):
            for event in (Draw(player), Pass(player)):
                journal.append(game, event)
                print("ok", journal.version(game), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
