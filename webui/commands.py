"""The sub-commands of this room. Heavy imports wait until a command runs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from webui.watch_command import add_watch


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    """Adds this room's sub-commands to `tripad`."""
    add_watch(commands)
    serve = commands.add_parser(
        "serve",
        help="start the score sheet: a page for this computer and every phone at the table",
        description="Starts the score sheet and prints the address to open, with a QR code.",
    )
    serve.add_argument("--host", default="0.0.0.0", help="address to listen on (all of them)")
    serve.add_argument("--port", type=_port, help="port for http; the next one is for https")
    serve.add_argument("--data", type=Path, metavar="DIR", help="folder of the games")
    serve.add_argument("--no-browser", action="store_true", help="do not open a browser")
    serve.add_argument(
        "--camera", metavar="SOURCE", help="watch this: camera number, address, video or folder"
    )
    serve.add_argument("--demo", action="store_true", help="begin with the built-in demo game")
    serve.set_defaults(run=_serve)


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65534:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65534, not {text}")
    return int(text)


def _serve(arguments: argparse.Namespace) -> int:
    from webui.running import serve

    return serve(arguments)
