"""What a round's end adds: going out, a blocked round, tiles still held."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scorer.faults import Param
from scorer.rules import Rules
from scorer.scoring import Part
from scorer.tile import Tile

OUT = "out"
BLOCKED = "blocked"
Shown = Mapping[str, tuple[Tile, ...]]
EndParts = dict[str, tuple[Part, ...]]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a round ended, and which tiles each player has shown so far."""

    rules: Rules
    players: tuple[str, ...]
    reason: str
    out_player: str | None
    shown: Shown

    def held(self, player: str) -> int:
        return sum(tile.value for tile in self.shown.get(player, ()))

    @property
    def needs_tiles(self) -> bool:
        return self.rules.choice(f"end_{self.reason}") != "nothing"


def end_parts(ending: Ending) -> EndParts:
    """Each player's parts from the round's end, parts of 0 left out."""
    parts: EndParts = dict.fromkeys(ending.players, ())
    if ending.out_player is not None:
        parts[ending.out_player] = (Part("out", ending.rules.number("out")),)
    for player, more in _ENDS[ending.rules.choice(f"end_{ending.reason}")](ending).items():
        parts[player] += more
    return {player: tuple(p for p in some if p.points) for player, some in parts.items()}


def _collect(ending: Ending) -> EndParts:
    winner = ending.out_player
    assert winner is not None
    others = [player for player in ending.players if player != winner]
    return {winner: (_collected(ending, others, 1),)}


def _holders_pay(ending: Ending) -> EndParts:
    return {
        player: (_own_tiles(ending, player, "held", 1),)
        for player in ending.players
        if player != ending.out_player
    }


def _least_collects(ending: Ending) -> EndParts:
    """Undecided, and so empty, until every player has shown their tiles."""
    if any(player not in ending.shown for player in ending.players):
        return {}
    least = min(map(ending.held, ending.players))
    tied = [player for player in ending.players if ending.held(player) == least]
    others = [player for player in ending.players if player not in tied]
    rule = ending.rules.choice("blocked_tie")
    if len(tied) > 1 and rule == "none":
        return {}
    share = _collected(ending, others, len(tied) if rule == "share" else 1)
    return {player: (share, _own_tiles(ending, player, "own", -1)) for player in tied}


def _nothing(ending: Ending) -> EndParts:
    return {}


def _collected(ending: Ending, others: list[str], sharers: int) -> Part:
    points = sum(map(ending.held, others)) // sharers
    params: dict[str, Param] = {"players": ", ".join(others), "sharers": sharers}
    return Part("collect", points, params, wording="share" if sharers > 1 else "")


def _own_tiles(ending: Ending, player: str, rule: str, sign: int) -> Part:
    tiles = " ".join(map(str, ending.shown.get(player, ())))
    return Part(rule, sign * ending.held(player), {"player": player, "tiles": tiles})


_ENDS: dict[str, Callable[[Ending], EndParts]] = {
    "collect": _collect,
    "holders_pay": _holders_pay,
    "least_collects": _least_collects,
    "nothing": _nothing,
}
