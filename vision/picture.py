"""Opens photos from outside: size, kind and turn are known before a pixel is decoded."""

from __future__ import annotations

import io
import struct
import warnings
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING

import numpy as np
from PIL import Image, UnidentifiedImageError

if TYPE_CHECKING:
    from vision.layout import Layout

WORKING_PX = 12_600_000  # larger pictures are scaled to this: 46 tiles still have 190 px a side
WORKING_SLACK = 1.4  # a JPEG decoded to this much more is scaled afterwards
LARGEST_BYTES = 100_000_000
# How many pixels each kind of file may have so that the process stays below 400 MB: a baseline
# JPEG is scaled while it is decoded, a WebP needs 19 bytes a pixel.
LARGEST_PX = {
    "JPEG": 300_000_000,
    "MPO": 300_000_000,
    "progressive": 26_000_000,
    "PNG": 25_000_000,
    "RGBA": 16_000_000,
    "WEBP": 12_600_000,
    "HEIF": 50_000_000,
}
FORMATS = ("JPEG", "MPO", "PNG", "WEBP", "HEIF")

# Pillow's own guard knows nothing of scaling while decoding; `_check_size` is the guard here.
Image.MAX_IMAGE_PIXELS = None

# What decoders raise on damaged files.
DAMAGE = (OSError, SyntaxError, ValueError, EOFError, RuntimeError, struct.error, OverflowError)

ORIENTATION_TAG = 0x0112
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
LYING_TURNS = {5, 6, 7, 8}


class PictureError(Exception):
    """Why a picture cannot be read, as a sentence; `reason` is a short key for programs."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


@dataclass(frozen=True)
class Picture:
    """A photo, upright: image (H, W, 3) BGR uint8, perhaps smaller than the original size_wh."""

    image: np.ndarray
    size_wh: tuple[int, int]

    @property
    def scale_xy(self) -> tuple[float, float]:
        """Pixels of `image` for one pixel of the original."""
        height, width = self.image.shape[:2]
        return width / self.size_wh[0], height / self.size_wh[1]

    def to_original(self, points_xy: np.ndarray) -> np.ndarray:
        """Points (…, 2) of `image` in pixels of the original; whole numbers are pixel centres."""
        result: np.ndarray = (np.asarray(points_xy) + 0.5) / np.array(self.scale_xy) - 0.5
        return result

    def layout_in_original(self, layout: Layout) -> Layout:
        """What was read in `image`, in pixels of the original photo."""
        if self.scale_xy == (1.0, 1.0):
            return layout
        tiles = (replace(t, corners_xy=self.to_original(t.corners_xy)) for t in layout.tiles)
        backs = (replace(b, corners_xy=self.to_original(b.corners_xy)) for b in layout.face_down)
        return replace(layout, size_wh=self.size_wh, tiles=tuple(tiles), face_down=tuple(backs))


def from_file(path: str | Path) -> Picture:
    """The photo in a file; PictureError where there is none that can be read."""
    try:
        _check_file(Path(path))
        with Path(path).open("rb") as file:
            return _read(file)
    except (OSError, ValueError) as wrong:
        raise _not_a_file(wrong) from None


def from_bytes(content: bytes) -> Picture:
    """The photo that these bytes are; PictureError where they are none."""
    _check_bytes(len(content))
    return _read(io.BytesIO(content))


def _check_file(path: Path) -> None:
    if path.is_dir():
        raise PictureError("not_a_file", "this is a folder, not a picture.")
    size = path.stat().st_size
    if not path.is_file():
        raise PictureError("not_a_file", "this is not a file.")
    _check_bytes(size)


def _check_bytes(size: int) -> None:
    if size == 0:
        raise PictureError("empty", "the file is empty.")
    if size > LARGEST_BYTES:
        most = LARGEST_BYTES // 1_000_000
        raise PictureError("too_large", f"the file is larger than {most} MB.")


def _not_a_file(wrong: Exception) -> PictureError:
    if isinstance(wrong, FileNotFoundError):
        return PictureError("missing", "there is no such file.")
    reason = getattr(wrong, "strerror", None) or "this is not the name of a file"
    return PictureError("not_a_file", f"{reason}.")


def _read(file: IO[bytes]) -> Picture:
    with warnings.catch_warnings():
        # Pillow warns of damaged EXIF data in its own words; the photo is what counts.
        warnings.simplefilter("ignore")
        return _read_quietly(file)


def _read_quietly(file: IO[bytes]) -> Picture:
    with _opened(file) as photo:
        width, height = photo.size
        _check_size(photo)
        if photo.format == "HEIF":
            return Picture(_heic_pixels(file, photo.size), (width, height))
        decoded = _decoded(photo)
        # Not earlier: to find a PNG's EXIF data, Pillow decodes it.
        orientation = _orientation(photo)
        upright = _turned(_scaled(decoded), orientation)
    size_wh = (height, width) if orientation in LYING_TURNS else (width, height)
    return Picture(_bgr(upright), size_wh)


def _heic_pixels(file: IO[bytes], size_wh: tuple[int, int]) -> np.ndarray:
    """Decoded without Pillow's copy, which would double the memory; comes upright by itself."""
    import cv2
    from pillow_heif import open_heif

    try:
        file.seek(0)
        pixels = np.asarray(open_heif(file, convert_hdr_to_8bit=True, bgr_mode=True))
    except DAMAGE:
        raise _damaged() from None
    pixels = cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR) if pixels.ndim == 2 else pixels[:, :, :3]
    size = _working_size(size_wh)
    if size != size_wh:
        return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(pixels)


def _opened(file: IO[bytes]) -> Image.Image:
    """The header only: no pixel is decoded yet."""
    try:
        return Image.open(file, formats=_formats())
    except UnidentifiedImageError:
        kinds = "JPEG, PNG, WebP or HEIC" if _heic_is_known() else "JPEG, PNG or WebP"
        sentence = f"this is not a picture that can be read; send a {kinds}."
        raise PictureError("not_a_picture", sentence) from None
    except DAMAGE:
        raise _damaged() from None


def _formats() -> list[str]:
    _heic_is_known()
    Image.init()
    return [name for name in FORMATS if name in Image.OPEN]


@cache
def _heic_is_known() -> bool:
    """Whether photos of iPhones can be opened: pillow-heif is an extra."""
    try:
        from pillow_heif import register_heif_opener
    except ImportError:
        return False
    register_heif_opener(thumbnails=False)
    return True


def _orientation(photo: Image.Image) -> int:
    """How the camera was held; damaged EXIF data must not cost a good photo."""
    try:
        return int(photo.getexif().get(ORIENTATION_TAG, 1))
    except (*DAMAGE, TypeError, KeyError):
        return 1


def _check_size(photo: Image.Image) -> None:
    width, height = photo.size
    most = min(LARGEST_PX[kind] for kind in _kinds(photo))
    if width * height > most:
        raise PictureError(
            "too_many_pixels",
            f"it has {width} × {height} pixels, more than the {most // 1_000_000} megapixels "
            "that can be read of such a file; send a smaller copy.",
        )


def _kinds(photo: Image.Image) -> list[str]:
    """What the file is, in the words of LARGEST_PX."""
    kinds = [str(photo.format)]
    # A progressive JPEG keeps all its coefficients in memory, however small it is decoded.
    kinds += ["progressive"] if "progressive" in photo.info else []
    # Scaling with transparency makes a second copy first.
    kinds += ["RGBA"] if photo.format == "PNG" and photo.mode in ("RGBA", "LA", "PA") else []
    return kinds


def _decoded(photo: Image.Image) -> Image.Image:
    try:
        if photo.format in ("JPEG", "MPO"):
            photo.draft("RGB", _draft_size(photo.size))
        photo.load()
    except DAMAGE:
        raise _damaged() from None
    except MemoryError:
        raise PictureError("too_many_pixels", "it is too large for this machine.") from None
    return photo


def _draft_size(size_wh: tuple[int, int]) -> tuple[int, int]:
    """What the JPEG decoder can bring it to without spending memory on more."""
    width, height = size_wh
    fits = (s for s in (1, 2, 4) if width * height / s**2 <= WORKING_PX * WORKING_SLACK)
    shrink = next(fits, 8)
    return width // shrink or 1, height // shrink or 1


def _damaged() -> PictureError:
    return PictureError("damaged", "the picture is damaged or was cut off.")


def _working_size(size_wh: tuple[int, int]) -> tuple[int, int]:
    width, height = size_wh
    scale = min(1.0, (WORKING_PX / (width * height)) ** 0.5)
    return max(1, round(width * scale)), max(1, round(height * scale))


def _scaled(photo: Image.Image) -> Image.Image:
    """At most WORKING_PX, in RGB; shrunk before it is converted wherever its mode allows."""
    size = _working_size(photo.size)
    if size == photo.size:
        return _to_rgb(photo)
    if photo.mode not in ("L", "RGB", "RGBA", "CMYK"):
        photo = _to_rgb(photo)
    return _to_rgb(photo.resize(size, Image.Resampling.BOX))


def _to_rgb(photo: Image.Image) -> Image.Image:
    if photo.mode.startswith("I"):  # 16 bits a pixel: Pillow would clip, not scale
        grey = (np.asarray(photo).astype(np.int64) >> 8).clip(0, 255).astype(np.uint8)
        photo = Image.fromarray(grey)
    return photo if photo.mode == "RGB" else _flattened(photo)


def _flattened(photo: Image.Image) -> Image.Image:
    """In RGB; what is transparent is white, as a page would show it."""
    if photo.mode != "RGBA":
        return photo.convert("RGB")
    page = Image.new("RGB", photo.size, "white")
    page.paste(photo, mask=photo)
    return page


def _turned(photo: Image.Image, orientation: int) -> Image.Image:
    turn = TURNS.get(orientation)
    return photo if turn is None else photo.transpose(turn)


def _bgr(photo: Image.Image) -> np.ndarray:
    pixels = np.frombuffer(photo.tobytes("raw", "BGR"), np.uint8)
    return pixels.reshape(photo.height, photo.width, 3).copy()
