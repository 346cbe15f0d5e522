"""Small files of the data folder: written whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def write_json(file: Path, value: Any) -> None:
    half = file.with_suffix(".new")
    half.write_text(json.dumps(value), "utf-8")
    half.replace(file)


def read_json(file: Path) -> Any:
    """None where there is no such file or it makes no sense."""
    try:
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return None
