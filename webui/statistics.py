"""What the history page tells about players, counted from the kept games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from scorer.game import Game
from scorer.journal import GameInfo, Journal, JournalError
from scorer.rules import rules_from
from webui.view import count_parts

Json = dict[str, Any]


def games_json(journal: Journal, open_id: int | None, *, deleted: bool = False) -> list[Json]:
    return [_info_json(info, info.id == open_id) for info in journal.games(deleted=deleted)]


def _info_json(info: GameInfo, is_open: bool) -> Json:
    rules = rules_from(info.rules)
    return {
        "id": str(info.id),
        "created": info.created,
        "changed": info.changed,
        "deleted": info.deleted,
        "finished": info.over,
        "preset": rules.preset,
        "title": rules.title,
        "house_rules": dict(rules.changed),
        "players": list(info.players),
        "totals": dict(info.totals),
        "winners": list(info.winners),
        "open": is_open,
    }


@dataclass(slots=True)
class Tally:
    """One player's finished games, added up."""

    name: str
    games: int = 0
    wins: int = 0
    total: int = 0
    best_game: int | None = None
    best_move: int | None = None
    bridges: int = 0
    hexagons: int = 0
    solitaire_best: int | None = None

    def add(self, figures: Figures) -> None:
        points = figures.totals[self.name]
        if len(figures.totals) == 1:
            self.solitaire_best = _more(self.solitaire_best, points)
        else:
            self.games += 1
            self.wins += self.name in figures.winners
            self.total += points
            self.best_game = _better(figures, self.best_game, points)
        self.best_move = _more(self.best_move, figures.best_moves.get(self.name))
        self.bridges += figures.bridges[self.name]
        self.hexagons += figures.hexagons[self.name]

    def to_json(self) -> Json:
        own = {name: getattr(self, name) for name in type(self).__dataclass_fields__}
        return {**own, "average": round(self.total / self.games, 1) if self.games else None}


@dataclass(frozen=True, slots=True)
class Figures:
    """What one finished game adds to its players' statistics."""

    totals: dict[str, int]
    winners: tuple[str, ...]
    fewest_win: bool
    best_moves: dict[str, int]
    bridges: dict[str, int]
    hexagons: dict[str, int]


@dataclass(slots=True)
class Statistics:
    """Remembers each game's figures for as long as the game stays as it is."""

    journal: Journal
    _known: dict[tuple[int, int], Figures] = field(default_factory=dict)

    def players_json(self) -> list[Json]:
        tallies = {name: Tally(name) for name in self.journal.players()}
        for figures in self._figures():
            for player in figures.totals:
                tallies.setdefault(player, Tally(player)).add(figures)
        ordered = sorted(tallies.values(), key=lambda one: (-one.wins, one.name.casefold()))
        return [tally.to_json() for tally in ordered]

    def _figures(self) -> Iterator[Figures]:
        for info in self.journal.games():
            if info.over:
                # A damaged game is told where it is opened; it must not cost the others' figures.
                with suppress(JournalError):
                    yield self._of(info)

    def _of(self, info: GameInfo) -> Figures:
        key = info.id, info.version
        if key not in self._known:
            self._known[key] = figures_of(self.journal.game(info.id))
        return self._known[key]


def figures_of(game: Game) -> Figures:
    return Figures(
        totals=dict(game.totals),
        winners=game.winners,
        fewest_win=game.rules.choice("winner") == "fewest",
        best_moves=dict(_best_moves(game)),
        bridges=count_parts(game, "bridge"),
        hexagons=count_parts(game, "hexagon"),
    )


def _best_moves(game: Game) -> Iterable[tuple[str, int]]:
    best: dict[str, int] = {}
    for one in game.rounds:
        for scored in one.events:
            if scored.event.kind == "place":
                player = scored.event.player
                best[player] = max(best.get(player, scored.points), scored.points)
    return best.items()


def _better(figures: Figures, old: int | None, points: int) -> int:
    if old is None:
        return points
    return min(old, points) if figures.fewest_win else max(old, points)


def _more(old: int | None, new: int | None) -> int | None:
    return max((value for value in (old, new) if value is not None), default=None)
