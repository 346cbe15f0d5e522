"""What the presets score, as tables for people."""

from __future__ import annotations

from scorer.columns import PAGE, aligned, padded, wrapped
from scorer.rules import MOST_SEATS, OPTIONS, PRESETS, Rules, load_preset

# The rows of the comparison: an option, and what to call it there.
_COMPARED = {
    "players": "players",
    "dealt": "dealt to 2 / 3–4 / 5–6 players",
    "starter": "who lays the first tile",
    "tile": "a laid tile scores its value",
    "start": "starting tile",
    "start_triples_only": "… for a triple only",
    "start_zeros": "… 0-0-0 adds",
    "bridge": "bridge",
    "double": "double connection",
    "hexagon": "hexagon, instead of the double",
    "further_hexagon": "… each further one at once",
    "free_tiles": "… free tiles after it",
    "draws": "draws in a turn, at most",
    "draw": "each draw",
    "unmatched": "last draw does not fit either",
    "empty": "nothing left to draw",
    "out": "playing the last tile",
    "end_out": "… and then",
    "end_blocked": "blocked round",
    "target": "the game ends at points",
    "rounds_to_play": "the game ends after rounds",
    "winner": "who wins",
    "solitaire_draws": "alone: draws in a game",
}
_WORDS = {
    "starter": {"highest": "high", "in_turn": "turns"},
    "end_out": {"collect": "takes", "holders_pay": "pay", "nothing": "–"},
    "end_blocked": {"least_collects": "least", "holders_pay": "pay", "nothing": "–"},
}
_LEGEND = """\
high   the highest triple; without one, the tile of the highest value
turns  the youngest first, then the next player each round
takes  the one who went out takes the value of all tiles the others hold
pay    each writes down the value of the tiles still held
least  who holds the least takes the value of the others' tiles, less their own

‘tripad rules PRESET’ shows every option of one preset, by the names that house
rules use."""
_HOUSE_RULES = """\
A game record changes any of them for its game:
  "rules": {{"preset": "{preset}", "bridge": 20, "dealt": {{"2": 8}}}}"""


def preset_table(rules: Rules) -> str:
    """Every option of one preset, as a house rule would write it."""
    columns = aligned([(name, _written(name, rules)) for name in OPTIONS])
    width = max(map(len, columns)) + 2
    rows = (
        wrapped(f"{padded(column, width)}{_said(name)}", PAGE, width)
        for column, name in zip(columns, OPTIONS, strict=True)
    )
    lines = "\n".join(line for row in rows for line in row)
    hint = _HOUSE_RULES.format(preset=rules.preset)
    return f"{rules.title} ({rules.preset})\n\n{lines}\n\n{hint}\n"


def comparison() -> str:
    """All presets side by side."""
    presets = [load_preset(name) for name in PRESETS]
    letters = "ABCDEFGHIJ"[: len(presets)]
    named = zip(letters, presets, strict=True)
    heads = [f"{letter}  {rules.title} ({rules.preset})" for letter, rules in named]
    rows = [("", *letters)]
    rows += [(title, *(_short(n, rules) for rules in presets)) for n, title in _COMPARED.items()]
    return "\n".join([*heads, "", *aligned(rows, gap=" "), "", _LEGEND]) + "\n"


def _said(name: str) -> str:
    option = OPTIONS[name]
    return f"{option.says} ({', '.join(option.choices)})" if option.choices else option.says


def _written(name: str, rules: Rules) -> str:
    value = rules[name]
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return " ".join(str(value.get(seats, "–")) for seats in range(1, MOST_SEATS + 1))
    return "null" if value is None else str(value)


def _short(name: str, rules: Rules) -> str:
    """A dash where these rules have no use for the option."""
    if name == "players":
        return f"{rules['players_min']}–{rules['players_max']}"
    if name == "dealt":
        return "/".join(str(rules["dealt"].get(seats, "–")) for seats in (2, 3, 5))
    value = rules[name]
    if _idle(name, rules):
        return "–"
    if name == "further_hexagon" and value is None:
        value = rules["hexagon"]
    if isinstance(value, bool):
        return "yes" if value else "–"
    if OPTIONS[name].kind in ("bonus", "penalty"):
        return _points(value)
    return _WORDS.get(name, {}).get(value) or str(value or "–")


def _idle(name: str, rules: Rules) -> bool:
    other_end = {"target": "rounds", "rounds_to_play": "target"}.get(name)
    alone = name.startswith("solitaire") and rules.number("players_min") > 1
    return rules.choice("game_end") == other_end or alone


def _points(value: int) -> str:
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "–"
