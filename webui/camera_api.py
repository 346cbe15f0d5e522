"""The JSON API of the camera: choosing it, pictures that phones push, photos, questions."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, g, jsonify
from flask_babel import gettext as _

from webui.access import client_address, needs
from webui.api import body, desk, whole_state
from webui.camera import Camera
from webui.errors import Refused
from webui.limits import Bucket
from webui.proposals import proposals_json
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
    try:
        camera().choose(source, address)
    except ValueError as wrong:
        raise Refused("bad_request", str(wrong)) from None
    return jsonify(camera().status())


@camera_api.put("/camera/stream-allowed")
@needs("owner")
def allow_stream() -> Response:
    camera().stream_allowed = body().get("allowed") is True
    desk().publish_camera()
    return jsonify(camera().status())


@camera_api.post("/frames")
@needs("player")
def frame() -> Response:
    _slow_down("frames")
    picture = read_picture(sent_bytes("frame"))
    if camera().source != "phone":
        camera().choose("phone")
    read = camera().push(jpeg_of(picture), picture)
    answer = {"seen": _seen_json(), "read": read, "camera": camera().status()}
    return jsonify({**answer, "version": desk().version})


@camera_api.post("/photo")
@needs("player")
def photo() -> Response:
    _slow_down("photo")
    picture = read_picture(sent_bytes("photo"))
    seen = camera().read_photo(picture)
    if seen is None:
        raise Refused("unavailable", _("Pictures cannot be read here; enter the move by hand."))
    kept = camera().pending.add(jpeg_of(picture))
    found = proposals_json(seen, desk().game())
    return jsonify({"seen": seen.to_json(), "proposals": found, "evidence": kept})


@camera_api.get("/camera/picture.jpg")
@needs("watcher")
def picture() -> Response:
    jpeg = camera().newest_jpeg
    if jpeg is None:
        raise Refused("not_found", _("No picture has arrived yet."))
    return Response(jpeg, mimetype="image/jpeg")


@camera_api.get("/quality")
@needs("watcher")
def quality() -> Response:
    now = camera().status()
    return jsonify({"ready": now["ready"], "hints": now["hints"], "seen": _seen_json()})


@camera_api.post("/questions/<question>")
@needs("player")
def answer(question: str) -> Response:
    chosen, watcher = body().get("answer"), camera().watcher
    asked = next((one for one in camera().questions() if one["id"] == question), None)
    if asked is None or watcher is None:
        raise Refused("not_found", _("This question has been answered already."))
    if type(chosen) is not int or not 0 <= chosen < len(asked["answers"]):
        raise Refused("bad_request", _("Please choose one of the answers."))
    watcher.answer(question, chosen)
    desk().publish()
    return whole_state()


def _seen_json() -> dict[str, Any] | None:
    return None if camera().seen is None else camera().seen.to_json()  # type: ignore[union-attr]
