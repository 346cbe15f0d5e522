"""Many watching pages and one camera on a real server: is every event heard, and how soon?

    python tests/webui/load_pages.py --seconds 300 --pages 30 --frames 5

The camera films the last picture of the demo game, so the watcher has a real table to read. Prints
one JSON line with the figures; an event's time runs from the tap to the page, disk included. Not a
test: `make bench-web` runs it.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import resource
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import cv2

HEADERS = {"X-Tripad": "1"}
FILM = Path(__file__).parents[2] / "webui" / "demo" / "game.mp4"
WARM_UP = 10.0


def main() -> None:
    asked = _arguments()
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "webui.cli", "serve", "--host", "127.0.0.1"]
        command += ["--data", data, "--port", str(asked.port), "--no-browser"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            server.stdout.readline()
            busy = os.getloadavg()[0]
            figures = measure(asked)
            server.send_signal(signal.SIGTERM)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = round(used.ru_utime + used.ru_stime, 1)
    print(json.dumps({**figures, "server_cpu_s": cpu_s, "load_before": round(busy, 1)}))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pages", type=int, default=30)
    parser.add_argument("--frames", type=float, default=5, help="a second")
    parser.add_argument("--every", type=float, default=1.0, help="seconds between events")
    parser.add_argument("--picture", type=Path, help="what the camera sees, a JPEG")
    parser.add_argument("--port", type=int, default=18765)
    return parser.parse_args()


def call(port: int, method: str, url: str, sent: Any = None, kind: str = "application/json") -> Any:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        line.request(method, url, sent, {**HEADERS, "Content-Type": kind})
        answer = line.getresponse()
        return answer.status, json.loads(answer.read() or b"null")
    finally:
        line.close()


class Pages(threading.Thread):
    """Pages on the live line, all in one thread; each notes when each version came."""

    def __init__(self, port: int, count: int) -> None:
        super().__init__(daemon=True)
        self.heard: list[dict[int, float]] = [{} for _ in range(count)]
        self._lines = selectors.DefaultSelector()
        self._open = [bytearray() for _ in range(count)]
        for number in range(count):
            line = socket.create_connection(("127.0.0.1", port), timeout=30)
            line.sendall(b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
            line.setblocking(False)
            self._lines.register(line, selectors.EVENT_READ, number)

    def run(self) -> None:
        while self._lines.get_map():
            for key, _ in self._lines.select():
                self._read(key.fileobj, key.data)

    def _read(self, line: Any, number: int) -> None:
        news = line.recv(1 << 20)
        if not news:
            self._lines.unregister(line)
            return
        rest = self._open[number]
        rest += news
        *whole, last = rest.split(b"\n\n")
        self._open[number] = bytearray(last)
        for block in whole:
            if found := re.search(rb"^id: (\d+)$", block, re.MULTILINE):
                self.heard[number].setdefault(int(found[1]), time.monotonic())


class Phone(threading.Thread):
    """Sends pictures at a steady pace."""

    def __init__(self, asked: argparse.Namespace, until: float) -> None:
        super().__init__(daemon=True)
        self.asked, self.until = asked, until
        self.content = asked.picture.read_bytes() if asked.picture else last_picture(FILM)
        self.codes: list[int] = []

    def run(self) -> None:
        due = time.monotonic()
        while time.monotonic() < self.until:
            answer = call(self.asked.port, "POST", "/api/frames", self.content, "image/jpeg")
            self.codes.append(answer[0])
            due += 1 / self.asked.frames
            time.sleep(max(0.0, due - time.monotonic()))


def last_picture(film: Path) -> bytes:
    video, picture = cv2.VideoCapture(str(film)), None
    while video.grab():
        _, picture = video.retrieve()
    assert picture is not None, f"{film} shows nothing"
    return bytes(cv2.imencode(".jpg", picture)[1])


def measure(asked: argparse.Namespace) -> dict[str, Any]:
    game = {"preset": "tripple-classic", "players": ["Ann", "Ben"], "camera": "phone"}
    call(asked.port, "POST", "/api/games", json.dumps(game))
    until = time.monotonic() + WARM_UP + asked.seconds
    phone = Phone(asked, until)
    phone.start()
    time.sleep(WARM_UP)  # the watcher reads the table and enters what lies there
    pages = Pages(asked.port, asked.pages)
    pages.start()
    sent = _play(asked, until)
    time.sleep(2)
    return _figures(pages.heard, sent, phone)


def _play(asked: argparse.Namespace, until: float) -> dict[int, float]:
    """Draws and undoes in turn, so that there are as many events as anyone likes."""
    sent: dict[int, float] = {}
    _, state = call(asked.port, "GET", "/api/state")
    while time.monotonic() < until:
        player = state["game"]["turn"]["player"] or "Ann"
        draw = {"version": state["version"], "event": "draw", "player": player}
        url = "/api/undo" if len(sent) % 2 else "/api/events"
        began = time.monotonic()
        status, answer = call(asked.port, "POST", url, json.dumps(draw))
        assert status in (200, 409), answer
        if status == 200:
            sent[answer["version"]] = began
        state = answer if status == 200 else answer["state"]
        time.sleep(asked.every)
    return sent


def _figures(pages: list[dict[int, float]], sent: dict[int, float], phone: Phone) -> dict[str, Any]:
    waits = sorted(
        heard[version] - began
        for heard in pages
        for version, began in sent.items()
        if version in heard
    )
    lost = len(sent) * len(pages) - len(waits)
    return {
        "pages": len(pages),
        "events": len(sent),
        "lost": lost,
        "median_s": round(waits[len(waits) // 2], 4),
        "within_0.3_s": round(sum(wait <= 0.3 for wait in waits) / len(waits), 4),
        "p95_s": round(waits[int(len(waits) * 0.95)], 4),
        "worst_s": round(waits[-1], 4),
        "frames": len(phone.codes),
        "frames_refused": sum(code != 200 for code in phone.codes),
    }


if __name__ == "__main__":
    main()
