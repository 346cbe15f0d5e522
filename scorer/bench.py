"""How fast games are derived and placements found: `python -m scorer.bench`, or `make bench`.

Times are the best of several runs. The yardstick, starting Python and doing nothing, is measured
in the same run, because machines and their other work differ.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import islice

from scorer.board import Board
from scorer.game import Game, derive
from scorer.record import Record, loads, new_record
from scorer.selfplay import play_game, play_round

SEED = 16  # a long game: most players reach 400 points in fewer rounds
PRESET = "tripple-classic"
PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eva", "Fay")
REPEATS = 25
BOARD_TILES = 40
LENGTHS = (100, 200, 400, 800, 1600, 3200)
BOARD_SIZES = (5, 10, 20, 30, 40, 50)


def main() -> None:
    _report_game(derive(play_game(random.Random(SEED), PRESET, PLAYERS)))
    endless = derive(_endless(max(LENGTHS)))
    _report_placements(endless)
    _report_growth(endless)


def _report_game(game: Game) -> None:
    text = game.record.dumps()
    python = best_ms(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), 10)
    reading, both = best_ms(lambda: loads(text)), best_ms(lambda: derive(loads(text)))
    size = f"{len(game.rounds)} rounds, {_events(game.record)} events"
    print(f"A game to {max(game.totals.values())} points ({size})")
    print(f"  read and derived      {both:8.3f} ms   (reading its JSON alone {reading:.3f} ms)")
    print(f"  python -c pass        {python:8.3f} ms")
    print(f"  ratio                 {both / python:8.2f}      goal: below 1")


def _report_placements(game: Game) -> None:
    board = _board_of(game, BOARD_TILES)
    print(f"\nLegal placements on a board of {len(board)} tiles")
    for tiles, one in (("the unplayed tiles", board), ("any of the 56 tiles", _any_tile(board))):
        took, found = best_ms(one.legal_placements), len(one.legal_placements())
        print(f"  {tiles:<20}  {took:8.3f} ms   {found:2} found   goal: below 2 ms")


def _report_growth(game: Game) -> None:
    print("\nGrowth of deriving with the number of events")
    for length in LENGTHS:
        part = _cut(game.record, length)
        took = best_ms(lambda part=part: derive(part))  # type: ignore[misc]
        print(
            f"  {length:5} events        {took:8.3f} ms   {1000 * took / length:6.2f} µs an event"
        )
    print("\nGrowth of finding placements with the number of events, one a tile")
    for size in BOARD_SIZES:
        board = _any_tile(_board_of(game, size))
        took, cells = best_ms(board.legal_placements), len(board.field(0).open_cells())
        print(f"  {size:5} tiles         {took:8.3f} ms   {cells} open cells")


def best_ms(work: Callable[[], object], repeats: int = REPEATS) -> float:
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return 1000 * min(times)


def _board_of(game: Game, tiles: int) -> Board:
    """The first tiles of the round with the fullest board."""
    fullest = max((one.board for one in game.rounds), key=len)
    return Board.of(islice(fullest.placements(), tiles))


def _any_tile(board: Board) -> Board:
    """The same layout, as if no tile had been used up by it."""
    return Board(board.fields)


def _endless(length: int) -> Record:
    """A game that goes on for at least so many events."""
    rng, record = random.Random(SEED), new_record({"preset": PRESET, "target": 10_000}, PLAYERS)
    while _events(record) < length:
        events = play_round(rng, record.resolved_rules(), PLAYERS)
        record = record.with_round(len(record.rounds), events)
    return record


def _cut(record: Record, length: int) -> Record:
    """The first so many events of a game."""
    rounds, left = [], length
    for one in record.rounds:
        rounds.append(one.events[:left])
        left -= len(rounds[-1])
        if not left:
            break
    cut = Record(record.rules, record.players)
    for number, events in enumerate(rounds):
        cut = cut.with_round(number, events)
    return cut


def _events(record: Record) -> int:
    return sum(len(one.events) for one in record.rounds)


if __name__ == "__main__":
    main()
