"""Whatever the server says to people is in their language; no sentence goes out as thrown."""

from __future__ import annotations

import ast
import io
import plistlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from webui.translations.catalogues import LANGUAGES

WEBUI = Path(__file__).parents[2] / "webui"
DAMAGED = {"rules": "triodomino", "players": ["Ann", "Ann"], "rounds": []}


def wrapped(text: ast.expr, names: set[str]) -> bool:
    """Goes through the catalogues, or is a name that only ever holds what did."""
    if isinstance(text, ast.Call):
        function = text.func
        through = isinstance(function, ast.Name) and function.id in ("_", "ngettext")
        inner = isinstance(function, ast.Attribute) and wrapped(function.value, names)
        return through or inner
    return isinstance(text, ast.Name) and text.id in names


def translated_names(tree: ast.AST) -> set[str]:
    found = {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return {name for name, value in found.items() if wrapped(value, set())}


def refusals() -> Iterator[tuple[str, ast.expr, set[str]]]:
    for file in sorted(WEBUI.glob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
                yield f"{file.name}:{node.lineno}", node.args[1], translated_names(tree)


HANDED_ON = {  # made elsewhere, and provoked below
    ("new_games.py", "_wrong_number(rules, len(names))"),
    ("games_api.py", "refusal"),
    ("camera_api.py", "str(busy)"),
    ("camera_api.py", "str(wrong)"),
}


def test_every_refusal_goes_through_the_catalogues() -> None:
    found = list(refusals())
    assert len(found) > 40
    bare = [
        f"{where} {ast.unparse(text)}"
        for where, text, names in found
        if not wrapped(text, names)
        and (where.partition(":")[0], ast.unparse(text)) not in HANDED_ON
    ]
    assert bare == []


def new(**more: Any) -> Callable[[Any], Any]:
    sent = {"preset": "tripple-classic", "players": ["Ann", "Ben"], **more}
    return lambda owner: owner.post("/api/games", sent)


def late(owner: Any) -> Any:
    owner.start()
    return owner.post("/api/undo", {"version": 1})


def illegal(owner: Any) -> Any:
    owner.start()
    owner.place("Ann", [0, 0, "up"], [5, 5, 5])
    return owner.place("Ben", [0, 0, "down"], [1, 2, 3])


def merged(owner: Any) -> Any:
    owner.start()
    return owner.post("/api/players/merge", {"name": "Ann", "to": "Ben"})


def renamed(owner: Any) -> Any:
    owner.start()
    return owner.post("/api/players/rename", {"name": "Ann", "to": "Ben"})


def unreadable(owner: Any) -> Any:
    return owner.post("/api/photo", data=b"no picture", content_type="image/jpeg")


SAID: dict[str, Callable[[Any], Any]] = {
    "two of one name": new(players=["Ann", "Ann"]),
    "nobody": new(players=[]),
    "too many": new(players=list("ABCDEFG")),
    "too few tiles": new(changed={"dealt": {"2": 40}}),
    "a house rule": new(changed={"bridge": 1.5}),
    "no such box": new(preset="chess"),
    "rounds": new(preset="triodomino", rounds_to_play=0),
    "no record": lambda owner: owner.post("/api/games/import", DAMAGED),
    "somebody was faster": late,
    "a rule": illegal,
    "rivals": merged,
    "a name that is taken": renamed,
    "no picture": unreadable,
    "no game": lambda owner: owner.get("/api/games/99"),
    "no film": lambda owner: owner.post("/api/camera", {"source": "video"}),
    "no stream": lambda owner: owner.post("/api/camera", {"source": "stream", "address": "x"}),
    "no camera": lambda owner: owner.post("/api/camera", {"source": "moon"}),
    "answered": lambda owner: owner.post("/api/questions/q1", {"answer": 0}),
}


@pytest.mark.parametrize("what", SAID)
def test_a_refusal_is_in_the_language_of_the_one_who_asks(what: str, owner: Any) -> None:
    said = set()
    for language in LANGUAGES:
        owner.client.set_cookie("tripad_lang", language)
        answer = SAID[what](owner)
        assert answer.status_code >= 400
        said.add(answer.json["error"]["text"])
    assert len(said) == len(LANGUAGES)
    assert not [text for text in said if "{" in text or "%(" in text]


def test_the_table_for_spreadsheets_is_in_the_language_of_the_one_who_asks(owner: Any) -> None:
    owner.start()
    game = owner.place("Ann", [0, 0, "up"], [5, 5, 5]).json["game"]["id"]
    owner.client.set_cookie("tripad_lang", "de")
    head, line = io.StringIO(
        owner.get(f"/api/games/{game}/sheet.csv").data.decode("utf-8-sig")
    ).readlines()
    assert head.split(",")[:6] == ["Runde", "Zeile", "Name", "Was", "Stein", "Punkte"]
    assert line.startswith("1,1,Ann,hat einen Stein gelegt,5 5 5,25,")


def test_the_iphones_profile_says_what_it_is_for(app: Any, owner: Any, tmp_path: Path) -> None:
    from webui.certificates import ready_certificates

    app.extensions["reach"].files = ready_certificates(tmp_path / "keys", ["kitchen"], [])
    owner.client.set_cookie("tripad_lang", "de")
    sent = plistlib.loads(owner.get("/trust/tripad-ca.mobileconfig").data)
    assert "Kamera" in sent["PayloadDescription"]
