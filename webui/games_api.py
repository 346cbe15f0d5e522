"""The JSON API of all games and players: new, resume, delete, import, export, statistics."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request
from flask_babel import gettext as _

from scorer.journal import JournalError
from scorer.questions import without_mark
from scorer.record import Record, new_record
from scorer.rules import OPTIONS, PRESETS, load_preset
from webui import demo_game
from webui.access import needs
from webui.api import body, desk, whole_state
from webui.errors import Refused
from webui.new_games import record_from_file, record_from_page, tidy_names
from webui.sheet_csv import sheet_csv
from webui.statistics import Statistics, games_json
from webui.uploads import LARGEST_RECORD, sent_bytes

Json = dict[str, Any]
games_api = Blueprint("games_api", __name__, url_prefix="/api")


def presets_json() -> Json:
    presets = [load_preset(name) for name in PRESETS]
    return {
        "presets": [
            {"preset": rules.preset, "title": rules.title, "options": dict(rules.options)}
            for rules in presets
        ],
        "options": [
            {
                "name": name,
                "kind": option.kind,
                "says": option.says,
                "default": option.default,
                "choices": list(option.choices),
            }
            for name, option in OPTIONS.items()
        ],
    }


@games_api.get("/presets")
@needs("watcher")
def presets() -> Response:
    return jsonify(presets_json())


@games_api.get("/games")
@needs("watcher")
def games() -> Response:
    return _games(deleted=request.args.get("deleted") == "1")


def _games(*, deleted: bool = False) -> Response:
    return jsonify({"games": games_json(desk().journal, desk().open_id, deleted=deleted)})


@games_api.post("/games")
@needs("player")
def new_game() -> tuple[Response, int]:
    sent = body()
    source = sent.get("camera")
    if source == "demo" and not demo_game.is_here():
        raise Refused("not_found", _("The demo game is not installed here."))
    record, camera = _record_for(sent), desk().camera
    if isinstance(source, str) and source != "stream" and source in camera.titles():
        camera.choose("none")  # nothing of the last game's pictures gets into this one
        desk().start(record)
        camera.choose(source)
    else:
        _another_game(lambda: desk().start(record))
    return whole_state(), 201


def _another_game(begin: Callable[[], None]) -> None:
    """A running camera stays; a film belongs to one game and waits for it where none is open."""
    film = desk().camera.set_aside()
    begin()
    if film is not None:
        desk().camera.play(film)


def _record_for(sent: Json) -> Record:
    if "rematch" in sent:
        return _rematch(sent["rematch"])
    return demo_game.demo_record() if sent.get("camera") == "demo" else record_from_page(sent)


def _rematch(game_id: Any) -> Record:
    if not isinstance(game_id, str) or not game_id.isdecimal():
        raise Refused("not_found", _("This game is not here."))
    old = desk().history(int(game_id[:9])).present
    return new_record(old.rules, old.players, old.rounds_to_play)


@games_api.post("/games/import")
@needs("player")
def import_game() -> tuple[Response, int]:
    content = sent_bytes("record", LARGEST_RECORD)
    record = _without_marks(record_from_file(content))
    _another_game(lambda: desk().start(record))
    return whole_state(), 201


def _without_marks(record: Record) -> Record:
    """Questions that were open elsewhere cannot be answered here."""
    rounds = [replace(one, events=tuple(map(without_mark, one.events))) for one in record.rounds]
    return replace(record, rounds=tuple(rounds))


@games_api.get("/games/<int:game_id>")
@needs("watcher")
def game(game_id: int) -> Response:
    return jsonify({"game": desk().shown(game_id, request.args.get("round", type=int))})


@games_api.post("/games/<int:game_id>/open")
@needs("player")
def open_game(game_id: int) -> Response:
    if game_id not in {info.id for info in desk().journal.games()}:
        raise Refused("not_found", _("This game is not here."))
    if game_id != desk().open_id:
        _another_game(lambda: desk().open(game_id))
    return whole_state()


@games_api.delete("/games/<int:game_id>")
@needs("owner")
def delete_game(game_id: int) -> Response:
    desk().history(game_id)
    desk().journal.delete_game(game_id)
    desk().leave(game_id)
    return _games()


@games_api.post("/games/<int:game_id>/restore")
@needs("owner")
def restore_game(game_id: int) -> Response:
    desk().history(game_id)
    desk().journal.undelete_game(game_id)
    return _games()


@games_api.get("/games/<int:game_id>/record.json")
@needs("watcher")
def record(game_id: int) -> Response:
    text = desk().history(game_id).present.dumps()
    return _download(text, "application/json", f"tripad-{game_id}.json")


@games_api.get("/games/<int:game_id>/sheet.csv")
@needs("watcher")
def sheet(game_id: int) -> Response:
    desk().history(game_id)
    # Spreadsheets take a text file for UTF-8 only when it begins with this sign.
    text = "\ufeff" + sheet_csv(desk().journal.game(game_id))
    return _download(text, "text/csv; charset=utf-8", f"tripad-{game_id}.csv")


def _download(text: str, kind: str, name: str) -> Response:
    answer = Response(text, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@games_api.get("/games/<int:game_id>/evidence/<name>")
@needs("watcher")
def evidence(game_id: int, name: str) -> Response:
    try:
        path = desk().journal.photo_path(game_id, name)
        return Response(path.read_bytes(), mimetype="image/jpeg")
    except (JournalError, OSError):
        raise Refused("not_found", _("There is no such picture.")) from None


def statistics() -> Statistics:
    found: Statistics = current_app.extensions["statistics"]
    return found


@games_api.get("/players")
@needs("watcher")
def players() -> Response:
    return jsonify({"players": statistics().players_json()})


@games_api.post("/players/rename")
@needs("owner")
def rename() -> Response:
    old, new = _two_names()
    _check_known(old)
    taken = _("There is already a player of this name; merge the two instead.")
    return _renamed(desk().journal.rename_player, old, new, taken)


@games_api.post("/players/merge")
@needs("owner")
def merge() -> Response:
    old, new = _two_names()
    _check_known(old, new)
    rivals = _("These two played against each other, so they are not one person.")
    return _renamed(desk().journal.merge_players, old, new, rivals)


def _two_names() -> tuple[str, str]:
    sent = body()
    old, new = sent.get("name"), sent.get("to")
    if not isinstance(old, str) or not isinstance(new, str):
        raise Refused("bad_request", _("Please give both names."))
    (tidy,) = tidy_names([new])
    return old, tidy


def _check_known(*names: str) -> None:
    if not set(names) <= set(desk().journal.players()):
        raise Refused("bad_request", _("There is no player of this name."))


def _renamed(change: Callable[[str, str], None], old: str, new: str, refusal: str) -> Response:
    try:
        change(old, new)
    except (JournalError, ValueError) as wrong:
        raise Refused("bad_request", refusal, reason=str(wrong)) from None
    desk().publish()
    return players()
