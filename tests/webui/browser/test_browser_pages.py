"""Every page in every language, on small screens, for everybody, and on paper."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from webui.translations.catalogues import LANGUAGES

PAGES = ("/", "/play", "/camera", "/history", "/trust", "/join", "/games/1/print", "/nowhere")
SERIOUS = ("serious", "critical")


def table_with_a_game(server: Any, players: int = 2) -> None:
    names = ("Ann", "Maximilian", "Chloé", "Dirk-Jan", "Esperanza", "Friederike")[:players]
    server.new_game(*names, hand=6)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.enter("draw", names[1 % players])
    server.play_on(4)


def settle(page: Any) -> None:
    page.wait_for_load_state("load")
    page.wait_for_timeout(150)


@pytest.mark.parametrize("players", [2, 6])
def test_no_page_overflows_sideways_on_the_smallest_phone(
    server: Any, open_page: Any, players: int
) -> None:
    table_with_a_game(server, players)
    page = open_page("/", 320, 640, locale="de-DE")
    for path in PAGES:
        page.goto(server.url + path)
        settle(page)
        wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wider <= 0, f"{path} is {wider} px too wide"


def test_axe_finds_nothing_serious_in_light_and_dark(server: Any, open_page: Any) -> None:
    axe = pytest.importorskip("axe_core_python", reason="axe-core-python is not installed")
    script = (Path(axe.__file__).parent / "axe.min.js").read_text("utf-8")
    table_with_a_game(server)
    for scheme in ("light", "dark"):
        page = open_page("/", color_scheme=scheme, bypass_csp=True)
        for path in PAGES:
            page.goto(server.url + path)
            settle(page)
            assert not violations(page, script), f"{path} in {scheme}"
        page.goto(server.url + "/play")
        page.click(".sheet button.line")
        page.wait_for_selector("dialog[open]")
        assert not violations(page, script), f"a line's dialog in {scheme}"


def violations(page: Any, script: str) -> list[str]:
    page.evaluate(script)
    found = page.evaluate("axe.run()")["violations"]
    return [
        f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_the_language(server: Any, open_page: Any, language: str) -> None:
    table_with_a_game(server)
    page = open_page("/", locale=language)
    for path in PAGES:
        page.goto(server.url + path)
        settle(page)
        assert page.get_attribute("html", "lang") == language
        words = page.inner_text("body")
        for key in ("word.", "option.", "preset.", "part.", "fault.", "action."):
            assert key not in words, f"a raw key on {path}"
    page.goto(server.url + "/play")
    page.click("#check")
    page.wait_for_selector(".verdict")
    texts = json.loads(
        page.evaluate("fetch(document.documentElement.dataset.messages).then(r => r.text())")
    )
    assert texts["The line is right."] in page.inner_text(".verdict")


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
    page.set_input_files("#import-file", str(file))
    page.wait_for_url("**/play")
    page.wait_for_selector(".board .tile")
    assert "Stockpile" in page.inner_text(".turn-facts")
