"""The score sheet as a table for spreadsheets, in the language of the one who asks."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from flask_babel import gettext as _

from scorer.events import Event, Place, Reveal
from scorer.game import Game, Round
from scorer.tile import Values

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def sheet_csv(game: Game) -> str:
    out = io.StringIO()
    rows = csv.writer(out)
    head = [_("Round"), _("Line"), _("Name"), _("What"), _("Tile"), _("Points")]
    rows.writerow([*head, *map(_tame, game.players)])
    for number, one in enumerate(game.rounds, start=1):
        rows.writerows([number, *row] for row in _lines(game, one))
    return out.getvalue()


def _lines(game: Game, one: Round) -> Iterator[list[object]]:
    said = _kinds()
    for index, scored in enumerate(one.events, start=1):
        event = scored.event
        totals = [scored.totals[player] for player in game.players]
        yield [index, _tame(event.player), said[event.kind], _tiles(event), scored.points, *totals]
    if one.end_reason:
        totals = [one.total[player] for player in game.players]
        yield ["", "", said[one.end_reason], "", sum(one.end.values()), *totals]


def _tiles(event: Event) -> str:
    laid = [event.values] if isinstance(event, Place) else []
    shown = event.tiles if isinstance(event, Reveal) else laid
    return ", ".join(map(_tile, shown))


def _tile(values: Values) -> str:
    """With spaces: a spreadsheet would take 1-2-3 for a day in February."""
    return " ".join(map(str, sorted(values)))


def _kinds() -> dict[str, str]:
    return {
        "place": _("laid a tile"),
        "draw": _("drew a tile"),
        "pass": _("passed"),
        "reveal": _("showed tiles"),
        "broken": _("cannot be read"),
        "out": _("Out"),
        "blocked": _("Blocked"),
    }


def _tame(name: str) -> str:
    """A name that a spreadsheet would run as a formula is kept a text."""
    return f"'{name}" if name.startswith(FORMULA_SIGNS) else name
