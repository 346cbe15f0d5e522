"""Who joined with a code: a watcher meets no button that says no, a player can do all of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from tests.webui.browser.tables import pages_of, play_to_the_end, settle, table_with_a_game

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
ELSEWHERE = {"X-Forwarded-For": "192.168.7.30"}  # whoever comes through another machine
BUTTONS = "button:visible:enabled, label.button:visible, summary:visible, select:visible"
FOR_PLAYING = (
    "#lay", "#drew", "#pass", "#undo", "#new-game", "#also", "#correct", "#rematch", "#sources",
    ".next-starter", ".pad-keys", "#keep-changes", ".danger", ".next-round .row",
)  # fmt: skip


@pytest.fixture
def join(server: Any, open_page: Any) -> Callable[[str], Any]:
    """A phone that scanned one of the two codes; `refused` are the answers that said no."""

    def joined(kind: str) -> Any:
        code = server.ask("GET", "/api/invite")[kind]["code"]
        page = open_page(f"/join?code={code}", extra_http_headers=ELSEWHERE)
        page.refused = []
        page.on("response", lambda one: one.status in (401, 403) and page.refused.append(one.url))
        return page

    return joined


def at_a_rounds_end(server: Any) -> None:
    server.new_game("Ann", "Ben", hand=2, target=60)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.play_on(2)


def at_the_end(server: Any) -> None:
    server.new_game("Ann", "Ben", hand=2, target=60)
    play_to_the_end(server)


TABLES: dict[str, Callable[[Any], None]] = {
    "before the first tile": lambda server: server.new_game("Ann", "Ben"),
    "in the middle": table_with_a_game,
    "a round's end": at_a_rounds_end,
    "the game's end": at_the_end,
}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("kind", ["watch", "play"])
def test_no_button_says_no(server: Any, join: Any, kind: str, table: str) -> None:
    TABLES[table](server)
    page = join(kind)
    for path in pages_of(server):
        go(page, server.url + path)
        for number in range(page.locator(BUTTONS).count()):
            press(page, number)
            if page.url != server.url + path:
                go(page, server.url + path)
            settle(page)
        assert page.refused == [], path


def go(page: Any, url: str) -> None:
    """Goes there, also when a tap before is just about to lead elsewhere."""
    for _ in range(3):
        with suppress(playwright.Error):
            page.goto(url)
            settle(page)
            return
    raise AssertionError(f"{url} is not reached")


def press(page: Any, number: int) -> None:
    """A tap, unless the taps before have drawn something over it or taken it away."""
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
    found = page.locator(BUTTONS)
    if number < found.count():
        found.nth(number).dispatch_event("click")


@pytest.mark.parametrize("table", TABLES)
def test_a_watcher_sees_nothing_to_play_with(server: Any, join: Any, table: str) -> None:
    TABLES[table](server)
    page = join("watch")
    for path in pages_of(server):
        page.goto(server.url + path)
        settle(page)
        shown = [one for one in FOR_PLAYING if page.locator(f"{one} >> visible=true").count()]
        assert shown == [], path


def test_a_watcher_looks_at_every_line_and_sees_the_next_move(server: Any, join: Any) -> None:
    table_with_a_game(server)
    page = join("watch")
    page.goto(server.url + "/play")
    page.click(".sheet button.line")
    page.click("dialog button:has-text('Check!')")
    page.wait_for_selector(".verdict")
    assert page.locator("dialog button:visible").all_inner_texts() == ["", "Keep"]
    page.keyboard.press("Escape")
    page.keyboard.type("455")
    assert not page.is_visible("#pad")
    server.play_on(1)
    page.wait_for_function("() => document.querySelectorAll('#felt .tile').length === 6")


def test_a_player_plays_disputes_and_corrects(server: Any, join: Any) -> None:
    server.new_game("Ann", "Ben")
    page = join("play")
    page.goto(server.url + "/play")
    page.click('.next-starter[data-player="Ann"]')
    for _ in range(3):
        page.click(".first-tile [data-number='5']")
    page.click("#lay")
    for number in (4, 5, 5):
        page.click(f'#pad [data-number="{number}"]')
    page.click('[data-place-choice="0"]')
    page.wait_for_function("() => document.querySelectorAll('#felt .tile').length === 2")
    page.click("#drew")
    page.wait_for_selector(".marks .draw")
    page.click("#undo")
    page.wait_for_selector(".marks .draw", state="detached")
    page.click("#check")
    page.wait_for_selector(".verdict")
    page.click("dialog .danger")
    page.click("#keep-changes")
    page.wait_for_function("() => document.querySelectorAll('#felt .tile').length === 1")
    assert server.state()["game"]["totals"] == {"Ann": 25, "Ben": 0}
    assert page.refused == []


def test_a_player_begins_a_game(server: Any, join: Any) -> None:
    page = join("play")
    page.fill(".player input >> nth=0", "Ann")
    page.fill(".player input >> nth=1", "Ben")
    page.click("#new-game button[type=submit]")
    page.wait_for_selector(".next-starter")
    assert server.state()["game"]["players"] == ["Ann", "Ben"]


def test_new_codes_send_everybody_to_the_door(server: Any, join: Any) -> None:
    table_with_a_game(server)
    page = join("watch")
    page.goto(server.url + "/play")
    server.ask("POST", "/api/invite/renew")
    page.reload()
    page.wait_for_url("**/join?next=/play")


def test_a_watcher_is_taken_along_when_a_game_begins(server: Any, join: Any) -> None:
    page = join("watch")
    page.wait_for_selector("#unfinished:has-text('No game is open yet')")
    server.new_game("Ann", "Ben")
    page.wait_for_url("**/play")
