"""Photos from outside: every kind opens upright, and every bad file gets a sentence."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision import picture
from vision.layout import Layout, SeenTile
from vision.picture import PictureError, from_bytes, from_file


def chunk(kind: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + check


def bomb(side: int = 30_000) -> bytes:
    """A whole, valid PNG of side × side grey pixels in little more than a hundred kilobytes."""
    packer = zlib.compressobj(9)
    row = bytes(1 + side)
    pixels = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    header = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def photo(size_wh: tuple[int, int] = (64, 48)) -> Image.Image:
    """Left half red, right half blue, the upper left corner white."""
    pixels = np.zeros((size_wh[1], size_wh[0], 3), np.uint8)
    pixels[:, : size_wh[0] // 2] = (220, 20, 20)
    pixels[:, size_wh[0] // 2 :] = (20, 20, 220)
    pixels[: size_wh[1] // 4, : size_wh[0] // 4] = 255
    return Image.fromarray(pixels)


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_opens_the_usual_kinds_as_bgr(kind: str) -> None:
    opened = from_bytes(encoded(photo(), kind))
    assert opened.size_wh == (64, 48)
    assert opened.image.shape == (48, 64, 3) and opened.image.dtype == np.uint8
    assert opened.image[40, 8, 2] > 150 > opened.image[40, 8, 0]  # red on the left
    assert opened.image[40, 56, 0] > 150 > opened.image[40, 56, 2]


def test_opens_photos_of_iphones_where_the_extra_is_installed() -> None:
    heif = pytest.importorskip("pillow_heif")
    file = io.BytesIO()
    heif.from_pillow(photo((128, 96))).save(file)
    opened = from_bytes(file.getvalue())
    assert opened.size_wh == (128, 96)
    assert opened.image[80, 16, 2] > 150 > opened.image[80, 16, 0]


@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "LA", "1", "CMYK", "I;16"])
def test_every_pixel_form_becomes_three_bytes(mode: str) -> None:
    kind = "JPEG" if mode == "CMYK" else "PNG"
    image = (
        Image.fromarray(np.full((48, 64), 40_000, np.uint16))
        if mode == "I;16"
        else photo().convert(mode)
    )
    opened = from_bytes(encoded(image, kind))
    assert opened.image.shape == (48, 64, 3)
    if mode == "I;16":
        assert abs(int(opened.image[5, 5, 0]) - 40_000 // 256) <= 1


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_exif_turn_is_honoured(orientation: int, kind: str) -> None:
    """However the camera was held, the white corner comes out upper left."""
    undo = {6: 8, 8: 6}.get(orientation, orientation)
    turn = picture.TURNS.get(undo)
    stored = photo() if turn is None else photo().transpose(turn)
    exif = Image.Exif()
    exif[picture.ORIENTATION_TAG] = orientation
    opened = from_bytes(encoded(stored, kind, exif=exif.tobytes()))
    assert opened.size_wh == (64, 48)
    assert opened.image.shape == (48, 64, 3)
    assert opened.image[4, 4].min() > 200


def test_damaged_exif_does_not_cost_a_good_photo() -> None:
    content = encoded(photo(), "JPEG", exif=b"Exif\x00\x00MM\x00*\xff\xff\xff\xff")
    assert from_bytes(content).size_wh == (64, 48)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b"This is no picture, but a letter to my aunt.", "not_a_picture"),
        (encoded(photo(), "GIF"), "not_a_picture"),
        (encoded(photo((640, 480)), "JPEG")[:900], "damaged"),
        (encoded(photo(), "PNG")[:60], "damaged"),
        (encoded(photo((640, 480)), "WEBP")[:200], "damaged"),
        (encoded(photo(), "JPEG")[:3], "not_a_picture"),
    ],
    ids=["empty", "text", "gif", "cut JPEG", "cut PNG", "cut WebP", "three bytes"],
)
def test_a_bad_file_gets_a_sentence(content: bytes, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "bad"
    file.write_bytes(content)
    for attempt in (lambda: from_bytes(content), lambda: from_file(file)):
        with pytest.raises(PictureError) as caught:
            attempt()
        assert caught.value.reason == reason
        assert str(caught.value).endswith(".") and "\n" not in str(caught.value)


def test_every_cut_of_a_file_is_refused_or_read() -> None:
    """Whatever the decoder stumbles over, nothing but PictureError comes out."""
    for kind in ("JPEG", "PNG", "WEBP"):
        whole = encoded(photo(), kind)
        for length in range(0, len(whole), 7):
            try:
                from_bytes(whole[:length])
            except PictureError:
                continue


def test_an_image_bomb_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    file = tmp_path / "bomb.png"
    file.write_bytes(bomb())
    assert file.stat().st_size < 2_000_000
    with pytest.raises(PictureError, match="30000 × 30000 pixels") as caught:
        from_file(file)
    assert caught.value.reason == "too_many_pixels"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("missing.jpg", "no such file"),
        (".", "folder"),
        ("a\0b.jpg", "not the name of a file"),
        ("x" * 400 + ".jpg", "."),
    ],
    ids=["missing", "folder", "zero byte", "too long"],
)
def test_what_is_no_file_gets_a_sentence(tmp_path: Path, name: str, sentence: str) -> None:
    with pytest.raises(PictureError, match=sentence):
        from_file(tmp_path / name)


def test_a_device_is_not_a_picture() -> None:
    with pytest.raises(PictureError, match="not a file"):
        from_file("/dev/null")


def test_a_large_photo_is_scaled_and_its_coordinates_lead_back() -> None:
    opened = from_bytes(encoded(photo((6400, 4800)), "JPEG"))
    assert opened.size_wh == (6400, 4800)
    height, width = opened.image.shape[:2]
    assert width * height <= picture.WORKING_PX
    corner = np.array([[-0.5, -0.5], [width - 0.5, height - 0.5]])
    assert np.allclose(opened.to_original(corner), [[-0.5, -0.5], [6399.5, 4799.5]])
    tile = SeenTile(np.full((3, 2), 99.5), (1, 2, 3), 1.0, np.zeros((3, 6)))
    layout = opened.layout_in_original(Layout((width, height), (tile,), (), ()))
    assert layout.size_wh == (6400, 4800)
    assert np.allclose(layout.tiles[0].corners_xy, 100 * 6400 / width - 0.5, atol=0.1)


MEASURE = """
import resource, sys
from vision.picture import from_file
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
opened = from_file(sys.argv[1])
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(*opened.size_wh, grown // 1024)
"""


def test_a_photo_of_108_megapixels_stays_cheap(tmp_path: Path) -> None:
    """Decoded whole it would take 430 MB."""
    file = tmp_path / "huge.jpg"
    Image.new("L", (12_000, 9_000), 90).save(file, quality=60)
    command = [sys.executable, "-c", MEASURE, str(file)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    width, height, megabytes = map(int, answer.stdout.split())
    assert (width, height) == (12_000, 9_000)
    assert megabytes < 200


def test_what_is_transparent_is_white_as_on_a_page() -> None:
    cut_out = Image.new("RGBA", (8, 4), (0, 0, 0, 0))
    cut_out.paste((10, 200, 30, 255), (0, 0, 4, 4))
    image = from_bytes(encoded(cut_out, "PNG")).image
    assert image[0, 0].tolist() == [30, 200, 10]
    assert image[0, 7].tolist() == [255, 255, 255]
