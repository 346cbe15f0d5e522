"""A new game's record from what a page sends; whatever does not go together is said in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _

from scorer.record import Record, RecordError, loads, new_record
from scorer.rules import Rules, RulesError, load_preset, with_house_rules
from webui.errors import Refused

Json = dict[str, Any]
LONGEST_NAME = 40


def record_from_page(sent: Mapping[str, Any]) -> Record:
    preset, changed = sent.get("preset"), sent.get("changed") or {}
    if not isinstance(preset, str) or not isinstance(changed, dict):
        raise Refused("bad_request", _("Please choose the box on the table."))
    rules, names = _rules(preset, changed), tidy_names(sent.get("players"))
    _check_players(rules, names)
    told = {"preset": preset, **changed} if changed else preset
    try:
        return new_record(told, names, sent.get("rounds_to_play"))
    except RecordError:
        raise Refused("bad_request", _("Please say how many rounds: at least one.")) from None


def record_from_file(content: bytes) -> Record:
    try:
        return loads(content)
    except RecordError as wrong:
        text = _("This file is not a game record that Tripad can read.")
        raise Refused("bad_request", text, reason=f"{wrong.where}: {wrong}") from None


def tidy_names(names: Any) -> tuple[str, ...]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Refused("bad_request", _("Please give the players' names."))
    tidy = tuple(" ".join(name.split()) for name in names)
    if not all(tidy):
        raise Refused("bad_request", _("Please give the players' names."))
    if any(len(name) > LONGEST_NAME or not name.isprintable() for name in tidy):
        text = _("A name has at most %(n)d letters.", n=LONGEST_NAME)
        raise Refused("bad_request", text)
    return tidy


def _rules(preset: str, changed: Json) -> Rules:
    try:
        rules = load_preset(preset)
    except RulesError:
        raise Refused("bad_request", _("Please choose the box on the table.")) from None
    for name, value in changed.items():
        try:
            rules = with_house_rules(rules, {name: value})
        except RulesError as wrong:
            text = _("This house rule cannot be so: %(name)s", name=_(f"option.{name}"))
            raise Refused("bad_request", text, reason=str(wrong)) from None
    return rules


def _check_players(rules: Rules, names: tuple[str, ...]) -> None:
    if len(set(names)) < len(names):
        text = _("Two players have the same name; give one of them another.")
        raise Refused("bad_request", text)
    try:
        rules.check_players(len(names))
    except RulesError:
        raise Refused("bad_request", _wrong_number(rules, len(names))) from None


def _wrong_number(rules: Rules, count: int) -> str:
    box, least, most = _(f"title.{rules.preset}"), rules["players_min"], rules["players_max"]
    if least <= count <= most:
        return str(_("There are not enough tiles for so many players."))
    return str(_("%(box)s is for %(least)d to %(most)d players.", box=box, least=least, most=most))
