"""Corrections as pages send them, and what they change: points, totals, faults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask_babel import gettext as _

from scorer.edit import Change, Delete, Edit, Insert
from scorer.events import Broken, Event, event_from_json
from scorer.game import Game, ScoredEvent
from scorer.record import Record
from webui.errors import Refused
from webui.view import event_id, fault_json, position, what_json

Json = dict[str, Any]
EVENT_KEYS = ("event", "player", "field", "cell", "values", "tiles")
MOST_EDITS = 50


def event_from_page(raw: Any, **extra: Any) -> Event:
    """An event as a page sends it; refused with a sentence where it cannot be understood."""
    if not isinstance(raw, Mapping):
        raise Refused("bad_request", _("This event could not be understood."))
    known = {key: raw[key] for key in EVENT_KEYS if raw.get(key) is not None}
    event = event_from_json({**known, **{k: v for k, v in extra.items() if v is not None}})
    if isinstance(event, Broken):
        text = _("This event could not be understood.")
        raise Refused("bad_request", text, reason=event.reason)
    return event


class Correction:
    """A list of edits, each naming events as they stood before the first of them."""

    def __init__(self, record: Record, raw_edits: Any) -> None:
        if not isinstance(raw_edits, Sequence) or not 0 < len(raw_edits) <= MOST_EDITS:
            raise Refused("bad_request", _("A correction is a list of edits."))
        self.before = self.after = record
        self.edits: list[Edit] = []
        self.replaced: dict[int, Event] = {}  # id of the new event → the one it stands for
        for raw in raw_edits:
            self._add(raw)

    def _add(self, raw: Any) -> None:
        makers = {"change": self._change, "delete": self._delete, "insert": self._insert}
        maker = makers.get(str(raw.get("do"))) if isinstance(raw, Mapping) else None
        if maker is None:
            raise Refused("bad_request", _("An edit is a change, a deletion or an insertion."))
        edit = maker(raw)
        self.edits.append(edit)
        self.after = edit.apply(self.after)

    def _change(self, raw: Mapping[str, Any]) -> Edit:
        old = self._named(raw.get("event"))
        new = event_from_page(raw.get("to"), source="hand", **_kept(old))
        self.replaced[id(new)] = old
        return Change(*self._where(old), new)

    def _delete(self, raw: Mapping[str, Any]) -> Edit:
        return Delete(*self._where(self._named(raw.get("event"))))

    def _insert(self, raw: Mapping[str, Any]) -> Edit:
        new = event_from_page(raw.get("to"), source="hand")
        if raw.get("before") is not None:
            return Insert(*self._where(self._named(raw["before"])), new)
        number = raw.get("round", len(self.after.rounds) - 1)
        if type(number) is not int or not 0 <= number < len(self.after.rounds):
            raise _unknown()
        return Insert(number, len(self.after.rounds[number].events), new)

    def _named(self, name: Any) -> Event:
        where = position(name) if isinstance(name, str) else None
        try:
            return self.before.rounds[where[0]].events[where[1]] if where else _raise()
        except IndexError:
            raise _unknown() from None

    def _where(self, event: Event) -> tuple[int, int]:
        """Where the event stands by now; events are the same objects in every derived record."""
        for number, one in enumerate(self.after.rounds):
            for index, other in enumerate(one.events):
                if other is event:
                    return number, index
        raise _unknown()


def _kept(old: Event) -> dict[str, Any]:
    """What a corrected event keeps of the one it replaces: its pictures."""
    extra = getattr(old, "extra", {})
    return {"evidence": extra["evidence"]} if "evidence" in extra else {}


def _unknown() -> Refused:
    return Refused("not_found", _("This line is not on the sheet any more."))


def _raise() -> Event:
    raise _unknown()


def changes_json(before: Game, after: Game, correction: Correction) -> Json:
    """What differs between two games, in the order of the sheet."""
    lines = list(_changed_lines(before, after, correction.replaced))
    totals = {
        player: {"before": before.totals[player], "after": after.totals[player]}
        for player in before.players
        if before.totals[player] != after.totals[player]
    }
    winners = {"before": list(before.winners), "after": list(after.winners)}
    new_faults = max(0, len(after.faults) - len(before.faults))
    return {"events": lines, "totals": totals, "winners": winners, "new_faults": new_faults}


Line = tuple[int, int, ScoredEvent]


def _lines(game: Game) -> list[Line]:
    return [
        (number, index, scored)
        for number, one in enumerate(game.rounds)
        for index, scored in enumerate(one.events)
    ]


def _changed_lines(before: Game, after: Game, replaced: Mapping[int, Event]) -> Iterator[Json]:
    old = {id(line[2].event): line for line in _lines(before)}
    seen = set()
    for line in _lines(after):
        event = line[2].event
        origin = id(replaced.get(id(event), event))
        seen.add(origin)
        earlier = old.get(origin)
        if earlier is None or id(event) in replaced or _differs(earlier[2], line[2]):
            yield _line_json(earlier, line)
    for origin, line in old.items():
        if origin not in seen:
            yield _line_json(line, None)


def _differs(one: ScoredEvent, other: ScoredEvent) -> bool:
    return one.points != other.points or one.faults != other.faults


def _line_json(before: Line | None, after: Line | None) -> Json:
    line = after or before
    assert line is not None
    return {
        "id": event_id(*before[:2]) if before else None,
        "id_after": event_id(*after[:2]) if after else None,
        "round": line[0],
        "player": line[2].event.player,
        **what_json(line[2].event),
        "before": _result(before),
        "after": _result(after),
    }


def _result(line: Line | None) -> Json | None:
    if line is None:
        return None
    faults = [fault_json(fault) for fault in line[2].faults]
    return {"points": line[2].points, "faults": faults}
