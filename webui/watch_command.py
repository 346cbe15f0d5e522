"""`tripad watch`: scores a game from a camera, a stream, a video or a folder of frames."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scorer.events import Event
    from scorer.outcomes import Outcome
    from scorer.record import Record
    from webui.table_watch import TableWatch

WRONG = 2


class WatchError(Exception):
    """Something the caller should know, in one line."""


def add_watch(commands: argparse._SubParsersAction[Any]) -> None:
    watch = commands.add_parser(
        "watch",
        help="score a game from a camera, a stream, a video or a folder of frames",
        description="Watches a game and writes down each move with its points. Questions are "
        "printed with their likeliest answers; the likeliest is taken until somebody answers.",
    )
    watch.add_argument("source", metavar="SOURCE", help="camera number, address, video or folder")
    watch.add_argument("--rules", default="tripple-classic", metavar="R", help="a preset's name")
    watch.add_argument("--players", required=True, metavar="A,B,C", help="names in turn order")
    watch.add_argument("--rounds", type=int, metavar="N", help="agreed rounds (triodomino)")
    watch.add_argument("--json", action="store_true", help="print one JSON object a line")
    watch.add_argument("--record", type=Path, metavar="FILE", help="write the game record here")
    watch.add_argument(
        "--continue", dest="go_on", action="store_true", help="go on with the game in --record"
    )
    watch.add_argument(
        "--taps", type=Path, metavar="FILE", help="what people tap, as JSON lines with frames"
    )
    watch.set_defaults(run=run_watch)


def run_watch(arguments: argparse.Namespace) -> int:
    try:
        _watch(arguments)
    except WatchError as wrong:
        print(f"tripad watch: {wrong}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return 0
    except BrokenPipeError:
        # Whoever read our lines has gone; Python must not complain again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _watch(arguments: argparse.Namespace) -> None:
    from vision.sources import SourceError, open_source
    from vision.table import read_table
    from webui.table_watch import TableWatch

    record, taps = _record(arguments), _taps(arguments.taps)
    try:
        source = open_source(arguments.source, _complain)
    except SourceError as wrong:
        raise WatchError(str(wrong)) from None
    printer = Printer(arguments.json, arguments.record)
    table = TableWatch(record, read_table)
    printer.keep(table)
    last = 0
    try:
        for frame in source.frames():
            watch_frame(table, frame, taps, printer)
            last = frame.index
    finally:
        source.close()
    printer.show(table, table.finish(), last)
    for tap in taps.rest():
        printer.show(table, table.tap(tap.event), tap.frame)


def watch_frame(table: TableWatch, frame: Any, taps: Taps, printer: Printer) -> None:
    """One frame, after the taps that come before it."""
    for tap in taps.until(frame.index):
        printer.show(table, table.tap(tap.event), tap.frame)
    printer.show(table, table.see(frame), frame.index)


def _complain(sentence: str) -> None:
    print(f"tripad watch: {sentence}", file=sys.stderr, flush=True)


def _record(arguments: argparse.Namespace) -> Record:
    from scorer.record import RecordError, loads, new_record

    if arguments.go_on and arguments.record is None:
        raise WatchError("--continue needs --record FILE: the game to go on with.")
    players = tuple(name.strip() for name in arguments.players.split(","))
    try:
        if arguments.go_on and arguments.record and arguments.record.exists():
            return loads(arguments.record.read_bytes())
        return new_record(arguments.rules, players, arguments.rounds)
    except RecordError as wrong:
        raise WatchError(str(wrong)) from None
    except OSError as wrong:
        raise WatchError(f"cannot read {arguments.record}: {wrong.strerror}.") from None


@dataclass(frozen=True)
class Tap:
    frame: int
    event: Event


class Taps:
    """What people tap, each just before its frame."""

    def __init__(self, taps: list[Tap]) -> None:
        self._left = sorted(taps, key=lambda tap: tap.frame)

    def until(self, frame: int) -> Iterator[Tap]:
        while self._left and self._left[0].frame <= frame:
            yield self._left.pop(0)

    def rest(self) -> Iterator[Tap]:
        while self._left:
            yield self._left.pop(0)


def _taps(file: Path | None) -> Taps:
    if file is None:
        return Taps([])
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as wrong:
        reason = getattr(wrong, "strerror", None) or "it is not a text in UTF-8"
        raise WatchError(f"cannot read {file}: {reason}.") from None
    return Taps([_tap(n, line) for n, line in enumerate(lines, start=1) if line.strip()])


def _tap(number: int, line: str) -> Tap:
    from scorer.events import Broken, event_from_json

    try:
        raw = json.loads(line)
    except ValueError:
        raise WatchError(f"line {number} of the taps is not JSON.") from None
    frame = raw.pop("frame", None) if isinstance(raw, dict) else None
    if type(frame) is not int:
        raise WatchError(f"line {number} of the taps needs a ‘frame’: a whole number.")
    event = event_from_json(raw)
    if isinstance(event, Broken):
        raise WatchError(f"line {number} of the taps: {event.reason}")
    return Tap(frame, event)


class Printer:
    """Keeps the record on disk, then prints what came: what was said is never lost."""

    def __init__(self, as_json: bool, record: Path | None) -> None:
        self._as_json, self._file = as_json, record

    def show(self, table: TableWatch, outcomes: list[Outcome], frame: int) -> None:
        if outcomes:
            self.keep(table)
        for outcome in outcomes:
            line = {**outcome.to_json(), "frame": frame}
            print(json.dumps(line) if self._as_json else sentence(line), flush=True)

    def keep(self, table: TableWatch) -> None:
        if self._file is None:
            return
        part = self._file.with_suffix(f"{self._file.suffix}.part")
        try:
            part.write_text(table.session.record.dumps(), "utf-8")
            part.replace(self._file)
        except OSError as wrong:
            raise WatchError(f"cannot write {self._file}: {wrong.strerror}.") from None


def sentence(line: dict[str, Any]) -> str:
    """A line for people."""
    if line["event"] == "question":
        answers = " · ".join(f"{a['text']} ({a['points']:+d})" for a in line["answers"])
        return f"{line['frame']:>6}  ? {line['text']} {answers}"
    tile = "-".join(map(str, line.get("values", [])))
    total = ", ".join(f"{player} {points}" for player, points in line["total"].items())
    points = f"{line['points']:+d}" if "points" in line else ""
    words = [line.get("player", ""), line["event"], tile, points, "(asked)" * ("asked" in line)]
    return f"{line['frame']:>6}  {' '.join(word for word in words if word)}   [{total}]"
