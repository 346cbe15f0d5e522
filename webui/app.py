"""The web application: `create_app(config)` puts the rooms together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask, request
from flask_babel import Babel

from scorer.journal import Journal
from webui.access import Access, register_access
from webui.api import LANGUAGES, api
from webui.camera import Camera
from webui.camera_api import camera_api, new_limits
from webui.desk import Desk
from webui.errors import register_errors
from webui.games_api import games_api
from webui.joining import Reach, joining
from webui.live import Hub
from webui.pages import pages
from webui.statistics import Statistics
from webui.uploads import LARGEST_BYTES

SESSION_DAYS = 30
FORM_ALLOWANCE = 64 * 1024  # what a form adds around a file of the largest size


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Config: DATA, the data folder (the user's own where it is left out), and Flask's own."""
    app = Flask("webui")
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_BYTES + FORM_ALLOWANCE,
        PERMANENT_SESSION_LIFETIME=SESSION_DAYS * 86_400,
        SEND_FILE_MAX_AGE_DEFAULT=300,
    )
    app.config.update(config or {})
    app.json.sort_keys = False  # type: ignore[attr-defined]  # players stay in their order
    Babel(app, locale_selector=chosen_language)
    _furnish(app)
    for blueprint in (api, games_api, camera_api, joining, pages):
        app.register_blueprint(blueprint)
    register_errors(app)
    return app


def _furnish(app: Flask) -> None:
    journal = Journal(app.config.get("DATA"))
    app.extensions["desk"] = Desk(journal, Camera(journal.folder), Hub())
    app.extensions["statistics"] = Statistics(journal)
    app.extensions["limits"] = new_limits()
    app.extensions["reach"] = Reach()
    register_access(app, Access(Path(journal.folder) / "access.json"))


def close_app(app: Flask) -> None:
    desk: Desk = app.extensions["desk"]
    desk.close()


def chosen_language() -> str:
    """What was chosen on this browser, else the best of what it asks for."""
    chosen = request.cookies.get("tripad_lang")
    if chosen in LANGUAGES:
        return str(chosen)
    return request.accept_languages.best_match(LANGUAGES) or "en"
