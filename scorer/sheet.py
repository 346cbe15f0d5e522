"""The score sheet as text: players as columns, turns as rows, bonuses named, running totals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from scorer.board import Placement
from scorer.events import Place
from scorer.game import Game, Round, ScoredEvent
from scorer.rules import OPTIONS
from scorer.scoring import Part
from scorer.texts import say

TURN_WIDTH = 6
LEAST_COLUMN = 13
END_WORDS = {"out": "{player} goes out", "blocked": "blocked", None: "goes on"}


def sheet(game: Game) -> str:
    """The whole game, ready to print."""
    lines = [f"{game.rules.title}: {', '.join(game.players)}", *_house_rules(game)]
    totals = dict.fromkeys(game.players, 0)
    for number, one in enumerate(game.rounds, start=1):
        lines += ["", *_round_lines(game, number, one, totals)]
        totals = dict(one.total)
    return "\n".join([*lines, "", _verdict(game)]) + "\n"


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else _number(points)


def _number(points: int) -> str:
    return str(points).replace("-", "−")


def _running(points: int, total: int) -> str:
    return f"{signed(points)} → {_number(total)}"


def _house_rules(game: Game) -> Iterator[str]:
    for name, value in game.rules.changed.items():
        yield f"House rule: {OPTIONS[name].says} = {_plain(value)}"


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{seats} players {tiles}" for seats, tiles in value.items())
    return {True: "yes", False: "no"}.get(value, str(value)) if type(value) is bool else str(value)


def _round_lines(game: Game, number: int, one: Round, before: dict[str, int]) -> Iterator[str]:
    ending = END_WORDS[one.end_reason].format(player=one.out_player)
    yield f"Round {number}, {ending}"
    yield _row(game, "turn", {player: player for player in game.players}, "")
    turns = groupby(one.events, key=lambda scored: scored.event.player)
    for turn, (player, events) in enumerate(turns, start=1):
        yield from _turn_lines(game, turn, player, list(events))
    if one.end_reason:
        yield from _end_lines(game, one)
    yield _row(game, "sum", {p: _running(one.score[p], one.total[p]) for p in before}, "")


def _turn_lines(game: Game, turn: int, player: str, events: list[ScoredEvent]) -> Iterator[str]:
    points = sum(scored.points for scored in events)
    after = events[-1].totals.get(player, 0)
    words = ", ".join(word for scored in events for word in _words(scored))
    yield _row(game, str(turn), {player: _running(points, after)}, words)
    for scored in events:
        for fault in scored.faults:
            yield f"{'':>{TURN_WIDTH}}  ✗ {say(fault)}"


def _words(scored: ScoredEvent) -> Iterator[str]:
    event = scored.event
    if isinstance(event, Place):
        yield str(Placement(event.spot, event.values))
    elif not scored.parts:
        yield {"reveal": "shows tiles", "broken": "?"}.get(event.kind, event.kind)
    yield from _named(part for part in scored.parts if part.rule != "tile")


def _named(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        yield f"{say(part)} {signed(part.points)}"


def _end_lines(game: Game, one: Round) -> Iterator[str]:
    for player in game.players:
        if parts := one.end_parts[player]:
            cell = _running(one.end[player], one.total[player])
            yield _row(game, "end", {player: cell}, ", ".join(_named(parts)))
    for player, tiles in one.must_reveal.items():
        yield f"{'':>{TURN_WIDTH}}  {player} still has {_tiles(tiles)} to show."


def _row(game: Game, first: str, cells: dict[str, str], words: str) -> str:
    columns = (f"{cells.get(p, ''):>{max(len(p), LEAST_COLUMN)}}" for p in game.players)
    return f"{first:>{TURN_WIDTH}}  {'  '.join(columns)}  {words}".rstrip()


def _verdict(game: Game) -> str:
    if not game.winners:
        return "The game goes on."
    names, points = " and ".join(game.winners), game.totals[game.winners[0]]
    if len(game.players) == 1:
        return f"{names} finished with {points} points."
    return f"{names} {'wins' if len(game.winners) == 1 else 'share the win'} with {points} points."


def _tiles(count: int) -> str:
    return "1 tile" if count == 1 else f"{count} tiles"
