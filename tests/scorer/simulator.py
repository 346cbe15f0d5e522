"""Plays random games with real hands and real stock, and keeps score by itself.

This is the second implementation of the whole table in RULES.md: it uses the brute-force bonuses
and its own bookkeeping, and nothing of the engine. Seeded, so that every game can be played again.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any

from tests.scorer import bruteforce

Json = dict[str, Any]
Numbers = tuple[int, int, int]


@dataclass(frozen=True)
class Book:
    """One column of RULES.md."""

    hands: dict[int, int]
    start: int = 0
    bridge: int = 0
    double: int = 0
    hexagon: int = 0
    draws: int = 3
    draw: int = 0
    unmatched: int = 0
    empty: int = 0
    out: int = 0
    target: int = 0
    tile: bool = True
    trio: bool = False
    common: bool = False  # the common game beyond the five books


CLASSIC_HANDS = {1: 9, 2: 9, 3: 7, 4: 7, 5: 6, 6: 6}
COMPACT_HANDS = {1: 10, 2: 10, 3: 8, 4: 8, 5: 6, 6: 6}
TRIO_HANDS = {2: 10, 3: 8, 4: 8}
BOOKS = {
    "tripple-classic": Book(CLASSIC_HANDS, 10, 40, 40, 50, 3, -5, -10, -10, 25, 400),
    "tripple-compact-de": Book(COMPACT_HANDS, 5, 30, 25, 40, 3, -5, 0, -10, 20, 300),
    "tripple-compact-nl": Book(COMPACT_HANDS, 5, 30, 25, 40, 3, -5, 0, -5, 20, 300),
    "tripple-compact-it": Book(COMPACT_HANDS, 5, 30, 25, 40, 3, -5, 0, -5, 20, 300),
    "triominos": Book(CLASSIC_HANDS, 10, 40, 40, 50, 3, -5, -10, -10, 25, 400, common=True),
    "triodomino": Book(TRIO_HANDS, draws=2, tile=False, trio=True),
    "triodomino-topsy-turvy": Book(TRIO_HANDS, draws=2, tile=True, trio=True),
}
ALL = list(combinations_with_replacement(range(6), 3))


@dataclass
class Simulation:
    """One game: its record, and the answer that `tripad score --json` has to give."""

    preset: str
    players: list[str]
    seed: int
    rounds_to_play: int = 3
    record: Json = field(default_factory=dict)
    answer: Json = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.book, self.random = BOOKS[self.preset], random.Random(self.seed)
        self.total = dict.fromkeys(self.players, 0)
        self.record = {"rules": self.preset, "players": self.players, "rounds": []}
        if self.book.trio:
            self.record["rounds_to_play"] = self.rounds_to_play
        self.answer = {"rounds": [], "winners": []}

    def play(self, most_rounds: int = 50) -> Simulation:
        for number in range(most_rounds):
            self.play_round(number)
            if self.answer["winners"]:
                break
        return self

    def play_round(self, number: int) -> None:
        tiles = self.random.sample(ALL, len(ALL))
        size = self.book.hands[len(self.players)]
        self.hands = {name: [tiles.pop() for _ in range(size)] for name in self.players}
        self.stock = tiles[:20] if len(self.players) == 1 else tiles
        self.fields: list[list[bruteforce.Triangle]] = []
        self.events: list[Json] = []
        self.scored: list[Json] = []
        self.gain = dict.fromkeys(self.players, 0)
        reason = self.play_turns(number % len(self.players))
        self.finish(reason)

    def play_turns(self, start: int) -> str:
        if not self.book.trio:
            best = [max((h for h in self.hands[p]), key=_start_rank) for p in self.players]
            start = best.index(max(best, key=_start_rank))
            self.lay(self.players[start], 0, (0, 0, "up"), best[start])
        else:
            self.lay(self.players[start], 0, (0, 0, "up"), self.hands[self.players[start]][0])
        passes, turn = 0, start
        while True:
            if not self.hands[self.players[turn]]:
                self.winner = self.players[turn]
                return "out"
            turn = (turn + 1) % len(self.players)
            full = self.take_turn(self.players[turn])
            passes = passes + 1 if full is not None else 0
            if full is False and self.book.trio:
                passes = 0
            if passes >= len(self.players) and (self.book.trio or not self.stock):
                return "blocked"

    def take_turn(self, player: str) -> bool | None:
        """None where a tile was laid, else whether everything allowed was drawn before passing."""
        drawn = 0
        while True:
            ways = self.ways(player)
            if ways and self.random.random() < 0.85:
                self.lay_and_go_on(player, self.random.choice(ways))
                return None
            if not self.stock or drawn == self.book.draws:
                break
            self.hands[player].append(self.stock.pop())
            drawn += 1
            self.note({"event": "draw", "player": player}, {"draw": self.book.draw})
        if drawn == self.book.draws:
            self.note({"event": "pass", "player": player}, {"unmatched": self.book.unmatched})
        else:
            self.note({"event": "pass", "player": player}, {"empty": self.book.empty})
        return True

    def ways(self, player: str) -> list[tuple[int, tuple[int, int, str], Numbers]]:
        """All ways at a few random open cells: slow geometry must not make slow tests."""
        found = []
        for number, lying in enumerate(self.fields):
            around = {n for cell, _ in lying for n in _neighbours(cell)} - {c for c, _ in lying}
            for cell in self.random.sample(sorted(around), min(6, len(around))):
                asked = [set(bruteforce.numbers_at(lying, p)) for p in bruteforce.points_of(cell)]
                for tile in self.hands[player]:
                    for numbers in sorted(bruteforce.all_ways(tile)):
                        if all(a <= {n} for a, n in zip(asked, numbers, strict=True)):
                            found.append((number, cell, numbers))
        return found

    def lay_and_go_on(self, player: str, way: tuple[int, Any, Any]) -> None:
        closed = self.lay(player, *way)
        if closed and self.book.trio and self.hands[player] and self.random.random() < 0.7:
            self.lay(player, len(self.fields), (0, 0, "up"), self.hands[player][0])
        elif closed and self.book.trio and self.hands[player] and self.random.random() < 0.5:
            self.note({"event": "pass", "player": player}, {})

    def lay(self, player: str, number: int, cell: tuple[int, int, str], numbers: Numbers) -> bool:
        self.hands[player].remove(tuple(sorted(numbers)))  # type: ignore[arg-type]
        first = not self.fields
        if number == len(self.fields):
            self.fields.append([])
        lying = self.fields[number]
        name, times = bruteforce.bonus(lying, cell) if lying or first else ("plain", 0)
        lying.append((cell, numbers))
        parts = {"tile": sum(numbers)} if self.book.tile else {}
        if self.book.common:
            name, bonus = common_bonus(name, times, numbers)
        else:
            bonus = 0 if name == "plain" else getattr(self.book, name) * times
        if bonus:
            parts[name] = bonus
        event = {"event": "place", "player": player, "field": number}
        self.note({**event, "cell": list(cell), "values": list(numbers)}, parts)
        return name == "hexagon"

    def note(self, event: Json, parts: dict[str, int]) -> None:
        parts = {name: points for name, points in parts.items() if points or name == "tile"}
        self.events.append(event)
        self.scored.append({"points": sum(parts.values()), "parts": parts})
        self.gain[event["player"]] += sum(parts.values())

    def finish(self, reason: str) -> None:
        held = {player: sum(map(sum, hand)) for player, hand in self.hands.items()}
        for player, hand in self.hands.items():
            if hand:
                shuffled = [self.random.sample(tile, 3) for tile in hand]
                self.note({"event": "reveal", "player": player, "tiles": shuffled}, {})
        end = self.ending(reason, held)
        for player in self.players:
            self.gain[player] += end[player]
            self.total[player] += self.gain[player]
        self.record["rounds"].append({"events": self.events})
        self.answer["rounds"].append(
            {
                "events": self.scored,
                "end": end,
                "score": self.gain,
                "total": dict(self.total),
                "end_reason": reason,
            }
        )
        self.answer["winners"] = self.winners()

    def ending(self, reason: str, held: dict[str, int]) -> dict[str, int]:
        end = dict.fromkeys(self.players, 0)
        if self.book.trio:
            return end if self.book.tile else dict(held)
        if reason == "out":
            end[self.winner] = self.book.out + sum(held.values())
            return end
        least = [player for player in self.players if held[player] == min(held.values())]
        others = sum(points for player, points in held.items() if player not in least)
        for player in least:
            end[player] = others // len(least) - held[player]
        return end

    def winners(self) -> list[str]:
        if len(self.players) == 1:
            return self.players
        if self.book.trio:
            if len(self.record["rounds"]) < self.rounds_to_play:
                return []
            best = max(self.total.values()) if self.book.tile else min(self.total.values())
        elif max(self.total.values()) < self.book.target:
            return []
        else:
            best = max(self.total.values())
        return [player for player in self.players if self.total[player] == best]


def common_bonus(name: str, times: int, numbers: Numbers) -> tuple[str, int]:
    if name == "start":
        return name, (10 if len(set(numbers)) == 1 else 0) + (30 if sum(numbers) == 0 else 0)
    if name == "hexagon":
        return name, {1: 50, 2: 60, 3: 70}[times]
    return ("plain", 0) if name == "plain" else ("bridge", 40)


def _start_rank(tile: Numbers) -> tuple[bool, int]:
    return len(set(tile)) == 1, sum(tile)


def _neighbours(cell: tuple[int, int, str]) -> list[tuple[int, int, str]]:
    i, j, way = cell
    if way == "up":
        return [(i, j - 1, "down"), (i, j, "down"), (i - 1, j, "down")]
    return [(i + 1, j, "up"), (i, j + 1, "up"), (i, j, "up")]
