"""Every page in every language and on paper; games kept, exported, opened again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.webui.browser.tables import pages_of, play_to_the_end, settle, table_with_a_game
from webui.translations import catalogues
from webui.translations.catalogues import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_the_language(server: Any, open_page: Any, language: str) -> None:
    table_with_a_game(server)
    foreign = english_texts_that_differ(language)
    page = open_page("/", locale=language)

    def check(what: str) -> None:
        settle(page)
        assert page.get_attribute("html", "lang") == language
        words = page.inner_text("body")
        assert not RAW_KEY.search(words), f"a raw key on {what}"
        assert not foreign & set(words.splitlines()), f"English on {what}"

    for path in pages_of(server):
        page.goto(server.url + path)
        check(path)
    for taps in (["#lay"], [".sheet button.line", "#correct"], ["#check"]):
        page.goto(server.url + "/play")
        for tap in taps:
            page.click(tap)
        check(f"/play after {taps}")
    page.wait_for_selector(".verdict")
    assert catalogues.read(language).get("The line is right.").string in page.inner_text(".verdict")


RAW_KEY = re.compile(r"\b(word|option|choice|preset|title|part|fault|action|hint|question)\.\w")


def english_texts_that_differ(language: str) -> set[str]:
    here = catalogues.read(language)
    pairs = [(one.string, here.get(one.id).string) for one in catalogues.read("en") if one.id]
    return {english for english, local in pairs if isinstance(english, str) and english != local}


def test_the_language_can_be_chosen(server: Any, open_page: Any) -> None:
    page = open_page("/")
    page.select_option("#language", "de")
    page.wait_for_selector("html[lang=de]")
    assert "Welche Schachtel ist es?" in page.inner_text("#boxes")


def test_print_and_exports(server: Any, open_page: Any) -> None:
    table_with_a_game(server)
    page = open_page("/play")
    game = server.state()["game"]
    page.click("#sheet-foot summary")
    for name, start in (("sheet.csv", None), ("record.json", "{")):
        with page.expect_download() as download:
            page.click(f"#sheet-foot a[href$='{name}']")
        text = Path(download.value.path()).read_text("utf-8-sig")
        assert "Ann" in text
        assert start is None or text.startswith(start)
    page.goto(f"{server.url}/games/{game['id']}/print")
    page.emulate_media(media="print")
    page.wait_for_selector(".sheet tbody td")
    assert not page.is_visible(".top")
    assert page.pdf()[:4] == b"%PDF"


def test_a_deleted_game_comes_back(server: Any, open_page: Any) -> None:
    table_with_a_game(server)
    page = open_page("/history")
    page.click(".game-card .danger")
    page.wait_for_selector(".game-card", state="detached")
    page.click("#toasts button")
    page.wait_for_selector(".game-card")


def test_a_record_is_opened_again(server: Any, open_page: Any, tmp_path: Path) -> None:
    record = {
        "rules": "triodomino",
        "players": ["Ann", "Ben"],
        "rounds": [
            {
                "events": [
                    {"event": "place", "player": "Ann", "cell": [0, 0, "up"], "values": [1, 2, 3]}
                ]
            }
        ],
    }
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    page = open_page("/")
    settle(page)
    page.set_input_files("#import-file", str(file))
    page.wait_for_url("**/play")
    page.wait_for_selector(".board .tile")
    assert "Stockpile" in page.inner_text(".turn-facts")


def test_players_are_renamed_and_merged(server: Any, open_page: Any) -> None:
    table_with_a_game(server)
    server.new_game("Anne", "Ben")
    page = open_page("/history")
    page.click(".figures button:text-is('Anne')")
    page.select_option("#merge-with", "Ann")
    page.click("#player-dialog button:has-text('Merge')")
    page.wait_for_selector(".figures button:text-is('Anne')", state="detached")
    page.click(".figures button:text-is('Ann')")
    page.fill("#new-name", "Anna")
    page.click("#player-dialog button:has-text('Rename')")
    page.wait_for_selector(".figures button:text-is('Anna')")
    names = {
        player for game in server.ask("GET", "/api/games")["games"] for player in game["players"]
    }
    assert "Anna" in names
    assert not names & {"Ann", "Anne"}


HEARD = """() => { window.said = []; window.tones = 0;
  speechSynthesis.speak = (one) => window.said.push(one.text);
  const { prototype } = AudioScheduledSourceNode, start = prototype.start;
  prototype.start = function (at) { window.tones += 1; start.call(this, at); }; }"""


def test_sounds_and_a_spoken_line_can_be_switched_on(server: Any, open_page: Any) -> None:
    table_with_a_game(server)
    page = open_page("/play")
    page.evaluate(HEARD)
    server.play_on(1)
    page.wait_for_function("() => document.querySelectorAll('.board .tile').length === 6")
    assert page.evaluate("[window.said.length, window.tones]") == [0, 0], "silent by itself"
    page.click("#sheet-foot summary")
    page.check("label:has-text('Sounds') input")
    page.check("label:has-text('Say each move aloud') input")
    page.wait_for_function("() => window.tones > 0 && window.said.length === 1")
    server.play_on(1)
    page.wait_for_function("() => window.said.length === 2")
    event = server.state()["game"]["rounds"][0]["events"][-1]
    said = page.evaluate("window.said[1]")
    assert event["player"] in said and f"{event['points']} points" in said


def test_the_result_is_shared(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben", hand=2, target=60)
    play_to_the_end(server)
    page = open_page("/play", permissions=["clipboard-read", "clipboard-write"])
    page.click("#share")
    page.wait_for_selector("#toasts .good")
    shared = page.evaluate("navigator.clipboard.readText()")
    game = server.state()["game"]
    assert f"1. {game['winners'][0]} {game['totals'][game['winners'][0]]}" in shared


def test_print_looks_like_a_page_of_the_pad(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben", hand=2, target=60)
    play_to_the_end(server)
    page = open_page(f"/games/{server.state()['game']['id']}/print", color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    page.wait_for_selector(".sheet .round-end")
    assert page.evaluate("getComputedStyle(document.querySelector('.paper')).backgroundColor") == (
        "rgb(255, 255, 255)"
    )
    assert not page.is_visible("#print-now")
    words = page.inner_text("article")
    for expected in ("Ann", "Ben", "Round 1", "House rules", "starting tile"):
        assert expected in words


def test_a_wrong_code_is_said_where_it_was_typed(server: Any, open_page: Any) -> None:
    page = open_page("/join")
    page.fill("#code", "AAAA-AAAA")
    page.click("button[type=submit]")
    page.wait_for_selector(".notice.bad")
    assert page.is_visible("#code")
