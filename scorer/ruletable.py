"""What the presets score, as tables for people."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.rules import OPTIONS, PRESETS, Rules, load_preset

_COMPARED = [
    "players",
    "dealt",
    "starter",
    "tile",
    "start",
    "start_triples_only",
    "start_zeros",
    "bridge",
    "double",
    "double_as_bridge",
    "hexagon",
    "further_hexagon",
    "free_tiles",
    "draws",
    "draw",
    "unmatched",
    "empty",
    "out",
    "end_out",
    "end_blocked",
    "blocked",
    "game_end",
    "target",
    "rounds_to_play",
    "winner",
    "solitaire_draws",
]


def preset_table(rules: Rules) -> str:
    """Every option of one preset."""
    rows = [(name, shown(name, rules), OPTIONS[name].says) for name in OPTIONS]
    return f"{rules.title} ({rules.preset})\n\n{_aligned(rows)}\n"


def comparison() -> str:
    """All presets side by side."""
    presets = [load_preset(name) for name in PRESETS]
    letters = "ABCDEFGHIJ"[: len(presets)]
    named = zip(letters, presets, strict=True)
    heads = [f"{letter}  {rules.preset}: {rules.title}" for letter, rules in named]
    rows = [("", *letters)]
    rows += [(_row_name(n), *(_short(n, rules) for rules in presets)) for n in _COMPARED]
    hint = "‘tripad rules PRESET’ shows every option of one preset, with the names house rules use."
    return "\n".join(heads) + f"\n\n{_aligned(rows)}\n\n{hint}\n"


def _row_name(name: str) -> str:
    own = {"players": "players", "dealt": "tiles dealt: 2 / 3–4 / 5–6 players"}
    return own.get(name) or OPTIONS[name].says


def _short(name: str, rules: Rules) -> str:
    if name == "players":
        return f"{rules['players_min']}–{rules['players_max']}"
    if name == "dealt":
        return " / ".join(str(rules["dealt"].get(seats, "–")) for seats in (2, 3, 5))
    return shown(name, rules)


def shown(name: str, rules: Rules) -> str:
    """An option's value for people; a dash where these rules have no use for it."""
    value = rules[name]
    if _idle(name, rules):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if OPTIONS[name].kind in ("bonus", "penalty"):
        return "as first" if value is None else _points(value)
    if name == "dealt":
        return " ".join(f"{seats}:{tiles}" for seats, tiles in value.items())
    return str(value).replace("_", " ")


def _idle(name: str, rules: Rules) -> bool:
    other_end = {"target": "rounds", "rounds_to_play": "target"}.get(name)
    alone = name.startswith("solitaire") and rules.number("players_min") > 1
    further = name == "further_hexagon" and not rules["hexagon"]
    return rules.choice("game_end") == other_end or alone or further


def _points(value: int) -> str:
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "–"


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(f"{t:<{w}}" for t, w in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)
