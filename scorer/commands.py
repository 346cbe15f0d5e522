"""The sub-commands `score`, `rules` and `fits`. Heavy imports wait until a command runs."""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scorer.fits import Attempt, Fit
    from scorer.game import Game
    from scorer.record import Record

WRONG = 2
_SCORE_TEXT = """\
Scores a game record and prints the score sheet. The first event that breaks a
rule ends it with exit code 2 and one line that names round, event and reason."""
_RECORD_TEXT = """\
A record of a game that has just begun:
{"rules": "tripple-classic", "players": ["Ann", "Ben"], "rounds": [{"events": [
 {"event": "place", "player": "Ann", "cell": [0, 0, "up"], "values": [5, 5, 5]},
 {"event": "draw", "player": "Ben"},
 {"event": "pass", "player": "Ben"}]}]}

The values of a tile stand in the order of its cell's corners:
  [i, j, "up"]     (i, j)     (i+1, j)    (i, j+1)
  [i, j, "down"]   (i+1, j)   (i+1, j+1)  (i, j+1)

At a round's end, the tiles still held follow:
  {"event": "reveal", "player": "Ben", "tiles": [[0, 1, 2], [3, 3, 4]]}"""


class CommandError(Exception):
    """Something the caller should know, in one line."""


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    """Adds this room's sub-commands to `tripad`."""
    _add_score(commands)
    _add_rules(commands)
    _add_fits(commands)


def _add_score(commands: argparse._SubParsersAction[Any]) -> None:
    score = commands.add_parser(
        "score",
        help="score a whole game from its record",
        description=_SCORE_TEXT,
        epilog=_RECORD_TEXT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    score.add_argument("game", metavar="GAME.json", help="the game record; - reads standard input")
    score.add_argument("--json", action="store_true", help="print one JSON object instead")
    score.add_argument(
        "--lenient",
        action="store_true",
        help="score on past events that break a rule, for 0 points, and list them as faults",
    )
    score.set_defaults(run=_guarded(run_score))


def _add_rules(commands: argparse._SubParsersAction[Any]) -> None:
    rules = commands.add_parser(
        "rules",
        help="show what a preset scores",
        description="Shows all presets side by side, or every option of one preset.",
    )
    rules.add_argument("preset", metavar="PRESET", nargs="?", help="for instance tripple-classic")
    rules.add_argument("--json", action="store_true", help="print JSON instead of a table")
    rules.set_defaults(run=_guarded(run_rules))


def _add_fits(commands: argparse._SubParsersAction[Any]) -> None:
    fits = commands.add_parser(
        "fits",
        help="show where a tile may be laid and what it would score",
        description="Shows every place where a tile may be laid now and what each would score; "
        "for a given cell, why it may not.",
    )
    # A cell like -1,0,down is not an option, though it begins with a dash.
    fits._negative_number_matcher = re.compile(r"-\d+(,.*)?$")
    fits.add_argument("game", metavar="GAME.json", help="the game record; - reads standard input")
    fits.add_argument("tile", metavar="TILE", help="the tile, like 0-3-5")
    fits.add_argument(
        "cell", metavar="CELL", nargs="?", help="a cell like 0,0,up, or 0,0,up@1 on field 1"
    )
    fits.add_argument("--round", type=int, metavar="R", help="look back: in round R (from 1) …")
    fits.add_argument("--event", type=int, metavar="E", help="… just before event E (from 1)")
    fits.add_argument("--json", action="store_true", help="print one JSON object instead")
    fits.set_defaults(run=_guarded(run_fits))


def run_score(arguments: argparse.Namespace) -> None:
    from scorer.game import derive
    from scorer.output import fault_sentence, fault_to_json, game_to_json
    from scorer.sheet import sheet

    game = derive(_read(arguments.game))
    if game.faults and not arguments.lenient:
        raise CommandError(fault_sentence(game.faults[0]))
    if not arguments.json:
        _print(sheet(game, get_terminal_size().columns))
        return
    faults = {"faults": [fault_to_json(one) for one in game.faults]} if arguments.lenient else {}
    _print_json({**game_to_json(game), **faults})


def run_rules(arguments: argparse.Namespace) -> None:
    from scorer.rules import PRESETS, RulesError, load_preset
    from scorer.ruletable import comparison, preset_table

    try:
        chosen = [load_preset(arguments.preset)] if arguments.preset else None
    except RulesError as wrong:
        raise CommandError(str(wrong)) from None
    if arguments.json:
        listed = chosen or [load_preset(name) for name in PRESETS]
        _print_json({r.preset: {"title": r.title, **r.options} for r in listed})
    else:
        _print(preset_table(chosen[0]) if chosen else comparison())


def run_fits(arguments: argparse.Namespace) -> None:
    from scorer.board import Spot
    from scorer.fits import fits, fits_on, why_not
    from scorer.tile import Tile

    try:
        tile = Tile.parse(arguments.tile)
        spot = Spot.parse(arguments.cell) if arguments.cell else None
    except ValueError as wrong:
        raise CommandError(str(wrong)) from None
    game = _game_at(_read(arguments.game), arguments.round, arguments.event)
    if spot is None:
        _show_fits(arguments, game, tile, fits(game, [tile], mirrored=True))
    else:
        here, attempts = fits_on(game, tile, spot), why_not(game, tile, spot)
        _show_spot(arguments, tile, spot, here, attempts)


def _game_at(record: Record, round_number: int | None, event_number: int | None) -> Game:
    from scorer.fits import before
    from scorer.game import derive

    if round_number is None and event_number is None:
        return derive(record)
    round_number = len(record.rounds) if round_number is None else round_number
    if not 1 <= round_number <= len(record.rounds):
        raise CommandError(f"there is no round {round_number} in this game.")
    last = len(record.rounds[round_number - 1].events) + 1
    event_number = last if event_number is None else event_number
    if not 1 <= event_number <= last:
        raise CommandError(f"there is no event {event_number} in round {round_number}.")
    return before(record, round_number - 1, event_number - 1)


def _show_fits(arguments: argparse.Namespace, game: Game, tile: Any, found: list[Fit]) -> None:
    from scorer.board import Placement

    lying = game.turn.board.spots.get(tile)
    if arguments.json:
        _print_json({"tile": str(tile), "fits": [_fit_json(fit) for fit in found]})
    elif lying is not None:
        values = game.turn.board.at(lying) or (0, 0, 0)
        _print(f"{tile} already lies on the table: {Placement(lying, values)}\n")
    else:
        usual = [fit for fit in found if not fit.mirrored]
        _print(f"{tile} fits {_ways(len(usual))}\n{_fit_lines(usual)}{_mirrored_lines(found)}")


def _show_spot(
    arguments: argparse.Namespace, tile: Any, spot: Any, here: list[Fit], tried: list[Attempt]
) -> None:
    from scorer.texts import say

    reasons = {str(a.placement): [say(fault) for fault in a.faults] for a in tried}
    usual = [fit for fit in here if not fit.mirrored]
    if arguments.json:
        answer = {"tile": str(tile), "cell": spot.cell.to_json(), "field": spot.field}
        _print_json({**answer, "fits": [_fit_json(f) for f in here], "why_not": reasons})
    elif usual:
        _print(f"{tile} fits on {spot}:\n{_fit_lines(usual)}")
    else:
        _print(f"{tile} does not fit on {spot}:\n{_reason_lines(reasons)}{_mirrored_lines(here)}")


def _reason_lines(reasons: dict[str, list[str]]) -> str:
    """What speaks against every way to turn the tile is said once; the rest way by way."""
    first = next(iter(reasons.values()))
    always = [why for why in first if all(why in whys for whys in reasons.values())]
    lines = [f"  {why}\n" for why in always]
    for way, whys in reasons.items():
        own = [why for why in whys if why not in always]
        lines += [f"  {way}: {why}\n" for why in own]
    return "".join(lines)


def _mirrored_lines(found: list[Fit]) -> str:
    mirrored = [fit for fit in found if fit.mirrored]
    head = "Should its numbers ascend counter-clockwise, as on a rare tile:\n"
    return head + _fit_lines(mirrored) if mirrored else ""


def _fit_lines(found: list[Fit]) -> str:
    from scorer.sheet import signed
    from scorer.texts import say

    rows = []
    for fit in found:
        why = ", ".join(f"{say(part)} {signed(part.points)}" for part in fit.parts)
        rows.append(f"  {signed(fit.points):>4}  {fit.placement!s:<22}  {why}".rstrip() + "\n")
    return "".join(rows)


def _fit_json(fit: Fit) -> dict[str, Any]:
    spot = fit.placement.spot
    return {
        "field": spot.field,
        "cell": spot.cell.to_json(),
        "values": list(fit.placement.values),
        "points": fit.points,
        "parts": {part.rule: part.points for part in fit.parts},
        "mirrored": fit.mirrored,
    }


def _ways(count: int) -> str:
    return {0: "nowhere.", 1: "one way:"}.get(count) or f"{count} ways, best first:"


def _read(name: str) -> Record:
    from scorer.record import RecordError, loads

    try:
        content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as wrong:
        reason = getattr(wrong, "strerror", None) or "this is not the name of a file"
        raise CommandError(f"cannot read {name}: {reason}.") from None
    try:
        return loads(content)
    except RecordError as wrong:
        raise CommandError(f"{wrong.where}: {wrong}") from None


def _guarded(run: Any) -> Any:
    """Turns what went wrong into one line on stderr and exit code 2."""

    def guarded(arguments: argparse.Namespace) -> int:
        try:
            run(arguments)
        except CommandError as wrong:
            print(f"tripad {arguments.command}: {_one_line(str(wrong))}", file=sys.stderr)
            return WRONG
        return 0

    return guarded


def _one_line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _print(text: str) -> None:
    sys.stdout.write(text)


def _print_json(value: Any) -> None:
    # Escaped, so that it is right whatever the terminal's encoding.
    sys.stdout.write(json.dumps(value) + "\n")
