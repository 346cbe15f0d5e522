"""An application with a data folder of its own, and people who look at it from different places."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from webui.app import close_app, create_app

PHONE = "192.168.7.20"
OTHER_PHONE = "192.168.7.21"


class Person:
    """A browser somewhere: sends our header with every change, as our own pages do."""

    def __init__(self, client: FlaskClient, address: str) -> None:
        self.client = client
        self.address = address

    def get(self, url: str, **more: Any) -> Any:
        return self._send("GET", url, **more)

    def post(self, url: str, json: Any = None, **more: Any) -> Any:
        return self._send("POST", url, json=json, **more)

    def send(self, method: str, url: str, **more: Any) -> Any:
        return self._send(method, url, **more)

    def _send(self, method: str, url: str, headers: Any = None, **more: Any) -> Any:
        sent = {"X-Tripad": "1", **(headers or {})}
        origin = {"REMOTE_ADDR": self.address}
        return self.client.open(url, method=method, headers=sent, environ_overrides=origin, **more)

    def start(self, *players: str, preset: str = "tripple-classic", **more: Any) -> Any:
        names = list(players or ("Ann", "Ben"))
        answer = self.post("/api/games", {"preset": preset, "players": names, **more})
        assert answer.status_code == 201, answer.json
        return answer.json

    def enter(self, event: str, player: str, **more: Any) -> Any:
        version = self.get("/api/state").json["version"]
        sent = {"version": version, "event": event, "player": player, **more}
        return self.post("/api/events", sent)

    def place(self, player: str, cell: list[Any], values: list[int], **more: Any) -> Any:
        return self.enter("place", player, cell=cell, values=values, **more)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app({"DATA": tmp_path / "data", "TESTING": True})
    yield made
    close_app(made)


@pytest.fixture
def owner(app: Flask) -> Person:
    return Person(app.test_client(), "127.0.0.1")


@pytest.fixture
def stranger(app: Flask) -> Person:
    return Person(app.test_client(), PHONE)


@pytest.fixture
def joined(app: Flask) -> Callable[..., Person]:
    def join(kind: str, address: str = OTHER_PHONE) -> Person:
        person = Person(app.test_client(), address)
        keys = app.extensions["access"].keys
        answer = person.get(f"/join?code={getattr(keys, kind)}")
        assert answer.status_code == 302
        return person

    return join


@pytest.fixture
def player(joined: Callable[..., Person]) -> Person:
    return joined("play")


@pytest.fixture
def watcher(joined: Callable[..., Person]) -> Person:
    return joined("watch", "192.168.7.22")


@pytest.fixture
def picture() -> Callable[..., bytes]:
    def make(width: int = 320, height: int = 240, kind: str = "JPEG") -> bytes:
        out = io.BytesIO()
        Image.new("RGB", (width, height), (40, 90, 60)).save(out, kind)
        return out.getvalue()

    return make
