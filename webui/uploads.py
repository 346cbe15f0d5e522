"""What phones send: limits and clear refusals. How a picture is opened is vision's matter."""

from __future__ import annotations

import io

import numpy as np
from flask import request
from flask_babel import gettext as _
from PIL import Image

from vision.picture import PictureError, from_bytes
from webui.errors import Refused

LARGEST_BYTES = 25 * 1024 * 1024
LARGEST_RECORD = 4 * 1024 * 1024
LEAST_SIDE_PX = 64
KEPT_SIDE_PX = 1600


def sent_bytes(field: str, most: int = LARGEST_BYTES) -> bytes:
    """The file of a form field, or the whole body; refused when it is too large or empty."""
    if request.content_length is not None and request.content_length > most:
        raise _too_large(most)
    if request.mimetype == "multipart/form-data":
        file = request.files.get(field)
        content = b"" if file is None else file.stream.read(most + 1)
    else:
        content = request.stream.read(most + 1)
    if len(content) > most:
        raise _too_large(most)
    if not content:
        raise Refused("bad_request", _("Nothing arrived: the file is empty."))
    return content


def read_picture(content: bytes) -> np.ndarray:
    """The picture as (height, width, 3) BGR, upright."""
    try:
        image = from_bytes(content).image
    except PictureError as wrong:
        raise _unreadable(wrong) from None
    if min(image.shape[:2]) < LEAST_SIDE_PX:
        raise Refused("bad_request", _("This picture is too small to show a table."))
    return image


def jpeg_of(picture: np.ndarray) -> bytes:
    """The picture to show and keep: small, without the place and time a phone wrote into it."""
    small = Image.fromarray(np.ascontiguousarray(picture[:, :, ::-1]))
    small.thumbnail((KEPT_SIDE_PX, KEPT_SIDE_PX))
    out = io.BytesIO()
    small.save(out, "JPEG", quality=82)
    return out.getvalue()


def _too_large(most: int) -> Refused:
    text = _("This is too large; at most %(mb)d MB can be sent.", mb=most // (1024 * 1024))
    return Refused("too_large", text)


def _unreadable(wrong: PictureError) -> Refused:
    known = {
        "too_large": ("too_large", _("This picture is too large; send a smaller copy.")),
        "too_many_pixels": (
            "too_large",
            _("This picture has too many pixels; send a smaller copy."),
        ),
        "not_a_picture": ("wrong_type", _("This is not a picture; send a JPEG, PNG or WebP.")),
    }
    damaged = ("bad_request", _("This picture is damaged or was cut off; please send it again."))
    code, text = known.get(wrong.reason, damaged)
    return Refused(code, text)
