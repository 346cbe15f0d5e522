"""The open game by the API: play it, take it back, correct it, argue about it."""

from __future__ import annotations

import threading
from typing import Any

import pytest

UP, DOWN = [0, 0, "up"], [0, 0, "down"]


def opening(owner: Any) -> Any:
    """Ann lays 5-5-5, Ben 4-5-5 below its right side."""
    owner.start()
    owner.place("Ann", UP, [5, 5, 5])
    return owner.place("Ben", DOWN, [5, 4, 5]).json


def test_without_a_game_the_state_says_so(owner: Any) -> None:
    state = owner.get("/api/state").json
    assert state["game"] is None and state["version"] == 0
    assert owner.post("/api/undo", {"version": 0}).status_code == 404


def test_a_new_game_shows_its_box_hands_and_stock(owner: Any) -> None:
    game = owner.start("Ann", "Ben", "Cem", changed={"bridge": 30})["game"]
    assert game["rules"]["title"] == "Tripple-Domino Classic"
    assert game["rules"]["changed"] == {"bridge": 30}
    assert game["turn"]["hands"] == {"Ann": 7, "Ben": 7, "Cem": 7}
    assert game["turn"]["stock"] == 35
    assert list(game["totals"]) == ["Ann", "Ben", "Cem"]


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ({"preset": "chess", "players": ["Ann"]}, "box"),
        ({"preset": "triodomino", "players": ["Ann"]}, "players"),
        ({"preset": "tripple-classic", "players": ["Ann", "Ann"]}, "name"),
        ({"preset": "tripple-classic", "players": ["Ann", " "]}, "name"),
        ({"preset": "tripple-classic", "players": ["A" * 41]}, "letters"),
        ({"preset": "tripple-classic", "players": "Ann"}, "names"),
        ({"preset": "tripple-classic", "players": ["Ann"], "changed": {"bridge": "x"}}, "Bridge"),
        ({"preset": "tripple-classic", "players": ["Ann"], "changed": {"moon": 1}}, "moon"),
        ({"preset": "triodomino", "players": ["A", "B"], "rounds_to_play": 0}, "rounds"),
        ({"rematch": "99"}, "game"),
        ({"rematch": "../1"}, "game"),
    ],
)
def test_a_game_that_makes_no_sense_is_refused_in_words(asked: Any, word: str, owner: Any) -> None:
    answer = owner.post("/api/games", asked)
    assert answer.status_code in (400, 404)
    assert word in answer.json["error"]["text"]
    assert owner.get("/api/games").json == {"games": []}


def test_an_event_comes_out_with_points_parts_and_place(owner: Any) -> None:
    game = opening(owner)["game"]
    first, second = game["rounds"][0]["events"]
    assert first["points"] == 25
    assert {part["rule"]: part["points"] for part in first["parts"]} == {"tile": 15, "start": 10}
    assert first["parts"][1]["message"] == "part.start"
    assert second["totals"] == {"Ann": 25, "Ben": 14}
    tiles = game["board"]["fields"][0]["tiles"]
    assert [tile["last"] for tile in tiles] == [False, True]
    assert game["turn"]["player"] == "Ann"
    assert game["curve"] == {"Ann": [0, 25, 25], "Ben": [0, 0, 14]}


def test_draws_and_passes_stand_in_the_row_of_their_turn(owner: Any) -> None:
    opening(owner)
    for _ in range(3):
        owner.enter("draw", "Ann")
    game = owner.enter("pass", "Ann").json["game"]
    assert [event["turn"] for event in game["rounds"][0]["events"]] == [0, 0, 1, 1, 1, 1]
    assert game["totals"]["Ann"] == 25 - 15 - 10


def test_a_broken_rule_is_refused_and_can_be_entered_anyway(owner: Any) -> None:
    owner.start()
    owner.place("Ann", UP, [5, 5, 5])
    answer = owner.place("Ben", DOWN, [5, 1, 4])
    assert answer.status_code == 422
    fault = answer.json["faults"][0]
    assert fault["flag"] == "side_mismatch" and fault["corners"] == [[0, 1]]
    marked = owner.place("Ben", DOWN, [5, 1, 4], anyway=True).json["game"]
    assert marked["rounds"][0]["events"][1]["faults"][0]["flag"] == "side_mismatch"
    assert marked["board"]["fields"][0]["tiles"][1]["faulty"] is True


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"event": "fly", "player": "Ann"},
        {"event": "place", "player": "Ann"},
        {"event": "place", "player": "Ann", "cell": [0, 0, "left"], "values": [1, 2, 3]},
        {"event": "place", "player": "Ann", "cell": UP, "values": "123"},
        {"event": "reveal", "player": "Ann", "tiles": 3},
        {"event": "draw", "player": 7},
        {"event": "place", "player": "Ann", "cell": UP, "values": [1, 2, 3], "field": 10**9},
    ],
)
def test_a_malformed_event_is_refused_in_words(event: Any, owner: Any) -> None:
    version = owner.start()["version"]
    answer = owner.post("/api/events", {"version": version, **event})
    assert answer.status_code == 400
    assert answer.json["error"]["text"].endswith(".")
    assert owner.get("/api/state").json["version"] == version


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"7", b"null", b"\xff\xfe"])
def test_something_that_is_no_json_object_is_refused(content: bytes, owner: Any) -> None:
    owner.start()
    answer = owner.post("/api/events", data=content, content_type="application/json")
    assert answer.status_code == 400


def test_of_two_taps_at_once_one_wins_and_the_other_sees_why(owner: Any, player: Any) -> None:
    version = owner.start()["version"]
    draw = {"version": version, "event": "draw", "player": "Ann"}
    assert owner.post("/api/events", draw).status_code == 200
    late = player.post("/api/events", draw)
    assert late.status_code == 409
    assert "faster" in late.json["error"]["text"]
    assert late.json["state"]["last_change"] == {
        "what": "entered",
        "lines": [{"player": "Ann", "event": "draw"}],
    }
    assert late.json["state"]["game"]["turn"]["draws_made"] == 1


def test_of_many_threads_with_one_version_exactly_one_wins(app: Any, owner: Any) -> None:
    version = owner.start()["version"]
    draw = {"version": version, "event": "draw", "player": "Ann"}
    codes: list[int] = []

    def tap() -> None:
        answer = app.test_client().post("/api/events", json=draw, headers={"X-Tripad": "1"})
        codes.append(answer.status_code)

    threads = [threading.Thread(target=tap) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200] + [409] * 7


def test_a_version_of_another_game_is_stale(owner: Any) -> None:
    old = owner.start()["version"]
    owner.start("Cem", "Dora")
    answer = owner.post("/api/events", {"version": old, "event": "draw", "player": "Cem"})
    assert answer.status_code == 409


def test_undo_and_redo(owner: Any) -> None:
    state = opening(owner)
    undone = owner.post("/api/undo", {"version": state["version"]}).json
    assert len(undone["game"]["rounds"][0]["events"]) == 1
    assert undone["game"]["can_redo"] is True
    redone = owner.post("/api/redo", {"version": undone["version"]}).json
    assert redone["game"]["rounds"] == state["game"]["rounds"]
    again = owner.post("/api/redo", {"version": redone["version"]})
    assert again.status_code == 400 and "redo" in again.json["reason"]


def test_a_correction_is_shown_before_it_is_kept(owner: Any) -> None:
    state = opening(owner)
    wrong = {"event": "place", "player": "Ann", "cell": UP, "values": [5, 5, 4]}
    edits = {"version": state["version"], "edits": [{"do": "change", "event": "r0e0", "to": wrong}]}
    changes = owner.post("/api/edits/preview", edits).json["changes"]
    assert [line["id"] for line in changes["events"]] == ["r0e0", "r0e1"]
    assert changes["totals"]["Ann"] == {"before": 25, "after": 24}
    assert changes["new_faults"] > 0
    assert owner.get("/api/state").json["game"] == state["game"]
    kept = owner.post("/api/edits", edits).json
    assert kept["changes"] == changes
    assert kept["game"]["totals"]["Ann"] == 24
    back = owner.post("/api/undo", {"version": kept["version"]}).json
    assert back["game"]["totals"] == state["game"]["totals"]


def test_delete_and_insert_in_one_correction(owner: Any) -> None:
    state = opening(owner)
    draw = {"event": "draw", "player": "Ben"}
    edits = [
        {"do": "insert", "before": "r0e1", "to": draw},
        {"do": "delete", "event": "r0e0"},
        {"do": "insert", "round": 0, "to": {"event": "pass", "player": "Ann"}},
    ]
    kept = owner.post("/api/edits", {"version": state["version"], "edits": edits}).json
    assert [e["event"] for e in kept["game"]["rounds"][0]["events"]] == ["draw", "place", "pass"]
    gone = [line for line in kept["changes"]["events"] if line["after"] is None]
    assert [line["id"] for line in gone] == ["r0e0"]
    undone = owner.post("/api/undo", {"version": kept["version"]}).json
    assert undone["game"]["rounds"] == state["game"]["rounds"]


@pytest.mark.parametrize(
    "edits",
    [
        None, [], {}, ["x"], [{"do": "explode"}], [{"do": "delete"}],
        [{"do": "delete", "event": "r0e9"}], [{"do": "delete", "event": "r9e0"}],
        [{"do": "delete", "event": "../r0e0"}], [{"do": "insert", "round": 7, "to": {}}],
        [{"do": "insert", "round": 7, "to": {"event": "draw", "player": "Ann"}}],
        [{"do": "delete", "event": "r0e0"}] * 2, [{"do": "delete", "event": "r0e0"}] * 51,
    ],
)  # fmt: skip
def test_a_correction_that_makes_no_sense_changes_nothing(edits: Any, owner: Any) -> None:
    state = opening(owner)
    answer = owner.post("/api/edits", {"version": state["version"], "edits": edits})
    assert answer.status_code in (400, 404)
    assert owner.get("/api/state").json["version"] == state["version"]


def test_fits_gives_places_best_first_and_why_not(owner: Any) -> None:
    opening(owner)
    answer = owner.get("/api/fits?tile=5-5-0&cell=0,0,down").json
    points = [place["points"] for place in answer["places"]]
    assert points == sorted(points, reverse=True) and len(points) >= 2
    assert all(way["faults"][0]["flag"] == "occupied" for way in answer["why_not"])
    assert owner.get("/api/fits?tile=5-5-5").json["played"] is True
    assert owner.get("/api/fits?tile=5-5-5&before=r0e0").json["played"] is False


@pytest.mark.parametrize("query", ["", "tile=9-9-9", "tile=x", "tile=0-0-1&cell=moon"])
def test_fits_of_nothing_is_refused(query: str, owner: Any) -> None:
    opening(owner)
    assert owner.get(f"/api/fits?{query}").status_code == 400


def test_a_dispute_shows_sides_corners_rule_and_alternatives(owner: Any) -> None:
    opening(owner)
    answer = owner.get("/api/events/r0e1/dispute").json
    assert answer["verdict"] == "right"
    assert answer["sides"] == [
        {"side": [[0, 1], [1, 0]], "cell": UP, "laid": [5, 5], "lying": [5, 5], "match": True}
    ]
    assert [corner["match"] for corner in answer["corners"]] == [True, True, True]
    assert len(answer["alternatives"]) == 3
    assert answer["rule"][0]["text"]


@pytest.mark.parametrize("event", ["r0e7", "r5e0", "x", "r0e", "re0", "r0e99999999999999999999"])
def test_a_dispute_about_nothing_is_not_found(event: str, owner: Any) -> None:
    opening(owner)
    assert owner.get(f"/api/events/{event}/dispute").status_code == 404


def play_out(owner: Any) -> Any:
    """A round that Ben ends by going out; hands of one tile make it short."""
    owner.start(changed={"dealt": 1, "target": 60})
    owner.place("Ann", UP, [5, 5, 5])
    return owner.get("/api/state").json


def test_a_rounds_end_asks_for_tiles_adds_up_and_can_be_undone(owner: Any) -> None:
    state = play_out(owner)
    turn = state["game"]["turn"]
    assert turn["round_over"] and turn["end_reason"] == "out"
    assert turn["must_reveal"] == [{"player": "Ben", "count": 1}]
    shown = owner.enter("reveal", "Ben", tiles=[[4, 5, 5]]).json
    assert shown["game"]["rounds"][0]["end"]["Ann"] == 25 + 14
    assert shown["game"]["over"] and shown["game"]["winners"] == ["Ann"]
    version = shown["version"]
    for _ in range(2):
        undone = owner.post("/api/undo", {"version": version}).json
        version = undone["version"]
    assert undone["game"]["totals"] == {"Ann": 0, "Ben": 0}
    assert not undone["game"]["over"]


def test_the_next_round_opens_by_itself(owner: Any) -> None:
    owner.start(changed={"dealt": 1})
    owner.place("Ann", UP, [5, 5, 5])
    owner.enter("reveal", "Ben", tiles=[[4, 5, 5]])
    state = owner.place("Ben", UP, [3, 3, 3]).json
    assert len(state["game"]["rounds"]) == 2
    assert state["game"]["board"]["round"] == 1
    earlier = owner.get("/api/state?round=0").json["game"]["board"]
    assert earlier["fields"][0]["tiles"][0]["values"] == [5, 5, 5]


def test_an_earlier_round_can_be_corrected(owner: Any) -> None:
    owner.start(changed={"dealt": 1})
    owner.place("Ann", UP, [5, 5, 5])
    owner.enter("reveal", "Ben", tiles=[[4, 5, 5]])
    state = owner.place("Ben", UP, [3, 3, 3]).json
    to = {"event": "reveal", "player": "Ben", "tiles": [[0, 0, 1]]}
    edits = [{"do": "change", "event": "r0e1", "to": to}]
    kept = owner.post("/api/edits", {"version": state["version"], "edits": edits}).json
    assert kept["changes"]["totals"]["Ann"] == {"before": 64, "after": 51}


@pytest.mark.parametrize("language", ["de", "fr", "it", "nl", "es", "en"])
def test_the_language_can_be_chosen(language: str, owner: Any) -> None:
    assert owner.post("/api/language", {"language": language}).json == {"language": language}
    assert f'lang="{language}"' in owner.get("/").text


@pytest.mark.parametrize("language", ["xx", None, "../de", ["de"]])
def test_an_unknown_language_is_refused(language: Any, owner: Any) -> None:
    assert owner.post("/api/language", {"language": language}).status_code == 400


@pytest.mark.parametrize("url", ["/nowhere", "/api/nowhere", "/games/77/print"])
def test_what_is_not_there_is_said_in_words(url: str, owner: Any) -> None:
    answer = owner.get(url)
    assert answer.status_code == 404
    text = answer.json["error"]["text"] if url.startswith("/api") else answer.text
    assert "Traceback" not in text and text


def test_every_page_opens(owner: Any) -> None:
    assert owner.get("/play").location == "/"
    opening(owner)
    for url in ("/", "/play", "/camera", "/history", "/games/1/print", "/trust", "/join"):
        assert owner.get(url).status_code == 200, url


def test_an_unexpected_fault_is_one_sentence_and_the_game_goes_on(
    owner: Any, app: Any, monkeypatch: Any
) -> None:
    opening(owner)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.testing = False
    monkeypatch.setattr("webui.api.dispute_json", lambda *_: 1 / 0)
    answer = owner.get("/api/events/r0e0/dispute")
    assert answer.status_code == 500
    assert "ZeroDivision" not in answer.text
    assert owner.get("/api/state").status_code == 200


def test_the_api_page_names_every_address(app: Any) -> None:
    from importlib import resources

    page = resources.files("webui").joinpath("API.md").read_text("utf-8")
    for rule in (one for one in app.url_map.iter_rules() if one.endpoint != "static"):
        words = [w for w in rule.rule.split("/") if w and "<" not in w and w != "api"]
        for word in words:
            assert word in page, f"{rule.rule} is missing in API.md"
