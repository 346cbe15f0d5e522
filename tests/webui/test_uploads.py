"""Pictures from phones: good ones are read, bad ones get a sentence, the game stays unharmed."""

from __future__ import annotations

import io
import struct
import threading
import zlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from PIL import Image

from scorer.lattice import Cell
from webui.camera import STALLED_AFTER, Camera
from webui.limits import Bucket
from webui.proposals import proposals_json
from webui.uploads import KEPT_SIDE_PX, LARGEST_BYTES, jpeg_of


@dataclass
class Tile:
    values: tuple[int, int, int]
    cell: Cell | None = None
    cell_values: tuple[int, int, int] | None = None
    confidence: float = 0.99
    field: int | None = 0


@dataclass
class Layout:
    tiles: list[Tile] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return {"width": 320, "height": 240, "tiles": [{} for _ in self.tiles]}


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Layout:
    """In place of the models: what they would have seen."""
    seen = Layout()
    monkeypatch.setattr("webui.camera.reader", lambda: lambda picture: seen)
    monkeypatch.setattr("webui.camera.judged", lambda picture, seen: [])
    return seen


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes that claims to be huge."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(b"\0" * 1000)), (b"IEND", b"")]
    out = b"\x89PNG\r\n\x1a\n"
    for name, content in chunks:
        out += struct.pack(">I", len(content)) + name + content
        out += struct.pack(">I", zlib.crc32(name + content))
    return out


@pytest.mark.parametrize("url", ["/api/frames", "/api/photo"])
@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        ("over 25 MB", 413, "too_large"),
        ("image bomb", 413, "too_large"),
        ("truncated", 400, "bad_request"),
        ("empty", 400, "bad_request"),
        ("wrongly typed", 415, "wrong_type"),
        ("text", 415, "wrong_type"),
        ("tiny", 400, "bad_request"),
    ],
)
def test_a_bad_picture_gets_a_sentence_and_harms_nothing(
    url: str, kind: str, status: int, code: str, owner: Any, picture: Any, reading: Layout
) -> None:
    version = owner.start()["version"]
    content = {
        "over 25 MB": b"\xff\xd8" + bytes(LARGEST_BYTES),
        "image bomb": bomb(60_000, 60_000),
        "truncated": picture(640, 480)[:700],
        "empty": b"",
        "wrongly typed": picture(kind="GIF"),
        "text": b"<svg onload=alert(1)>" * 10,
        "tiny": picture(8, 8),
    }[kind]
    answer = owner.post(url, data=content, content_type="image/jpeg")
    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)
    assert answer.json["error"]["text"].endswith(".")
    assert owner.get("/api/state").json["version"] == version


def test_thousands_of_frames_from_one_client_are_held_back(
    player: Any, joined: Any, picture: Any, reading: Layout
) -> None:
    other, frame = joined("play", "192.168.7.50"), picture(64, 64)
    codes = [_frame(player, frame).status_code for _ in range(60)]
    assert codes[:20] == [200] * 20
    assert 429 in codes
    assert _frame(other, frame).status_code == 200
    held_back = next(a for a in iter(lambda: _frame(player, frame), None) if a.status_code == 429)
    assert int(held_back.headers["Retry-After"]) >= 1


def _frame(person: Any, content: bytes) -> Any:
    return person.post("/api/frames", data=content, content_type="image/jpeg")


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    bucket = Bucket(2, 10.0, lambda: now[0])
    assert [bucket.wait("a") > 0 for _ in range(3)] == [False, False, True]
    now[0] += 0.1
    assert bucket.wait("a") == 0


def test_a_frame_makes_the_phone_the_camera(player: Any, picture: Any, reading: Layout) -> None:
    reading.tiles = [Tile((1, 2, 3))]
    answer = _frame(player, picture()).json
    assert answer["camera"]["source"] == "phone" and answer["camera"]["tiles"] == 1
    assert answer["read"] is True and len(answer["seen"]["tiles"]) == 1
    assert player.get("/api/camera/picture.jpg").mimetype == "image/jpeg"
    assert player.get("/api/quality").json["ready"] is True


@pytest.mark.parametrize(("severity", "ready"), [("poor", True), ("bad", False)])
def test_hints_are_passed_on_and_a_bad_one_is_not_ready(
    severity: str, ready: bool, player: Any, picture: Any, reading: Layout, monkeypatch: Any
) -> None:
    hint = {"message": "hint.too_dark", "severity": severity}
    monkeypatch.setattr("webui.camera.judged", lambda picture, seen: [hint])
    reading.tiles = [Tile((1, 2, 3))]
    camera = _frame(player, picture()).json["camera"]
    assert camera["hints"] == [hint] and camera["ready"] is ready


def test_a_reader_that_fails_is_said_and_harms_nothing(
    player: Any, picture: Any, reading: Layout, monkeypatch: Any
) -> None:
    monkeypatch.setattr("webui.camera.judged", lambda picture, seen: 1 / 0)
    assert _frame(player, picture()).json["camera"]["trouble"].endswith(".")
    monkeypatch.setattr("webui.camera.judged", lambda picture, seen: [])
    assert _frame(player, picture()).json["camera"]["trouble"] is None


def test_a_frame_that_comes_too_soon_is_shown_and_not_read(picture: Any) -> None:
    camera, busy, go_on = Camera(source="phone"), threading.Event(), threading.Event()

    class Slow:
        def push(self, image: np.ndarray, at: float) -> None:
            busy.set()
            go_on.wait(10)

        def close(self) -> None: ...

    camera.watcher = Slow()  # type: ignore[assignment]
    image = np.zeros((64, 64, 3), np.uint8)
    first = threading.Thread(target=camera.push, args=(b"one", image))
    first.start()
    assert busy.wait(10)
    assert camera.push(b"two", image) is False
    assert camera.newest_jpeg == b"two"
    go_on.set()
    first.join()


def test_a_stalled_camera_is_said() -> None:
    now = [0.0]
    camera = Camera(source="phone", clock=lambda: now[0])
    assert camera.status()["stalled"] is False
    camera.watcher = None
    camera._at = 0.0
    now[0] = STALLED_AFTER + 0.1
    assert camera.status()["stalled"] is True


def test_a_kept_picture_is_small_and_tells_no_place(picture: Any) -> None:
    kept = Image.open(io.BytesIO(jpeg_of(np.zeros((3000, 4000, 3), np.uint8))))
    assert max(kept.size) == KEPT_SIDE_PX
    assert not kept.getexif()


def test_a_photo_proposes_the_first_tile(owner: Any, picture: Any, reading: Layout) -> None:
    owner.start()
    reading.tiles = [Tile((5, 5, 5))]
    (proposal,) = _photo(owner, picture).json["proposals"]
    assert proposal["event"]["values"] == [5, 5, 5] and proposal["points"] == 25


def _photo(person: Any, picture: Any) -> Any:
    return person.post("/api/photo", data=picture(), content_type="image/jpeg")


@pytest.mark.parametrize("sixths", range(6))
@pytest.mark.parametrize("shift", [(0, 0), (3, -7)])
def test_a_photo_turned_any_way_proposes_the_new_tile(
    sixths: int, shift: tuple[int, int], owner: Any, reading: Layout, app: Any
) -> None:
    owner.start()
    owner.place("Ann", [0, 0, "up"], [5, 5, 5])
    owner.place("Ben", [0, 0, "down"], [5, 4, 5])
    laid = [((0, 0, "up"), (5, 5, 5)), ((0, 0, "down"), (5, 4, 5)), ((1, 0, "up"), (5, 1, 4))]
    reading.tiles = [_seen(Cell(*cell), values, sixths, shift) for cell, values in laid]
    (proposal,) = proposals_json(reading, app.extensions["desk"].game())
    assert proposal["event"]["cell"] == [1, 0, "up"]
    assert proposal["event"]["values"] == [5, 1, 4]
    assert proposal["faults"] == [] and proposal["points"] == 10


def _seen(cell: Cell, values: tuple[int, ...], sixths: int, shift: tuple[int, int]) -> Tile:
    numbers = dict(zip(cell.corners, values, strict=True))
    for _ in range(sixths):
        cell = cell.turned()
        numbers = {(-j, i + j): number for (i, j), number in numbers.items()}
    moved = cell.shifted(*shift)
    at = {(i + shift[0], j + shift[1]): number for (i, j), number in numbers.items()}
    one, two, three = (at[tuple(corner)] for corner in moved.corners)
    return Tile((one, three, two), moved, (one, two, three))


def test_the_photo_is_kept_beside_the_move_it_showed(
    owner: Any, picture: Any, reading: Layout
) -> None:
    owner.start()
    reading.tiles = [Tile((5, 5, 5))]
    answer = _photo(owner, picture).json
    chosen = answer["proposals"][0]["event"]
    state = owner.enter(**chosen, evidence=answer["evidence"]).json
    assert state["game"]["rounds"][0]["events"][0]["evidence"] is True
    (kept,) = owner.get("/api/events/r0e0/dispute").json["evidence"]
    assert owner.get(kept["url"]).mimetype == "image/jpeg"


def test_without_a_reader_the_photo_is_refused_in_words(
    owner: Any, picture: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webui.camera.reader", lambda: None)
    owner.start()
    assert _photo(owner, picture).status_code == 503


def test_questions_that_nobody_asked_are_not_found(owner: Any) -> None:
    owner.start()
    assert owner.post("/api/questions/7", {"answer": 0}).status_code == 404
