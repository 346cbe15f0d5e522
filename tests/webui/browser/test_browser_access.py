"""For everybody: small phones, large thumbs, keyboards, screen readers, calm eyes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.webui.browser.tables import pages_of, play_to_the_end, settle, table_with_a_game

SERIOUS = ("serious", "critical")
THUMB = 44
STATES: dict[str, tuple[str, ...]] = {
    "the number pad": ("#lay", '#pad [data-number="5"]'),
    "a line": (".sheet button.line",),
    "a correction": (".sheet button.line", "#correct"),
    "what a correction changes": (".sheet button.line", "#correct", ".tabs .danger"),
    "a dispute": ("#check",),
    "sounds and exports": ("#sheet-foot summary",),
}


@pytest.fixture(scope="module")
def axe() -> Callable[[Any], list[str]]:
    package = pytest.importorskip("axe_core_python", reason="axe-core-python is not installed")
    script = (Path(package.__file__).parent / "axe.min.js").read_text("utf-8")

    def violations(page: Any, *rules: str) -> list[str]:
        page.evaluate(script)
        found = page.evaluate("only => axe.run(only.length ? {runOnly: only} : {})", list(rules))
        return [
            f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
            for one in found["violations"]
            if one["impact"] in SERIOUS
        ]

    return violations


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(server: Any, open_page: Any, axe: Any, scheme: str) -> None:
    table_with_a_game(server)
    rules = ["color-contrast"] if scheme == "dark" else []
    page = open_page("/", color_scheme=scheme, bypass_csp=True)
    for path in pages_of(server):
        page.goto(server.url + path)
        settle(page)
        assert not axe(page, *rules), path
    for state, taps in STATES.items():
        page.goto(server.url + "/play")
        for tap in taps:
            page.click(tap)
        settle(page)
        assert not axe(page, *rules), state
    page.goto(server.url + "/camera")
    page.click('[data-source="stream"]')
    assert not axe(page, *rules), "a camera's address"
    page.goto(server.url + "/history")
    page.click(".figures button")
    assert not axe(page, *rules), "a player"


def test_axe_finds_nothing_serious_at_the_ends(server: Any, open_page: Any, axe: Any) -> None:
    server.new_game("Ann", "Ben", hand=2, target=60)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.play_on(2)
    page = open_page("/play", bypass_csp=True)
    page.wait_for_selector(".hand-entry")
    assert not axe(page), "a round's end"
    play_to_the_end(server)
    page.wait_for_selector(".game-over .curve")
    assert not axe(page), "the podium"


@pytest.mark.parametrize("players", [2, 6])
def test_no_page_overflows_sideways_on_the_smallest_phone(
    server: Any, open_page: Any, players: int
) -> None:
    table_with_a_game(server, players)
    page = open_page("/", 320, 640, locale="de-DE")

    def check(what: str) -> None:
        settle(page)
        wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wider <= 0, f"{what} is {wider} px too wide"

    for path in pages_of(server):
        page.goto(server.url + path)
        check(path)
    for state, taps in STATES.items():
        page.goto(server.url + "/play")
        for tap in taps:
            page.click(tap)
        check(state)


TOO_SMALL = """least => [...document.querySelectorAll('button, .button, summary, nav a, select')]
  .filter((one) => one.checkVisibility() && !one.closest('.visually-hidden, .board'))
  .map((one) => [one.textContent.trim() || one.ariaLabel, one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.width < least || box.height < least))
  .map(([name, box]) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`)"""


def test_everything_to_tap_is_as_large_as_a_thumb(server: Any, open_page: Any) -> None:
    table_with_a_game(server, 4)
    page = open_page("/")
    for path in pages_of(server):
        page.goto(server.url + path)
        settle(page)
        assert page.evaluate(TOO_SMALL, THUMB) == [], path
    for state, taps in STATES.items():
        page.goto(server.url + "/play")
        for tap in taps:
            page.click(tap)
        assert page.evaluate(TOO_SMALL, THUMB) == [], state


def test_a_line_is_corrected_without_a_mouse(server: Any, open_page: Any) -> None:
    table_with_a_game(server)
    page = open_page("/play", 1280, 800)
    total = server.state()["game"]["totals"]["Ann"]
    page.focus(".sheet button.line")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    assert page.evaluate("document.activeElement.matches('.sheet button.line')")
    page.keyboard.press("Enter")
    reach(page, "#correct")
    reach(page, ".tabs .danger")
    reach(page, "#keep-changes")
    page.wait_for_selector("dialog[open]", state="detached")
    assert server.state()["game"]["totals"]["Ann"] < total


def reach(page: Any, selector: str) -> None:
    """Tabs on until it has the focus, and presses Enter."""
    page.wait_for_selector(selector)
    for _ in range(40):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def test_the_first_stop_of_tab_leads_to_the_content(server: Any, open_page: Any) -> None:
    page = open_page("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.skip')")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


@pytest.mark.parametrize(("wish", "moves"), [("reduce", False), ("no-preference", True)])
def test_motion_is_a_wish(server: Any, open_page: Any, wish: str, moves: bool) -> None:
    server.new_game("Ann", "Ben")
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    page = open_page("/play", reduced_motion=wish)
    page.wait_for_selector(".board .tile")
    server.play_on(1)
    page.wait_for_selector(".tile.settling")
    seconds = page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('.settling')).animationDuration)"
    )
    assert (seconds > 0.1) is moves
