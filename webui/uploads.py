"""Pictures from outside: checked by size, kind and header before a single pixel is decoded."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING

from flask import request
from flask_babel import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from webui.errors import Refused

if TYPE_CHECKING:
    import numpy as np

LARGEST_BYTES = 25 * 1024 * 1024
LARGEST_RECORD = 4 * 1024 * 1024
LARGEST_PIXELS = 60_000_000  # a phone's largest photo; a bomb claims more
LEAST_SIDE_PX = 64
KEPT_SIDE_PX = 1600
FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")


def sent_bytes(field: str, most: int = LARGEST_BYTES) -> bytes:
    """The file of a form field, or the whole body; refused when it is too large or empty."""
    if request.content_length is not None and request.content_length > most:
        raise too_large(most)
    if request.mimetype == "multipart/form-data":
        file = request.files.get(field)
        content = b"" if file is None else file.stream.read(most + 1)
    else:
        content = request.stream.read(most + 1)
    if len(content) > most:
        raise too_large(most)
    if not content:
        raise Refused("bad_request", _("Nothing arrived: the file is empty."))
    return content


def too_large(most: int) -> Refused:
    text = _("This is too large; at most %(mb)d MB can be sent.", mb=most // (1024 * 1024))
    return Refused("too_large", text)


def read_picture(content: bytes) -> np.ndarray:
    """The picture as (height, width, 3) BGR, turned as it was taken."""
    import numpy as np

    with _opened(content) as picture:
        try:
            upright = ImageOps.exif_transpose(picture).convert("RGB")
        except (OSError, ValueError, SyntaxError, MemoryError):
            raise _damaged() from None
    return np.ascontiguousarray(np.asarray(upright)[:, :, ::-1])


def _opened(content: bytes) -> Image.Image:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(content), formats=_known_formats())
    except Image.DecompressionBombError:
        raise _too_many_pixels() from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        raise Refused(
            "wrong_type", _("This is not a picture that can be read; send a JPEG, PNG or WebP.")
        ) from None
    _check_size(*picture.size)
    return picture


def _known_formats() -> list[str]:
    Image.init()
    return [name for name in FORMATS if name in Image.OPEN]


def _check_size(width: int, height: int) -> None:
    if width * height > LARGEST_PIXELS:
        raise _too_many_pixels()
    if min(width, height) < LEAST_SIDE_PX:
        raise Refused("bad_request", _("This picture is too small to show a table."))


def _too_many_pixels() -> Refused:
    megapixels = LARGEST_PIXELS // 1_000_000
    text = _("This picture has too many pixels; at most %(mp)d megapixels.", mp=megapixels)
    return Refused("too_large", text)


def _damaged() -> Refused:
    return Refused(
        "bad_request", _("This picture is damaged or was cut off; please send it again.")
    )


def jpeg_of(picture: np.ndarray) -> bytes:
    """The picture to show and keep: small, without the place and time a phone wrote into it."""
    small = Image.fromarray(picture[:, :, ::-1])
    small.thumbnail((KEPT_SIDE_PX, KEPT_SIDE_PX))
    out = io.BytesIO()
    small.save(out, "JPEG", quality=82)
    return out.getvalue()
