"""The table during one round: board, hands, stock, whose turn it is. Events act on it in order.

An event that breaks a rule still does what it can do on a real table: its tile lies there, the
drawn tile is in the hand, the turn goes on from that player. So one slip brings one fault, not a
row of them. After the round's end only `reveal` does anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorer.board import Board, Placement, Spot
from scorer.ending import BLOCKED, OUT
from scorer.events import Broken, Draw, Event, Pass, Place, Reveal
from scorer.faults import Fault, Flag, Param
from scorer.rules import Rules
from scorer.scoring import Part, score_draw, score_laying, score_pass
from scorer.tile import HIGHEST, TILE_OF, Tile, Values

Outcome = tuple[tuple[Part, ...], list[Fault]]
_IMPOSSIBLE = {Flag.UNKNOWN_PLAYER, Flag.ROUND_OVER, Flag.GAME_OVER}


class Table:
    """The working state of a round. Only `scorer.game` changes it; others get values from there."""

    def __init__(
        self, rules: Rules, players: tuple[str, ...], starter: str | None, game_over: bool
    ) -> None:
        self.rules = rules
        self.players = players
        self.next_after = dict(zip(players, players[1:] + players[:1], strict=True))
        self.board = Board()
        self.hands = dict.fromkeys(players, rules.dealt(len(players)))
        self.stock = rules.stock(len(players))
        self.to_move = players[0] if len(players) == 1 else starter
        self.first_player: str | None = None
        self.draws = 0
        self.free_tiles = 0
        self.interrupted: tuple[str, int, int] | None = None  # by a slip: player, draws, free tiles
        self.passed: set[str] = set()
        self.shown: dict[str, tuple[Tile, ...]] = {}
        self.out_player: str | None = None
        self.end_reason: str | None = None
        self.game_over = game_over

    @property
    def alone(self) -> bool:
        return len(self.players) == 1

    @property
    def drew_all_allowed(self) -> bool:
        return self.draws >= self.rules.number("draws")

    def apply(self, event: Event) -> Outcome:
        """Lets the event happen; gives what it scores and everything wrong with it."""
        if isinstance(event, Broken):
            return (), [Fault(Flag.MALFORMED, {"reason": event.reason})]
        faults = self._person_faults(event)
        if any(fault.flag in _IMPOSSIBLE for fault in faults):
            return (), faults
        parts, more = _ACTIONS[event.kind](self, event)
        faults += more
        scores = not faults or self.rules.on("faulty_events_score")
        return (parts if scores else ()), faults

    def _person_faults(self, event: Place | Draw | Pass | Reveal) -> list[Fault]:
        if event.player not in self.hands:
            return [Fault(Flag.UNKNOWN_PLAYER, {"player": event.player})]
        if self.game_over:
            return [Fault(Flag.GAME_OVER)]
        if isinstance(event, Reveal):
            return []
        if self.end_reason is not None:
            return [Fault(Flag.ROUND_OVER, {"player": event.player})]
        return self._take_turn(event)

    def _take_turn(self, event: Place | Draw | Pass) -> list[Fault]:
        """Makes it this player's turn, by right or not."""
        player, expected = event.player, self.to_move
        if self._resumes(player):
            return []
        if self.free_tiles and self._leaves_free_tile(event):
            self._begin_turn(player)
            return []
        starting = self.first_player is None
        self.first_player = self.first_player or player
        if expected in (None, player) and not (self.free_tiles and isinstance(event, Draw)):
            self.to_move = player
            return []
        if expected is None or expected == player:
            expected = self.next_after[player]
        else:
            self.interrupted = expected, self.draws, self.free_tiles
        self._begin_turn(player)
        flag = Flag.WRONG_STARTER if starting else Flag.WRONG_PLAYER
        return [Fault(flag, {"player": player, "expected": expected})]

    def _resumes(self, player: str) -> bool:
        """Whether a turn goes on that somebody had broken into by a slip."""
        interrupted, self.interrupted = self.interrupted, None
        if interrupted is None or player != interrupted[0]:
            return False
        self.to_move, self.draws, self.free_tiles = interrupted
        return True

    def _leaves_free_tile(self, event: Place | Draw | Pass) -> bool:
        """Whether the free tile is declined by simply going on with the next turn."""
        assert self.to_move is not None
        if event.player != self.next_after[self.to_move]:
            return False
        if self.alone and isinstance(event, Place):
            return bool(self.board.field(event.field).tiles)
        return not (self.alone and isinstance(event, Pass))

    def _begin_turn(self, player: str) -> None:
        self.to_move, self.draws, self.free_tiles = player, 0, 0

    # placing

    def place(self, event: Place) -> Outcome:
        faults = self._place_faults(event)
        tile = TILE_OF.get(tuple(sorted(event.values))) or Tile(*sorted(event.values))
        if any(fault.flag is Flag.OCCUPIED for fault in faults):
            self._begin_turn(self.next_after[event.player])
            return (), faults
        parts = self._score(event, tile)
        hexagons = len(self.board.contact(event.spot).hexagons)
        self._lay(event, tile)
        self._after_laying(event.player, hexagons)
        return parts, faults

    def _score(self, event: Place, tile: Tile) -> tuple[Part, ...]:
        starts = not self.board.fields
        if starts and self.alone and not self.rules.on("solitaire_start_scores"):
            return ()
        goes_out = self.hands[event.player] == 1
        if goes_out and not self.rules.on("last_tile_scores"):
            return ()
        placement = Placement(event.spot, event.values)
        return score_laying(self.rules, self.board, placement, tile, is_start=starts)

    def _lay(self, event: Place, tile: Tile) -> None:
        from_stock = self.alone and self.rules.choice("solitaire_start") == "stock"
        if self.board.fields or not from_stock:
            self.hands[event.player] -= 1
        self.board = self.board.place(event.spot, event.values)
        if tile in self.shown.get(event.player, ()):
            kept = tuple(held for held in self.shown[event.player] if held != tile)
            self.shown[event.player] = kept

    def _after_laying(self, player: str, hexagons: int) -> None:
        self.passed.clear()
        was_free = self.free_tiles > 0
        if self.hands[player] <= 0:
            self.out_player, self.end_reason = player, OUT
        if was_free:
            self.free_tiles -= 1
        else:
            each = hexagons if self.rules.on("free_tiles_each") else min(hexagons, 1)
            self.free_tiles = each * self.rules.number("free_tiles")
        if not self.free_tiles or self.end_reason:
            self._begin_turn(self.next_after[player])

    def _place_faults(self, event: Place) -> list[Fault]:
        tips = self.rules.on("tip_must_match")
        faults = self.board.faults(event.spot, event.values, tip_must_match=tips)
        faults += self._shown_by_others(event)
        faults += field_faults(self.board, event.spot, event.player, self.free_tiles)
        if self.draws and not self.rules.on("place_after_draw"):
            faults.append(Fault(Flag.PLACE_AFTER_DRAW, {"player": event.player}))
        return faults

    def _shown_by_others(self, event: Place) -> list[Fault]:
        tile = TILE_OF.get(tuple(sorted(event.values)))
        return [
            Fault(Flag.TILE_SHOWN, {"tile": str(tile), "holder": holder})
            for holder, tiles in self.shown.items()
            if holder != event.player and tile in tiles
        ]

    # drawing and passing

    def draw(self, event: Draw) -> Outcome:
        faults = self._start_missing()
        if self.drew_all_allowed:
            params: dict[str, Param] = {"player": event.player, "limit": self.rules.number("draws")}
            faults.append(Fault(Flag.DRAW_TOO_MANY, params))
        if self.stock == 0:
            flag_params: dict[str, Param] = {"player": event.player}
            faults.append(Fault(Flag.STOCK_EMPTY, flag_params))
        parts = score_draw(self.rules, self.draws)
        if self.stock:
            self.stock -= 1
            self.hands[event.player] += 1
        self.draws += 1
        return parts, faults

    def pass_turn(self, event: Pass) -> Outcome:
        if self.free_tiles:
            self._begin_turn(self.next_after[event.player])
            return (), []
        faults = self._start_missing()
        if self.stock and not self.drew_all_allowed and not self.rules.on("early_pass"):
            faults.append(Fault(Flag.EARLY_PASS, {"player": event.player}))
        parts = score_pass(self.rules, self.draws, self.stock)
        self._count_pass(event.player)
        self._begin_turn(self.next_after[event.player])
        return parts, faults

    def _count_pass(self, player: str) -> None:
        needs_stock_empty = self.rules.choice("blocked") == "stock_empty"
        counts = self.stock == 0 or (
            self.rules.choice("blocked_run") == "any"
            if needs_stock_empty
            else self.drew_all_allowed
        )
        self.passed = self.passed | {player} if counts else set()
        all_passed = len(self.passed) == len(self.players)
        if all_passed and (self.stock == 0 or not needs_stock_empty):
            self.end_reason = BLOCKED

    def _start_missing(self) -> list[Fault]:
        allowed = self.board.fields or self.rules.on("draw_before_start")
        return [] if allowed else [Fault(Flag.START_MISSING)]

    # the round's end

    def reveal(self, event: Reveal) -> Outcome:
        faults: list[Fault] = []
        if self.end_reason is None and not self.rules.on("early_reveal"):
            faults.append(Fault(Flag.EARLY_REVEAL, {"player": event.player}))
        self.shown.setdefault(event.player, ())
        for values in event.tiles:
            faults += self._show(event.player, values)
        shown, held = len(self.shown[event.player]), self.hands[event.player]
        if shown > held:
            params: dict[str, Param] = {"player": event.player, "shown": shown, "held": held}
            faults.append(Fault(Flag.REVEAL_TOO_MANY, params))
        return (), faults

    def _show(self, player: str, values: Values) -> list[Fault]:
        tile = TILE_OF.get(tuple(sorted(values)))
        if tile is None:
            written = "-".join(map(str, values))
            return [Fault(Flag.NOT_IN_SET, {"tile": written, "highest": HIGHEST})]
        if tile in self.board.spots:
            spot = self.board.spots[tile]
            params: dict[str, Param] = {"tile": str(tile), "spot": str(spot)}
            return [Fault(Flag.TILE_TWICE, params, cells=(spot.cell,))]
        for holder, tiles in self.shown.items():
            if tile in tiles:
                return [Fault(Flag.TILE_SHOWN, {"tile": str(tile), "holder": holder})]
        self.shown[player] += (tile,)
        return []


def field_faults(board: Board, spot: Spot, player: str, free_tiles: int) -> list[Fault]:
    """Whether this field is the one to lay a tile on: a free tile begins one, others join one."""
    joins = bool(board.field(spot.field).tiles)
    if not board.fields or joins != bool(free_tiles):
        return []
    flag = Flag.FREE_TILE_ATTACHED if joins else Flag.FIELD_NOT_EARNED
    return [Fault(flag, {"field": spot.field, "player": player}, cells=(spot.cell,))]


_ACTIONS: dict[str, Callable[[Table, Any], Outcome]] = {
    Place.kind: Table.place,
    Draw.kind: Table.draw,
    Pass.kind: Table.pass_turn,
    Reveal.kind: Table.reveal,
}
