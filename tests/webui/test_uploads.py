"""Pictures from phones: good ones are read, bad ones get a sentence, the game stays unharmed."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import numpy as np
import pytest
from PIL import Image

from webui.limits import Bucket
from webui.uploads import KEPT_SIDE_PX, LARGEST_BYTES, jpeg_of


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
    url: str, kind: str, status: int, code: str, owner: Any, picture: Any, table: Any
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
    app: Any, player: Any, joined: Any, table: Any
) -> None:
    app.extensions["limits"]["frames"].clock = lambda: 0.0  # all within one moment
    other, frame = joined("play", "192.168.7.50"), table.jpeg({})
    player.post("/api/camera", {"source": "phone"})
    answers = [_frame(player, frame) for _ in range(22)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429] * 2
    assert int(answers[-1].headers["Retry-After"]) >= 1
    assert _frame(other, frame).status_code != 429


def _frame(person: Any, content: bytes) -> Any:
    return person.post("/api/frames", data=content, content_type="image/jpeg")


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    bucket = Bucket(2, 10.0, lambda: now[0])
    assert [bucket.wait("a") > 0 for _ in range(3)] == [False, False, True]
    now[0] += 0.1
    assert bucket.wait("a") == 0


def test_a_kept_picture_is_small_and_tells_no_place(picture: Any) -> None:
    kept = Image.open(io.BytesIO(jpeg_of(np.zeros((3000, 4000, 3), np.uint8))))
    assert max(kept.size) == KEPT_SIDE_PX
    assert not kept.getexif()


LAID = {"0,0,up": (5, 5, 5), "0,0,down": (5, 4, 5)}
NEW = {**LAID, "1,0,up": (5, 1, 4)}


def _photo(person: Any, jpeg: bytes) -> Any:
    return person.post("/api/photo", data=jpeg, content_type="image/jpeg")


def test_a_photo_proposes_the_first_tile(owner: Any, table: Any) -> None:
    owner.start()
    proposals = _photo(owner, table.jpeg({"0,0,up": (5, 5, 5)})).json["proposals"]
    assert [one["event"]["player"] for one in proposals] == ["Ann", "Ben"], "nobody was asked yet"
    assert all(one["event"]["values"] == [5, 5, 5] and one["points"] == 25 for one in proposals)


def _out(owner: Any) -> None:
    """Ann laid her only tile; Ben still holds one."""
    owner.start(changed={"dealt": {"2": 1}})
    owner.place("Ann", [0, 0, "up"], [5, 5, 5])


def test_a_photo_of_a_hand_proposes_what_is_waited_for(owner: Any, table: Any) -> None:
    _out(owner)
    hand = {"0,0,up": (5, 5, 5), "3,0,up": (0, 3, 1)}
    (proposal,) = _photo(owner, table.jpeg(hand)).json["proposals"]
    assert proposal["event"]["event"] == "reveal" and proposal["event"]["player"] == "Ben"
    assert [sorted(tile) for tile in proposal["event"]["tiles"]] == [[0, 1, 3]]
    answer = _photo(owner, table.jpeg(hand)).json
    state = owner.enter(**answer["proposals"][0]["event"], evidence=answer["evidence"]).json
    assert state["game"]["totals"] == {"Ann": 25 + 25 + 4, "Ben": 0}


def test_a_photo_with_too_many_tiles_proposes_no_hand(owner: Any, table: Any) -> None:
    _out(owner)
    two = {"0,0,up": (0, 2, 1), "3,0,up": (0, 3, 1)}
    assert _photo(owner, table.jpeg(two)).json["proposals"] == []


def test_a_photo_of_the_next_round_proposes_its_first_tile(owner: Any, table: Any) -> None:
    _out(owner)
    owner.enter("reveal", "Ben", tiles=[[0, 1, 3]])
    proposals = _photo(owner, table.jpeg({"0,0,up": (4, 4, 4)})).json["proposals"]
    assert proposals and all(one["event"]["values"] == [4, 4, 4] for one in proposals)
    assert all(one["points"] == 22 and not one["faults"] for one in proposals)


def test_a_photo_that_shows_nothing_says_what_would_help(owner: Any, table: Any) -> None:
    owner.start()
    answer = _photo(owner, table.jpeg({})).json
    assert answer["proposals"] == []
    assert "hint.nothing_found" in [hint["message"] for hint in answer["hints"]]


@pytest.mark.parametrize("sixths", range(6))
def test_a_photo_turned_any_way_proposes_the_new_tile(sixths: int, owner: Any, table: Any) -> None:
    owner.start()
    owner.place("Ann", [0, 0, "up"], [5, 5, 5])
    owner.place("Ben", [0, 0, "down"], [5, 4, 5])
    (proposal,) = _photo(owner, table.jpeg(NEW, sixths=sixths)).json["proposals"]
    assert proposal["event"]["cell"] == [1, 0, "up"]
    assert proposal["event"]["values"] == [5, 1, 4]
    assert proposal["faults"] == [] and proposal["points"] == 10


def test_the_photo_is_kept_beside_the_move_it_showed(owner: Any, table: Any) -> None:
    owner.start()
    answer = _photo(owner, table.jpeg({"0,0,up": (5, 5, 5)})).json
    chosen = answer["proposals"][0]["event"]
    state = owner.enter(**chosen, evidence=answer["evidence"]).json
    assert state["game"]["rounds"][0]["events"][0]["evidence"] is True
    told = owner.get("/api/events/r0e0/dispute").json
    (kept,) = told["evidence"]
    assert owner.get(kept["url"]).mimetype == "image/jpeg"
    assert kept["reading"]["tiles"][0]["values"] == told["read"]["values"] == [5, 5, 5]


def test_a_photo_needs_a_game(owner: Any, table: Any) -> None:
    assert _photo(owner, table.jpeg({})).status_code == 404


def test_questions_that_nobody_asked_are_not_found(owner: Any) -> None:
    owner.start()
    assert owner.post("/api/questions/7", {"answer": 0}).status_code == 404
