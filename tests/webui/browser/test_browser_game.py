"""Playing at the table with a thumb: every test taps what people tap."""

from __future__ import annotations

from typing import Any

from tests.webui.browser.tables import total


def lay(page: Any, tile: tuple[int, ...]) -> None:
    """Taps the tile's numbers, then the best place, and waits until the sheet has it."""
    lines = page.locator(".board .tile").count()
    page.click("#lay")
    for number in tile:
        page.click(f'#pad [data-number="{number}"]')
    page.click('[data-place-choice="0"]')
    page.wait_for_function("n => document.querySelectorAll('.board .tile').length > n", arg=lines)


def lay_first(page: Any, player: str, tile: tuple[int, ...]) -> None:
    page.click(f'.next-starter[data-player="{player}"]')
    for number in tile:
        page.click(f".first-tile button:has-text('{number}')")
    page.wait_for_selector("#lay")


def show_hand(page: Any, player: str, tile: tuple[int, ...]) -> None:
    entry = f'.hand-entry[data-player="{player}"]'
    for number in tile:
        page.click(f"{entry} .pad-keys button:has-text('{number}')")
    page.click(f"{entry} .primary")


def unplayed(server: Any) -> tuple[int, int, int]:
    tiles = server.state()["game"]["board"]["fields"]
    lying = {tuple(sorted(tile["values"])) for field in tiles for tile in field["tiles"]}
    return next(t for t in [(0, 0, 1), (0, 1, 1), (0, 0, 2), (0, 1, 2)] if t not in lying)


def test_a_whole_game_from_the_start_page_to_the_podium(server: Any, open_page: Any) -> None:
    page = open_page("/")
    page.fill(".player input >> nth=0", "Ann")
    page.fill(".player input >> nth=1", "Ben")
    page.click("#house-rules summary")
    page.fill("#option-target", "300")
    page.click("#new-game button[type=submit]")
    page.wait_for_url("**/play")
    starter = "Ann"
    for round_number in range(5):
        lay_first(page, starter, (5, 5, 5) if round_number % 2 == 0 else (4, 4, 4))
        while not (game := server.state()["game"])["turn"]["round_over"]:
            lay(page, server.fitting(game["turn"]["player"])[0])
        [waiting] = server.state()["game"]["turn"]["must_reveal"]
        assert waiting["count"] == 1
        show_hand(page, waiting["player"], unplayed(server))
        page.wait_for_selector(".game-over, .next-starter")
        if server.state()["game"]["over"]:
            break
        starter = page.locator(".next-starter").first.get_attribute("data-player")
    game = server.state()["game"]
    assert game["over"]
    assert len(game["rounds"]) >= 2
    assert game["winners"][0] in page.inner_text(".game-over h2")
    assert total(page, 0) == game["totals"]["Ann"]
    assert page.locator(".curve polyline").count() == 2
    page.click("#rematch")
    page.wait_for_selector(".next-starter")
    assert server.state()["game"]["players"] == ["Ann", "Ben"]


def test_a_tile_from_the_keyboard_alone(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben")
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    page = open_page("/play", 1280, 800)
    page.wait_for_selector("#lay")
    page.keyboard.type("455")
    page.wait_for_selector(".place")
    page.keyboard.press("a")
    page.wait_for_function("() => document.querySelectorAll('.board .tile').length === 2")
    page.keyboard.press("u")
    page.wait_for_function("() => document.querySelectorAll('.board .tile').length === 1")
    page.keyboard.press("d")
    page.wait_for_selector(".sheet .marks .draw")


def test_everybody_sees_an_entry_at_once(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben")
    page = open_page("/play")
    page.wait_for_selector(".next-starter")
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    page.wait_for_selector(".board .tile")
    assert total(page, 0) == 25


def test_undo_over_the_end_of_a_round(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben", hand=2)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.play_on(2)
    page = open_page("/play")
    show_hand(page, "Ben", unplayed(server))
    page.wait_for_selector(".sheet .round-end")
    page.click("#undo")
    page.wait_for_selector(".hand-entry")
    page.click("#undo")
    page.wait_for_selector("#lay")
    assert page.locator(".sheet .round-end").count() == 0
    assert server.state()["game"]["turn"]["player"] == "Ann"


def test_two_people_tap_at_once_and_one_sees_why(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben")
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    page = open_page("/play")
    page.wait_for_selector("#drew")
    page.route("**/api/stream", lambda route: route.abort())
    page.reload()
    page.wait_for_selector("#drew")
    server.enter("draw", "Ben")
    page.click("#drew")
    page.wait_for_selector("#toasts .notice.bad")
    page.wait_for_selector(".sheet .marks .draw")
    assert len(server.state()["game"]["rounds"][0]["events"]) == 2


def test_the_server_is_killed_and_comes_back(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben")
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    page, tablet = open_page("/play"), open_page("/play", 820, 1180)
    camera = open_page("/camera")
    page.wait_for_selector(".board .tile")
    server.kill()
    for one in (page, tablet, camera):
        one.wait_for_selector("#connection")
    server.start()
    for one in (page, tablet, camera):
        one.wait_for_selector("#connection", state="detached")
    assert total(page, 0) == total(tablet, 0) == 25
    server.play_on(1)
    for one in (page, tablet):
        one.wait_for_function("() => document.querySelectorAll('.board .tile').length === 2")
    camera.wait_for_selector(".score:has-text('Ben') .total:not(:text-is('0'))")


def test_why_not_there_is_answered_and_can_be_overruled(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben")
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    page = open_page("/play")
    page.click("#lay")
    for number in (1, 2, 3):
        page.click(f'#pad [data-number="{number}"]')
    page.wait_for_selector("#pad :text('1-2-3 fits nowhere.')")
    page.click("#why-not")
    page.click(".place.doubtful >> nth=0")
    assert "does not match" in page.inner_text(".reason >> nth=0")
    page.click(".reason >> nth=0 >> button")
    page.wait_for_selector(".board .tile.faulty")
    [_, laid] = server.state()["game"]["rounds"][0]["events"]
    assert laid["player"] == "Ben"
    assert laid["faults"]


def test_the_first_tile_lies_as_the_set_has_it(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben")
    page = open_page("/play")
    lay_first(page, "Ben", (2, 0, 1))
    [laid] = server.state()["game"]["rounds"][0]["events"]
    assert laid["values"] in ([2, 1, 0], [1, 0, 2], [0, 2, 1]), "ascending clockwise"
    assert laid["player"] == "Ben"


def test_the_board_fills_the_screen_and_gives_it_back(server: Any, open_page: Any) -> None:
    server.new_game("Ann", "Ben", hand=9)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.play_on(6)
    page = open_page("/play", 1280, 800)
    before = page.locator(".board").bounding_box()
    page.click("#larger")
    page.wait_for_function("() => document.querySelector('.felt').clientWidth === innerWidth")
    assert page.locator(".board").bounding_box()["width"] > before["width"]
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.querySelector('.felt').clientWidth < innerWidth")
    assert page.locator(".board").bounding_box() == before
