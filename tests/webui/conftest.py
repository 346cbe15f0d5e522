"""An application with a data folder of its own, and people who look at it from different places."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from scorer.lattice import Cell
from vision.lattice import place_tiles
from vision.layout import Layout, SeenTile
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

    def film(self, jpeg: bytes, *, until: Callable[[Any], bool], most: int = 60) -> Any:
        """Sends the same picture again and again, as a phone does, until the sheet says so."""
        for _ in range(most):
            self.post("/api/frames", data=jpeg, content_type="image/jpeg")
            state = self.get("/api/state").json
            if until(state):
                return state
            self.get(f"/api/poll?since={state['version']}&wait=0.1")
        raise AssertionError(f"it did not happen: {state['questions']} {state['camera']}")

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


Laid = dict[str, tuple[int, int, int]]  # cell → numbers in the order of its corners


class PretendTable:
    """Draws tables that only it can read: what lies there is coded in the picture's corner."""

    WH, SIDE_PX, BIT_PX, BITS = (640, 480), 80.0, 16, 8

    def __init__(self) -> None:
        self.layouts: list[Layout] = []

    def picture(self, laid: Laid, sure: float = 0.995, **doubt: Any) -> np.ndarray:
        self.layouts.append(self._layout(laid, sure, **doubt))
        image = np.full((self.WH[1], self.WH[0], 3), 90, np.uint8)
        for tile in self.layouts[-1].tiles:
            cv2.fillConvexPoly(image, np.rint(tile.corners_xy).astype(np.int32), (225, 235, 240))
            for corner, value in zip(tile.corners_xy, tile.values, strict=True):
                x, y = 0.5 * corner + 0.5 * tile.corners_xy.mean(axis=0)
                cv2.circle(image, (round(x), round(y)), 4 + value, (30, 30, 40), -1)
        for bit in range(self.BITS):
            white = 255 * ((len(self.layouts) - 1) >> bit & 1)
            image[: self.BIT_PX, bit * self.BIT_PX : (bit + 1) * self.BIT_PX] = white
        return image

    def jpeg(self, laid: Laid, sure: float = 0.995, **doubt: Any) -> bytes:
        return bytes(cv2.imencode(".jpg", self.picture(laid, sure, **doubt))[1])

    def read(self, image: np.ndarray) -> Layout:
        half = self.BIT_PX // 2
        bits = [int(image[half, half + bit * self.BIT_PX].mean() > 128) for bit in range(self.BITS)]
        return self.layouts[sum(value << bit for bit, value in enumerate(bits))]

    def _layout(self, laid: Laid, sure: float, instead: Any = None, sixths: int = 0) -> Layout:
        tiles = [self._tile(cell, values, sure, instead) for cell, values in laid.items()]
        tiles = [replace(tile, corners_xy=self._turned(tile.corners_xy, sixths)) for tile in tiles]
        places = place_tiles(np.array([t.corners_xy for t in tiles]).reshape(-1, 3, 2))
        placed = [
            t if p is None else replace(t, field=p.field, cell=p.cell, lattice_corners=p.corners)
            for t, p in zip(tiles, places, strict=True)
        ]
        return Layout(self.WH, tuple(placed), (), ())

    def _turned(self, corners_xy: np.ndarray, sixths: int) -> np.ndarray:
        angle, middle = np.pi / 3 * sixths, np.array(self.WH) / 2
        cos, sin = np.cos(angle), np.sin(angle)
        return (corners_xy - middle) @ np.array([[cos, sin], [-sin, cos]]) + middle

    def _tile(self, cell: str, values: Any, sure: float, instead: Any) -> SeenTile:
        points = [(i + j / 2, -j * 3**0.5 / 2) for i, j in Cell.parse(cell).corners]
        corners = (np.array(points) * self.SIDE_PX + (250.0, 300.0))[::-1]
        chances = np.full((3, 6), (1 - sure) / 5)
        chances[np.arange(3), list(values[::-1])] = sure
        others = () if instead is None else ((tuple(instead[::-1]), 0.9 - sure),)
        return SeenTile(corners, tuple(values[::-1]), sure, chances, others)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> PretendTable:
    """In place of the models; everything after them is real."""
    pretend = PretendTable()
    monkeypatch.setattr("webui.watching.read_table", pretend.read)
    return pretend
