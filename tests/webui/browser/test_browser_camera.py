"""The camera path in real pages: a film, a phone, photos; questions and proofs that come of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorer.events import event_from_json
from scorer.journal import Journal
from tests.webui.browser.filming import clip, needs_demo, photo_after, told, truth

A_WHILE = 400_000  # a slow machine reads slowly
PLAYERS = ["Ann", "Ben", "Cleo"]


@pytest.fixture
def server(own_server: Any) -> Any:
    """Films and first visits want a house where nobody has played yet."""
    return own_server


def lines_on(page: Any, count: int) -> None:
    page.wait_for_function(
        "n => document.querySelectorAll('.sheet tbody .points').length >= n",
        arg=count,
        timeout=A_WHILE,
    )


def start_game(server: Any) -> None:
    game = {"preset": "tripple-classic", "players": PLAYERS, "changed": {}, "camera": "none"}
    server.ask("POST", "/api/games", {**game, "rounds_to_play": None})


@needs_demo
def test_one_tap_plays_the_demo_game(server: Any, open_page: Any) -> None:
    page = open_page("/")
    page.click("#welcome .demo")
    page.wait_for_url("**/play")
    page.wait_for_selector("#live[open] img")
    lines_on(page, len(truth()))
    [played] = server.state()["game"]["rounds"]
    assert [told(event) for event in played["events"]] == [told(event) for event in truth()]
    assert page.locator(".sheet .marks .hexagon").count() == 1
    assert page.locator(".sheet .marks .bridge").count() == 1
    page.click("#check")
    page.wait_for_selector(".photo.after .side-mark")
    assert page.locator(".photo.after .side-mark").count() == 2, "the bridge's side and its tip"


@pytest.fixture
def phone(launch: Any, server: Any, tmp_path: Path) -> Iterator[Any]:
    """A phone-sized browser whose camera is a recorded clip of three moves."""
    film = clip(tmp_path / "table.mjpeg", moves=3)
    fake = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
    one = launch(*fake, f"--use-file-for-fake-video-capture={film}")
    page = one.new_context(viewport={"width": 390, "height": 844}, locale="en-GB").new_page()
    page.set_default_timeout(A_WHILE)
    yield page
    one.close()


@needs_demo
def test_a_phone_films_and_another_screen_fills(server: Any, open_page: Any, phone: Any) -> None:
    start_game(server)
    sheet = open_page("/play", 1280, 800)
    phone.goto(f"{server.url}/camera")
    phone.click('[data-source="phone"]')
    phone.click("#film")
    phone.wait_for_selector("#overlay .seen")
    lines_on(sheet, 3)
    [played] = server.state()["game"]["rounds"]
    assert [told(event) for event in played["events"]] == [told(one) for one in truth()[:3]]
    assert all(event["source"] == "camera" for event in played["events"])
    phone.wait_for_selector("#verdict .good")
    phone.close()
    sheet.wait_for_selector("#camera-line .bad", timeout=A_WHILE)
    assert "stopped" in sheet.inner_text("#camera-line")


@needs_demo
def test_a_photo_after_each_move_is_proof_in_a_dispute(
    server: Any, open_page: Any, tmp_path: Path
) -> None:
    start_game(server)
    page = open_page("/camera")
    page.click('[data-source="photo"]')
    page.wait_for_selector('[data-source="photo"][aria-pressed="true"]')
    page.set_input_files("#photo-file", str(photo_after(0, tmp_path / "table.jpg")))
    page.click("#proposals .answers button >> nth=0", timeout=A_WHILE)
    page.wait_for_url("**/play")
    lines_on(page, 1)
    page.set_input_files("#photo-file", str(photo_after(1, tmp_path / "table.jpg")))
    page.click("#photo-move .answers button >> nth=0", timeout=A_WHILE)
    lines_on(page, 2)
    assert page.locator("#photo-move > *").count() == 0
    [played] = server.state()["game"]["rounds"]
    assert [told(event) for event in played["events"]] == [told(one) for one in truth()[:2]]
    page.click("#check")
    page.wait_for_selector(".verdict.good", timeout=A_WHILE)
    page.wait_for_function("() => document.querySelector('.photo img')?.naturalWidth > 0")
    assert "% sure" in page.inner_text("#line-dialog")
    assert page.locator(".photo .side-mark").count() == 1, "the side in question, on the photo"


def asked(server: Any, times: int = 1) -> None:
    """The camera was not sure of the second tile, and the server was started anew since."""
    second = {"event": "place", "player": "Ben", "field": 0, "cell": [0, 0, "down"]}
    game = int(server.new_game("Ann", "Ben")["game"]["id"])
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.kill()
    likely = {**second, "values": [5, 4, 5], "question": "q1.0", "asked": True}
    with Journal(server.data) as journal:
        journal.append(game, event_from_json(likely), expected=journal.version(game))
    answers = [
        {"text": "4-5-5", "event": {**second, "values": [5, 4, 5]}, "points": 14},
        {"text": "3-5-5", "event": {**second, "values": [5, 3, 5]}, "points": 13},
        {"text": "none of these", "event": None, "points": 0},
    ]
    told = [{**one, "confidence": 0.3} for one in answers]
    question = {"id": "q1", "kind": "unsure", "about": ["q1.0"], "evidence": None, "answers": told}
    questions = [{**question, "id": f"q{number + 1}"} for number in range(times)]
    folder = server.data / "questions"
    folder.mkdir(exist_ok=True)
    (folder / f"{game}.json").write_text(json.dumps(questions))
    server.start()


def test_a_question_is_one_tap(server: Any, open_page: Any) -> None:
    asked(server)
    page = open_page("/play")
    assert "Which tile was laid here?" in page.inner_text(".question")
    assert page.locator(".sheet .asked").count() == 1
    assert page.locator(".answers button").count() == 3
    page.click(".answers button >> nth=1")
    page.wait_for_selector(".question", state="detached")
    page.wait_for_function(
        "() => document.querySelectorAll('thead .total')[1].textContent === '13'"
    )
    assert page.locator(".sheet .asked").count() == 0


def test_several_questions_are_asked_one_at_a_time(server: Any, open_page: Any) -> None:
    asked(server, times=2)
    page = open_page("/camera")
    page.wait_for_selector(".question")
    assert page.locator(".question").count() == 2
    assert page.locator(".answers button:visible").count() == 3
    page.click(".question summary >> nth=1")
    page.wait_for_selector(".question:nth-child(2)[open]")
    page.wait_for_selector(".question:nth-child(1):not([open])")


def test_none_of_these_leads_to_the_number_pad(server: Any, open_page: Any) -> None:
    asked(server)
    page = open_page("/play")
    page.click(".answers button >> nth=2")
    page.wait_for_selector("#pad .pad-keys")
    [played] = server.state()["game"]["rounds"]
    assert len(played["events"]) == 1
    assert server.state()["game"]["turn"]["player"] == "Ben"
