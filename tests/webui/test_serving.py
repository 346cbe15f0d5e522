"""The real server in a process of its own, and the certificates it shows."""

from __future__ import annotations

import http.client
import json
import os
import plistlib
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509

from webui import demo_game, qr
from webui.addresses import is_loopback, lan_addresses, lan_names
from webui.certificates import fingerprint, load, profile, ready_certificates

HEADERS = {"X-Tripad": "1", "Content-Type": "application/json"}


class Process:
    """`tripad serve` on loopback; `kill` is kill -9."""

    def __init__(self, data: Path, port: int) -> None:
        self.data, self.port = data, port
        command = [sys.executable, "-m", "webui.cli", "serve", "--host", "127.0.0.1"]
        command += ["--port", str(port), "--data", str(data), "--no-browser"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.greeting = self.process.stdout.readline()

    def call(self, method: str, url: str, sent: Any = None) -> Any:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            line.request(method, url, None if sent is None else json.dumps(sent), HEADERS)
            answer = line.getresponse()
            content = answer.read()
            assert answer.status < 300, content
            return json.loads(content or b"null")
        finally:
            line.close()

    def draw(self) -> Any:
        version = self.call("GET", "/api/state")["version"]
        return self.call(
            "POST", "/api/events", {"version": version, "event": "draw", "player": "Ann"}
        )

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def end(self, by: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(by)
        code = self.process.wait(15)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@pytest.fixture
def free_port() -> int:
    """The first of two neighbouring ports that nobody uses."""
    for port in range(20_000 + os.getpid() % 20_000, 60_000, 2):
        with socket.socket() as one, socket.socket() as two:
            try:
                one.bind(("127.0.0.1", port))
                two.bind(("127.0.0.1", port + 1))
            except OSError:
                continue
            return port
    raise AssertionError("no free port")


@pytest.fixture
def serve(tmp_path: Path, free_port: int) -> Iterator[Callable[[], Process]]:
    started: list[Process] = []

    def start() -> Process:
        started.append(Process(tmp_path / "data", free_port))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.end()


def test_a_killed_server_comes_back_with_the_same_sheet(serve: Callable[[], Process]) -> None:
    first = serve()
    assert f"http://localhost:{first.port}/" in first.greeting
    first.call("POST", "/api/games", {"preset": "tripple-classic", "players": ["Ann", "Ben"]})
    before = first.draw()
    first.kill()
    second = serve()
    after = second.call("GET", "/api/state")
    assert after["game"] == before["game"]
    assert after["version"] == before["version"]


@pytest.mark.skipif(not demo_game.is_here(), reason="the demo's film is not here")
def test_a_server_killed_while_it_watches_keeps_every_seen_move(
    serve: Callable[[], Process],
) -> None:
    first = serve()
    state = first.call("POST", "/api/games", {"camera": "demo"})
    for _ in range(24):
        state = first.call("GET", f"/api/poll?since={state['version']}&wait=5") or state
        if state["game"]["rounds"]:
            break
    first.kill()
    after = serve().call("GET", "/api/state")
    assert after["game"]["rounds"][0]["events"][0] == state["game"]["rounds"][0]["events"][0]
    assert after["camera"]["source"] == "demo"


def test_a_page_on_the_live_line_hears_at_once_and_of_the_end(serve: Callable[[], Process]) -> None:
    server = serve()
    server.call("POST", "/api/games", {"preset": "triominos", "players": ["Ann", "Ben"]})
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    line.request("GET", "/api/stream")
    stream = line.getresponse()
    heard: list[tuple[float, str]] = []
    first = threading.Event()

    def listen() -> None:
        for row in iter(stream.readline, b""):
            if row.startswith(b"id:"):
                heard.append((time.monotonic(), row.decode().strip()))
                first.set()

    thread = threading.Thread(target=listen)
    thread.start()
    assert first.wait(10)
    began = time.monotonic()
    version = server.draw()["version"]
    while len(heard) < 2 and time.monotonic() - began < 10:
        thread.join(0.01)
    assert heard[1][1] == f"id: {version}"
    assert heard[1][0] - began < 0.3
    assert server.end() == 0
    thread.join(10)
    line.close()
    assert not thread.is_alive()


def test_https_is_on_the_next_port_and_a_silent_client_holds_up_nobody(
    serve: Callable[[], Process],
) -> None:
    server = serve()
    trusting = ssl.create_default_context(cafile=server.data / "certificates" / "authority.crt")
    with socket.create_connection(("127.0.0.1", server.port + 1)):
        line = http.client.HTTPSConnection(
            "localhost", server.port + 1, timeout=5, context=trusting
        )
        line.request("GET", "/api/trust")
        answer = json.loads(line.getresponse().read())
        line.close()
    assert answer["secure"] is True
    assert answer["fingerprint"] == fingerprint(server.data / "certificates" / "authority.crt")


def test_an_upload_over_the_limit_is_answered_before_it_is_read(
    serve: Callable[[], Process],
) -> None:
    server = serve()
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
        head = "POST /api/frames HTTP/1.1\r\nHost: localhost\r\nX-Tripad: 1\r\n"
        line.sendall(f"{head}Content-Length: 9000000000\r\n\r\n".encode())
        assert b" 413 " in line.recv(4096)
    assert server.call("GET", "/api/health") == {"ok": True}


def test_a_taken_port_is_said_in_one_line(serve: Callable[[], Process], tmp_path: Path) -> None:
    server = serve()
    command = [sys.executable, "-m", "webui.cli", "serve", "--host", "127.0.0.1", "--no-browser"]
    command += ["--port", str(server.port), "--data", str(tmp_path / "other")]
    second = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert second.returncode == 1
    assert second.stderr.count("\n") == 1 and "--port" in second.stderr


@pytest.mark.parametrize("port", ["0", "70000", "x", "-1"])
def test_a_wrong_port_is_a_wrong_call(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    from webui.cli import main

    with pytest.raises(SystemExit) as stopped:
        main(["serve", f"--port={port}"])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_certificate_is_renewed_only_when_addresses_change(tmp_path: Path) -> None:
    names = ["kitchen", "kitchen.local"]
    files = ready_certificates(tmp_path, names, ["192.168.1.7"])
    authority, first = load(files.authority), load(files.server)
    ready_certificates(tmp_path, names, ["192.168.1.7"])
    assert load(files.server) == first
    ready_certificates(tmp_path, names, ["192.168.1.8"])
    second = load(files.server)
    assert load(files.authority) == authority and second != first
    second.verify_directly_issued_by(authority)
    named = second.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert {"kitchen.local", "localhost"} <= set(named.get_values_for_type(x509.DNSName))
    assert "192.168.1.8" in map(str, named.get_values_for_type(x509.IPAddress))


def test_the_authority_vouches_for_this_house_only(tmp_path: Path) -> None:
    files = ready_certificates(tmp_path, ["kitchen"], [])
    ready_certificates(tmp_path, ["kitchen", "bank.example"], ["203.0.113.5"])
    extensions = load(files.server).extensions
    named = extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert "bank.example" not in named.get_values_for_type(x509.DNSName)
    assert "203.0.113.5" not in map(str, named.get_values_for_type(x509.IPAddress))


def test_a_lost_authority_is_made_again_with_a_certificate_that_fits(tmp_path: Path) -> None:
    files = ready_certificates(tmp_path, ["kitchen"], [])
    files.authority.unlink()
    ready_certificates(tmp_path, ["kitchen"], [])
    load(files.server).verify_directly_issued_by(load(files.authority))


def test_keys_are_private_and_only_the_certificate_goes_out(tmp_path: Path) -> None:
    files = ready_certificates(tmp_path, ["kitchen"], [])
    assert files.authority_key.stat().st_mode & 0o077 == 0
    assert files.server_key.stat().st_mode & 0o077 == 0
    sent = plistlib.loads(profile(files.authority, "for the camera"))
    assert sent["PayloadContent"][0]["PayloadType"] == "com.apple.security.root"
    assert b"PRIVATE" not in files.authority.read_bytes()


def test_the_certificate_is_downloaded_from_the_trust_page(
    app: Any, stranger: Any, tmp_path: Path
) -> None:
    assert stranger.get("/trust/tripad-ca.crt").status_code == 404
    reach = app.extensions["reach"]
    reach.files = ready_certificates(tmp_path / "certificates", ["kitchen"], [])
    reach.addresses, reach.port, reach.secure_port = ["192.168.1.7"], 8765, 8766
    answer = stranger.get("/trust/tripad-ca.crt")
    assert answer.mimetype == "application/x-x509-ca-cert" and b"PRIVATE" not in answer.data
    assert stranger.get("/trust/tripad-ca.mobileconfig").status_code == 200
    assert stranger.get("/api/trust").json["https"] == "https://192.168.1.7:8766"


def test_who_has_joined_need_not_join_again_on_https(app: Any, player: Any) -> None:
    reach, keys = app.extensions["reach"], app.extensions["access"].keys
    reach.addresses, reach.port, reach.secure_port = ["192.168.1.7"], 8765, 8766
    address = player.get("/api/trust").json["https"]
    assert address.startswith("https://192.168.1.7:8766/join?code=")
    assert keys.role_for(address.partition("=")[2]) == "player"


def test_own_addresses_and_names() -> None:
    assert not any(map(is_loopback, lan_addresses()))
    assert any(name.endswith(".local") for name in lan_names())
    assert is_loopback("::ffff:127.0.0.1") and not is_loopback("192.168.1.2")


def test_qr_codes_for_terminal_and_page() -> None:
    assert "█" in qr.terminal("http://192.168.1.7:8765/join?code=ABCD-EFGH")
    assert qr.svg("http://x/").startswith(b"<svg")
