"""Text in columns, as a terminal shows it: some signs are two columns wide, some none."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Sequence

PAGE = 80  # columns of a plain terminal


def width_of(text: str) -> int:
    return len(text) if text.isascii() else sum(map(_sign_width, text))


def padded(text: str, width: int) -> str:
    return text + " " * (width - width_of(text))


def wrapped(text: str, page: int, indent: int) -> list[str]:
    """The text in lines no wider than the page, all but the first one moved in."""
    return textwrap.wrap(
        text, page, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )


def aligned(rows: Sequence[Sequence[str]], gap: str = "  ") -> list[str]:
    """Each column as wide as its widest text."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    lines = (gap.join(map(padded, row, widths)) for row in rows)
    return [line.rstrip() for line in lines]


def _sign_width(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in ("W", "F") else 1
