"""Pictures beside the journal, in one folder per game, named by what is in them."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

from scorer.storage import JournalError

KINDS = ("jpg", "jpeg", "png", "webp")


class PhotoFolder:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, game: int, name: str) -> Path:
        return self._folder / str(int(game)) / Path(name).name

    def write(self, game: int, content: bytes, kind: str) -> str:
        """On the disk, whole, before the name is given away."""
        if kind not in KINDS:
            raise JournalError(f"A picture is one of {', '.join(KINDS)}, not {kind}.")
        name = f"{sha256(content).hexdigest()[:32]}.{kind}"
        path = self.path(game, name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _write_whole(path, content)
        except OSError as wrong:
            raise JournalError(f"The picture could not be kept: {wrong.strerror}.") from None
        return name


def _write_whole(path: Path, content: bytes) -> None:
    part = path.with_suffix(f".{os.getpid()}.part")
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
