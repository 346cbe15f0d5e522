"""The sub-commands of this room. Heavy imports wait until a command runs."""

from __future__ import annotations

import argparse
from typing import Any


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    """Adds this room's sub-commands to `tripad`."""
