"""Who may what: the computer itself is in charge, others join with a code.

Also what every answer carries (headers) and what every changing request must carry (the guard
against requests that another site makes through somebody's browser).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, redirect, request, session, url_for
from flask.sessions import SecureCookieSessionInterface
from flask_babel import gettext as _
from flask_babel import ngettext

from webui.addresses import is_known_host, is_loopback, lan_addresses, lan_names
from webui.errors import Refused, wants_json
from webui.keys import Keys, load_keys, renew_codes
from webui.limits import Penalty, client_network

RANKS = {None: 0, "watcher": 1, "player": 2, "owner": 3}
SAFE = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob: mediastream:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}
View = TypeVar("View", bound=Callable[..., Any])


class Access:
    """The household's keys and the memory of wrong codes; one for each application."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.keys: Keys = load_keys(file)
        self.penalty = Penalty()
        self.names = lan_names()
        self.own_addresses = set(lan_addresses())

    def renew(self) -> None:
        self.keys = renew_codes(self.file, self.keys)


class SessionCookies(SecureCookieSessionInterface):
    """Signed cookies; the one for https is another than the one for http and never sent there."""

    def get_cookie_name(self, app: Flask) -> str:
        return "tripad_secure" if request.is_secure else "tripad"

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def register_access(app: Flask, access: Access) -> None:
    app.extensions["access"] = access
    app.secret_key = access.keys.secret
    app.session_interface = SessionCookies()
    app.config.update(SESSION_COOKIE_HTTPONLY=True, SESSION_COOKIE_SAMESITE="Lax")
    app.before_request(_check_host)
    app.before_request(_check_origin)
    app.before_request(_find_role)
    app.after_request(_add_headers)


def current_access() -> Access:
    access: Access = current_app.extensions["access"]
    return access


def needs(role: str) -> Callable[[View], View]:
    """Lets a view answer only this role and those above it."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            if RANKS[g.role] < RANKS[role]:
                return _turned_away(role)
            return view(*args, **kwargs)

        return guarded  # type: ignore[return-value]

    return decorate


def _turned_away(role: str) -> Any:
    if g.role is None and not wants_json():
        return redirect(url_for("pages.join", next=request.full_path.rstrip("?")))
    if g.role is None:
        raise Refused("join_first", _("Please join first: scan the code shown on the computer."))
    if role == "owner":
        raise Refused("not_allowed", _("Only the computer that runs Tripad may do this."))
    raise Refused("not_allowed", _("This phone is watching only; join with the code for playing."))


def me() -> dict[str, Any]:
    """What a page knows about the one who looks at it."""
    may = {"play": RANKS[g.role] >= RANKS["player"], "own": g.role == "owner"}
    return {"role": g.role, "may": may, "client": client_id()}


def client_id() -> str:
    """A name for this browser, the same for as long as its session lasts."""
    if "client" not in session:
        session["client"] = secrets.token_hex(6)
    return str(session["client"])


def client_address() -> str:
    return client_network(request.remote_addr or "?")


def join_with(code: str) -> str:
    """Lets the client in and gives its role; Refused where the code is wrong or it is too soon."""
    access, client = current_access(), client_address()
    if wait := access.penalty.wait(client):
        text = ngettext(
            "Too many wrong codes. Please wait %(num)d second.",
            "Too many wrong codes. Please wait %(num)d seconds.",
            round(wait + 0.5),
        )
        raise Refused("slow_down", text, wait=wait)
    role = access.keys.role_for(code)
    if role is None:
        access.penalty.wrong(client)
        raise Refused("not_allowed", _("This code is not right. It is shown on the computer."))
    access.penalty.right(client)
    session.permanent = True
    session.update(role=role, generation=access.keys.generation)
    client_id()  # known from the first picture it sends
    return role


def local_target(target: str | None) -> str:
    """A page of our own to go on to; anything else becomes the first page."""
    if not target or not target.startswith("/") or target[1:2] in ("/", "\\"):
        return "/"
    parts = urlsplit(target)
    unsafe = parts.scheme or parts.netloc or any(ord(sign) < 32 for sign in target)
    return "/" if unsafe or parts.path.startswith(("/join", "/api")) else target


def _is_this_computer(access: Access) -> bool:
    if any(name in request.headers for name in ("Forwarded", "X-Forwarded-For")):
        return False  # came through another machine, whoever passed it on
    address = request.remote_addr or ""
    return is_loopback(address) or address in access.own_addresses


def _find_role() -> None:
    access = current_access()
    if _is_this_computer(access):
        g.role = "owner"
    elif session.get("generation") == access.keys.generation:
        g.role = session.get("role")
    else:
        g.role = None


def _check_host() -> None:
    g.role = None
    if not is_known_host(request.host, current_access().names):
        raise Refused("bad_request", _("Tripad is not known under this name; use its address."))


def _check_origin() -> None:
    """A changing request must come from our own page; no other site can set our header."""
    if request.method in SAFE:
        return
    origin = request.headers.get("Origin")
    foreign = origin is not None and urlsplit(origin).netloc != request.host
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    if foreign or site != "same-origin" or request.headers.get("X-Tripad") != "1":
        raise Refused("not_allowed", _("This request did not come from Tripad's own page."))


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response
