"""Small things at the table that would make a score wrong, or somebody wonder."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.scorer.games import record, ring
from tests.webui.browser.tables import play_to_the_end, show_hands, table_with_a_game


def lines(server: Any) -> list[Any]:
    return [event for one in server.state()["game"]["rounds"] for event in one["events"]]


def test_no_key_chooses_who_begins(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben")
    page = open_page("/play", 1280, 800)
    page.wait_for_selector(".next-starter")
    page.keyboard.type("555adp")
    assert page.locator("#pad").is_hidden()
    page.focus('.next-starter[data-player="Ben"]')
    page.keyboard.press("Enter")
    page.keyboard.type("555")
    page.wait_for_selector(".board .tile")
    assert [(line["event"], line["player"]) for line in lines(server)] == [("place", "Ben")]


def test_a_hand_is_typed_and_taken_back(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben", hand=1)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    page = open_page("/play", 1280, 800)
    page.wait_for_selector(".hand-entry")
    page.keyboard.type("12")
    page.keyboard.press("Backspace")
    page.keyboard.type("34")
    page.click(".hand-entry .primary")
    page.wait_for_selector(".sums")
    assert lines(server)[-1]["tiles"] == [[1, 3, 4]]
    page.keyboard.press("u")
    page.wait_for_selector(".hand-entry")


def test_a_key_that_is_held_down_is_one_draw(server: Any, open_page: Any) -> None:
    table_with_a_game(server)
    before = len(lines(server))
    page = open_page("/play", 1280, 800)
    page.wait_for_selector("#lay")
    for _ in range(3):
        page.keyboard.down("d")
    page.keyboard.up("d")
    page.wait_for_function("() => document.querySelectorAll('.marks .draw').length === 2")
    page.reload()
    page.wait_for_selector(".marks .draw")
    assert len(lines(server)) == before + 1


def test_the_end_of_a_round_tells_what_it_added_and_from_what(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben", "Cleo", hand=1)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.enter("reveal", "Ben", tiles=[[0, 1, 2]])
    server.enter("reveal", "Cleo", tiles=[[1, 1, 2]])
    page = open_page("/play")
    page.click(".sheet .round-end button >> nth=0")
    told = page.inner_text("#line-dialog")
    assert "Ann" in told and "+32" in told and "+25" in told and "+7" in told
    assert page.locator(".shown-hand").count() == 2
    page.click('.shown-hand[data-player="Cleo"]')
    page.wait_for_selector("#correct")
    assert "1-1-2" in page.inner_text("#line-dialog")


def test_a_correction_says_which_rule_it_would_break(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben", hand=6)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.play_on(3)
    page = open_page("/play")
    page.click(".sheet .line >> nth=1")
    page.click("#correct")
    page.click("#line-dialog .danger")
    page.wait_for_selector(".new-fault")
    assert "rule" in page.inner_text("#line-dialog .notice.bad")
    assert page.inner_text(".new-fault >> nth=0").strip()


def test_a_free_tile_has_one_place_and_stands_on_the_sheet(server: Any, open_page: Any) -> None:
    server.ask("POST", "/api/games/import", record("triodomino", "Ann Ben", ring("Ann", "Ben")))
    page = open_page("/play")
    page.click("#lay")
    for number in (1, 2, 3):
        page.click(f'#pad [data-number="{number}"]')
    page.wait_for_selector(".place")
    alone = page.locator(".field").last.locator(".place")
    assert alone.count() == 1
    alone.press("Enter")
    page.wait_for_selector(".sheet .line:has-text('1-2-3')")
    assert page.locator(".board .field").count() == 2


def test_players_who_tie_stand_side_by_side(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben", "Cleo", hand=1, target=20)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    show_hands(server)
    page = open_page("/play")
    page.wait_for_selector(".podium")
    boxes = [one.bounding_box() for one in page.locator(".podium li").all()]
    lefts = sorted((box["x"], box["x"] + box["width"]) for box in boxes)
    assert all(right <= left for (_, right), (left, _) in pairwise(lefts))
    assert page.locator(".podium .stand").all_inner_texts() == ["1.", "2.", "2."]


def test_the_podium_comes_into_sight_when_the_last_hand_is_counted(
    server: Any, open_page: Any
) -> None:
    server.new_game("Ann", "Ben", hand=1, target=20)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    page = open_page("/play", 390, 600)
    for number in (0, 0, 1):
        page.click(f'.hand-entry [data-number="{number}"]')
    page.click(".hand-entry .primary")
    page.wait_for_selector(".podium")
    in_sight = "() => document.querySelector('.game-over h2').getBoundingClientRect()"
    page.wait_for_function(f"{in_sight}.top >= 0 && ({in_sight[6:]}.bottom <= innerHeight)")


def test_the_newest_line_is_told_above_the_board(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben")
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    page = open_page("/play")
    told = page.inner_text("#last-line button")
    assert "Ann: 5-5-5" in told and "starting tile" in told and "+25" in told
    page.click("#last-line button")
    page.wait_for_selector("#line-dialog[open]")


@pytest.mark.parametrize("link", ["nav a >> nth=1", "#to-sheet"])
def test_without_a_game_the_way_to_the_sheet_says_so(
    server: Any, open_page: Any, link: str
) -> None:
    page = open_page("/camera")
    page.click(link)
    page.wait_for_selector("#no-game")
    assert page.locator("#new-game").is_visible()


def test_old_games_wait_behind_one_tap(server: Any, open_page: Any) -> None:
    for _ in range(14):
        server.new_game("Ann", "Ben")
    page = open_page("/history")
    page.wait_for_selector(".game-card")
    assert page.locator(".game-card").count() == 12
    page.click("#more-games")
    page.wait_for_function("() => document.querySelectorAll('.game-card').length === 14")


def test_print_leads_back_where_one_came_from(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben", hand=2, target=60)
    play_to_the_end(server)
    page = open_page("/history")
    page.click(".game-card a[href$=print]")
    page.wait_for_selector("#sheet .sheet")
    page.click("#back")
    page.wait_for_url("**/history")


def test_the_language_is_chosen_before_joining(server: Any, open_page: Any) -> None:
    page = open_page("/", extra_http_headers={"X-Forwarded-For": "192.168.7.30"})
    page.wait_for_selector("#code")
    page.select_option("#language", "de")
    page.wait_for_selector("h1:has-text('Komm an den Tisch')")
