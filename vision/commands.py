"""The sub-commands `read` and `quality`. Heavy imports wait until a command runs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.layout import Layout
    from vision.picture import Picture

UNREADABLE, WRONG_CALL = 1, 2
DRAWN_AS = (".jpg", ".jpeg", ".png", ".webp")


class DrawError(Exception):
    """Why a drawing cannot be saved, as a sentence."""


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    """Adds this room's sub-commands to `tripad`."""
    _add_read(commands)
    _add_quality(commands)


def _add_read(commands: argparse._SubParsersAction[Any]) -> None:
    read = commands.add_parser(
        "read",
        help="read photos of a table",
        description="Says which tiles lie on the table in each photo, where, and how sure that is. "
        "A photo that cannot be read gets a line on stderr; the others are read all the same.",
    )
    read.add_argument("images", metavar="IMAGE", nargs="+", help="JPEG, PNG, WebP or HEIC")
    read.add_argument("--json", action="store_true", help="print one JSON object a photo instead")
    read.add_argument(
        "--draw",
        metavar="OUT",
        help="save the photo with what was read drawn in: a file, or a folder for several photos",
    )
    read.set_defaults(run=run_read)


def _add_quality(commands: argparse._SubParsersAction[Any]) -> None:
    quality = commands.add_parser(
        "quality",
        help="say what would make a photo easier to read",
        description="Points out what makes a photo hard to read: too dark, blurred, glare, "
        "too far away, cut off.",
    )
    quality.add_argument("images", metavar="PHOTO", nargs="+", help="JPEG, PNG, WebP or HEIC")
    quality.add_argument("--json", action="store_true", help="print one JSON object a photo")
    quality.set_defaults(run=run_quality)


def run_read(arguments: argparse.Namespace) -> int:
    try:
        drawings = _drawings(arguments.images, arguments.draw)
    except DrawError as wrong:
        return _complain("read", str(wrong), WRONG_CALL)
    codes = [
        _guarded("read", image, partial(_read, arguments, image, target))
        for image, target in zip(arguments.images, drawings, strict=True)
    ]
    return max(codes)


def _read(arguments: argparse.Namespace, image: str, target: Path | None) -> None:
    from vision.summary import summary

    photo, layout = _photo_and_layout(image)
    shown = photo.layout_in_original(layout)
    answer = {"image": image, **shown.to_json()}
    _print(json.dumps(answer) if arguments.json else summary(_one_line(image), shown))
    if target is not None:
        _draw(photo, layout, target)


def run_quality(arguments: argparse.Namespace) -> int:
    return max(
        _guarded("quality", image, partial(_quality, arguments, image))
        for image in arguments.images
    )


def _quality(arguments: argparse.Namespace, image: str) -> None:
    from vision.quality import assess
    from vision.summary import hints_summary

    photo, layout = _photo_and_layout(image)
    hints = [hint.in_original(photo) for hint in assess(photo.image, layout)]
    width, height = photo.size_wh
    answer = {"image": image, "width": width, "height": height}
    answer |= {"hints": [hint.to_json() for hint in hints]}
    _print(json.dumps(answer) if arguments.json else hints_summary(_one_line(image), hints))


def _photo_and_layout(image: str) -> tuple[Picture, Layout]:
    from vision.picture import from_file
    from vision.table import read_table

    photo = from_file(image)
    return photo, read_table(photo.image)


def _drawings(images: list[str], out: str | None) -> list[Path | None]:
    """Where each photo's drawing goes; never onto a photo."""
    if out is None:
        return [None] * len(images)
    if len(images) > 1 or out.endswith(("/", "\\")) or Path(out).is_dir():
        targets = _names_in(Path(out), images)
    elif Path(out).suffix.lower() in DRAWN_AS:
        targets = [Path(out)]
    else:
        raise DrawError(f"--draw {out}: the name must end in {', '.join(DRAWN_AS)}.")
    if {target.resolve() for target in targets} & {Path(image).resolve() for image in images}:
        raise DrawError(f"--draw {out}: this would overwrite the photo itself.")
    return list(targets)


def _names_in(folder: Path, images: list[str]) -> list[Path]:
    """One name a photo, numbered where two photos share one."""
    if folder.exists() and not folder.is_dir():
        raise DrawError(f"--draw {folder}: several photos need a folder, and this is a file.")
    targets: list[Path] = []
    for image in images:
        stem, number = Path(image).stem, 2
        target = folder / f"{stem}-read.jpg"
        while target in targets:
            target, number = folder / f"{stem}-read-{number}.jpg", number + 1
        targets.append(target)
    return targets


def _draw(photo: Picture, layout: Layout, target: Path) -> None:
    from PIL import Image

    from vision.drawing import draw

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(draw(photo.image, layout)[:, :, ::-1]).save(target, quality=90)
    except OSError as wrong:
        raise DrawError(f"cannot save {target}: {wrong.strerror or wrong}.") from None


def _guarded(command: str, image: str, run: Callable[[], None]) -> int:
    """Runs it for one photo; what went wrong becomes one line on stderr."""
    from vision.picture import PictureError

    try:
        run()
    except PictureError as wrong:
        return _complain(command, f"cannot read {image}: {wrong}", UNREADABLE)
    except DrawError as wrong:
        return _complain(command, str(wrong), UNREADABLE)
    return 0


def _complain(command: str, sentence: str, code: int) -> int:
    print(f"tripad {command}: {_one_line(sentence)}", file=sys.stderr)
    return code


def _one_line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _print(text: str) -> None:
    # Flushed, so that a reader of the pipe has each photo's line as soon as it is known.
    print(text, flush=True)
