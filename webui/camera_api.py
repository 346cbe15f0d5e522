"""The JSON API of the camera: choosing it, pictures that phones push, photos, questions."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, g, jsonify, session
from flask_babel import gettext as _

from vision.quality import assess
from webui.access import client_address, needs
from webui.api import body, desk, whole_state
from webui.camera import Busy, Camera
from webui.errors import Refused
from webui.limits import Bucket
from webui.pending import Photo
from webui.proposals import proposals_json
from webui.sources import clip_file
from webui.uploads import jpeg_of, read_picture, sent_bytes

FRAMES_AT_ONCE, FRAMES_A_SECOND = 20, 10.0
PHOTOS_AT_ONCE, PHOTOS_A_SECOND = 6, 0.5
camera_api = Blueprint("camera_api", __name__, url_prefix="/api")


def camera() -> Camera:
    return desk().camera


def new_limits() -> dict[str, Bucket]:
    return {
        "frames": Bucket(FRAMES_AT_ONCE, FRAMES_A_SECOND),
        "photo": Bucket(PHOTOS_AT_ONCE, PHOTOS_A_SECOND),
    }


def _slow_down(kind: str) -> None:
    bucket: Bucket = current_app.extensions["limits"][kind]
    if wait := bucket.wait(client_address()):
        text = _("Too many pictures at once; please send fewer.")
        raise Refused("slow_down", text, wait=wait)


@camera_api.get("/camera")
@needs("watcher")
def status() -> Response:
    return jsonify(camera().status())


@camera_api.post("/camera")
@needs("player")
def choose() -> Response:
    sent = body()
    source, address = sent.get("source"), sent.get("address")
    if source == "stream" and g.role != "owner" and not camera().stream_allowed:
        raise Refused("not_allowed", _("Only the computer itself may name a stream address."))
    if not isinstance(source, str) or not isinstance(address, str | None):
        raise Refused("bad_request", _("Please name one of the cameras."))
    _switch(source, address if source == "stream" else None)
    return jsonify(camera().status())


def _switch(source: str, address: str | None = None) -> None:
    try:
        camera().choose(source, address, by=_sender())
    except ValueError as wrong:
        raise Refused("bad_request", str(wrong)) from None


def _sender() -> str:
    """A browser is known by its session, another program by its address."""
    return str(session.get("client") or client_address())


@camera_api.post("/camera/video")
@needs("player")
def film() -> Response:
    """A film that somebody sends is watched as if it happened now."""
    _slow_down("photo")
    content = sent_bytes("video")
    _switch("none")
    clip_file(camera().folder).write_bytes(content)
    try:
        camera().choose("video")
    except ValueError:
        raise Refused("wrong_type", _("This is not a video that can be read.")) from None
    return jsonify(camera().status())


@camera_api.put("/camera/stream-allowed")
@needs("owner")
def allow_stream() -> Response:
    camera().allow_stream(body().get("allowed") is True)
    return jsonify(camera().status())


@camera_api.post("/frames")
@needs("player")
def frame() -> Response:
    _slow_down("frames")
    picture = read_picture(sent_bytes("frame"))
    try:
        camera().push(picture, _sender())
    except Busy as busy:
        raise Refused("busy", str(busy)) from None
    camera().want()
    answer = {"seen": _seen_json(), "camera": camera().status()}
    return jsonify({**answer, "version": desk().version})


@camera_api.post("/photo")
@needs("player")
def photo() -> Response:
    _slow_down("photo")
    picture = read_picture(sent_bytes("photo"))
    game = desk().game()
    seen = camera().read_photo(picture)
    kept = camera().pending.add(Photo(jpeg_of(picture), seen.to_json()))
    hints = [hint.to_json() for hint in assess(picture, seen)]
    found = proposals_json(seen, game)
    return jsonify({"seen": seen.to_json(), "proposals": found, "hints": hints, "evidence": kept})


@camera_api.get("/camera/picture.jpg")
@needs("watcher")
def picture() -> Response:
    newest = camera().newest
    if newest is None:
        raise Refused("not_found", _("No picture has arrived yet."))
    return Response(jpeg_of(newest), mimetype="image/jpeg")


@camera_api.get("/quality")
@needs("watcher")
def quality() -> Response:
    camera().want()
    now = camera().status()
    return jsonify({"ready": now["ready"], "hints": now["hints"], "seen": _seen_json()})


@camera_api.post("/questions/<question>")
@needs("player")
def answer(question: str) -> Response:
    desk().answer(question, body().get("answer"))
    return whole_state()


def _seen_json() -> dict[str, Any] | None:
    seen = camera().seen
    return None if seen is None else seen.to_json()
