"""A real server in a process of its own, and Debian's chromium to look at it."""

from __future__ import annotations

import contextlib
import itertools
import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
ARGUMENTS += ["--disable-component-update", "--no-first-run"]
PATIENCE = 90.0  # a busy machine is slow, not wrong
SET = list(itertools.combinations_with_replacement(range(6), 3))


class Server:
    """`tripad serve` on a data folder; can be killed and started again at the same address."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = _free_port()
        self.url = f"http://localhost:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "webui.cli", "serve", "--no-browser"]
        command += ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        with (self.data.parent / "serve.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            try:
                self.ask("GET", "/api/health")
                return
            except OSError:
                time.sleep(0.1)
        self.kill()
        raise AssertionError(f"no server: {(self.data.parent / 'serve.log').read_text('utf-8')}")

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        sent = None if body is None else json.dumps(body).encode()
        headers = {"X-Tripad": "1", "Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, sent, headers, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def clear(self) -> None:
        self.ask("POST", "/api/camera", {"source": "none"})
        for game in self.ask("GET", "/api/games")["games"]:
            self.ask("DELETE", f"/api/games/{game['id']}")

    def state(self) -> Any:
        return self.ask("GET", "/api/state")

    def new_game(self, *players: str, hand: int = 3, **changed: Any) -> Any:
        changes = {"dealt": {str(len(players)): hand}, **changed}
        game = {"preset": "tripple-classic", "changed": changes, "players": list(players)}
        return self.ask("POST", "/api/games", {**game, "rounds_to_play": None, "camera": "none"})

    def enter(self, event: str, player: str, **more: Any) -> Any:
        sent = {"version": self.state()["version"], "event": event, "player": player, **more}
        return self.ask("POST", "/api/events", sent)

    def fitting(self, player: str) -> tuple[tuple[int, ...], Any]:
        """A tile that fits somewhere, with its best place."""
        for tile in reversed(SET):
            numbers = "-".join(map(str, tile))
            found = self.ask("GET", f"/api/fits?tile={numbers}&player={quote(player)}")
            if found["places"] and not found["played"]:
                return tile, found["places"][0]
        raise AssertionError("no tile fits")

    def play_on(self, moves: int) -> None:
        for _ in range(moves):
            player = self.state()["game"]["turn"]["player"]
            _, place = self.fitting(player)
            spot = {name: place[name] for name in ("field", "cell", "values")}
            self.enter("place", player, **spot)


def _free_port() -> int:
    """A port that is free, and the next one too: that is for https."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = int(first.getsockname()[1])
            with contextlib.suppress(OSError, OverflowError):
                second.bind(("127.0.0.1", port + 1))
                return port


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("house") / "data")
    one.start()
    yield one
    one.kill()


@pytest.fixture
def server(house: Server) -> Server:
    """The one server of all tests, its table cleared; starting one for each would take minutes."""
    house.clear()
    return house


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    one = Server(tmp_path / "data")
    one.start()
    yield one
    one.kill()


@pytest.fixture(scope="session")
def launch() -> Iterator[Callable[..., Any]]:
    """Starts a chromium with arguments of its own."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine: install Debian's package `chromium`")
    with sync_api.sync_playwright() as playwright:
        yield lambda *more: playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*ARGUMENTS, *more]
        )


@pytest.fixture(scope="session")
def browser(launch: Callable[..., Any]) -> Iterator[Any]:
    one = launch()
    yield one
    one.close()


@pytest.fixture
def open_page(browser: Any, server: Server) -> Iterator[Callable[..., Any]]:
    """Opens pages as different people would; fails where a page logs an error of its own."""
    contexts, problems = [], []

    def open_one(path: str = "/", width: int = 390, height: int = 844, **more: Any) -> Any:
        options = {"locale": "en-GB", "reduced_motion": "reduce", **more}
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(server.url + path)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not problems
