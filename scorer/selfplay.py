"""Plays a game with real hands and a real stock, laying any tile that fits. Seeded, for benches."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from scorer.board import Board
from scorer.events import Draw, Event, Json, Pass, Place, Reveal
from scorer.game import derive
from scorer.record import Record, new_record
from scorer.rules import Rules
from scorer.tile import ALL, Tile


def play_game(
    rng: random.Random, rules: str | Mapping[str, Json], players: tuple[str, ...]
) -> Record:
    """A whole game, to its end, by rules with one field."""
    record = new_record(rules, players)
    while not derive(record).winners:
        events = play_round(rng, record.resolved_rules(), players)
        record = record.with_round(len(record.rounds), events)
    return record


def play_round(rng: random.Random, rules: Rules, players: tuple[str, ...]) -> tuple[Event, ...]:
    return tuple(_Round(rng, rules, players).play())


class _Round:
    def __init__(self, rng: random.Random, rules: Rules, players: tuple[str, ...]) -> None:
        tiles, dealt = rng.sample(ALL, len(ALL)), rules.dealt(len(players))
        self.rng, self.players, self.draws = rng, players, rules.number("draws")
        self.hands = {p: [tiles.pop() for _ in range(dealt)] for p in players}
        self.stock = tiles[: rules.stock(len(players))]
        self.board = Board()

    def play(self) -> Iterator[Event]:
        seat, passes = self._starter(), 0
        while passes < len(self.players) or self.stock:
            player = self.players[seat % len(self.players)]
            events = list(self._turn(player))
            yield from events
            passes = passes + 1 if isinstance(events[-1], Pass) else 0
            if not self.hands[player]:
                break
            seat += 1
        for player, hand in self.hands.items():
            if hand:
                yield Reveal(player, tuple((t.low, t.mid, t.high) for t in hand))

    def _starter(self) -> int:
        """Who holds the highest triple, or else the highest tile; it comes to hand first."""
        for hand in self.hands.values():
            hand.sort(key=lambda tile: (tile.is_triple, tile.value), reverse=True)
        best = [(hand[0].is_triple, hand[0].value) for hand in self.hands.values()]
        return best.index(max(best))

    def _turn(self, player: str) -> Iterator[Event]:
        for drawn in range(self.draws + 1):
            hand = self.hands[player] if len(self.board) else self.hands[player][:1]
            ways = self.board.legal_placements(hand)
            if ways:
                spot, values = self.rng.choice(ways)
                self.board = self.board.place(spot, values)
                self.hands[player].remove(Tile.of(values))
                yield Place(player, spot.cell, values, spot.field)
                return
            if drawn == self.draws or not self.stock:
                break
            self.hands[player].append(self.stock.pop())
            yield Draw(player)
        yield Pass(player)
