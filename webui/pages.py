"""The pages: each is one template with what it needs; scripts bring it to life by the API."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webui import demo_game
from webui.access import join_with, local_target, me, needs
from webui.api import LANGUAGES, desk
from webui.errors import Refused
from webui.games_api import presets_json, statistics
from webui.joining import trust_json
from webui.statistics import games_json

pages = Blueprint("pages", __name__)
Answer = str | Response | tuple[str, int] | tuple[str, int, dict[str, str]]


@pages.app_context_processor
def _everywhere() -> dict[str, Any]:
    from flask_babel import get_locale

    known = {"me": me(), "languages": LANGUAGES, "language": str(get_locale() or "en")}
    return {**known, "sheet": "/play" if desk().open_id is not None else "/?empty"}


def _state() -> dict[str, Any]:
    return {**desk().state(), "me": me()}


@pages.get("/")
@needs("watcher")
def home() -> Answer:
    games = games_json(desk().journal, desk().open_id)
    return render_template(
        "home.html",
        state=_state(),
        presets=presets_json(),
        unfinished=[game for game in games if not game["finished"]],
        known_players=desk().journal.players(),
        last_table=_last_table(games),
    )


def _last_table(games: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Box and players of the newest game; the demo's players do not sit at this table."""
    demo = list(demo_game.demo_record().players) if demo_game.is_here() else None
    own = (game for game in games if game["players"] != demo)
    return next(({key: game[key] for key in ("preset", "players")} for game in own), None)


@pages.get("/play")
@needs("watcher")
def play() -> Answer:
    if desk().open_id is None:
        return redirect(url_for("pages.home"))
    return render_template("play.html", state=_state())


@pages.get("/camera")
@needs("watcher")
def camera() -> Answer:
    return render_template("camera.html", state=_state(), camera=desk().camera.status())


@pages.get("/history")
@needs("watcher")
def history() -> Answer:
    games = games_json(desk().journal, desk().open_id)
    return render_template(
        "history.html", state=_state(), games=games, players=statistics().players_json()
    )


@pages.get("/games/<int:game_id>/print")
@needs("watcher")
def print_sheet(game_id: int) -> Answer:
    return render_template("print.html", game=desk().shown(game_id))


@pages.get("/trust")
def trust() -> Answer:
    return render_template("trust.html", trust=trust_json())


@pages.get("/join")
def join() -> Answer:
    code, target = request.args.get("code"), local_target(request.args.get("next"))
    if not code:
        return render_template("join.html", wrong=None, next=target)
    try:
        join_with(code)
    except Refused as refusal:
        page = render_template("join.html", wrong=refusal.text, next=target)
        wait = {"Retry-After": str(round(refusal.wait + 0.5))} if refusal.wait else {}
        return page, refusal.status, wait
    return redirect("/play" if target == "/" and _in_play() else target)


def _in_play() -> bool:
    """Whoever joins a table where a game goes on wants to see that."""
    if desk().open_id is None:
        return False
    return not desk().game().decided
