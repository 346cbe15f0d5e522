"""Tables in all states, for the tests of the pages."""

from __future__ import annotations

from typing import Any

from tests.webui.browser.conftest import SET

PAGES = ("/", "/play", "/camera", "/history", "/trust", "/join", "/nowhere")
NAMES = ("Ann", "Maximilian", "Chloé", "Dirk-Jan", "Esperanza", "Friederike")


def table_with_a_game(server: Any, players: int = 2) -> None:
    names = NAMES[:players]
    server.new_game(*names, hand=6)
    server.enter("place", "Ann", cell=[0, 0, "up"], values=[5, 5, 5])
    server.enter("draw", names[1 % players])
    server.play_on(4)


def pages_of(server: Any) -> list[str]:
    """Every page, with the open game's on paper."""
    return [*PAGES, f"/games/{server.state()['game']['id']}/print"]


def show_hands(server: Any) -> None:
    """Everybody shows some tile that is not on the table."""
    game = server.state()["game"]
    fields = game["board"]["fields"]
    gone = {tuple(sorted(tile["values"])) for field in fields for tile in field["tiles"]}
    free = [list(tile) for tile in SET if tile not in gone]
    for one in game["turn"]["must_reveal"]:
        shown, free = free[: one["count"]], free[one["count"] :]
        server.enter("reveal", one["player"], tiles=shown)


def play_to_the_end(server: Any) -> None:
    """Rounds by hand until somebody has won."""
    while not (game := server.state()["game"])["over"] or game["turn"]["must_reveal"]:
        if game["turn"]["must_reveal"]:
            show_hands(server)
        elif game["turn"]["round_over"] or not game["turn"]["player"]:
            starter = game["turn"]["next_starter"] or game["players"][0]
            server.enter("place", starter, cell=[0, 0, "up"], values=[5, 5, 5])
        else:
            server.play_on(1)


def total(page: Any, seat: int) -> int:
    return int(page.locator("thead .total").nth(seat).inner_text().replace("−", "-"))


def total_becomes(page: Any, seat: int, points: int) -> None:
    shown = "document.querySelectorAll('thead .total')[seat].textContent"
    wanted = [seat, str(points).replace("-", "−")]
    page.wait_for_function(f"([seat, points]) => {shown} === points", arg=wanted)


def settle(page: Any) -> None:
    """Until scripts have drawn, pictures are there and fonts are in use."""
    page.wait_for_load_state("load")
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    page.wait_for_function(DRAWN)


DRAWN = """() => [['#box-list', '.box'], ['#sheet', '.sheet'], ['#sources', '.source'],
  ['#games', '*']].every(([place, part]) => !document.querySelector(place)
  || document.querySelector(`${place} ${part}`))"""
