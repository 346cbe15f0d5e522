"""All games and players by the API: history, exports and imports, statistics."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest


def finished(owner: Any, *players: str, **more: Any) -> str:
    """A whole game of one tile, won by the first player."""
    house = {"dealt": 1, "target": 40, "players_min": 1}
    game = owner.start(*players, changed=house, **more)["game"]
    names = game["players"]
    owner.place(names[0], [0, 0, "up"], [5, 5, 5])
    for name in names[1:]:
        owner.enter("reveal", name, tiles=[[4, 5, 5]])
    return str(game["id"])


def test_the_history_lists_games_newest_first(owner: Any) -> None:
    finished(owner, "Ann", "Ben")
    owner.start("Cem", "Dora", preset="triominos")
    newest, oldest = owner.get("/api/games").json["games"]
    assert (newest["title"], newest["finished"], newest["open"]) == ("Triominos", False, True)
    assert (oldest["winners"], oldest["finished"], oldest["open"]) == (["Ann"], True, False)


def test_an_unfinished_game_is_resumed(owner: Any) -> None:
    first = owner.start("Ann", "Ben")["game"]["id"]
    owner.start("Cem", "Dora")
    state = owner.post(f"/api/games/{first}/open", {}).json
    assert state["game"]["players"] == ["Ann", "Ben"]
    assert owner.post("/api/games/77/open", {}).status_code == 404


def test_deleting_a_game_can_be_taken_back(owner: Any) -> None:
    game = owner.start()["game"]["id"]
    assert owner.send("DELETE", f"/api/games/{game}").json == {"games": []}
    assert owner.get("/api/state").json["game"] is None
    assert owner.post(f"/api/games/{game}/open", {}).status_code == 404
    assert len(owner.get("/api/games?deleted=1").json["games"]) == 1
    assert len(owner.post(f"/api/games/{game}/restore", {}).json["games"]) == 1
    assert owner.send("DELETE", "/api/games/77").status_code == 404


def test_a_rematch_keeps_rules_and_players(owner: Any) -> None:
    game = finished(owner, "Ann", "Ben")
    again = owner.post("/api/games", {"rematch": game}).json["game"]
    assert again["players"] == ["Ann", "Ben"]
    assert again["rules"]["changed"]["target"] == 40
    assert again["rounds"] == []


def test_the_record_goes_out_and_comes_in_unchanged(owner: Any) -> None:
    game = finished(owner, "Änne", "Ben")
    record = owner.get(f"/api/games/{game}/record.json")
    assert "attachment" in record.headers["Content-Disposition"]
    state = owner.post("/api/games/import", data=record.data).json
    assert state["game"]["totals"] == {"Änne": 64, "Ben": 0}
    copy = owner.get(f"/api/games/{state['game']['id']}/record.json")
    assert copy.data == record.data


def test_a_record_comes_as_a_file_of_a_form_too(owner: Any) -> None:
    record = json.dumps({"rules": "triominos", "players": ["A", "B"], "rounds": []}).encode()
    form = {"record": (io.BytesIO(record), "game.json")}
    answer = owner.post("/api/games/import", data=form, content_type="multipart/form-data")
    assert answer.status_code == 201


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 400),
        (b"no json", 400),
        (b"[" * 100_000, 400),
        (b'{"rules": "chess", "players": ["A"], "rounds": []}', 400),
        (b"\xff" * 100, 400),
        (b" " * (4 * 1024 * 1024 + 1), 413),
    ],
)
def test_a_bad_record_is_refused_in_words(content: bytes, status: int, owner: Any) -> None:
    answer = owner.post("/api/games/import", data=content)
    assert answer.status_code == status
    assert answer.json["error"]["text"].endswith(".")
    assert owner.get("/api/games").json == {"games": []}


def test_the_sheet_as_csv(owner: Any) -> None:
    game = finished(owner, "=SUM(A1)", "Ben")
    answer = owner.get(f"/api/games/{game}/sheet.csv")
    rows = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))
    assert rows[0][-2:] == ["'=SUM(A1)", "Ben"]
    assert rows[1] == ["1", "1", "'=SUM(A1)", "laid a tile", "5 5 5", "25", "25", "0"]
    assert rows[-1] == ["1", "", "", "Out", "", "39", "64", "0"]


def test_players_have_statistics(owner: Any) -> None:
    finished(owner, "Ann", "Ben")
    finished(owner, "Ann", "Ben")
    finished(owner, "Ann")
    ann, ben = owner.get("/api/players").json["players"]
    assert (ann["name"], ann["games"], ann["wins"], ann["best_game"]) == ("Ann", 2, 2, 64)
    assert (ann["best_move"], ann["average"], ann["solitaire_best"]) == (25, 64.0, 50)
    assert (ben["games"], ben["wins"], ben["best_move"]) == (2, 0, None)


def test_players_are_renamed_and_merged(owner: Any) -> None:
    finished(owner, "Ann", "Ben")
    finished(owner, "Anna", "Ben")
    owner.post("/api/players/rename", {"name": "Ben", "to": "Benno"})
    merged = owner.post("/api/players/merge", {"name": "Ann", "to": "Anna"}).json["players"]
    assert [(one["name"], one["games"]) for one in merged] == [("Anna", 2), ("Benno", 2)]
    assert owner.get("/api/state").json["game"]["players"] == ["Anna", "Benno"]


@pytest.mark.parametrize(
    ("kind", "sent"),
    [
        ("rename", {"name": "Ann", "to": "Ben"}),
        ("rename", {"name": "Zoe", "to": "Zoé"}),
        ("rename", {"name": "Ann", "to": " "}),
        ("rename", {"name": "Ann"}),
        ("merge", {"name": "Ann", "to": "Ben"}),
        ("merge", {"name": "Ann", "to": "Ann"}),
    ],
)
def test_names_that_cannot_change_are_refused_in_words(kind: str, sent: Any, owner: Any) -> None:
    finished(owner, "Ann", "Ben")
    answer = owner.post(f"/api/players/{kind}", sent)
    assert answer.status_code == 400
    assert answer.json["error"]["text"].endswith(".")


def test_the_presets_say_what_they_score(owner: Any) -> None:
    answer = owner.get("/api/presets").json
    assert len(answer["presets"]) == 7
    classic = answer["presets"][0]
    assert (classic["options"]["bridge"], classic["options"]["target"]) == (40, 400)
    assert {"name", "kind", "says", "default", "choices"} == set(answer["options"][0])
