"""As rough as a family is: taps twice, goes back, reloads, loses the network, plays all evening."""

from __future__ import annotations

from typing import Any

from tests.scorer.games import record, ring
from tests.webui.browser.tables import show_hands, table_with_a_game

TILES = "n => document.querySelectorAll('#felt .tile').length === n"


def lines(server: Any) -> list[Any]:
    return [event for one in server.state()["game"]["rounds"] for event in one["events"]]


def test_a_double_tap_is_one_draw(server: Any, open_page: Any) -> None:
    table_with_a_game(server)
    before = len(lines(server))
    page = open_page("/play")
    page.dblclick("#drew")
    page.wait_for_function("() => document.querySelectorAll('.marks .draw').length === 2")
    page.reload()
    page.wait_for_selector(".marks .draw")
    assert len(lines(server)) == before + 1
    assert not page.locator("#toasts .bad").count()


def test_one_tap_begins_one_game_without_any_name(server: Any, open_page: Any) -> None:
    page = open_page("/", locale="de-DE")
    page.dblclick("#new-game button[type=submit]")
    page.wait_for_selector(".next-starter")
    [game] = server.ask("GET", "/api/games")["games"]
    assert game["players"] == ["Spieler 1", "Spieler 2"]


def test_the_table_of_the_last_time_is_laid_on_another_phone(server: Any, open_page: Any) -> None:
    game = {"preset": "triodomino", "players": ["Oma", "Kai", "Mia"], "rounds_to_play": 3}
    server.ask("POST", "/api/games", game)
    page = open_page("/")
    page.wait_for_selector(".box")
    assert page.locator(".box").count() == 1
    assert page.locator(".box input").input_value() == "triodomino"
    names = page.locator(".player input")
    assert [names.nth(k).input_value() for k in range(3)] == ["Oma", "Kai", "Mia"]
    page.click("#other-box")
    assert page.locator(".box").count() > 5


def test_back_and_forth_shows_the_newest_sheet(server: Any, open_page: Any) -> None:
    table_with_a_game(server)
    page = open_page("/")
    page.click(".unfinished button")
    page.wait_for_function(TILES, arg=5)
    page.go_back()
    page.wait_for_selector(".unfinished button")
    server.play_on(1)
    page.go_forward()
    page.wait_for_function(TILES, arg=6)


def test_an_offline_moment_is_said_and_mended(server: Any, open_page: Any) -> None:
    table_with_a_game(server)
    before = len(lines(server))
    page = open_page("/play")
    page.wait_for_selector("#drew")
    page.context.set_offline(True)
    page.click("#drew")
    page.wait_for_selector("#toasts .bad:has-text('does not answer')")
    page.context.set_offline(False)
    server.play_on(1)
    page.wait_for_function(TILES, arg=6)
    assert len(lines(server)) == before + 1


def test_where_no_stream_gets_through_the_page_asks(server: Any, open_page: Any) -> None:
    table_with_a_game(server)
    page = open_page("/play")
    page.route("**/api/stream", lambda route: route.abort())
    with page.expect_request("**/api/poll*wait=10"):
        page.reload()
    page.wait_for_selector("#connection", state="detached")
    server.play_on(1)
    page.wait_for_function(TILES, arg=6)
    with page.expect_request("**/api/poll*wait=10"):
        server.play_on(1)
    page.wait_for_function(TILES, arg=7)
    assert not page.locator("#connection").count()


def test_an_evening_of_rounds_keeps_the_newest_line_in_sight(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben", hand=9, target=5000)
    while len((game := server.state()["game"])["rounds"]) < 3 or len(lines(server)) < 45:
        if game["turn"]["must_reveal"]:
            show_hands(server)
        elif game["turn"]["round_over"] or not game["turn"]["player"]:
            starter = game["turn"]["next_starter"] or "Ann"
            server.enter("place", starter, cell=[0, 0, "up"], values=[5, 5, 5])
        else:
            server.play_on(1)
    page = open_page("/play", 1280, 720)
    page.wait_for_selector("td.newest")
    box = page.locator("td.newest").bounding_box()
    assert box["y"] + box["height"] <= 720
    rows = page.locator(".sheet tbody tr").count()
    page.locator(".fold").first.click()
    assert page.locator(".sheet tbody tr").count() > rows
    page.locator(".sheet button.line").first.click()
    page.wait_for_selector("dialog[open]:has-text('round 1, turn 1')")


def test_the_podium_waits_until_the_last_hands_are_counted(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben", hand=2, target=30)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.play_on(2)
    page = open_page("/play")
    page.wait_for_selector(".hand-entry")
    assert server.state()["game"]["over"]
    assert not page.locator(".game-over").count()
    assert "Winner" not in page.inner_text("main")
    show_hands(server)
    page.wait_for_selector(".game-over")
    assert "Winner" in page.inner_text("main")
    assert not page.locator(".hand-entry").count()


def test_a_rule_that_is_broken_is_said_in_the_language(server: Any, open_page: Any) -> None:
    table_with_a_game(server)
    page = open_page("/play", locale="de-DE")
    page.wait_for_selector("#drew")
    drawn = "one.enter({event: 'draw', player: 'Ann'})"
    page.evaluate(f"() => {{ import('/static/js/enter.js').then((one) => {drawn}); }}")
    page.wait_for_selector("dialog.ask .notice")
    assert "Nicht Ann ist dran, sondern Maximilian." in page.inner_text("dialog.ask")


def test_what_a_correction_changes_is_said_in_the_language(server: Any, open_page: Any) -> None:
    table_with_a_game(server)
    page = open_page("/play", locale="de-DE")
    page.locator(".sheet button.line").nth(1).click()
    page.click("dialog .tabs button >> nth=0")
    page.click("#correct")
    page.click(".tabs .danger")
    page.wait_for_selector("#keep-changes")
    assert "hat gezogen" in page.inner_text("dialog .parts")


def test_a_hexagon_of_triodomino_is_marked_in_the_words_of_the_box(
    server: Any, open_page: Any
) -> None:
    game = record("triodomino", "Ann Ben", ring("Ann", "Ben"))
    server.ask("POST", "/api/games/import", game)
    page = open_page("/play", locale="it")
    page.wait_for_selector(".marks .hexagon")
    assert page.locator(".marks .hexagon").get_attribute("title") == "spigolo di sei punti"
    assert "spigolo di sei punti" in page.inner_text(".legend")
    assert page.locator(".highlight.hexagon.strong").count() == 1
    page.locator(".sheet button.line").last.click()
    assert "tessera libera" in page.inner_text("dialog .parts")
    assert "+0" not in page.inner_text("dialog .parts")
