"""Joining and trusting: codes, QR pictures, and the certificate for phone cameras."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, current_app, g, jsonify, request
from flask_babel import gettext as _

from webui import qr
from webui.access import current_access, needs
from webui.certificates import Files, fingerprint, load, profile
from webui.errors import Refused
from webui.keys import pretty

joining = Blueprint("joining", __name__)


@dataclass(slots=True)
class Reach:
    """How this server is reached from the network; filled in when it starts serving."""

    addresses: list[str] = field(default_factory=list)
    port: int | None = None
    secure_port: int | None = None
    files: Files | None = None

    def urls(self) -> list[str]:
        """Secure ones first; only those give a phone's camera to the page."""
        secure = [f"https://{a}:{self.secure_port}" for a in self.addresses if self.secure_port]
        plain = [f"http://{a}:{self.port}" for a in self.addresses if self.port]
        return secure + plain

    def join_url(self, code: str) -> str:
        """On plain http, where no phone shows a warning; the page leads on to https."""
        plain = [url for url in self.urls() if url.startswith("http:")]
        return f"{plain[0] if plain else request.host_url.rstrip('/')}/join?code={pretty(code)}"


def reach() -> Reach:
    found: Reach = current_app.extensions["reach"]
    return found


def _codes() -> dict[str, str]:
    keys = current_access().keys
    codes = {"play": keys.play, "watch": keys.watch}
    return codes if g.role == "owner" else {"watch": keys.watch}


def invite_json() -> dict[str, Any]:
    shown = {
        kind: {
            "code": pretty(code),
            "url": reach().join_url(code),
            "qr": f"/api/invite/{kind}.svg",
        }
        for kind, code in _codes().items()
    }
    return {**shown, "addresses": reach().urls()}


@joining.get("/api/invite")
@needs("player")
def invite() -> Response:
    return jsonify(invite_json())


@joining.get("/api/invite/<kind>.svg")
@needs("player")
def invite_picture(kind: str) -> Response:
    code = _codes().get(kind)
    if code is None:
        raise Refused("not_found", _("There is nothing at this address."))
    return Response(qr.svg(reach().join_url(code)), mimetype="image/svg+xml")


@joining.post("/api/invite/renew")
@needs("owner")
def renew() -> Response:
    current_access().renew()
    return jsonify(invite_json())


def trust_json() -> dict[str, Any]:
    known = reach()
    secure = next((url for url in known.urls() if url.startswith("https:")), None)
    answer: dict[str, Any] = {"secure": request.is_secure, "https": _joined(secure)}
    if known.files is None:
        return {**answer, "certificate": None, "profile": None, "fingerprint": None}
    expires = load(known.files.authority).not_valid_after_utc
    return {
        **answer,
        "certificate": "/trust/tripad-ca.crt",
        "profile": "/trust/tripad-ca.mobileconfig",
        "fingerprint": fingerprint(known.files.authority),
        "expires": expires.isoformat(),
    }


def _joined(address: str | None) -> str | None:
    """The secure address for the one who asks: who has joined here need not type a code there."""
    keys = current_access().keys
    code = {"owner": keys.play, "player": keys.play, "watcher": keys.watch}.get(g.role)
    return f"{address}/join?code={pretty(code)}" if address and code else address


@joining.get("/api/trust")
def trust_data() -> Response:
    return jsonify(trust_json())


@joining.get("/trust/tripad-ca.crt")
def certificate() -> Response:
    content = _authority().authority.read_bytes()
    return Response(content, mimetype="application/x-x509-ca-cert")


@joining.get("/trust/tripad-ca.mobileconfig")
def certificate_profile() -> Response:
    purpose = _("Lets this phone show its camera to Tripad at your table.")
    content = profile(_authority().authority, purpose)
    return Response(content, mimetype="application/x-apple-aspen-config")


def _authority() -> Files:
    files = reach().files
    if files is None:
        raise Refused("not_found", _("This server has no certificate; it was started without."))
    return files
