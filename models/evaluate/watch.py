"""`python -m models.evaluate.watch`: filmed games through the watcher, one row a game.

Nobody answers a question. Draws and passes are tapped when they happen; where the stock is in view
the draws are left to the camera.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Queue
from statistics import median
from threading import Thread
from typing import Any

from models.evaluate.report import share
from models.evaluate.watch_match import At, Comparison, compare
from models.evaluate.watch_variants import VARIANTS, Variant, varied
from models.render.tileset import KINDS as SETS
from models.video.film import Film, FilmFrame
from models.video.shots import FPS, FilmSpec
from scorer.events import Event, Place, event_from_json
from scorer.game import derive
from scorer.outcomes import Outcome
from scorer.record import new_record
from vision.sources import Frame
from vision.table import read_table
from webui.table_watch import TableWatch

FIRST_SEED = 700_000
DRAWN_AHEAD = 12  # frames
PRESETS = (
    "tripple-classic",
    "triodomino",
    "tripple-compact-de",
    "triominos",
    "tripple-compact-nl",
    "triodomino-topsy-turvy",
    "tripple-compact-it",
)


@dataclass
class Watched:
    """What one game came to."""

    about: dict[str, Any]  # the game and how it was filmed
    result: Comparison
    questions: dict[str, int]
    delays: list[int]  # frames from the hand's leaving to the event
    lines: list[str] = field(default_factory=list)

    def row(self) -> dict[str, Any]:
        return self.about | {
            "moves": self.result.moves,
            "right": len(self.result.right),
            "asked": self.result.asked,
            "wrong_unasked": self.result.silent,
            "questions": sum(n for kind, n in self.questions.items() if kind != "drew"),
            "draws_proposed": self.questions.get("drew", 0),
            "totals_right": int(self.result.totals_right),
            "delay_frames": median(self.delays) if self.delays else "",
        }


def about(film: Film) -> dict[str, Any]:
    return {
        "seed": film.seed,
        "set": film.scenery.tiles.kind,
        "table": film.scenery.table_kind,
        "side_px": round(film.scenery.side_px),
        "rules": film.spec.rules,
        "players": film.spec.players,
        "stock_in_view": int(film.spec.stock),
    }


def spec_of(number: int) -> FilmSpec:
    """Every kind of set and every preset in turn; each sixth game is a whole round.

    Each fifth of the others has the stock in view. A whole round beside its stock would leave
    tiles of less than 55 pixels a side, nearer than which people are asked to hold the camera.
    """
    kinds = list(SETS)
    whole_round = number % 6 == 5
    return FilmSpec(
        rules=PRESETS[number % len(PRESETS)],
        players=2 + number % 3,
        most_moves=60 if whole_round else 10 + number % 7,
        kind=kinds[number % len(kinds)],
        stock=number % 5 == 4 and not whole_round,
    )


def watch_film(seed: int, spec: FilmSpec, variant: Variant = VARIANTS["film"]) -> Watched:
    """One game through the same watcher and session as `tripad watch`."""
    film = Film(seed, replace(spec, hands=variant.hands))
    table = TableWatch(new_record(spec.rules, film.record.players), read_table)
    seen = Log()
    tapped = 0
    for count, shot in enumerate(drawn_ahead(varied(film, variant))):
        for tap in taps_before(film, tapped, shot.index):
            seen.note(table.tap(tap), shot.index)
        tapped = shot.index + 1
        seen.note(
            table.see(Frame(count, count / variant.fps, shot.image, pace=variant.pace)), shot.index
        )
    seen.note(table.finish(), shot.index)
    result = compare(derive(film.record), table.session.game, seen.marks)
    delays = [seen.at[result.spots[n]] - film.truth.left[n] for n in result.right]
    return Watched(about(film), result, seen.questions, [max(0, d) for d in delays], seen.lines)


def drawn_ahead(frames: Iterator[FilmFrame]) -> Iterator[FilmFrame]:
    """The same frames, drawn in a thread while others are watched."""
    ready: Queue[FilmFrame | None] = Queue(DRAWN_AHEAD)

    def draw() -> None:
        for frame in frames:
            ready.put(frame)
        ready.put(None)

    Thread(target=draw, daemon=True).start()
    while (frame := ready.get()) is not None:
        yield frame


def taps_before(film: Film, since: int, frame: int) -> list[Event]:
    """What people have tapped since the last frame that was seen, as events."""
    taps = [tap for tap in film.truth.taps if since <= tap["frame"] <= frame]
    return [event_from_json({k: v for k, v in tap.items() if k != "frame"}) for tap in taps]


@dataclass
class Log:
    """What came out while watching: questions, and when each spot was last entered."""

    questions: dict[str, int] = field(default_factory=dict)
    marks: set[str] = field(default_factory=set)
    at: dict[At, int] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    def note(self, outcomes: list[Outcome], frame: int) -> None:
        for outcome in outcomes:
            self.lines.append(f"{frame} {outcome.to_json()}")
            if outcome.kind == "question" and outcome.question is not None:
                kind = outcome.question.kind
                self.questions[kind] = self.questions.get(kind, 0) + 1
                self.marks.update(outcome.question.about)
            elif outcome.scored is not None and isinstance(outcome.scored.event, Place):
                self.at[_round_of(outcome), outcome.scored.event.spot] = frame


def _round_of(outcome: Outcome) -> int:
    return int(getattr(outcome.edit, "round", 0))


def watch_all(first_seed: int, numbers: range, variant: Variant, rounds: int) -> Iterator[Watched]:
    for number in numbers:
        spec = replace(spec_of(number), rounds=rounds)
        yield watch_film(first_seed + number, spec, variant)


def headline(games: list[Watched]) -> str:
    moves = sum(g.result.moves for g in games)
    right = sum(len(g.result.right) for g in games)
    silent = sum(g.result.silent for g in games)
    asked = sum(g.row()["questions"] for g in games)
    draws = sum(g.row()["draws_proposed"] for g in games)
    totals = sum(g.result.totals_right for g in games)
    delays = sorted(delay for g in games for delay in g.delays)
    late = delays[int(0.95 * (len(delays) - 1))] if delays else 0
    return "; ".join(
        [
            f"{len(games)} games, moves right {share(right, moves)}",
            f"wrong and not asked {share(silent, moves)}",
            f"questions {share(asked, moves)}, draws proposed {draws}",
            f"totals right {share(totals, len(games))}",
            f"delay median {median(delays or [0])} frames of {FPS} a second, 95 % within {late}",
        ]
    )


def write_rows(path: Path, games: list[Watched]) -> None:
    rows = [game.row() for game in games]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m models.evaluate.watch", description=__doc__)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED)
    parser.add_argument("--variant", choices=VARIANTS, default="film", help="as another camera")
    parser.add_argument("--rounds", type=int, default=1, help="at most, of games that get so far")
    parser.add_argument("--out", type=Path, metavar="CSV", help="save one row a game")
    parser.add_argument("--tell", action="store_true", help="print all lines of games not right")
    arguments = parser.parse_args()
    games = []
    numbers = range(arguments.first, arguments.first + arguments.games)
    variant = VARIANTS[arguments.variant]
    for game in watch_all(arguments.first_seed, numbers, variant, arguments.rounds):
        games.append(game)
        print(" ".join(f"{k}={v}" for k, v in game.row().items()), flush=True)
        right = game.result.totals_right and len(game.result.right) == game.result.moves
        if arguments.tell and not right:
            print("\n".join(game.lines), flush=True)
        if arguments.out is not None:
            write_rows(arguments.out, games)
    print(headline(games))
    return 0


if __name__ == "__main__":
    sys.exit(main())
