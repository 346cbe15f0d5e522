"""Games written in one line a round, for tests: `Ann 0,0,up=5-5-5; Ben draw; Ben pass`."""

from __future__ import annotations

from typing import Any

from scorer.board import Placement
from scorer.game import Game, derive
from scorer.record import record_from_json

Json = dict[str, Any]
# Around corner 0,0 with a 5 in the middle: the sixth tile closes the hexagon.
RING = "0,0,up=5-4-3 -1,0,down=5-3-2 -1,0,up=1-5-2 -1,-1,down=0-5-1 0,-1,up=0-5-5 0,-1,down=5-4-5"


def event(text: str) -> Json:
    player, what, *rest = text.split()
    if what in ("draw", "pass"):
        return {"event": what, "player": player}
    if what == "shows":
        return {"event": "reveal", "player": player, "tiles": [_numbers(tile) for tile in rest]}
    placement = Placement.parse(what)
    return {
        "event": "place",
        "player": player,
        "field": placement.spot.field,
        "cell": placement.spot.cell.to_json(),
        "values": list(placement.values),
    }


def record(rules: str | Json, players: str, *rounds: str, **more: Any) -> Json:
    events = [[event(one) for one in text.split(";") if one.strip()] for text in rounds]
    return {
        "rules": rules,
        "players": players.split(),
        "rounds": [{"events": some} for some in events],
        **more,
    }


def play(rules: str | Json, players: str, *rounds: str, **more: Any) -> Game:
    return derive(record_from_json(record(rules, players, *rounds, **more)))


def ring(*players: str) -> str:
    """The tiles of the ring, laid by these players in turn."""
    laid = enumerate(RING.split())
    return "; ".join(f"{players[k % len(players)]} {tile}" for k, tile in laid)


def points(game: Game, round_index: int = 0) -> list[int]:
    return [scored.points for scored in game.rounds[round_index].events]


def parts(game: Game, round_index: int = 0) -> list[dict[str, int]]:
    return [scored.parts_by_rule for scored in game.rounds[round_index].events]


def flags(game: Game) -> list[tuple[int, int, str]]:
    return [(one.round + 1, one.event + 1, one.fault.flag.value) for one in game.faults]


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split("-")]
