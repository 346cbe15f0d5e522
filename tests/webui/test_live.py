"""The live line: every page hears of an event at once, and misses none that matters."""

from __future__ import annotations

import json
import threading
from typing import Any

from webui import live
from webui.live import Hub, encode
from webui.serving import THREADS_HTTP, THREADS_HTTPS


def read(stream: Any) -> dict[str, str]:
    """The next event of a stream, comments skipped."""
    while True:
        text = next(stream).decode()
        fields = dict(
            line.split(": ", 1) for line in text.splitlines() if line[:1] not in ("", ":")
        )
        if "event" in fields:
            return fields


def test_an_event_is_one_block_whatever_the_text_holds() -> None:
    block = encode("state", {"name": "Ä\n\nevent: evil\ndata: x"}, 7).decode()
    assert block.endswith("\n\n") and block.count("\n\n") == 1
    assert len(block.rstrip("\n").splitlines()) == 3


def test_a_page_gets_the_state_at_once_and_after_every_change(owner: Any) -> None:
    version = owner.start()["version"]
    answer = owner.get("/api/stream", buffered=False)
    assert answer.mimetype == "text/event-stream"
    stream = iter(answer.response)
    first = read(stream)
    assert (first["event"], first["id"]) == ("state", str(version))
    owner.place("Ann", [0, 0, "up"], [5, 5, 5])
    second = read(stream)
    assert json.loads(second["data"])["game"]["totals"]["Ann"] == 25
    answer.close()


def test_a_page_that_comes_back_gets_only_what_is_new(owner: Any) -> None:
    version = owner.start()["version"]
    answer = owner.get("/api/stream", headers={"Last-Event-ID": str(version)}, buffered=False)
    stream = iter(answer.response)
    next(stream)
    owner.enter("draw", "Ann")
    assert int(read(stream)["id"]) == version + 1
    answer.close()


def test_every_listener_hears_of_a_change() -> None:
    hub = Hub()
    heard: list[str] = []
    ready = threading.Barrier(31)

    def listen() -> None:
        hub.enter()
        stream = hub.listen(0)
        next(stream)
        ready.wait()
        heard.append(read(stream)["id"])
        stream.close()  # type: ignore[attr-defined]

    threads = [threading.Thread(target=listen) for _ in range(30)]
    for thread in threads:
        thread.start()
    ready.wait()
    hub.publish_state({"version": 1}, 1)
    for thread in threads:
        thread.join()
    assert heard == ["1"] * 30
    assert hub.listening == 0


def test_a_slow_page_gets_the_newest_state() -> None:
    hub = Hub()
    hub.enter()
    stream = hub.listen(0)
    next(stream)
    for version in range(1, 50):
        hub.publish_state({"version": version}, version)
    assert read(stream)["id"] == "49"


def test_camera_news_are_gathered_and_sent_after_a_pause() -> None:
    hub = Hub()
    hub.enter()
    stream = hub.listen(0)
    next(stream)
    hub.publish_camera({"age": 0.1})
    assert read(stream)["event"] == "camera"
    hub.publish_camera({"age": 0.2})
    hub.publish_camera({"age": 0.3})
    assert json.loads(read(stream)["data"]) == {"age": 0.3}


def test_a_quiet_line_says_that_it_is_there(monkeypatch: Any) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.01)
    hub = Hub()
    hub.enter()
    stream = hub.listen(0)
    next(stream)
    assert next(stream).startswith(b":")


def test_closing_ends_every_line() -> None:
    hub = Hub()
    hub.enter()
    stream = hub.listen(0)
    next(stream)
    hub.close()
    assert list(stream)[1:] == []
    assert hub.listening == 0


def test_too_many_pages_are_told_to_ask_instead(owner: Any, app: Any) -> None:
    owner.start()
    app.extensions["desk"].hub.most = 0
    answer = owner.get("/api/stream")
    assert answer.status_code == 503
    assert owner.get("/api/poll?since=0").status_code == 200


def test_too_many_waiting_pages_leave_threads_for_the_others() -> None:
    assert Hub().most < min(THREADS_HTTP, THREADS_HTTPS)
    hub = Hub(most=0)
    assert hub.wait_newer(0, 3600) is False


def test_polling_answers_when_something_is_newer(owner: Any) -> None:
    version = owner.start()["version"]
    assert owner.get(f"/api/poll?since={version}").status_code == 204
    assert owner.get("/api/poll?since=0").json["version"] == version
    waiting: list[Any] = []
    ask = threading.Thread(
        target=lambda: waiting.append(owner.get(f"/api/poll?since={version}&wait=10").json)
    )
    ask.start()
    owner.enter("draw", "Ann")
    ask.join(5)
    assert waiting[0]["version"] == version + 1
