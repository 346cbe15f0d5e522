"""The command `tripad`: each room brings its own sub-commands."""

from __future__ import annotations

import argparse
import codecs
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

ROOMS = ("scorer.commands", "vision.commands", "webui.commands")
FAILED, INTERRUPTED, CUT_OFF = 1, 130, 141  # as shells count them
# What stands in for our signs on a terminal that cannot show them.
PLAIN_SIGNS = {
    "−": "-", "–": "-", "→": "->", "‘": "'", "’": "'", "“": '"', "”": '"', "…": "...", "×": "x",
    "✗": "x", "·": "-", "│": "|", "─": "-", "┼": "+",
}  # fmt: skip


class OneLineParser(argparse.ArgumentParser):
    """Answers a wrong call with one clear line and exit code 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())} (try '{self.prog} --help')\n")


class ShowVersion(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import version

        print(f"tripad {version('tripad')}")
        parser.exit()


def build_parser() -> argparse.ArgumentParser:
    parser = OneLineParser(
        prog="tripad",
        description="Reads a table of triangular dominoes and keeps the score sheet.",
        epilog="‘tripad COMMAND --help’ tells more about each of them.",
    )
    parser.add_argument("--version", action=ShowVersion, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", required=True
    )
    for room in ROOMS:
        import_module(room).add_commands(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    _speak_even_if_unheard()
    _speak_plainly_where_needed()
    arguments = build_parser().parse_args(argv)
    try:
        code = int(arguments.run(arguments) or 0)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # who reads the output has seen enough
        return _silenced(CUT_OFF)
    except OSError as wrong:
        print(f"tripad {arguments.command}: {wrong.strerror or wrong}.", file=sys.stderr)
        return _silenced(FAILED)
    return code


def _speak_even_if_unheard() -> None:
    """A closed stdout or stderr is none at all to Python; then what is said goes nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: PTH123, SIM115 (open until the end)


def _speak_plainly_where_needed() -> None:
    codecs.register_error("tripad.plain", _plain_signs)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="tripad.plain")


def _plain_signs(wrong: UnicodeError) -> tuple[str, int]:
    assert isinstance(wrong, UnicodeEncodeError)
    signs = wrong.object[wrong.start : wrong.end]
    return "".join(PLAIN_SIGNS.get(sign, "?") for sign in signs), wrong.end


def _silenced(code: int) -> int:
    """Lets what is still to be written go nowhere, so that leaving cannot fail once more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    return code


if __name__ == "__main__":
    sys.exit(main())
