"""Pictures that prove a line of the sheet, and what was read in them, under one name for each.

The pictures lie with the journal's photos; beside them one small file an event says which is which.
Their number is bounded: the oldest of a game, and those of old games, are forgotten.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from scorer.events import Event
from scorer.journal import Journal, JournalError

Json = dict[str, Any]
MOST_OF_A_GAME = 400
GAMES_KEPT = 20


class Evidence:
    """All evidence of all games in one data folder."""

    def __init__(self, journal: Journal, most: int = MOST_OF_A_GAME) -> None:
        self._journal, self._most = journal, most
        self._folder = journal.folder / "evidence"

    def keep(self, game: int, pictures: Mapping[str, bytes | None], reading: Json) -> str:
        """Keeps pictures by kind (“crop”, “after”, “before”) and gives the name of the whole."""
        names = {
            kind: self._journal.add_photo(game, content)
            for kind, content in pictures.items()
            if content
        }
        name = secrets.token_hex(8)
        folder = self._of(game)
        if not folder.exists():
            self._forget_old_games()
        folder.mkdir(parents=True, exist_ok=True)
        whole = json.dumps({"pictures": names, "reading": reading})
        (folder / f"{name}.json").write_text(whole, "utf-8")
        self._forget_oldest(game)
        return name

    def of_event(self, game: int, event: Event) -> list[Json]:
        """The pictures of one event as pages show them; empty where nothing was kept."""
        name = getattr(event, "extra", {}).get("evidence")
        return [] if not isinstance(name, str) else list(self._shown(game, name))

    def reading(self, game: int, event: Event) -> Json:
        name = getattr(event, "extra", {}).get("evidence")
        return self._whole(game, name)["reading"] if isinstance(name, str) else {}

    def close_up(self, game: int, event: Event) -> bytes | None:
        """The picture of the tile itself."""
        shown = [one["id"] for one in self.of_event(game, event) if one["kind"] == "crop"]
        path = self._path(game, shown[0]) if shown else None
        return None if path is None else path.read_bytes()

    def picture(self, game: int, name: str) -> Path | None:
        """The one picture that shows most: the tile itself, else the table."""
        pictures = self._whole(game, name)["pictures"]
        first = next((pictures[kind] for kind in ("crop", "after") if kind in pictures), None)
        return None if first is None else self._path(game, first)

    def _shown(self, game: int, name: str) -> Iterator[Json]:
        whole = self._whole(game, name)
        for kind, photo in whole["pictures"].items():
            if self._path(game, photo) is not None:
                told = whole["reading"] if kind == "after" else {}
                url = f"/api/games/{game}/evidence/{photo}"
                yield {"id": photo, "kind": kind, "url": url, "reading": _drawn(told)}

    def _whole(self, game: int, name: str) -> Json:
        """Names come out of game records, so they may be anything."""
        file = self._of(game) / f"{name}.json"
        if not name.isalnum() or not file.is_file():
            return {"pictures": {}, "reading": {}}
        whole: Json = json.loads(file.read_text("utf-8"))
        return whole

    def _path(self, game: int, photo: str) -> Path | None:
        with suppress(JournalError):
            path = self._journal.photo_path(game, photo)
            return path if path.is_file() else None
        return None

    def _of(self, game: int) -> Path:
        return self._folder / str(game)

    def _forget_oldest(self, game: int) -> None:
        files = sorted(self._of(game).glob("*.json"), key=lambda file: file.stat().st_mtime_ns)
        for file in files[: max(0, len(files) - self._most)]:
            self._forget(game, file)

    def _forget_old_games(self) -> None:
        games = sorted(int(one.name) for one in self._folder.glob("*") if one.name.isdecimal())
        for game in games[: max(0, len(games) + 1 - GAMES_KEPT)]:
            for file in self._of(game).glob("*.json"):
                self._forget(game, file)
            self._of(game).rmdir()

    def _forget(self, game: int, file: Path) -> None:
        for photo in self._whole(game, file.stem)["pictures"].values():
            path = self._path(game, photo)
            if path is not None:
                path.unlink(missing_ok=True)
        file.unlink(missing_ok=True)


def _drawn(reading: Json) -> Json | None:
    """What was read, as it is drawn over the whole picture."""
    if "corners" not in reading:
        return None
    tile = {key: reading[key] for key in ("corners", "values", "confidence")}
    return {"width": reading["width"], "height": reading["height"], "tiles": [tile]}


def reading_json(told: Json, size_wh: tuple[int, int]) -> Json:
    """The watcher's words about one tile, with the size of the picture that its corners mean."""
    size = {"width": size_wh[0], "height": size_wh[1]}
    readings = told.get("readings") or []
    if not readings:
        return size
    first = {"values": readings[0]["values"], "confidence": readings[0]["chance"]}
    return {**size, **first, **told}
