"""Changing a game: undo, redo, and insert, delete or change any event of any round.

An edit gives a new record; `derive` does the rest. Nothing is dropped on the way: an event that an
edit has made impossible stays in the record and comes out of `derive` with its faults.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import ClassVar

from scorer.events import Broken, Event, Json, Reveal, event_from_json
from scorer.game import Game, derive
from scorer.record import Record, RecordError, RoundRecord, checked_players, record_from_json


class EditError(ValueError):
    """The edit names a round or event that is not there, or something that makes no sense."""


@dataclass(frozen=True, slots=True)
class Insert:
    """Puts an event before event `index`; `round` one past the last opens a new round."""

    round: int
    index: int
    event: Event
    kind: ClassVar[str] = "insert"

    def apply(self, record: Record) -> Record:
        _check(0 <= self.round <= len(record.rounds), f"there is no round {self.round + 1}.")
        events = record.rounds[self.round].events if self.round < len(record.rounds) else ()
        _check(0 <= self.index <= len(events), f"there is no event {self.index + 1}.")
        return record.with_round(
            self.round, (*events[: self.index], self.event, *events[self.index :])
        )


@dataclass(frozen=True, slots=True)
class Delete:
    """Takes an event out; a last round that becomes empty goes with it."""

    round: int
    index: int
    kind: ClassVar[str] = "delete"

    def apply(self, record: Record) -> Record:
        events = _events_at(record, self.round, self.index)
        left = events[: self.index] + events[self.index + 1 :]
        if not left and self.round == len(record.rounds) - 1:
            return replace(record, rounds=record.rounds[:-1])
        return record.with_round(self.round, left)


@dataclass(frozen=True, slots=True)
class Change:
    """Puts another event in the place of one."""

    round: int
    index: int
    event: Event
    kind: ClassVar[str] = "change"

    def apply(self, record: Record) -> Record:
        events = _events_at(record, self.round, self.index)
        return record.with_round(
            self.round, (*events[: self.index], self.event, *events[self.index + 1 :])
        )


@dataclass(frozen=True, slots=True)
class Rename:
    """Gives a player another name, everywhere in the game."""

    old: str
    new: str
    kind: ClassVar[str] = "rename"

    def apply(self, record: Record) -> Record:
        _check(self.old in record.players, f"nobody in this game is called {self.old}.")
        _check(self.new not in record.players, f"{self.new} already plays in this game.")
        players = tuple(self.new if name == self.old else name for name in record.players)
        try:
            checked_players(list(players))
        except RecordError as wrong:
            raise EditError(str(wrong)) from None
        rounds = tuple(
            replace(one, events=tuple(map(self._renamed, one.events))) for one in record.rounds
        )
        return replace(record, players=players, rounds=rounds)

    def _renamed(self, event: Event) -> Event:
        if isinstance(event, Broken) or event.player != self.old:
            return event
        return replace(event, player=self.new)


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """Plays the same events by other rules."""

    rules: str | Mapping[str, Json]
    rounds_to_play: int | None = None
    kind: ClassVar[str] = "rules"

    def apply(self, record: Record) -> Record:
        changed = replace(record, rules=self.rules, rounds_to_play=self.rounds_to_play)
        try:
            return record_from_json(changed.to_json())
        except RecordError as wrong:
            raise EditError(str(wrong)) from None


@dataclass(frozen=True, slots=True)
class OpenRound:
    """Begins a new round by hand, for instance when one was broken off."""

    kind: ClassVar[str] = "open_round"

    def apply(self, record: Record) -> Record:
        return replace(record, rounds=(*record.rounds, RoundRecord()))


@dataclass(frozen=True, slots=True)
class Several:
    """Several edits in one step: written down together, undone together."""

    edits: tuple[Edit, ...]
    kind: ClassVar[str] = "several"

    def apply(self, record: Record) -> Record:
        for edit in self.edits:
            record = edit.apply(record)
        return record


Edit = Insert | Delete | Change | Rename | ChangeRules | OpenRound | Several


@dataclass(frozen=True, slots=True)
class History:
    """A record with the way back and the way forward again."""

    present: Record
    past: tuple[Record, ...] = field(default=(), repr=False)
    future: tuple[Record, ...] = field(default=(), repr=False)

    @property
    def can_undo(self) -> bool:
        return bool(self.past)

    @property
    def can_redo(self) -> bool:
        return bool(self.future)

    def do(self, edit: Edit) -> History:
        return History(edit.apply(self.present), (*self.past, self.present), ())

    def throughout(self, edit: Edit) -> History:
        """The edit done in every state, so that undo does not bring the old one back."""
        everywhere = partial(_where_possible, edit)
        past, future = tuple(map(everywhere, self.past)), tuple(map(everywhere, self.future))
        return History(edit.apply(self.present), past, future)

    def undo(self) -> History:
        _check(self.can_undo, "there is nothing to undo.")
        return History(self.past[-1], self.past[:-1], (self.present, *self.future))

    def redo(self) -> History:
        _check(self.can_redo, "there is nothing to redo.")
        return History(self.future[0], (*self.past, self.present), self.future[1:])


def appending(game: Game, event: Event) -> Insert:
    """The edit that adds an event at the game's end, in a new round where the last one is over."""
    rounds = game.record.rounds
    opens = game.turn.round_over and not isinstance(event, Reveal)
    if not rounds or opens:
        return Insert(len(rounds), 0, event)
    return Insert(len(rounds) - 1, len(rounds[-1].events), event)


def append(record: Record, event: Event) -> Record:
    return appending(derive(record), event).apply(record)


def edit_to_json(edit: Edit) -> dict[str, Json]:
    values: dict[str, Json] = {"edit": edit.kind}
    for name in (one.name for one in fields(edit)):
        value = getattr(edit, name)
        if isinstance(value, Mapping):
            value = dict(value)
        if name == "edits":
            value = [edit_to_json(one) for one in value]
        values[name] = value.to_json() if name == "event" else value
    return values


def edit_from_json(value: Mapping[str, Json]) -> Edit:
    """The inverse of `edit_to_json`; EditError where the text is no edit."""
    kinds: dict[str, type[Edit]] = {one.kind: one for one in _KINDS}
    kind = kinds.get(str(value.get("edit")))
    if kind is None:
        raise EditError(f"‘{value.get('edit')}’ is not an edit; there are {', '.join(kinds)}.")
    given = {one.name: value[one.name] for one in fields(kind) if one.name in value}
    if "event" in given:
        given["event"] = event_from_json(given["event"])
    if "edits" in given:
        given["edits"] = tuple(edit_from_json(one) for one in given["edits"])
    try:
        edit = kind(**given)
    except TypeError:
        raise EditError(f"the edit ‘{kind.kind}’ lacks a part.") from None
    return _sound(edit)


_KINDS: tuple[type[Edit], ...] = (
    Insert, Delete, Change, Rename, ChangeRules, OpenRound, Several,
)  # fmt: skip


def _sound(edit: Edit) -> Edit:
    if isinstance(edit, (Insert, Delete, Change)):
        whole = type(edit.round) is int and type(edit.index) is int
        _check(whole, "‘round’ and ‘index’ are whole numbers, counted from 0.")
    if isinstance(edit, Rename):
        names = isinstance(edit.old, str) and isinstance(edit.new, str)
        _check(names, "‘old’ and ‘new’ are names.")
    if isinstance(edit, ChangeRules):
        _check(isinstance(edit.rules, (str, Mapping)), "‘rules’ is a preset's name or an object.")
    return edit


def _where_possible(edit: Edit, record: Record) -> Record:
    try:
        return edit.apply(record)
    except EditError:
        return record


def _events_at(record: Record, round_index: int, index: int) -> tuple[Event, ...]:
    _check(0 <= round_index < len(record.rounds), f"there is no round {round_index + 1}.")
    events = record.rounds[round_index].events
    _check(0 <= index < len(events), f"there is no event {index + 1} in that round.")
    return events


def _check(holds: bool, sentence: str) -> None:
    if not holds:
        raise EditError(sentence)
