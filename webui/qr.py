"""QR codes of the joining address, for the terminal and for pages."""

from __future__ import annotations

import io

import segno


def terminal(address: str) -> str:
    text = io.StringIO()
    segno.make_qr(address, error="m").terminal(out=text, compact=True, border=2)
    return text.getvalue()


def svg(address: str) -> bytes:
    picture = io.BytesIO()
    code = segno.make_qr(address, error="m")
    code.save(
        picture, kind="svg", scale=1, border=3, dark="#111", light="#fff", omitsize=True,
        title=address, xmldecl=False, svgclass=None, lineclass=None,
    )  # fmt: skip
    return picture.getvalue()
