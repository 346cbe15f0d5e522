"""Writes a new game into the journal as fast as it can, and says so after every entry."""

from __future__ import annotations

import sys
from itertools import count

from scorer.events import Draw
from scorer.journal import Journal
from scorer.record import new_record


def step(nth: int) -> str:
    """Two events, then one of them taken back and brought again."""
    return ("append", "append", "undo", "redo")[(nth - 1) % 4]


def main(folder: str) -> None:
    journal = Journal(folder)
    game = journal.new_game(new_record("tripple-classic", ("Ann", "Ben")))
    print("game", game, flush=True)
    for nth in count(1):
        if step(nth) == "append":
            journal.append(game, Draw("Ann", {"nth": nth}))
        else:
            getattr(journal, step(nth))(game)
        print("ok", nth, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
