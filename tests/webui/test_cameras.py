"""Every kind of camera: a stream, a film, the demo; what stalls is said, what is chosen is kept."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.webui.conftest import Person
from webui import demo_game
from webui.app import close_app, create_app
from webui.bookmark import Bookmark
from webui.camera import STALLED_AFTER
from webui.evidence import Evidence
from webui.sources import webcams
from webui.uploads import LARGEST_BYTES

MODELS = Path(__file__).parents[2] / "models"
needs_demo = pytest.mark.skipif(
    not (demo_game.is_here() and (MODELS / "finder.onnx").exists()),
    reason="the demo's film or the trained models are not here",
)
FIRST = {"0,0,up": (5, 5, 5)}
SECOND = {**FIRST, "0,0,down": (5, 4, 5)}


def wait(person: Any, until: Callable[[Any], bool], tries: int = 300) -> Any:
    """Looks at the state until it is so; the server pushes, nobody sleeps."""
    for _ in range(tries):
        state = person.get("/api/state").json
        if until(state):
            return state
        person.get(f"/api/poll?since={state['version']}&wait=0.2")
    raise AssertionError(f"it did not happen: {state['camera']}")


def lines(state: Any) -> list[Any]:
    return [event for one in state["game"]["rounds"] for event in one["events"]]


class Stream(BaseHTTPRequestHandler):
    """What an IP-camera app on a phone does: JPEG after JPEG in one answer."""

    picture: bytes = b""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        try:
            while not self.server.ended.wait(0.05):  # type: ignore[attr-defined]
                head = f"Content-Type: image/jpeg\r\nContent-Length: {len(self.picture)}\r\n\r\n"
                self.wfile.write(b"--frame\r\n" + head.encode() + self.picture + b"\r\n")
        except OSError:
            return

    def log_message(self, *_: Any) -> None: ...


@pytest.fixture
def stream(table: Any) -> Iterator[str]:
    Stream.picture = table.jpeg({})
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    server.ended = threading.Event()  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/video"
    server.ended.set()  # type: ignore[attr-defined]
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_stream_is_watched(owner: Any, table: Any, stream: str) -> None:
    owner.start()
    chosen = owner.post("/api/camera", {"source": "stream", "address": stream}).json
    assert chosen["source"] == "stream"
    wait(owner, lambda state: state["camera"]["tiles"] == 0)
    Stream.picture = table.jpeg(FIRST)
    state = wait(owner, lambda state: bool(lines(state)))
    assert state["game"]["totals"]["Ann"] == 25
    owner.post("/api/camera", {"source": "none"})


def test_a_stream_that_is_not_there_is_said(owner: Any) -> None:
    owner.post("/api/camera", {"source": "stream", "address": "http://127.0.0.1:9/video"})
    said = wait(owner, lambda state: state["camera"]["trouble"])["camera"]
    assert said["trouble"]["message"] == "trouble.unreachable" and said["running"] is False
    owner.post("/api/camera", {"source": "none"})


def test_an_address_beside_another_source_is_not_used(player: Any, app: Any) -> None:
    player.post("/api/camera", {"source": "phone", "address": "/etc/passwd"})
    assert app.extensions["desk"].camera.address is None


def clip(table: Any, file: Path, *shown: Any) -> bytes:
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"mp4v"), 15, table.WH)
    for laid in shown:
        picture = table.picture(laid)
        for _ in range(12):
            writer.write(picture)
    writer.release()
    return file.read_bytes()


def test_a_film_is_watched_to_its_end(player: Any, owner: Any, table: Any, tmp_path: Path) -> None:
    owner.start()
    content = clip(table, tmp_path / "clip.mp4", {}, FIRST)
    sent = player.post("/api/camera/video", data=content, content_type="video/mp4")
    assert sent.json["source"] == "video"
    state = wait(owner, lambda state: state["camera"]["ended"])
    assert state["game"]["totals"]["Ann"] == 25
    assert state["camera"]["stalled"] is False and state["camera"]["running"] is False


def test_a_film_goes_on_after_a_restart_on_the_same_sheet(
    owner: Any, app: Any, table: Any, tmp_path: Path
) -> None:
    game = owner.start()["game"]["id"]
    content = clip(table, tmp_path / "clip.mp4", {}, FIRST, SECOND)
    owner.post("/api/camera/video", data=content, content_type="video/mp4")
    wait(owner, lambda state: len(lines(state)) == 1)
    close_app(app)
    mark = Bookmark(tmp_path / "data" / "film.json").read()
    assert mark is not None and (mark.source, mark.game) == ("video", int(game))
    assert 12 < mark.frame < 36
    again = create_app({"DATA": tmp_path / "data", "TESTING": True})
    person = Person(again.test_client(), "127.0.0.1")
    try:
        state = wait(person, lambda state: state["camera"]["ended"])
        assert state["game"]["totals"] == {"Ann": 25, "Ben": 14}
        assert [line["player"] for line in lines(state)] == ["Ann", "Ben"]
        assert not (tmp_path / "data" / "film.json").exists(), "a film that is over stays over"
    finally:
        close_app(again)


def test_what_the_demos_players_tapped_is_not_tapped_again_after_a_restart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draws = [{"frame": frame, "event": "draw", "player": "Anna"} for frame in (5, 9)]
    monkeypatch.setattr(demo_game, "_told", lambda: {"taps": draws})
    assert [tap.frame for tap in demo_game.demo_taps(6).until(10)] == [9]


@pytest.mark.parametrize("kept", ["", "[]", "{}", '{"source": "phone", "game": 1, "frame": 2}'])
def test_a_damaged_bookmark_is_none(kept: str, tmp_path: Path) -> None:
    (tmp_path / "film.json").write_text(kept)
    assert Bookmark(tmp_path / "film.json").read() is None


def test_a_film_chosen_before_a_game_is_watched_in_it_from_the_start(
    owner: Any, table: Any, tmp_path: Path
) -> None:
    content = clip(table, tmp_path / "clip.mp4", {}, FIRST)
    owner.post("/api/camera/video", data=content, content_type="video/mp4")
    wait(owner, lambda state: state["camera"]["ended"])
    owner.start()
    state = wait(owner, lambda state: state["camera"]["ended"])
    assert state["game"]["totals"]["Ann"] == 25


@pytest.mark.parametrize("how", ["start", "open", "import"])
def test_a_film_does_not_get_into_another_game(
    how: str, owner: Any, table: Any, tmp_path: Path
) -> None:
    first = owner.start("Cem", "Dora")
    record = owner.get(f"/api/games/{first['game']['id']}/record.json").json
    owner.start()
    content = clip(table, tmp_path / "clip.mp4", *[{}] * 20, FIRST)
    owner.post("/api/camera/video", data=content, content_type="video/mp4")
    if how == "start":
        owner.start("Eva", "Finn")
    elif how == "open":
        owner.post(f"/api/games/{first['game']['id']}/open")
    else:
        owner.post("/api/games/import", record)
    assert owner.get("/api/camera").json["source"] == "none"


@pytest.mark.parametrize("content", [b"no film at all" * 100, np.zeros(5000, np.uint8).tobytes()])
def test_what_is_no_film_is_refused(content: bytes, player: Any) -> None:
    answer = player.post("/api/camera/video", data=content, content_type="video/mp4")
    assert (answer.status_code, answer.json["error"]["code"]) == (415, "wrong_type")
    assert player.get("/api/camera").json["source"] == "none"


def test_a_film_over_the_limit_is_refused(player: Any) -> None:
    answer = player.post("/api/camera/video", data=bytes(LARGEST_BYTES + 1))
    assert (answer.status_code, answer.json["error"]["code"]) == (413, "too_large")


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Films are watched as fast as the computer can."""
    monkeypatch.setattr("webui.sources.paced", lambda film, frame: film)


@needs_demo
def test_the_demo_is_scored_as_it_was_played(owner: Any, hurried: None) -> None:
    told = json.loads(demo_game.FILM.with_suffix(".json").read_text("utf-8"))
    sent = {"preset": "tripple-classic", "players": ["Anna", "Ben"], "camera": "demo"}
    assert owner.post("/api/games", sent).json["game"]["players"] == told["players"]
    state = wait(owner, lambda state: state["camera"]["ended"], tries=2000)
    seen = [(line["player"], line["event"], line["points"]) for line in lines(state)]
    assert seen == [(one["player"], one["event"], one["points"]) for one in told["events"]]
    assert all(line["source"] == "camera" for line in lines(state) if line["event"] == "place")


def test_without_the_film_the_demo_is_refused_in_words(owner: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(demo_game, "FILM", Path("nowhere.mp4"))
    assert "demo" not in [one["id"] for one in owner.get("/api/camera").json["sources"]]
    answer = owner.post("/api/games", {"camera": "demo"})
    assert answer.status_code == 404 and owner.get("/api/state").json["game"] is None


def test_a_stalled_camera_is_said_with_the_age_of_its_picture(
    player: Any, table: Any, app: Any, monkeypatch: Any
) -> None:
    player.post("/api/camera", {"source": "phone"})
    player.post("/api/frames", data=table.jpeg({}), content_type="image/jpeg")
    desk = app.extensions["desk"]
    assert player.get("/api/camera").json["stalled"] is False
    newest = desk.camera.watching._source.newest
    monkeypatch.setattr(newest, "_at", newest._at - STALLED_AFTER - 4)
    desk.tick()
    said = player.get("/api/camera").json
    assert said["stalled"] is True and said["age"] >= STALLED_AFTER + 4
    assert b'"stalled":true' in desk.hub._camera


@pytest.mark.parametrize(
    ("source", "after"), [("phone", "phone"), ("photo", "photo"), ("video", "none")]
)
def test_a_restart_goes_on_with_the_camera(
    source: str, after: str, owner: Any, app: Any, table: Any, tmp_path: Path
) -> None:
    (tmp_path / "data" / "clip").write_bytes(clip(table, tmp_path / "clip.mp4", {}))
    assert owner.post("/api/camera", {"source": source}).status_code == 200
    close_app(app)
    again = create_app({"DATA": tmp_path / "data", "TESTING": True})
    try:
        assert again.extensions["desk"].camera.source == after
    finally:
        close_app(again)


def test_webcams_are_the_nodes_that_bring_pictures(tmp_path: Path, monkeypatch: Any) -> None:
    for name, index in [("video0", "0"), ("video1", "1"), ("video2", "0"), ("radio0", "0")]:
        (tmp_path / name).mkdir()
        (tmp_path / name / "index").write_text(f"{index}\n")
    monkeypatch.setattr("webui.sources.WEBCAMS", tmp_path)
    monkeypatch.setattr("sys.platform", "linux")
    assert webcams() == [0, 2]


def test_evidence_is_bounded_and_the_newest_stays(app: Any, owner: Any) -> None:
    game = int(owner.start()["game"]["id"])
    kept = Evidence(app.extensions["desk"].journal, most=3)
    names = [kept.keep(game, {"after": b"\xff\xd8%d" % n}, {}) for n in range(5)]
    there = [kept.picture(game, name) is not None for name in names]
    assert there == [False, False, True, True, True]


@pytest.mark.parametrize("name", ["../../open-game", "..", "x/y", "", "ä"])
def test_evidence_names_lead_nowhere_else(name: str, app: Any, owner: Any) -> None:
    game = int(owner.start()["game"]["id"])
    assert app.extensions["desk"].evidence.picture(game, name) is None
    assert owner.get(f"/api/evidence/{name}").status_code == 404
