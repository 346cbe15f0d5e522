"""Follows one camera in a thread of its own: what happens on the table goes to the desk.

Only this thread touches the watcher; what people enter meanwhile it learns from the desk before
the next picture.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from scorer.journal import JournalError
from scorer.sightings import Sighting
from vision.evidence import Evidence as Proof
from vision.layout import Layout
from vision.quality import assess
from vision.sources import Frame, Pushed, Source
from vision.table import read_table
from vision.watcher import State
from webui.desk import Desk, OnTable
from webui.errors import Refused
from webui.evidence import reading_json
from webui.table_watch import TableWatch
from webui.watch_command import Taps

log = logging.getLogger("tripad.camera")
TROUBLES = {
    "unreachable": "The camera cannot be reached. Trying again…",
    "silent": "The camera sends no pictures. Trying again…",
    "unread": "The last picture could not be read.",
    "unwritten": "What was seen could not be written down. Is the disk full?",
}
WANTED_FOR = 3.0  # seconds after somebody last looked at the live picture
FRESH = 1.0  # how old the found tiles may be while somebody looks
_one_at_a_time = threading.Lock()


def read(picture: np.ndarray) -> Layout:
    """Reads a picture (H, W, 3) BGR; one at a time, because each takes all cores it can get."""
    with _one_at_a_time:
        return read_table(picture)


class Watching:
    """`reached`: told the next frame of a film before each, and None at its end."""

    def __init__(
        self,
        source: Source,
        desk: Desk,
        changed: Callable[[], None],
        taps: Taps | None = None,
        reached: Callable[[int | None], None] | None = None,
    ) -> None:
        self._source, self._desk, self._changed = source, desk, changed
        self.newest: Frame | None = None
        self.seen: Layout | None = None
        self.hints: list[dict[str, Any]] = []
        self.ended = False
        self._failure: str | None = None
        self._table: OnTable | None = None
        self._taps, self._reached = taps, reached or (lambda frame: None)
        self._unwritten: list[Sighting] = []
        self._watch: TableWatch | None = None
        self._read_at = self._wanted_at = float("-inf")
        self._judged: Layout | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watching", daemon=True)
        self._thread.start()

    # asked from outside

    @property
    def age_s(self) -> float | None:
        return self._source.age_s

    @property
    def trouble(self) -> dict[str, Any] | None:
        """What keeps the camera from keeping the score, as a message."""
        name = self._failure
        if self._source.trouble:
            name = "unreachable" if self.age_s is None else "silent"
        return None if name is None else {"message": f"trouble.{name}", "text": TROUBLES[name]}

    @property
    def state(self) -> str:
        return State.MOVING.value if self._watch is None else self._watch.watcher.state.value

    @property
    def tiles(self) -> int:
        return 0 if self.seen is None else len(self.seen.tiles)

    @property
    def ready(self) -> bool:
        """Tiles are seen, face up or down, and nothing is badly wrong with the picture."""
        found = self.seen is not None and bool(self.seen.tiles or self.seen.face_down)
        return found and not any(hint["severity"] == "bad" for hint in self.hints)

    def want(self) -> None:
        self._wanted_at = time.monotonic()

    def push(self, picture: np.ndarray) -> None:
        if isinstance(self._source, Pushed):
            self._source.push(picture)

    def close(self) -> None:
        self._closing.set()
        self._source.close()
        if self._thread is not threading.current_thread():
            self._thread.join(5)

    # in the thread

    def _run(self) -> None:
        try:
            for frame in self._source.frames():
                if self._closing.is_set():
                    return
                self._reached(frame.index + 1)
                self._take(frame)
            self._finish()
        finally:
            self.ended = True
            if not self._closing.is_set():
                self._changed()

    def _take(self, frame: Frame) -> None:
        """Whatever goes wrong is said and logged; the next picture is a new chance."""
        self.newest = frame
        try:
            self._tap(frame)
            self._follow()
            self._see(frame)
            self._look(frame)
            self._failure = None
        except JournalError:
            log.exception("What was seen could not be written down")
            self._failure = "unwritten"
        except Exception:
            log.exception("A picture could not be read")
            self._failure = "unread"

    def _finish(self) -> None:
        """A film is over: what the watcher waited with counts now."""
        if self._closing.is_set():
            return
        for batch in self._watch.rest() if self._watch else ():
            self._write(batch)
        self._reached(None)

    def _tap(self, frame: Frame) -> None:
        """What the players of a film tapped just before this picture."""
        for tap in self._taps.until(frame.index) if self._taps else ():
            with suppress(Refused):
                self._desk.enter(self._desk.version, tap.event)

    def _follow(self) -> None:
        """Learns what the sheet says by now."""
        table, before = self._desk.on_table(), self._table
        if before is not None and table.version == before.version:
            return
        if before is None or table.game != before.game:
            self._watch = self._another_game(table)
        elif self._watch is not None:
            self._watch.catch_up(table.placements, table.rounds > before.rounds)
        if self._watch is not None:
            self._watch.watcher.expect(table.expected)
        self._table = table

    def _another_game(self, table: OnTable) -> TableWatch | None:
        """A new game begins with whatever still lies there from the last: it is no move."""
        session, old = self._desk.session, self._watch
        if session is None:
            return None
        watch = TableWatch(session.record, self._read, self, session)
        if old is not None and not table.placements:
            watch.watcher = old.watcher
        return watch

    def _see(self, frame: Frame) -> None:
        if self._watch is None:
            return
        self._write([])
        for batch in self._watch.batches(frame):
            self._write(batch)

    def _write(self, batch: list[Sighting]) -> None:
        """Onto the sheet, with what could not be written before: the disk may have room again."""
        self._unwritten += batch
        if not self._unwritten or self._table is None or self._table.game is None:
            return
        try:
            self._desk.take(self._table.game, self._unwritten)
        except JournalError:
            raise
        except Exception:
            self._unwritten = []
            raise
        self._unwritten = []

    def keep(self, proof: Proof) -> str | None:
        """Where the watcher leaves its evidence; a move counts without it, too."""
        frame, table = self.newest, self._table
        if frame is None or table is None or table.game is None:
            return None
        pictures = {"crop": proof.crop, "after": proof.after, "before": proof.before}
        size_wh = (frame.image.shape[1], frame.image.shape[0])
        told = reading_json(proof.reading, size_wh)
        try:
            return self._desk.evidence.keep(table.game, pictures, told)
        except (JournalError, OSError):
            log.exception("The pictures of a move could not be kept")
            return None

    # what the framing page shows

    def _read(self, picture: np.ndarray) -> Layout:
        self.seen, self._read_at = read(picture), time.monotonic()
        return self.seen

    def _look(self, frame: Frame) -> None:
        """While the picture moves the watcher does not read; whoever frames it needs to see."""
        now = time.monotonic()
        wanted = now - self._wanted_at < WANTED_FOR and self.state == State.MOVING
        if (wanted and now - self._read_at > FRESH) or self.seen is None:
            self._read(frame.image)
        if self.seen is not None and self.seen is not self._judged:
            self._judged = self.seen
            self.hints = [hint.to_json() for hint in assess(frame.image, self.seen)]
            self._changed()
