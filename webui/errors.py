"""Every refusal is one sentence for people, as JSON for scripts and as a page for eyes."""

from __future__ import annotations

import logging
from typing import Any

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_babel import gettext as _
from jinja2 import TemplateNotFound
from werkzeug.exceptions import HTTPException

STATUS = {
    "bad_request": 400,
    "join_first": 401,
    "not_allowed": 403,
    "not_found": 404,
    "stale": 409,
    "busy": 409,
    "too_large": 413,
    "wrong_type": 415,
    "rule": 422,
    "slow_down": 429,
    "failed": 500,
    "unavailable": 503,
}
_CODE = {status: code for code, status in STATUS.items() if code != "busy"}
log = logging.getLogger("tripad")


class Refused(Exception):
    """A request that is answered with no; the text says why and what to do."""

    def __init__(self, code: str, text: str, *, wait: float | None = None, **extra: Any) -> None:
        super().__init__(text)
        self.code, self.text, self.wait, self.extra = code, text, wait, extra

    @property
    def status(self) -> int:
        return STATUS[self.code]


def register_errors(app: Flask) -> None:
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)


def wants_json() -> bool:
    return request.path.startswith("/api/")


def _refused(refusal: Refused) -> Response:
    answer = _answer(refusal.code, refusal.status, refusal.text, refusal.extra)
    if refusal.wait is not None:
        answer.headers["Retry-After"] = str(max(1, round(refusal.wait + 0.5)))
    return answer


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    if status in (301, 302, 307, 308):
        return make_response(error.get_response())
    return _answer(_CODE.get(status, "bad_request"), status, _sentence(status), {})


def _sentence(status: int) -> str:
    sentences = {
        404: _("There is nothing at this address."),
        405: _("This address does not answer that kind of request."),
        413: _("This is too large; at most 25 MB can be sent."),
        415: _("This kind of file is not understood here."),
        500: _("Something went wrong here; the game is safe. Please try again."),
    }
    return str(sentences.get(status) or _("This request could not be understood."))


def _unexpected(error: Exception) -> Response:
    log.exception("While answering %s %s", request.method, request.path)
    return _answer("failed", 500, _sentence(500), {})


def _answer(code: str, status: int, text: str, extra: dict[str, Any]) -> Response:
    if wants_json():
        answer = jsonify({"error": {"code": code, "text": text}, **extra})
    else:
        answer = make_response(_page(status, text))
    answer.status_code = status
    return answer


def _page(status: int, text: str) -> str:
    try:
        return render_template("error.html", status=status, text=text)
    except TemplateNotFound:
        return text
