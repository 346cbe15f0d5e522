"""Which camera is chosen, how it is doing, and its newest picture.

The pictures themselves are followed by a `Watching`, one for each chosen source.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask_babel import gettext as _

from webui.bookmark import FILMS, Bookmark, Film
from webui.demo_game import demo_taps
from webui.files import read_json, write_json
from webui.pending import Pending
from webui.sources import FOR_PHOTOS, STREAM_SCHEMES, check_stream, open_camera, source_titles

if TYPE_CHECKING:
    import numpy as np

    from vision.layout import Layout
    from webui.desk import Desk
    from webui.watching import Watching

Json = dict[str, Any]
STALLED_AFTER = 3.0
RESUMED = ("phone", "photo", "webcam", "stream")


class Busy(Exception):
    """Another camera is in use; the text says which."""


class Camera:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.source = "none"
        self.address: str | None = None
        self.stream_allowed = False
        self.pending = Pending()
        self.watching: Watching | None = None
        self._pusher: str | None = None
        self._game: int | None = None  # that a film belongs to
        self._bookmark = Bookmark(folder / "film.json")
        self._desk: Desk | None = None
        self._lock = threading.RLock()

    def attach(self, desk: Desk) -> None:
        """Belongs to this desk from here on, and goes on with the camera of the last time."""
        self._desk = desk
        kept = self._kept()
        self.stream_allowed = kept.get("stream_allowed") is True
        source, address = kept.get("source"), kept.get("address")
        if str(source).partition(":")[0] in RESUMED:
            self.choose(str(source), address)
        else:
            self._resume_film()

    # choosing

    def choose(self, source: str, address: str | None = None, by: str | None = None) -> None:
        """Switches to another source; ValueError with a sentence where there is no such."""
        if source == "stream":
            check_stream(address or "")
        elif source not in self.titles():
            raise ValueError(_("There is no camera called %(name)s.", name=source[:40]))
        with self._lock:
            if source == self.source == "phone":
                self._pusher = by
                return
            self._switch(source, address, by)
            self._keep()
        self._changed()

    def set_aside(self) -> Film | None:
        """Stops a film because another game begins; gives it back where no game has had it yet."""
        if self.source not in FILMS:
            return None
        film, unseen = Film(self.source, self.address), self._game is None
        self.choose("none")
        return film if unseen else None

    def play(self, film: Film) -> None:
        with self._lock:
            self._switch(*film)
        self._changed()

    def follow(self, name: str) -> None:
        """What the command line names: a webcam's number, an address, a film or a folder."""
        streams = tuple(f"{scheme}://" for scheme in STREAM_SCHEMES)
        other = "stream" if name.lower().startswith(streams) else "video"
        source = f"webcam:{name}" if name.isdecimal() else other
        if (self.source, self.address) == (source, name):
            return  # goes on already where it was
        with self._lock:
            self._switch(source, name)
        self._changed()

    def allow_stream(self, allowed: bool) -> None:
        self.stream_allowed = allowed
        self._keep()
        self._changed()

    def titles(self) -> dict[str, str]:
        return source_titles()

    def close(self) -> None:
        with self._lock:
            self._stop()

    # pictures

    def push(self, picture: np.ndarray, client: str) -> None:
        """A phone's picture; Busy where it is not the phone that was chosen."""
        with self._lock:
            if self.source != "phone" or self.watching is None:
                raise Busy(_("This phone is not the camera; choose it on the camera page."))
            age = self.watching.age_s
            if self._pusher not in (None, client) and age is not None and age < STALLED_AFTER:
                raise Busy(_("Another phone is the camera now."))
            self._pusher = client
            self.watching.push(picture)

    def read_photo(self, picture: np.ndarray) -> Layout:
        from webui.watching import read

        return read(picture)

    def read_close_up(self, jpeg: bytes) -> Json | None:
        """What is read in a kept picture of one tile now."""
        from vision.rereading import read_again
        from webui.watching import read

        tile = read_again(jpeg, read)
        told = None if tile is None else tile.to_json()
        return None if told is None else {key: told[key] for key in ("values", "confidence")}

    @property
    def newest(self) -> np.ndarray | None:
        frame = None if self.watching is None else self.watching.newest
        return None if frame is None else frame.image

    @property
    def seen(self) -> Layout | None:
        return None if self.watching is None else self.watching.seen

    def want(self) -> None:
        """Somebody looks at the live picture: what is found in it should be fresh."""
        if self.watching is not None:
            self.watching.want()

    # saying

    def status(self) -> Json:
        watching = self.watching
        age = None if watching is None else watching.age_s
        live = watching is not None and not watching.ended
        return {
            "source": self.source,
            "sources": [{"id": key, "title": title} for key, title in self.titles().items()],
            "running": live and age is not None,
            "ended": watching is not None and watching.ended,
            "age": None if age is None else round(age, 1),
            "stalled": live and age is not None and age > STALLED_AFTER,
            "ready": watching is not None and watching.ready,
            "hints": [] if watching is None else watching.hints,
            "tiles": None if watching is None or watching.seen is None else watching.tiles,
            "watcher": None if watching is None else watching.state,
            "stream_allowed": self.stream_allowed,
            "trouble": None if watching is None else watching.trouble,
        }

    # inside

    def _switch(
        self, source: str, address: str | None, by: str | None = None, frame: int = 0
    ) -> None:
        self._stop()
        self._bookmark.remove()
        self.source, self.address, self._pusher = source, address, by
        self._game = self._desk.open_id if self._desk and source in FILMS else None
        try:
            self._start(frame)
        except ValueError:
            self.source, self.address = "none", None
            raise

    def _start(self, frame: int) -> None:
        from webui.watching import Watching

        if self.source in FOR_PHOTOS or self._desk is None:
            return
        source = open_camera(self.source, self.address, self.folder, frame)
        taps = demo_taps(frame) if self.source == "demo" else None
        self.watching = Watching(source, self._desk, self._changed, taps, self._reaching())

    def _resume_film(self) -> None:
        mark = self._bookmark.read()
        if mark is None or self._desk is None or mark.game != self._desk.open_id:
            return
        with suppress(ValueError):  # the file is not there any more
            self._switch(*mark.film, frame=mark.frame)

    def _reaching(self) -> Callable[[int | None], None] | None:
        """Marks how far a film has been watched; at its end the mark goes."""
        if self._game is None:
            return None
        film, game = Film(self.source, self.address), self._game

        def reached(frame: int | None) -> None:
            if frame is None:
                self._bookmark.remove()
            else:
                self._bookmark.put(film, game, frame)

        return reached

    def _stop(self) -> None:
        old, self.watching = self.watching, None
        if old is not None:
            old.close()

    def _changed(self) -> None:
        if self._desk is not None:
            self._desk.publish_camera()

    def _keep(self) -> None:
        kept = {name: getattr(self, name) for name in ("source", "address", "stream_allowed")}
        write_json(self._file, kept)

    def _kept(self) -> Json:
        kept = read_json(self._file)
        return kept if isinstance(kept, dict) else {}

    @property
    def _file(self) -> Path:
        return self.folder / "camera.json"
