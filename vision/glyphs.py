"""What one corner of a tile can show, as the reader network tells it apart."""

from __future__ import annotations

NUMERALS = tuple(f"numeral {n}" for n in range(6))
PIPS = tuple(f"pips {n}" for n in range(1, 6))
EMPTY, COVERED = "empty", "covered"
CLASSES = (*NUMERALS, *PIPS, EMPTY, COVERED)

NUMERAL_COLUMNS = [CLASSES.index(name) for name in NUMERALS]
# On a set with pips an empty corner is its zero; on a set with numerals it is no number at all.
PIP_COLUMNS = [CLASSES.index(name) for name in (EMPTY, *PIPS)]
EMPTY_COLUMN = CLASSES.index(EMPTY)
COVERED_COLUMN = CLASSES.index(COVERED)
