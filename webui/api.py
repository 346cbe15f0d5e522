"""The JSON API of the open game: look, play, undo, correct, dispute, and the live line."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request
from flask_babel import gettext as _

from scorer.board import Spot
from scorer.events import Event
from scorer.fits import before, fits, why_not
from scorer.game import Game
from scorer.tile import Tile
from webui.access import me, needs
from webui.changes import event_from_page
from webui.desk import Desk
from webui.dispute import Proof, attempt_json, dispute_json, fit_json
from webui.errors import Refused
from webui.view import position

Json = dict[str, Any]
LONGEST_WAIT = 25.0
LANGUAGES = ("en", "de", "fr", "it", "nl", "es")
api = Blueprint("api", __name__, url_prefix="/api")


def desk() -> Desk:
    found: Desk = current_app.extensions["desk"]
    return found


def body() -> Json:
    """The request's JSON object."""
    sent = request.get_json(silent=True)
    if not isinstance(sent, dict):
        raise Refused("bad_request", _("A JSON object was expected here."))
    return sent


def whole_state(**more: Any) -> Response:
    return jsonify({**desk().state(), "me": me(), **more})


@api.get("/health")
def health() -> Response:
    return jsonify({"ok": True})


@api.post("/language")
def language() -> Response:
    chosen = body().get("language")
    if chosen not in LANGUAGES:
        raise Refused("bad_request", _("Tripad does not speak this language."))
    answer = jsonify({"language": chosen})
    answer.set_cookie("tripad_lang", chosen, max_age=31_536_000, samesite="Lax", httponly=True)
    return answer


@api.get("/state")
@needs("watcher")
def state() -> Response:
    number = request.args.get("round", type=int)
    return jsonify({**desk().state(number), "me": me()})


@api.get("/poll")
@needs("watcher")
def poll() -> Response:
    since = request.args.get("since", default=-1, type=int)
    wait = min(max(request.args.get("wait", default=0.0, type=float), 0.0), LONGEST_WAIT)
    if desk().hub.wait_newer(since, wait):
        return whole_state()
    return Response(status=204)


@api.get("/stream")
@needs("watcher")
def stream() -> Response:
    hub = desk().hub
    if not hub.enter():
        raise Refused("unavailable", _("Too many pages are open; this one asks now and then."))
    seen = request.headers.get("Last-Event-ID", "")
    listening = hub.listen(int(seen) if seen.isdecimal() and len(seen) < 18 else -1)
    answer = Response(listening, mimetype="text/event-stream")
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


@api.post("/events")
@needs("player")
def enter() -> Response:
    sent = body()
    event = event_from_page(sent, **_from_photo(sent))
    desk().enter(sent.get("version"), event, anyway=sent.get("anyway") is True)
    return whole_state()


def _from_photo(sent: Json) -> Json:
    """Keeps the photo that a proposal came from beside the game."""
    name = sent.get("evidence")
    photo = desk().camera.pending.get(name) if isinstance(name, str) else None
    if photo is None:
        return {}
    reading = photo.reading(sent.get("values"))
    kept = desk().evidence.keep(desk().opened(), {"after": photo.jpeg}, reading)
    return {"evidence": kept, "source": "camera", "confidence": reading.get("confidence")}


@api.post("/undo")
@needs("player")
def undo() -> Response:
    desk().undo(body().get("version"))
    return whole_state()


@api.post("/redo")
@needs("player")
def redo() -> Response:
    desk().redo(body().get("version"))
    return whole_state()


@api.post("/edits/preview")
@needs("player")
def preview() -> Response:
    sent = body()
    return jsonify({"changes": desk().preview(sent.get("version"), sent.get("edits"))})


@api.post("/edits")
@needs("player")
def correct() -> Response:
    sent = body()
    changes = desk().correct(sent.get("version"), sent.get("edits"))
    return whole_state(changes=changes)


@api.get("/fits")
@needs("watcher")
def places() -> Response:
    game, tile = _asked_game(), _asked_tile()
    mirrored = request.args.get("mirrored") == "1"
    answer: Json = {
        "tile": tile.to_json(),
        "played": tile in game.turn.board,
        "places": [fit_json(fit) for fit in fits(game, [tile], mirrored=mirrored)],
    }
    if spot := _asked_spot():
        attempts = why_not(game, tile, spot, mirrored=mirrored)
        answer["why_not"] = [attempt_json(attempt) for attempt in attempts]
    return jsonify(answer)


def _asked_game() -> Game:
    """The game as it stands, or as it stood before an event that is being corrected."""
    earlier = request.args.get("before")
    if earlier is None:
        return desk().game()
    number, index = _line(earlier)
    return before(desk().game().record, number, index)


def _asked_tile() -> Tile:
    try:
        return Tile.parse(request.args.get("tile", ""))
    except ValueError as wrong:
        text = _("A tile has three numbers from 0 to 5.")
        raise Refused("bad_request", text, reason=str(wrong)) from None


def _asked_spot() -> Spot | None:
    if "cell" not in request.args:
        return None
    try:
        spot = Spot.parse(request.args["cell"])
    except ValueError as wrong:
        raise Refused("bad_request", _("There is no such place."), reason=str(wrong)) from None
    return spot._replace(field=request.args.get("field", default=spot.field, type=int))


@api.get("/events/<event>/dispute")
@needs("watcher")
def dispute(event: str) -> Response:
    number, index = _line(event)
    game = desk().game()
    proof = _proof(desk().opened(), game.rounds[number].events[index].event)
    return jsonify(dispute_json(game, number, index, proof))


def _proof(game: int, event: Event) -> Proof:
    kept = desk().evidence
    close_up = kept.close_up(game, event)
    again = None if close_up is None else desk().camera.read_close_up(close_up)
    return Proof(kept.of_event(game, event), kept.reading(game, event), again)


@api.get("/evidence/<name>")
@needs("watcher")
def evidence(name: str) -> Response:
    """The picture that a question is about."""
    path = desk().evidence.picture(desk().opened(), name)
    if path is None:
        raise Refused("not_found", _("There is no such picture."))
    return Response(path.read_bytes(), mimetype="image/jpeg")


def _line(event: str) -> tuple[int, int]:
    where, rounds = position(event), desk().game().rounds
    if where is None or where[0] >= len(rounds) or where[1] >= len(rounds[where[0]].events):
        raise Refused("not_found", _("This line is not on the sheet any more."))
    return where
