"""Fonts and texture pictures found on the machine, split by name into train and test."""

from __future__ import annotations

import hashlib
import json
import os
import re
import zipfile
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

FONT_ROOTS = ("/usr/share/fonts", "/usr/share/texmf/fonts/opentype")
TEXTURE_ROOTS = (
    "/usr/share/backgrounds",
    "/usr/share/wallpapers",
    "/usr/share/mypaint/backgrounds",
    "/usr/share/lomiri-wallpapers",
)
TEXTURE_ARCHIVES = ("/usr/share/games/ufoai/base/0textures.pk3",)
PICTURES = {".jpg", ".jpeg", ".png", ".webp"}
SIZE_SUFFIX = re.compile(r"[-_ ]?\d{3,4}x\d{3,4}.*$|[-_][dl]$")
TEXTURE_SIDE = 1024
TEST_SHARE = 0.2
SKIPPED_FONTS = ("emoji", "symbol", "icon", "awesome", "dingbat", "barcode", "d050000l", "math")
DIGITS = "012345"


def cache_dir() -> Path:
    """Where scans and shrunken pictures are kept between runs."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "tripad-render"


def split_of(family: str) -> str:
    """ "train" or "test", by a stable hash of a family's name."""
    return "test" if hashlib.sha1(family.encode()).digest()[0] < 256 * TEST_SHARE else "train"


def font_family(path: str) -> str:
    """A font's family: its file name's part before a dash, without its weight."""
    name = Path(path).stem.lower().split("-")[0].split("_")[0].split("[")[0]
    return re.sub(r"(bold|black|italic|oblique|regular|condensed|mono|display|code)+$", "", name)


@cache
def fonts(split: str) -> tuple[str, ...]:
    """Paths of fonts whose digits can be used; may be empty."""
    return tuple(p for p in _scanned("fonts", _find_fonts) if split_of(font_family(p)) == split)


@cache
def textures(split: str) -> tuple[tuple[str, ...], ...]:
    """Paths of shrunken texture pictures in two groups, wallpapers and game surfaces."""
    own = [p for p in _scanned("textures", _find_textures) if split_of(Path(p).stem) == split]
    surfaces = tuple(p for p in own if Path(p).name.startswith("tex_"))
    groups = tuple(p for p in own if p not in surfaces), surfaces
    return tuple(g for g in groups if g)


@lru_cache(maxsize=24)
def load_texture(path: str) -> np.ndarray:
    """(h, w, 3) uint8 BGR."""
    return cv2.imread(path, cv2.IMREAD_COLOR)


def _scanned(name: str, find) -> list[str]:
    store = cache_dir() / f"{name}.json"
    if not store.exists():
        found = find()
        store.parent.mkdir(parents=True, exist_ok=True)
        part = store.with_suffix(f".{os.getpid()}")
        part.write_text(json.dumps(found))
        part.replace(store)
    return [p for p in json.loads(store.read_text()) if Path(p).exists()]


def _find_fonts() -> list[str]:
    files = (p for root in FONT_ROOTS for p in sorted(Path(root).rglob("*.[to]tf")))
    return [str(p) for p in files if _wanted(p) and has_plain_digits(str(p))]


def _wanted(path: Path) -> bool:
    name = path.name.lower()
    if name.startswith("noto") and not name.startswith(("notosans-", "notoserif-", "notosansmono")):
        return False
    return not any(word in name for word in SKIPPED_FONTS)


def has_plain_digits(path: str) -> bool:
    """Whether a font draws 0–5 as people know them: lining, upright box, inked sensibly."""
    try:
        masks = [digit_mask(path, d) for d in range(6)]
    except (OSError, ValueError):
        return False
    heights = [m.shape[0] for m in masks]
    inked = [m.mean() / 255 for m in masks]
    if min(heights) < 0.86 * max(heights) or not 0.15 < np.mean(inked) < 0.9:
        return False
    alike = [_overlap(m, r) for m, r in zip(masks, _reference(), strict=True)]
    return np.mean(alike) > 0.42 and min(alike) > 0.2


def has_open_zero(path: str) -> bool:
    """Whether the zero is empty inside, neither dotted nor slashed."""
    zero = digit_mask(path, 0)
    high, wide = zero.shape
    return zero[high * 2 // 5 : high * 3 // 5, wide * 2 // 5 : wide * 3 // 5].mean() < 64


def _overlap(a: np.ndarray, b: np.ndarray) -> float:
    a, b = (cv2.resize(m, (24, 32), interpolation=cv2.INTER_AREA) > 96 for m in (a, b))
    return (a & b).sum() / max(1, (a | b).sum())


@cache
def _reference() -> list[np.ndarray]:
    return [digit_mask("", d) for d in range(6)]


@lru_cache(maxsize=512)
def digit_mask(path: str, digit: int, size: int = 160) -> np.ndarray:
    """(h, w) uint8 tight mask of a digit; "" is Pillow's own font."""
    font = ImageFont.truetype(path, size) if path else ImageFont.load_default(size)
    canvas = Image.new("L", (size * 2, size * 2))
    ImageDraw.Draw(canvas).text((size // 2, size // 4), DIGITS[digit], 255, font)
    box = canvas.getbbox()
    if box is None:
        raise ValueError(f"{path} draws nothing for {digit}")
    return np.asarray(canvas.crop(box))


def _find_textures() -> list[str]:
    folder = cache_dir() / "textures"
    folder.mkdir(parents=True, exist_ok=True)
    kept = []
    for family, data in _pictures():
        out = folder / f"{family}.jpg"
        if out.exists() or _shrink(data, out):
            kept.append(str(out))
    return sorted(set(kept))


def _pictures() -> Iterator[tuple[str, bytes]]:
    """Every usable picture once: (family name, encoded bytes)."""
    for root in TEXTURE_ROOTS:
        for family, path in sorted(_one_size_each(Path(root)).items()):
            yield family, path.read_bytes()
    for archive in TEXTURE_ARCHIVES:
        if Path(archive).exists():
            yield from _zipped(Path(archive))


def _one_size_each(root: Path) -> dict[str, Path]:
    """KDE keeps a wallpaper in many sizes under <name>/contents/images: keep one of them."""
    chosen: dict[str, Path] = {}
    for path in sorted(root.rglob("*")):
        if path.suffix.lower() not in PICTURES or path.name.startswith("screenshot"):
            continue
        parts = path.parts
        name = parts[parts.index("contents") - 1] if "contents" in parts else path.stem
        family = SIZE_SUFFIX.sub("", name).strip("-_ ").replace(" ", "_").lower()
        chosen.setdefault(family, path)
    return chosen


def _zipped(archive: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(archive) as pack:
        for name in sorted(pack.namelist()):
            path = PurePosixPath(name)
            plain = not path.stem.endswith(("_nm", "_gm", "_sm", "_rm"))
            if path.suffix.lower() in PICTURES and plain and path.parts[1:2] != ("tex_common",):
                yield f"{path.parent.name}_{path.stem}".lower(), pack.read(name)


def _shrink(data: bytes, out: Path) -> bool:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None or min(picture.shape[:2]) < 256 or picture.std() < 3:
        return False
    scale = min(1.0, TEXTURE_SIDE / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.imwrite(str(out), small, [cv2.IMWRITE_JPEG_QUALITY, 90])


def rescan() -> None:
    """Forget what was found and look again."""
    for name in ("fonts", "textures"):
        (cache_dir() / f"{name}.json").unlink(missing_ok=True)
    fonts.cache_clear()
    textures.cache_clear()
    for split in ("train", "test"):
        pictures = sum(map(len, textures(split)))
        print(f"{split}: {len(fonts(split))} fonts, {pictures} texture pictures")


if __name__ == "__main__":
    rescan()
