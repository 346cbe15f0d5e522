"""The open game: every change goes through here into the journal, then out to all pages."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask_babel import gettext as _

from scorer.edit import Edit, EditError, History, appending
from scorer.events import Event
from scorer.game import Game, ScoredEvent, derive
from scorer.journal import Conflict, Journal, JournalError
from scorer.record import Record
from webui.camera import Camera
from webui.changes import Correction, changes_json, event_text
from webui.errors import Refused
from webui.live import Hub
from webui.view import fault_json, game_json

Json = dict[str, Any]
GAME_STEP = 1_000_000  # versions of different games never meet


class Desk:
    """One open game, its journal, its camera, and the line to the pages."""

    def __init__(self, journal: Journal, camera: Camera, hub: Hub) -> None:
        self.journal, self.camera, self.hub = journal, camera, hub
        self._file = journal.folder / "open-game.json"
        self._lock = threading.RLock()
        self._last_change = ""
        self._camera_was: tuple[Any, ...] = (False, False, None)
        self.open_id = self._remembered()
        camera.changed = self.publish_camera
        self.publish()

    def close(self) -> None:
        self.hub.close()
        self.camera.watch_with(None)
        self.journal.close()

    # looking

    @property
    def version(self) -> int:
        if self.open_id is None:
            return 0
        return self.open_id * GAME_STEP + self.journal.version(self.open_id)

    def game(self) -> Game:
        return self.journal.game(self.opened())

    def opened(self) -> int:
        if self.open_id is None:
            raise Refused("not_found", _("No game is open; start one first."))
        return self.open_id

    def state(self, board_round: int | None = None) -> Json:
        """All that a page shows, except who looks at it."""
        with self._lock:
            return {
                "version": self.version,
                "camera": self.camera.status(),
                "questions": self.camera.questions(),
                "last_change": self._last_change,
                "game": None if self.open_id is None else self.shown(self.open_id, board_round),
            }

    def shown(self, game_id: int, board_round: int | None = None) -> Json:
        history = self.history(game_id)
        game = derive(history.present)
        return {
            "id": str(game_id),
            "finished": game.over,
            "can_undo": history.can_undo,
            "can_redo": history.can_redo,
            **game_json(game, board_round),
        }

    def history(self, game_id: int) -> History:
        try:
            return self.journal.history(game_id)
        except JournalError as wrong:
            raise Refused("not_found", str(wrong)) from None

    # choosing a game

    def start(self, record: Record) -> None:
        with self._lock:
            self.open(self.journal.new_game(record))

    def open(self, game_id: int) -> None:
        """Makes this the game that everybody sees."""
        with self._lock:
            self.history(game_id)
            self._remember(game_id)
            self._changed("")

    def leave(self, game_id: int) -> None:
        """Closes this game where it is the open one, for instance because it was deleted."""
        with self._lock:
            if self.open_id == game_id:
                self._remember(None)
            self._changed("")

    # changing it

    def enter(self, version: Any, event: Event, *, anyway: bool = False) -> None:
        """Adds an event; refused with its faults where a rule forbids it."""
        with self._lock:
            self._check_version(version)
            faults = self._would_be(event).faults
            if faults and not anyway:
                told = [fault_json(fault) for fault in faults]
                raise Refused("rule", told[0]["text"], faults=told)
            self._write(lambda game, seq: self.journal.append(game, event, expected=seq))
            self._changed(f"{event.player}: {event_text(event)}")

    def undo(self, version: Any) -> None:
        with self._lock:
            self._check_version(version)
            self._write(lambda game, seq: self.journal.undo(game, expected=seq))
            self._changed(_("undo"))

    def redo(self, version: Any) -> None:
        with self._lock:
            self._check_version(version)
            self._write(lambda game, seq: self.journal.redo(game, expected=seq))
            self._changed(_("redo"))

    def preview(self, version: Any, edits: Any) -> Json:
        """What a correction would change; nothing is kept."""
        with self._lock:
            self._check_version(version)
            return self._weigh(edits)[1]

    def correct(self, version: Any, edits: Any) -> Json:
        """Keeps a correction and says what it changed."""
        with self._lock:
            self._check_version(version)
            correction, changes = self._weigh(edits)
            for edit in correction.edits:
                self._keep(edit)
            self._changed(_("correction"))
            return changes

    def publish(self) -> None:
        with self._lock:
            self.hub.publish_state(self.state(), self.version)

    def tick(self) -> None:
        """Called every second: a camera that has stalled, or come back, is said to all."""
        status = self.camera.status()
        now = status["running"], status["stalled"], status["trouble"]
        if now != self._camera_was:
            self._camera_was = now
            self.hub.publish_camera(status)

    def publish_camera(self) -> None:
        self.hub.publish_camera(self.camera.status())

    # inside

    def _keep(self, edit: Edit) -> None:
        self._write(lambda game, seq: self.journal.edit(game, edit, expected=seq))

    def _weigh(self, edits: Any) -> tuple[Correction, Json]:
        record = self.journal.record(self.opened())
        try:
            correction = Correction(record, edits)
        except EditError as wrong:
            raise Refused("bad_request", str(wrong)) from None
        before, after = derive(record), derive(correction.after)
        return correction, changes_json(before, after, correction)

    def _would_be(self, event: Event) -> ScoredEvent:
        game = self.game()
        edit = appending(game, event)
        return derive(edit.apply(game.record)).rounds[edit.round].events[edit.index]

    def _check_version(self, version: Any) -> None:
        self.opened()
        if version != self.version:
            raise self._stale()

    def _stale(self) -> Refused:
        text = _("Someone else was faster, so this was not entered. Please look and tap again.")
        if self._last_change:
            text = f"{text} ({self._last_change})"
        return Refused("stale", text, state=self.state())

    def _write(self, change: Callable[[int, int], Game]) -> None:
        game = self.opened()
        try:
            change(game, self.journal.version(game))
        except Conflict:
            raise self._stale() from None
        except EditError as wrong:
            raise Refused("bad_request", str(wrong)) from None

    def _changed(self, what: str) -> None:
        self._last_change = what
        self.publish()

    def _remember(self, game_id: int | None) -> None:
        half = self._file.with_suffix(".new")
        half.write_text(json.dumps({"open": game_id}), "utf-8")
        half.replace(self._file)
        self.open_id = game_id

    def _remembered(self) -> int | None:
        return _read_open(self._file, {info.id for info in self.journal.games()})


def _read_open(file: Path, known: set[int]) -> int | None:
    try:
        game = json.loads(file.read_text("utf-8"))["open"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return game if game in known else None
