"""The rules of a game as data: presets from TOML files, house rules on top, all validated.

`OPTIONS` is the one list of everything a rule book or a house can decide. Each entry knows its
default, what values it takes and how to say what it does.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any

from scorer.tile import ALL

PRESETS = (
    "tripple-classic",
    "tripple-compact-de",
    "tripple-compact-nl",
    "tripple-compact-it",
    "triodomino",
    "triodomino-topsy-turvy",
    "triominos",
)
MOST_SEATS = 6
LARGEST_NUMBER = 10_000


class RulesError(ValueError):
    """The rules asked for do not exist or do not make sense; the text says why."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a rule book, or a house, decides."""

    kind: str  # "bonus", "penalty", "count", "limit", "switch", "choice" or "hands"
    default: Any
    says: str
    choices: tuple[str, ...] = ()


def _bonus(says: str, default: int = 0) -> Option:
    return Option("bonus", default, says)


def _penalty(says: str) -> Option:
    return Option("penalty", 0, says)


def _switch(default: bool, says: str) -> Option:
    return Option("switch", default, says)


def _choice(says: str, *choices: str) -> Option:
    return Option("choice", choices[0], says, choices)


OPTIONS: dict[str, Option] = {
    # who plays
    "players_min": Option("count", 1, "fewest players"),
    "players_max": Option("count", MOST_SEATS, "most players"),
    "dealt": Option("hands", {}, "tiles dealt to 1, 2, 3, 4, 5 and 6 players"),
    "starter": _choice("who lays the first tile of a round", "highest", "in_turn"),
    # what a laid tile scores
    "tile": _switch(True, "a laid tile scores its value"),
    "last_tile_scores": _switch(True, "the tile that goes out scores like any other"),
    "start": _bonus("starting tile"),
    "start_triples_only": _switch(False, "the starting bonus is for a triple only"),
    "start_zeros": _bonus("0-0-0 as the starting tile, added"),
    "bridge": _bonus("bridge"),
    "double": _bonus("double connection"),
    "third_side": _bonus("a third side of a double connection, added"),
    "double_as_bridge": _switch(False, "a double connection counts as a bridge"),
    "hexagon": _bonus("hexagon"),
    "further_hexagon": Option("bonus", None, "each further hexagon at once (as the first)"),
    "hexagon_replaces_double": _switch(True, "a hexagon stands instead of the double connection"),
    "free_tiles": Option("limit", 0, "free tiles that may be laid after a hexagon"),
    "free_tiles_each": _switch(False, "free tiles for each of several hexagons at once"),
    "tip_must_match": _switch(True, "the tip of a bridge must match"),
    # drawing and passing
    "draws": Option("limit", 3, "draws in a turn, at most"),
    "draw": _penalty("each draw"),
    "unmatched": _penalty("the last allowed draw does not fit either"),
    "empty": _penalty("must draw, nothing left to draw"),
    "empty_after_draws": _switch(True, "that also when the stock runs out during the turn"),
    "empty_with_unmatched": _switch(False, "that also after the last allowed draw"),
    "draw_when_fitting": _switch(True, "drawing is allowed where a tile would fit"),
    "place_after_draw": _switch(True, "a fitting tile may be laid after any draw"),
    "draw_before_start": _switch(True, "drawing or passing before the first tile is allowed"),
    "early_pass": _switch(True, "passing is allowed while there are draws left"),
    # the round's end
    "out": _bonus("playing the last tile"),
    "end_out": _choice("after going out", "collect", "holders_pay", "nothing"),
    "end_blocked": _choice("after a blocked round", "least_collects", "holders_pay", "nothing"),
    "blocked": _choice("a round is blocked when all have passed and", "stock_empty", "all_drawn"),
    "blocked_run": _choice("passes that count towards a blocked round", "any", "stock_empty"),
    "blocked_tie": _choice("several hold the least in a blocked round", "share", "each", "none"),
    "early_reveal": _switch(True, "tiles may be shown before the round's end"),
    "unfinished_rounds": _switch(True, "a round may begin before the last one has ended"),
    # the game's end
    "game_end": _choice("the game ends at", "target", "rounds"),
    "target": Option("count", 400, "points that end the game at a round's end"),
    "rounds_to_play": Option("count", 3, "rounds in a game"),
    "winner": _choice("who wins", "most", "fewest"),
    "win_tie": _choice("several with the winning total", "share", "play_on"),
    # alone
    "solitaire_draws": Option("limit", 20, "draws in a solitaire game"),
    "solitaire_rounds": Option("count", 1, "rounds in a solitaire game"),
    "solitaire_start_scores": _switch(True, "the starting tile scores in solitaire"),
    "solitaire_start": _choice("the solitaire starting tile is from", "hand", "stock"),
    # disputed events
    "faulty_events_score": _switch(False, "an event that breaks a rule scores all the same"),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game: its preset, and what the house changed."""

    preset: str
    title: str
    options: Mapping[str, Any]
    changed: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.options[name]

    def number(self, name: str) -> int:
        return int(self.options[name])

    def on(self, name: str) -> bool:
        return bool(self.options[name])

    def choice(self, name: str) -> str:
        return str(self.options[name])

    def dealt(self, players: int) -> int:
        return int(self.options["dealt"][players])

    def stock(self, players: int) -> int:
        """Tiles that can be drawn in a round; alone, no more than the limit."""
        left = len(ALL) - players * self.dealt(players)
        if players > 1:
            return left
        if self.choice("solitaire_start") == "stock":
            left -= 1
        return min(left, self.number("solitaire_draws"))

    def check_players(self, count: int) -> None:
        fewest, most = self.number("players_min"), self.number("players_max")
        if not fewest <= count <= most:
            raise RulesError(f"{self.title} is for {fewest} to {most} players, not {count}.")
        if count not in self.options["dealt"]:
            raise RulesError(f"{self.title} does not say how many tiles {count} players get.")
        if count * self.dealt(count) > len(ALL):
            raise RulesError(
                f"{count} players with {self.dealt(count)} tiles each need more than 56 tiles."
            )


def rules_from(value: object) -> Rules:
    """The rules a record names: a preset's name, or {"preset": name, option: value, …}."""
    if isinstance(value, str):
        return load_preset(value)
    if not isinstance(value, Mapping):
        raise RulesError('‘rules’ is a preset\'s name or an object like {"preset": …}.')
    if not isinstance(value.get("preset"), str):
        raise RulesError(f"‘rules’ needs a ‘preset’: one of {', '.join(PRESETS)}.")
    changes = {name: change for name, change in value.items() if name != "preset"}
    return with_house_rules(load_preset(value["preset"]), changes)


@lru_cache(maxsize=len(PRESETS))
def load_preset(name: str) -> Rules:
    if name not in PRESETS:
        raise RulesError(f"‘{_clipped(name)}’ is not a preset; there are {', '.join(PRESETS)}.")
    settings = _read_preset(name)
    title = settings.pop("title")
    options = {key: option.default for key, option in OPTIONS.items()}
    for key, value in settings.items():
        options[key] = _checked(key, value, options)
    return Rules(name, title, options)


def with_house_rules(rules: Rules, changes: Mapping[str, object]) -> Rules:
    """These rules with some options changed; RulesError where a change makes no sense."""
    options = dict(rules.options)
    for name, value in changes.items():
        options[name] = _checked(name, value, options)
    changed = {n: v for n, v in options.items() if v != load_preset(rules.preset).options[n]}
    if options["players_min"] > options["players_max"]:
        raise RulesError("‘players_min’ is greater than ‘players_max’.")
    return Rules(rules.preset, rules.title, options, changed)


def _read_preset(name: str) -> dict[str, Any]:
    text = resources.files("scorer").joinpath("presets", f"{name}.toml").read_text("utf-8")
    settings = tomllib.loads(text)
    base = settings.pop("based_on", None)
    return {**_read_preset(base), **settings} if base else settings


def _checked(name: str, value: object, options: Mapping[str, Any]) -> Any:
    option = OPTIONS.get(name)
    if option is None:
        raise RulesError(f"‘{_clipped(name)}’ is not an option of the rules; {_hint(name)}")
    if option.kind == "switch":
        return _checked_switch(name, value)
    if option.kind == "choice":
        return _checked_choice(name, value, option)
    if option.kind == "hands":
        return _checked_hands(name, value, options[name])
    return _checked_number(name, value, option)


def _checked_switch(name: str, value: object) -> bool:
    if value not in (True, False) or not isinstance(value, (bool, int)):
        raise RulesError(f"‘{name}’ is true or false, not {_quoted(value)}.")
    return bool(value)


def _checked_choice(name: str, value: object, option: Option) -> str:
    if not isinstance(value, str) or value not in option.choices:
        raise RulesError(f"‘{name}’ is one of {', '.join(option.choices)}, not {_quoted(value)}.")
    return value


def _checked_number(name: str, value: object, option: Option) -> int | None:
    if value is None and option.default is None:
        return None
    least = {"count": 1, "limit": 0}.get(option.kind, -LARGEST_NUMBER)
    if type(value) is not int or not least <= value <= LARGEST_NUMBER:
        span = f"a whole number from {least} to {LARGEST_NUMBER}"
        raise RulesError(f"‘{name}’ is {span}, not {_quoted(value)}.")
    if option.kind == "penalty":
        return -abs(value)  # people write a penalty of five as 5 or as −5
    return value


def _checked_hands(name: str, value: object, before: Mapping[int, int]) -> dict[int, int]:
    """One number for any company, or a table from number of players to number of tiles."""
    if not isinstance(value, Mapping):
        return {seats: _hand(name, value) for seats in range(1, MOST_SEATS + 1)}
    hands = dict(before)
    for seats, tiles in value.items():
        if str(seats) not in map(str, range(1, MOST_SEATS + 1)):
            raise RulesError(f"‘{name}’ is for 1 to {MOST_SEATS} players, not {_quoted(seats)}.")
        hands[int(seats)] = _hand(name, tiles)
    return hands


def _hand(name: str, value: object) -> int:
    if type(value) is not int or not 1 <= value <= len(ALL):
        raise RulesError(f"‘{name}’ is 1 to {len(ALL)} tiles, not {_quoted(value)}.")
    return value


def _hint(name: str) -> str:
    """The option that was probably meant, or where all of them stand."""
    from difflib import get_close_matches  # only a mistake needs it

    near = get_close_matches(name, OPTIONS, n=1)
    return f"did you mean ‘{near[0]}’?" if near else "‘tripad rules PRESET’ lists them all."


def _quoted(value: object) -> str:
    """The value as the record writes it; what has an inside is only named."""
    if isinstance(value, (Mapping, list)):
        return "an object" if isinstance(value, Mapping) else "a list"
    return _clipped(json.dumps(value, ensure_ascii=False, default=str))


def _clipped(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
