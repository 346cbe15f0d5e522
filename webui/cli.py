"""The command `tripad`: each room brings its own sub-commands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

ROOMS = ("scorer.commands", "vision.commands", "webui.commands")


class OneLineParser(argparse.ArgumentParser):
    """Answers a wrong call with one clear line and exit code 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (try '{self.prog} --help')\n")


def build_parser() -> argparse.ArgumentParser:
    parser = OneLineParser(
        prog="tripad", description="Reads a table of triangular dominoes and keeps the score sheet."
    )
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", required=True
    )
    for room in ROOMS:
        import_module(room).add_commands(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    arguments = build_parser().parse_args(argv)
    return int(arguments.run(arguments) or 0)


if __name__ == "__main__":
    sys.exit(main())
