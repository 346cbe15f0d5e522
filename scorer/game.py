"""A game derived from its record: every event's points, every round's end, and whose turn it is.

`derive(record)` is the one door. All it gives are values; change the record and derive again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorer.board import Board
from scorer.ending import Ending, EndParts, Shown, end_parts
from scorer.events import Event
from scorer.faults import Fault, Flag
from scorer.hindsight import needless_draws
from scorer.record import Record, RoundRecord
from scorer.rules import Rules
from scorer.scoring import Part, sum_of
from scorer.table import Table

Points = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ScoredEvent:
    """An event with what it scored, what is wrong with it, and the totals after it."""

    event: Event
    points: int
    parts: tuple[Part, ...]
    faults: tuple[Fault, ...]
    totals: Points

    @property
    def parts_by_rule(self) -> dict[str, int]:
        """The points of each rule; a hexagon that only earns a free tile has none."""
        return {p.rule: p.points for p in self.parts if p.points or p.rule == "tile"}


@dataclass(frozen=True, slots=True)
class Round:
    """A round with its events scored, its board, and what its end added."""

    events: tuple[ScoredEvent, ...]
    board: Board
    starter: str | None
    end: Points
    end_parts: EndParts
    end_reason: str | None  # "out", "blocked", or None while it goes on
    out_player: str | None
    shown: Shown  # the tiles each player has revealed
    must_reveal: Mapping[str, int]  # player → tiles still to be shown for the round's end
    score: Points
    total: Points


@dataclass(frozen=True, slots=True)
class Turn:
    """Who may do what now."""

    round: int  # index of the round on the table
    player: str | None  # None where only the hands tell who starts
    draws: int
    draws_left: int
    may_draw: bool
    may_pass: bool
    free_tiles: int  # how many tiles the player may lay freely on a new field
    board: Board
    hands: Points
    stock: int
    must_reveal: Mapping[str, int]
    round_over: bool
    end_reason: str | None
    game_over: bool
    winners: tuple[str, ...]
    next_starter: str | None  # of the round after this one; None where only the hands tell


@dataclass(frozen=True, slots=True)
class LocatedFault:
    """A fault with the round and event it belongs to, both counted from 0."""

    round: int
    event: int
    fault: Fault


@dataclass(frozen=True, slots=True)
class Game:
    record: Record
    rules: Rules
    rounds: tuple[Round, ...]
    turn: Turn
    totals: Points
    winners: tuple[str, ...]

    @property
    def players(self) -> tuple[str, ...]:
        return self.record.players

    @property
    def over(self) -> bool:
        return self.turn.game_over

    @property
    def decided(self) -> tuple[str, ...]:
        """The winners, once every hand that counts has been shown."""
        return () if self.turn.must_reveal else self.winners

    @property
    def faults(self) -> list[LocatedFault]:
        """All that is wrong, in the order of the record."""
        return [
            LocatedFault(r, e, fault)
            for r, one in enumerate(self.rounds)
            for e, scored in enumerate(one.events)
            for fault in scored.faults
        ]


def derive(record: Record) -> Game:
    """Plays the record through and gives the whole game; never raises on what the events say."""
    return _Derivation(record).game()


class _Derivation:
    """Carries what passes from round to round."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.rules = record.resolved_rules()
        self.totals = dict.fromkeys(record.players, 0)
        self.rounds: list[Round] = []
        self.finished = 0
        self.starter: str | None = None
        self.winners: tuple[str, ...] = ()

    def game(self) -> Game:
        table = self._new_table()
        for one in self.record.rounds:
            table = self._new_table()
            self._play(table, one)
        turn = self._turn(table)
        rounds = tuple(self.rounds)
        return Game(self.record, self.rules, rounds, turn, dict(self.totals), self.winners)

    def _new_table(self) -> Table:
        over = bool(self.winners)
        return Table(self.rules, self.record.players, self.starter, game_over=over)

    def _play(self, table: Table, one: RoundRecord) -> None:
        before = dict(self.totals)
        needless = self._needless_draws(one)
        scored = [
            self._score(table, event, needless=index in needless)
            for index, event in enumerate(one.events)
        ]
        self._mark_unfinished(scored)
        parts = _end_parts(table)
        end = {player: sum_of(some) for player, some in parts.items()}
        for player, points in end.items():
            self.totals[player] += points
        score = {player: self.totals[player] - before[player] for player in self.totals}
        self.rounds.append(_round(table, scored, parts, end, score, dict(self.totals)))
        self._after_round(table)

    def _needless_draws(self, one: RoundRecord) -> set[int]:
        if self.rules.on("draw_when_fitting"):
            return set()
        return needless_draws(one.events, tip_must_match=self.rules.on("tip_must_match"))

    def _score(self, table: Table, event: Event, *, needless: bool) -> ScoredEvent:
        parts, faults = table.apply(event)
        if needless:
            faults.append(Fault(Flag.DRAW_WHEN_FITTING, {"player": event.player}))
            parts = parts if self.rules.on("faulty_events_score") else ()
        points = sum_of(parts)
        if points:
            self.totals[event.player] += points
        return ScoredEvent(event, points, parts, tuple(faults), dict(self.totals))

    def _mark_unfinished(self, scored: list[ScoredEvent]) -> None:
        unfinished = self.rounds and self.rounds[-1].end_reason is None
        if scored and unfinished and not self.rules.on("unfinished_rounds"):
            fault = Fault(Flag.ROUND_UNFINISHED, {"round": len(self.rounds)})
            first = scored[0]
            faults = (fault, *first.faults)
            scored[0] = ScoredEvent(first.event, first.points, first.parts, faults, first.totals)

    def _after_round(self, table: Table) -> None:
        if table.first_player and self.rules.choice("starter") == "in_turn":
            self.starter = table.next_after[table.first_player]
        if table.end_reason and not table.game_over:
            self.finished += 1
            self.winners = self._leaders() if self._reached_end() else ()

    def _reached_end(self) -> bool:
        rules = self.rules
        if len(self.totals) == 1:
            return self.finished >= rules.number("solitaire_rounds")
        if rules.choice("win_tie") == "play_on" and len(self._leaders()) > 1:
            return False
        if rules.choice("game_end") == "target":
            return max(self.totals.values()) >= rules.number("target")
        agreed = self.record.rounds_to_play or rules.number("rounds_to_play")
        return self.finished >= agreed

    def _leaders(self) -> tuple[str, ...]:
        best_of = max if self.rules.choice("winner") == "most" else min
        best = best_of(self.totals.values())
        return tuple(player for player, points in self.totals.items() if points == best)

    def _turn(self, table: Table) -> Turn:
        last, over = max(len(self.rounds) - 1, 0), bool(self.winners)
        round_over = table.end_reason is not None
        playing = not round_over and not over
        draws_left = min(max(self.rules.number("draws") - table.draws, 0), table.stock)
        may_draw = playing and draws_left > 0 and not table.free_tiles
        early = self.rules.on("early_pass") or table.free_tiles > 0
        return Turn(
            round=last,
            player=table.to_move if playing else None,
            draws=table.draws,
            draws_left=draws_left if playing else 0,
            may_draw=may_draw,
            may_pass=playing and (early or draws_left == 0),
            free_tiles=table.free_tiles if playing else 0,
            board=table.board,
            hands=dict(table.hands),
            stock=table.stock,
            must_reveal=_must_reveal(table),
            round_over=round_over,
            end_reason=table.end_reason,
            game_over=over,
            winners=self.winners,
            next_starter=self.starter,
        )


def _ending(table: Table) -> Ending | None:
    if table.end_reason is None:
        return None
    shown = dict(table.shown)
    return Ending(table.rules, table.players, table.end_reason, table.out_player, shown)


def _end_parts(table: Table) -> EndParts:
    ending = _ending(table)
    return dict.fromkeys(table.players, ()) if ending is None else end_parts(ending)


def _must_reveal(table: Table) -> dict[str, int]:
    ending = _ending(table)
    if ending is None or not ending.needs_tiles:
        return {}
    left = {p: held - len(table.shown.get(p, ())) for p, held in table.hands.items()}
    return {player: tiles for player, tiles in left.items() if tiles > 0}


def _round(
    table: Table,
    scored: list[ScoredEvent],
    parts: EndParts,
    end: Points,
    score: Points,
    total: Points,
) -> Round:
    return Round(
        events=tuple(scored),
        board=table.board,
        starter=table.first_player,
        end=end,
        end_parts=parts,
        end_reason=table.end_reason,
        out_player=table.out_player,
        shown=dict(table.shown),
        must_reveal=_must_reveal(table),
        score=score,
        total=total,
    )
