"""Correcting and disputing lines: nothing is kept before what changes was seen."""

from __future__ import annotations

from typing import Any

from tests.webui.browser.tables import show_hands, total, total_becomes


def test_an_earlier_move_is_corrected_after_seeing_what_changes(
    server: Any, open_page: Any
) -> None:
    server.new_game("Ann", "Ben", hand=5)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.enter("draw", "Ben")
    server.play_on(2)
    page = open_page("/play")
    before = total(page, 1)
    page.click(".sheet tbody tr:nth-child(2) td:nth-child(3) button")
    page.click(".tabs button:has-text('drew a tile')")
    page.click("#correct")
    page.click(".tabs .danger")
    page.wait_for_selector(".changes")
    assert str(before + 5) in page.inner_text(".changes")
    assert total(page, 1) == before, "nothing is kept before the yes"
    page.click("#keep-changes")
    total_becomes(page, 1, before + 5)
    page.click("#undo")
    total_becomes(page, 1, before)


def test_another_tile_in_the_same_place(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben", hand=5)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 4])
    page = open_page("/play")
    page.click(".sheet button.line")
    page.click("#correct")
    for number in "553":
        page.click(f".line-correct .pad-keys button:has-text('{number}')")
    page.click(".line-correct .place-list button >> nth=0")
    page.click("#preview")
    page.click("#keep-changes")
    total_becomes(page, 0, 23)
    [event] = server.state()["game"]["rounds"][0]["events"]
    assert sorted(event["values"]) == [3, 5, 5]
    assert event["cell"] == [0, 0, "up"]


def test_a_broken_rule_is_said_and_can_be_entered_all_the_same(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben")
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.enter("place", "Ben", cell=[0, 0, "down"], values=[1, 2, 3], anyway=True)
    page = open_page("/play")
    page.click("#check")
    page.wait_for_selector(".verdict.bad")
    assert "does not match" in page.inner_text("#line-dialog")
    page.click("#line-dialog button:has-text('Withdraw')")
    page.click("#keep-changes")
    page.wait_for_function("() => document.querySelectorAll('.board .tile').length === 1")


def test_a_right_line_is_found_right(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben")
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.play_on(1)
    page = open_page("/play")
    page.click("#check")
    page.wait_for_selector(".verdict.good")
    assert page.locator(".checks tbody tr:not(.warn)").count() >= 1


def test_a_tile_is_moved_to_another_place(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben", hand=5)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.enter("place", "Ben", cell=[0, 0, "down"], values=[5, 4, 5])
    page = open_page("/play")
    page.click(".sheet tbody td:nth-child(3) button")
    page.click("#correct")
    page.click(".line-correct .place >> nth=0")
    page.click("#preview")
    page.click("#keep-changes")
    page.wait_for_selector("dialog[open]", state="detached")
    laid = server.state()["game"]["rounds"][0]["events"][1]
    assert laid["cell"] != [0, 0, "down"]
    assert sorted(laid["values"]) == [4, 5, 5]
    assert not laid["faults"]


def test_a_line_of_an_earlier_round_is_corrected(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben", hand=2)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.play_on(2)
    show_hands(server)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[3, 3, 3])
    before = server.state()["game"]["totals"]["Ann"]
    page = open_page("/play")
    page.click(".sheet tbody >> nth=0 >> td button >> nth=0")
    page.click("#correct")
    for number in "444":
        page.click(f".line-correct .pad-keys button:has-text('{number}')")
    page.click(".line-correct .place-list button >> nth=0")
    page.click("#preview")
    page.wait_for_selector(".changes")
    assert total(page, 0) == before
    assert "would then break a rule" in page.inner_text("#line-dialog")
    announced = int(page.inner_text(".changes tbody tr:has-text('Ann') b"))
    assert announced < before
    page.click("#keep-changes")
    total_becomes(page, 0, announced)
    page.click("#undo")
    total_becomes(page, 0, before)


def test_a_forgotten_draw_is_inserted_and_another_player_named(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben", hand=5)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.enter("place", "Ben", cell=[0, 0, "down"], values=[5, 4, 5])
    page = open_page("/play")
    page.click(".sheet tbody td:nth-child(3) button")
    page.click("#correct")
    page.click(".tabs button:has-text('Insert before')")
    page.click("#preview")
    page.click("#keep-changes")
    total_becomes(page, 1, 14 - 5)
    page.click(".sheet tbody td:nth-child(2) button")
    page.click("#correct")
    page.select_option("#correct-who", "Ben")
    page.click("#preview")
    page.click("#keep-changes")
    total_becomes(page, 0, 0)


def test_a_dispute_shows_sides_rules_and_other_places(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben", hand=5)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.enter("place", "Ben", cell=[0, 0, "down"], values=[5, 4, 5])
    page = open_page("/play")
    page.click("#check")
    page.wait_for_selector(".verdict.good")
    assert page.locator(".side-mark").count() == 1
    page.click("summary:has-text('What the rules say')")
    assert "A laid tile scores its value" in page.inner_text(".line-dispute")
    page.click("summary:has-text('2 other places where it fits')")
    assert page.locator(".line-dispute .place").count() == 2
    page.click(".line-dispute button:has-text('Keep')")
    page.wait_for_selector("dialog[open]", state="detached")
