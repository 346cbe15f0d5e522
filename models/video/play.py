"""Plays a round by the rules, move by move, as people might: legal, not always the best move."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from scorer.edit import OpenRound, append
from scorer.events import Draw, Event, Pass, Place, Reveal
from scorer.fits import Fit, fits
from scorer.game import Game, derive
from scorer.record import Record, new_record
from scorer.tile import ALL, Tile

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
LUCKY_GREED = 3
FREE_TILE_SHARE = 0.6  # how often a free tile is laid where the rules offer one


@dataclass
class Player:
    """Deals, then makes one event after the other until the round is over."""

    rng: np.random.Generator
    record: Record
    most_moves: int = 60
    lucky: bool = False  # always holds the tile that is wanted, so nobody draws
    hands: dict[str, list[Tile]] = field(default_factory=dict)
    stock: list[Tile] = field(default_factory=list)

    def play_round(self) -> list[Event]:
        self._deal()
        events: list[Event] = []
        placed = 0
        while not self.game.turn.round_over and placed < self.most_moves:
            event = self._next()
            placed += isinstance(event, Place)
            events.append(event)
            self.record = append(self.record, event)
        return events + self._reveals()

    @property
    def game(self) -> Game:
        return derive(self.record)

    def _deal(self) -> None:
        tiles = [ALL[k] for k in self.rng.permutation(len(ALL))]
        each = self.game.rules.dealt(len(self.record.players))
        self.hands = {name: [tiles.pop() for _ in range(each)] for name in self.record.players}
        self.stock = tiles

    def _next(self) -> Event:
        game = self.game
        player = game.turn.player or self._starter()
        ways = fits(game, None if self.lucky else self.hands[player])
        if not game.turn.board.fields:
            ways = [way for way in ways if way.tile == max((w.tile for w in ways), key=_rank)]
        if ways and (not game.turn.free_tiles or self.rng.random() < FREE_TILE_SHARE):
            return self._place(player, self._chosen(ways))
        if game.turn.may_draw and self.stock:
            self.hands[player].append(self.stock.pop())
            return Draw(player)
        return Pass(player)

    def _starter(self) -> str:
        return self.game.turn.next_starter or self.record.players[0]

    def _chosen(self, ways: list[Fit]) -> Fit:
        """Often one of the better ones."""
        weights = np.array([1 + max(way.points, 0) for way in ways], float)
        weights **= LUCKY_GREED if self.lucky else 1
        return ways[int(self.rng.choice(len(ways), p=weights / weights.sum()))]

    def _place(self, player: str, way: Fit) -> Place:
        if not self.lucky:
            self.hands[player].remove(way.tile)
        spot, values = way.placement
        return Place(player, spot.cell, values, spot.field)

    def _reveals(self) -> list[Event]:
        """What the others hold, in turn from the player who went out."""
        events: list[Event] = []
        players = self.record.players
        out = self.game.rounds[-1].out_player
        first = players.index(out) + 1 if out in players else 0
        for name in players[first:] + players[:first]:
            if name in self.game.turn.must_reveal:
                event = Reveal(name, tuple((t.low, t.mid, t.high) for t in self.hands[name]))
                self.record = append(self.record, event)
                events.append(event)
        return events


def _rank(tile: Tile) -> tuple[bool, int]:
    return tile.is_triple, tile.value


def random_game(
    rng: np.random.Generator,
    rules: str,
    players: int,
    most_moves: int,
    lucky: bool = False,
    rounds: int = 1,
) -> tuple[Record, list[list[Event]]]:
    """A game and the events of each of its rounds in order; a round broken off is the last."""
    player = Player(rng, new_record(rules, NAMES[:players]), most_moves, lucky)
    played = [player.play_round()]
    while len(played) < rounds and player.game.turn.round_over and not player.game.winners:
        player.record = OpenRound().apply(player.record)
        played.append(player.play_round())
    return player.record, played
