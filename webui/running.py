"""`tripad serve`: starts everything, says where it is, and stops cleanly."""

from __future__ import annotations

import argparse
import itertools
import os
import signal
import sys
import threading
import webbrowser
from pathlib import Path
from types import FrameType

from flask import Flask

from scorer.storage import JournalError
from webui import demo_game, qr
from webui.addresses import is_loopback, lan_addresses, lan_names
from webui.app import close_app, create_app
from webui.certificates import Files, ready_certificates
from webui.desk import Desk
from webui.joining import Reach
from webui.keys import pretty
from webui.serving import Serving, start_somewhere

ADDRESS_CHECK = 30  # seconds


def serve(arguments: argparse.Namespace) -> int:
    try:
        app = create_app({"DATA": arguments.data} if arguments.data else None)
    except JournalError as wrong:
        return _failed(str(wrong))
    folder = _desk(app).journal.folder / "certificates"
    addresses = [] if is_loopback(arguments.host) else lan_addresses()
    files = ready_certificates(folder, lan_names(), addresses)
    try:
        _begin(app, arguments)
    except ValueError as wrong:
        close_app(app)
        return _failed(str(wrong))
    try:
        serving = start_somewhere(app, arguments.host, arguments.port, files)
    except OSError as wrong:
        close_app(app)
        return _failed(f"Cannot listen here: {wrong.strerror or wrong}. Try another --port.")
    _run(app, serving, files, addresses, arguments)
    return 0


def _begin(app: Flask, arguments: argparse.Namespace) -> None:
    """What the command line asks for besides serving; ValueError where it cannot be had."""
    desk = _desk(app)
    if arguments.demo:
        if not demo_game.is_here():
            raise ValueError("The demo game is not installed here.")
        desk.camera.choose("none")
        desk.start(demo_game.demo_record())
        desk.camera.choose("demo")
    if arguments.camera:
        desk.camera.follow(arguments.camera)


def _run(
    app: Flask,
    serving: Serving,
    files: Files,
    addresses: list[str],
    arguments: argparse.Namespace,
) -> None:
    reach: Reach = app.extensions["reach"]
    reach.port, reach.secure_port, reach.files = serving.port, serving.secure_port, files
    reach.addresses = addresses
    stopping = threading.Event()
    _stop_on_signals(stopping)
    print(greeting(app, serving), flush=True)
    if not arguments.no_browser and _has_display():
        webbrowser.open(_own_address(serving))
    for second in itertools.count(1):
        if stopping.wait(1.0):
            break
        _desk(app).tick()
        if second % ADDRESS_CHECK == 0:
            follow_addresses(app, serving, files.folder, arguments.host)
    _desk(app).hub.close()
    _desk(app).camera.close()
    serving.stop()
    close_app(app)


def follow_addresses(app: Flask, serving: Serving, folder: Path, host: str) -> bool:
    """Another network, another address: the certificate and the QR code follow."""
    reach: Reach = app.extensions["reach"]
    now = [] if is_loopback(host) else lan_addresses()
    if now == reach.addresses:
        return False
    reach.addresses = now
    app.extensions["access"].own_addresses = set(now)
    ready_certificates(folder, lan_names(), now)
    serving.reload_certificate()
    return True


def greeting(app: Flask, serving: Serving) -> str:
    """What the terminal shows: the address for this computer, the QR code for the others."""
    reach: Reach = app.extensions["reach"]
    lines = [f"Tripad is ready. On this computer: {_own_address(serving)}"]
    if reach.addresses:
        keys = app.extensions["access"].keys
        join = f"http://{reach.addresses[0]}:{serving.port}/join?code={pretty(keys.play)}"
        lines += ["", "Phones at the table scan this:", qr.terminal(join).rstrip("\n"), join]
        lines += [
            f"Code for playing along: {pretty(keys.play)}, for watching: {pretty(keys.watch)}"
        ]
    return "\n".join([*lines, "", "Ctrl+C stops it; every game is kept."])


def _own_address(serving: Serving) -> str:
    return f"http://localhost:{serving.port}/"


def _stop_on_signals(stopping: threading.Event) -> None:
    def stop(_signal: int, _frame: FrameType | None) -> None:
        stopping.set()

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)


def _has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _desk(app: Flask) -> Desk:
    desk: Desk = app.extensions["desk"]
    return desk


def _failed(sentence: str) -> int:
    print(f"tripad serve: {sentence}", file=sys.stderr)
    return 1
