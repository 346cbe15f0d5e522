"""Where a film stands, on the disk: after a restart it goes on there, on the same sheet."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from webui.files import read_json, write_json

FILMS = ("demo", "video")


class Film(NamedTuple):
    """The built-in demo, or a video file; without an address the one that was sent to us."""

    source: str
    address: str | None


@dataclass(frozen=True, slots=True)
class Mark:
    source: str
    address: str | None
    game: int
    frame: int  # the first that has not been watched yet

    @property
    def film(self) -> Film:
        return Film(self.source, self.address)


@dataclass(frozen=True, slots=True)
class Bookmark:
    file: Path

    def put(self, film: Film, game: int, frame: int) -> None:
        write_json(self.file, asdict(Mark(film.source, film.address, game, frame)))

    def read(self) -> Mark | None:
        """None where no film was running, or the file makes no sense."""
        try:
            mark = Mark(**read_json(self.file))
        except TypeError:
            return None
        sound = mark.source in FILMS and type(mark.game) is int and type(mark.frame) is int
        return mark if sound and isinstance(mark.address, str | None) else None

    def remove(self) -> None:
        self.file.unlink(missing_ok=True)
