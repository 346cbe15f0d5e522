"""A phone films the table: moves get onto the sheet, doubts become questions, people win."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorer.journal import JournalError
from webui.app import close_app, create_app

FIRST = {"0,0,up": (5, 5, 5)}
SECOND = {**FIRST, "0,0,down": (5, 4, 5)}


def lines(state: Any) -> list[Any]:
    return [event for one in state["game"]["rounds"] for event in one["events"]]


def count(number: int) -> Callable[[Any], bool]:
    return lambda state: len(lines(state)) == number


def is_seen(tiles: int) -> Callable[[Any], bool]:
    """So many tiles were read, and the watcher has made up its mind about them."""

    def seen(state: Any) -> bool:
        return state["camera"]["tiles"] == tiles and state["camera"]["watcher"] == "waiting"

    return seen


@pytest.fixture
def filming(owner: Any, player: Any, table: Any) -> Any:
    """A game is open and a phone films the empty table."""
    owner.start()
    assert player.post("/api/camera", {"source": "phone"}).status_code == 200
    player.film(table.jpeg({}), until=is_seen(0))
    return player


def test_a_laid_tile_becomes_a_line_with_its_picture(filming: Any, table: Any, app: Any) -> None:
    state = filming.film(table.jpeg(FIRST), until=count(1))
    (line,) = lines(state)
    assert (line["event"], line["player"], line["points"]) == ("place", "Ann", 25)
    assert sorted(line["values"]) == [5, 5, 5]
    assert line["source"] == "camera" and line["confidence"] > 0.95 and line["evidence"]
    desk = app.extensions["desk"]
    assert desk.journal.record(desk.open_id).rounds[0].events


def test_the_game_goes_on_by_itself(filming: Any, table: Any) -> None:
    filming.film(table.jpeg(FIRST), until=count(1))
    state = filming.film(table.jpeg(SECOND), until=count(2))
    assert [line["player"] for line in lines(state)] == ["Ann", "Ben"]
    assert state["game"]["totals"] == {"Ann": 25, "Ben": 14}


def test_a_watching_page_hears_of_a_seen_move(filming: Any, watcher: Any, table: Any) -> None:
    version = watcher.get("/api/state").json["version"]
    filming.film(table.jpeg(FIRST), until=count(1))
    heard = watcher.get(f"/api/poll?since={version}&wait=5").json
    assert heard["game"]["totals"]["Ann"] == 25 and heard["last_change"]["lines"][0]["values"]


def test_a_doubtful_reading_is_asked_and_the_first_answer_counts(
    filming: Any, owner: Any, table: Any
) -> None:
    doubtful = table.jpeg(FIRST, sure=0.6, instead=(4, 5, 5))
    state = filming.film(doubtful, until=lambda state: bool(state["questions"]))
    (question,) = state["questions"]
    assert question["lines"] == ["r0e0"] and lines(state)[0]["asked"] is True
    assert filming.get(f"/api/evidence/{question['evidence']}").mimetype == "image/jpeg"
    texts = [
        answer["event"] and sorted(answer["event"]["values"]) for answer in question["answers"]
    ]
    assert texts[0] == [5, 5, 5] and texts[1] == [4, 5, 5] and texts[-1] is None
    answered = owner.post(f"/api/questions/{question['id']}", {"answer": 1}).json
    assert sorted(lines(answered)[0]["values"]) == [4, 5, 5]
    assert lines(answered)[0]["asked"] is False and answered["questions"] == []
    late = filming.post(f"/api/questions/{question['id']}", {"answer": 0})
    assert late.status_code == 404 and "already" in late.json["error"]["text"]


@pytest.mark.parametrize("answer", [None, "0", -1, 99, True])
def test_a_wrong_answer_changes_nothing(answer: Any, filming: Any, table: Any) -> None:
    doubtful = table.jpeg(FIRST, sure=0.6, instead=(4, 5, 5))
    state = filming.film(doubtful, until=lambda state: bool(state["questions"]))
    url = f"/api/questions/{state['questions'][0]['id']}"
    assert filming.post(url, {"answer": answer}).status_code == 400
    assert filming.get("/api/state").json["version"] == state["version"]


def test_a_move_tapped_in_before_it_is_seen_is_not_entered_twice(filming: Any, table: Any) -> None:
    filming.film(table.jpeg(FIRST), until=count(1))
    laid = lines(filming.get("/api/state").json)[0]
    places = filming.get("/api/fits?tile=4-5-5").json["places"]
    first = places[0]
    filming.place("Ben", first["cell"], first["values"])
    cell, numbers = ",".join(map(str, first["cell"])), tuple(first["values"])
    both = {",".join(map(str, laid["cell"])): tuple(laid["values"]), cell: numbers}
    state = filming.film(table.jpeg(both), until=is_seen(2))
    assert len(lines(state)) == 2


def test_what_a_person_corrects_stays_corrected(filming: Any, table: Any) -> None:
    state = filming.film(table.jpeg(FIRST), until=count(1))
    laid = lines(state)[0]
    right = {"event": "place", "player": "Ann", "cell": laid["cell"], "values": [4, 5, 5]}
    edit = {"do": "change", "event": laid["id"], "to": right}
    filming.post("/api/edits", {"version": state["version"], "edits": [edit]})
    _look_again(filming, table, FIRST)
    assert lines(filming.get("/api/state").json)[0]["values"] == [4, 5, 5]


def test_an_undone_move_does_not_come_back_while_its_tile_lies_there(
    filming: Any, table: Any
) -> None:
    state = filming.film(table.jpeg(FIRST), until=count(1))
    filming.post("/api/undo", {"version": state["version"]})
    _look_again(filming, table, FIRST)
    assert lines(filming.get("/api/state").json) == []


def _look_again(phone: Any, table: Any, laid: Any) -> None:
    """Something passes through the picture, then the same tiles lie there."""
    again = table.jpeg(laid)
    phone.film(again, until=lambda state: state["camera"]["watcher"] != "waiting")
    phone.film(again, until=is_seen(len(laid)))


def test_a_tile_taken_up_again_is_withdrawn(filming: Any, table: Any) -> None:
    filming.film(table.jpeg(FIRST), until=count(1))
    filming.film(table.jpeg(SECOND), until=count(2))
    state = filming.film(table.jpeg(FIRST), until=count(1))
    assert state["game"]["totals"]["Ben"] == 0


def test_a_new_game_does_not_begin_with_the_old_ones_tiles(
    filming: Any, owner: Any, table: Any
) -> None:
    filming.film(table.jpeg(FIRST), until=count(1))
    state = filming.film(table.jpeg(SECOND), until=count(2))
    owner.post("/api/games", {"rematch": state["game"]["id"]})
    _look_again(filming, table, SECOND)
    assert lines(filming.get("/api/state").json) == []


def test_a_restart_goes_on_with_sheet_camera_and_question(
    filming: Any, table: Any, app: Any, tmp_path: Path
) -> None:
    doubtful = table.jpeg(FIRST, sure=0.6, instead=(4, 5, 5))
    before = filming.film(doubtful, until=lambda state: bool(state["questions"]))
    close_app(app)
    again = create_app({"DATA": tmp_path / "data", "TESTING": True})
    try:
        filming.client = again.test_client()
        filming.get(f"/join?code={again.extensions['access'].keys.play}")
        after = filming.get("/api/state").json
        assert after["game"] == before["game"] and after["questions"] == before["questions"]
        assert after["camera"]["source"] == "phone"
        state = filming.film(doubtful, until=is_seen(1))
        assert len(lines(state)) == 1
        url = f"/api/questions/{state['questions'][0]['id']}"
        assert filming.post(url, {"answer": 0}).json["questions"] == []
    finally:
        close_app(again)


def test_a_full_disk_loses_no_move(filming: Any, table: Any, app: Any, monkeypatch: Any) -> None:
    journal, seen = app.extensions["desk"].journal, table.jpeg(FIRST)

    def full(*_: Any, **__: Any) -> None:
        raise JournalError("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(journal, "edit", full)
        said = filming.film(seen, until=lambda state: state["camera"]["trouble"] is not None)
    assert said["camera"]["trouble"]["message"] == "trouble.unwritten" and lines(said) == []
    filming.film(seen, until=count(1))


def test_only_the_chosen_phone_is_the_camera(filming: Any, joined: Any, table: Any) -> None:
    other, picture = joined("play", "192.168.7.50"), table.jpeg(FIRST)
    refused = other.post("/api/frames", data=picture, content_type="image/jpeg")
    assert (refused.status_code, refused.json["error"]["code"]) == (409, "busy")
    other.post("/api/camera", {"source": "phone"})
    assert other.post("/api/frames", data=picture, content_type="image/jpeg").status_code == 200
    refused = filming.post("/api/frames", data=picture, content_type="image/jpeg")
    assert refused.status_code == 409


def test_a_phone_that_was_switched_off_is_not_the_camera_again(
    filming: Any, owner: Any, table: Any
) -> None:
    owner.post("/api/camera", {"source": "none"})
    answer = filming.post("/api/frames", data=table.jpeg(FIRST), content_type="image/jpeg")
    assert answer.status_code == 409
    assert owner.get("/api/camera").json["source"] == "none"


def test_a_disputed_line_shows_what_was_read(filming: Any, table: Any) -> None:
    doubtful = table.jpeg(FIRST, sure=0.6, instead=(4, 5, 5))
    filming.film(doubtful, until=lambda state: bool(state["questions"]))
    told = filming.get("/api/events/r0e0/dispute").json
    assert told["verdict"] == "unsure"
    assert {one["kind"] for one in told["evidence"]} >= {"crop", "after"}
    assert all(filming.get(one["url"]).mimetype == "image/jpeg" for one in told["evidence"])
    (after,) = [one for one in told["evidence"] if one["kind"] == "after"]
    assert (after["reading"]["width"], after["reading"]["height"]) == table.WH
    assert sorted(told["read"]["values"]) == [5, 5, 5] and told["read"]["confidence"] < 0.93
    points = {tuple(sorted(one["values"])): one["points"] for one in told["read"]["readings"]}
    assert points[5, 5, 5] == 25 and points[4, 5, 5] == 24


def test_undoing_an_answer_asks_again(filming: Any, table: Any) -> None:
    doubtful = table.jpeg(FIRST, sure=0.6, instead=(4, 5, 5))
    asked = filming.film(doubtful, until=lambda state: bool(state["questions"]))
    url = f"/api/questions/{asked['questions'][0]['id']}"
    answered = filming.post(url, {"answer": 1}).json
    undone = filming.post("/api/undo", {"version": answered["version"]}).json
    assert undone["questions"] == asked["questions"] and lines(undone) == lines(asked)
    again = filming.post(url, {"answer": 1}).json
    assert lines(again) == lines(answered) and again["questions"] == []


def test_an_imported_game_brings_no_question_that_nobody_can_answer(
    filming: Any, owner: Any, table: Any
) -> None:
    doubtful = table.jpeg(FIRST, sure=0.6, instead=(4, 5, 5))
    state = filming.film(doubtful, until=lambda state: bool(state["questions"]))
    record = owner.get(f"/api/games/{state['game']['id']}/record.json").data
    imported = owner.post("/api/games/import", data=record, content_type="application/json").json
    assert imported["questions"] == [] and lines(imported)[0]["asked"] is False


def test_a_player_renamed_in_mid_game_goes_on_under_the_new_name(
    filming: Any, owner: Any, table: Any
) -> None:
    filming.film(table.jpeg(FIRST), until=count(1))
    owner.post("/api/players/rename", {"name": "Ann", "to": "Änne"})
    state = filming.film(table.jpeg(SECOND), until=count(2))
    assert [line["player"] for line in lines(state)] == ["Änne", "Ben"]
    assert all(not line["faults"] for line in lines(state))
