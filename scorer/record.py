"""The game record: the one format that is saved, exported, imported and scored.

Keys this version does not know are kept and written again, so nothing is lost on the way.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scorer.events import Event, Extra, Json, event_from_json
from scorer.rules import LARGEST_NUMBER, Rules, RulesError, rules_from

VERSION = 1
MOST_EVENTS = 20_000
DEEPEST = 50  # what can be read must also be written again, from anywhere in the program
_TOO_DEEP = "this JSON is nested too deeply for a game record."
_RECORD_KEYS = {"version", "rules", "players", "rounds_to_play", "rounds"}


class RecordError(ValueError):
    """The record cannot be read; the text says why, `where` how far we came."""

    def __init__(self, reason: str, where: str = "before round 1, event 1") -> None:
        super().__init__(reason)
        self.where = where


@dataclass(frozen=True, slots=True)
class RoundRecord:
    events: tuple[Event, ...] = ()
    extra: Extra = field(default_factory=dict)

    def to_json(self) -> dict[str, Json]:
        return {"events": [event.to_json() for event in self.events], **self.extra}


@dataclass(frozen=True, slots=True)
class Record:
    """A game as its rules, its players in turn order, and its rounds of events."""

    rules: str | Mapping[str, Json]
    players: tuple[str, ...]
    rounds: tuple[RoundRecord, ...] = ()
    rounds_to_play: int | None = None
    version: int | None = VERSION
    extra: Extra = field(default_factory=dict)

    def resolved_rules(self) -> Rules:
        return rules_from(self.rules)

    def with_round(self, number: int, events: tuple[Event, ...]) -> Record:
        """The same record with other events in one round; a new round where none was."""
        rounds = list(self.rounds)
        if number == len(rounds):
            rounds.append(RoundRecord())
        rounds[number] = replace(rounds[number], events=events)
        return replace(self, rounds=tuple(rounds))

    def to_json(self) -> dict[str, Json]:
        head: dict[str, Json] = {} if self.version is None else {"version": self.version}
        head["rules"] = self.rules if isinstance(self.rules, str) else dict(self.rules)
        head["players"] = list(self.players)
        if self.rounds_to_play is not None:
            head["rounds_to_play"] = self.rounds_to_play
        return {**head, "rounds": [one.to_json() for one in self.rounds], **self.extra}

    def dumps(self) -> str:
        return json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n"


def new_record(
    rules: str | Mapping[str, Json], players: tuple[str, ...], rounds_to_play: int | None = None
) -> Record:
    """A game about to begin; RecordError where rules and players do not go together."""
    blank: dict[str, Json] = {"version": VERSION, "rules": rules, "players": list(players)}
    if rounds_to_play is not None:
        blank["rounds_to_play"] = rounds_to_play
    return record_from_json({**blank, "rounds": []})


def loads(text: str | bytes) -> Record:
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_not_json)
    except UnicodeDecodeError:
        raise RecordError("this is not a text file in UTF-8.") from None
    except RecursionError:
        raise RecordError(_TOO_DEEP) from None
    except json.JSONDecodeError as wrong:
        raise RecordError(f"this is not valid JSON: {_one_line(wrong)}.") from None
    except RecordError:
        raise
    except ValueError:  # of all that json.loads can meet, only a number beyond Python's limit
        raise RecordError("this is not valid JSON: a number has thousands of digits.") from None
    return record_from_json(value)


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Of a key that stands twice one would be lost, and nobody could say which was meant."""
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise RecordError(f"this is not valid JSON: ‘{twice}’ stands twice in one object.")
    return value


def _not_json(name: str) -> Json:
    raise RecordError(f"this is not valid JSON: {name} is not a number in JSON.")


def record_from_json(value: Json) -> Record:
    if not isinstance(value, Mapping):
        raise RecordError('a game record is an object: {"rules": …, "players": …, "rounds": …}.')
    if _is_deeper(value, DEEPEST):
        raise RecordError(_TOO_DEEP)
    record = Record(
        rules=_rules(value),
        players=checked_players(value.get("players")),
        rounds=_rounds(value.get("rounds")),
        rounds_to_play=_rounds_to_play(value.get("rounds_to_play")),
        version=_version(value.get("version")),
        extra={key: kept for key, kept in value.items() if key not in _RECORD_KEYS},
    )
    _check_rules(record)
    return record


def _is_deeper(value: Json, levels: int) -> bool:
    layer = [value]
    for _ in range(levels):
        nested = [one for one in layer if isinstance(one, (dict, list))]
        layer = [i for one in nested for i in (one.values() if isinstance(one, dict) else one)]
        if not layer:
            return False
    return True


def _check_rules(record: Record) -> None:
    try:
        record.resolved_rules().check_players(len(record.players))
    except RulesError as wrong:
        raise RecordError(str(wrong)) from None


def _rules(value: Mapping[str, Json]) -> str | Mapping[str, Json]:
    if "rules" not in value:
        raise RecordError("‘rules’ is missing: a preset's name, or an object with house rules.")
    rules = value["rules"]
    if isinstance(rules, (str, Mapping)):
        return rules
    raise RecordError("‘rules’ is a preset's name, or an object with house rules.")


def checked_players(value: Json) -> tuple[str, ...]:
    """The names, as a record may have them; RecordError where one cannot be used."""
    if not isinstance(value, list) or not value:
        raise RecordError('‘players’ is a list of names like ["Ann", "Ben"].')
    if not all(isinstance(name, str) and name.strip() for name in value):
        raise RecordError("every name in ‘players’ is a text that is not empty.")
    if any(unicodedata.category(sign) in ("Cc", "Cs") for name in value for sign in name):
        raise RecordError("a name in ‘players’ has signs in it that cannot be shown.")
    if len(set(value)) < len(value):
        raise RecordError("two players have the same name; give one another name.")
    return tuple(value)


def _rounds(value: Json) -> tuple[RoundRecord, ...]:
    if not isinstance(value, list):
        raise RecordError('‘rounds’ is a list of rounds like [{"events": […]}].')
    rounds = tuple(_round(number, one) for number, one in enumerate(value, start=1))
    if sum(len(one.events) for one in rounds) > MOST_EVENTS:
        raise RecordError(f"the record has more than {MOST_EVENTS} events; no game is that long.")
    return rounds


def _round(number: int, value: Json) -> RoundRecord:
    if not isinstance(value, Mapping) or not isinstance(value.get("events"), list):
        where = f"round {number}, before event 1"
        raise RecordError('a round is an object like {"events": […]}.', where)
    extra = {key: kept for key, kept in value.items() if key != "events"}
    return RoundRecord(tuple(event_from_json(raw) for raw in value["events"]), extra)


def _rounds_to_play(value: Json) -> int | None:
    if value is None or (type(value) is int and 1 <= value <= LARGEST_NUMBER):
        return value
    raise RecordError(f"‘rounds_to_play’ is a whole number from 1 to {LARGEST_NUMBER}.")


def _version(value: Json) -> int | None:
    if value is None or (type(value) is int and 1 <= value <= VERSION):
        return value
    if type(value) is int and value > VERSION:
        raise RecordError("the record was written by a newer Tripad; please update this one.")
    raise RecordError("‘version’ is a whole number, 1 or more.")


def _one_line(wrong: Exception) -> str:
    return " ".join(str(wrong).split())
