"""The open game: every change goes through here into the journal, then out to all pages."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from flask_babel import gettext as _

from scorer.board import Placement
from scorer.edit import Change, Edit, EditError, History, Several
from scorer.events import Event
from scorer.game import Game, derive
from scorer.journal import Conflict, Journal, JournalError
from scorer.outcomes import Outcome
from scorer.record import Record
from scorer.sightings import Expected, Sighting
from scorer.table_session import TableSession
from webui.asked import Asked
from webui.camera import Camera
from webui.changes import Correction, changes_json
from webui.errors import Refused
from webui.evidence import Evidence
from webui.files import read_json, write_json
from webui.live import Hub
from webui.view import fault_json, game_json, question_json, what_json

Json = dict[str, Any]
GAME_STEP = 1_000_000  # versions of different games never meet


class OnTable(NamedTuple):
    """What the sheet says lies on the table, for whoever watches it."""

    game: int | None
    version: int
    rounds: int
    placements: tuple[Placement, ...]
    expected: Expected


class Desk:
    """One open game, its journal, its camera, and the line to the pages."""

    def __init__(self, journal: Journal, camera: Camera, hub: Hub) -> None:
        self.journal, self.camera, self.hub = journal, camera, hub
        self._file = journal.folder / "open-game.json"
        self._lock = threading.RLock()
        self._last_change: Json | None = None
        self._camera_was: Json = {}
        self._asked = Asked(journal.folder)
        self.evidence = Evidence(journal)
        self.open_id = self._remembered()
        self.session = self._new_session()
        self.publish()
        camera.attach(self)

    def close(self) -> None:
        self.hub.close()
        self.camera.close()
        self.journal.close()

    # looking

    @property
    def version(self) -> int:
        if self.open_id is None:
            return 0
        return self.open_id * GAME_STEP + self.journal.version(self.open_id)

    def game(self) -> Game:
        return self._derived(self.journal.record(self.opened()))

    def _derived(self, record: Record) -> Game:
        """The open game is derived already."""
        session = self.session
        return session.game if session and session.record is record else derive(record)

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
                "questions": self.questions(),
                "last_change": self._last_change,
                "game": None if self.open_id is None else self.shown(self.open_id, board_round),
            }

    def shown(self, game_id: int, board_round: int | None = None) -> Json:
        history = self.history(game_id)
        game = self._derived(history.present)
        return {
            "id": str(game_id),
            "finished": game.over,
            "can_undo": history.can_undo,
            "can_redo": history.can_redo,
            **game_json(game, board_round),
        }

    def questions(self) -> list[Json]:
        """What the camera was not sure of; each names the lines it is about."""
        session = self.session
        if session is None:
            return []
        return [question_json(one, session.record) for one in session.questions.values()]

    def on_table(self) -> OnTable:
        with self._lock:
            session = self.session
            if session is None:
                return OnTable(None, 0, 0, (), Expected())
            lying = tuple(session.placements())
            rounds = len(session.record.rounds)
            return OnTable(self.open_id, self.version, rounds, lying, session.expected())

    def history(self, game_id: int) -> History:
        try:
            return self.journal.history(game_id)
        except JournalError as wrong:
            raise Refused("not_found", _("This game is not here."), reason=str(wrong)) from None

    # choosing a game

    def start(self, record: Record) -> None:
        with self._lock:
            self.open(self.journal.new_game(record))

    def open(self, game_id: int) -> None:
        """Makes this the game that everybody sees."""
        with self._lock:
            self.history(game_id)
            if game_id != self.open_id:
                self._remember(game_id)
                self.session = self._new_session()
            self._changed(None)

    def leave(self, game_id: int) -> None:
        """Closes this game where it is the open one, for instance because it was deleted."""
        with self._lock:
            if self.open_id == game_id:
                self._remember(None)
                self.session = None
            self._changed(None)

    # changing it

    def enter(self, version: Any, event: Event, *, anyway: bool = False) -> None:
        """Adds an event; refused with its faults where a rule forbids it."""
        with self._lock:
            self._check_version(version)
            trial = TableSession(self.journal.record(self.opened()))
            outcomes = trial.tap(event)
            faults = outcomes[-1].scored.faults if outcomes and outcomes[-1].scored else ()
            if faults and not anyway:
                text = _(faults[0].message).format_map(faults[0].params)
                raise Refused("rule", text, faults=[fault_json(fault) for fault in faults])
            self._commit(outcomes, trial.record)
            self._changed(_entered([event]))

    def take(self, game: int, sightings: Iterable[Sighting]) -> None:
        """What the camera has seen happen in this game becomes lines and questions."""
        with self._lock:
            session = self.session
            if session is None or game != self.open_id:
                return
            try:
                outcomes = session.take(sightings)
                self._asked.add(session.questions.values())
                self._commit(outcomes, session.record)
            finally:
                session.follow(self.journal.record(game))
            if outcomes:
                self._changed(_entered(one.scored.event for one in outcomes if one.scored))

    def answer(self, question: str, choice: Any) -> None:
        """Settles a question; the first answer counts."""
        with self._lock:
            session = self.session
            asked = None if session is None else session.questions.get(question)
            if session is None or asked is None:
                raise Refused("not_found", _("This question has been answered already."))
            if type(choice) is not int or not 0 <= choice < len(asked.answers):
                raise Refused("bad_request", _("Please choose one of the answers."))
            self._commit(session.answer(question, choice), session.record)
            self._changed({"what": "answer"})

    def undo(self, version: Any) -> None:
        with self._lock:
            self._check_version(version)
            self._write(lambda game, seq: self.journal.undo(game, expected=seq))
            self._changed({"what": "undo"})

    def redo(self, version: Any) -> None:
        with self._lock:
            self._check_version(version)
            self._write(lambda game, seq: self.journal.redo(game, expected=seq))
            self._changed({"what": "redo"})

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
            self._keep(correction.edits)
            self._changed({"what": "correction"})
            return changes

    def publish(self) -> None:
        """Tells every page how the game stands in the journal now."""
        with self._lock:
            if self.session is not None:
                self.session.follow(self.journal.record(self.opened()))
                self.session.questions = self._asked.open_in(self.session.record)
            self.hub.publish_state(self.state(), self.version)

    def tick(self) -> None:
        """Called every second: a camera that has stalled, or come back, is said to all."""
        now = self.camera.status()
        if now["age"] is not None:
            now["age"] = int(now["age"])
        if now != self._camera_was:
            self.publish_camera()
            self._camera_was = now

    def publish_camera(self) -> None:
        self.hub.publish_camera(self.camera.status())

    # inside

    def _keep(self, edits: Sequence[Edit]) -> None:
        """All of them or none, as one step of undo."""
        if not edits:
            return
        edit = edits[0] if len(edits) == 1 else Several(tuple(edits))
        self._write(lambda game, seq: self.journal.edit(game, edit, expected=seq))

    def _weigh(self, edits: Any) -> tuple[Correction, Json]:
        record = self.journal.record(self.opened())
        try:
            correction = Correction(record, edits)
        except EditError as wrong:
            raise _cannot_be(wrong) from None
        before, after = derive(record), derive(correction.after)
        return correction, changes_json(before, after, correction)

    def _commit(self, outcomes: Iterable[Outcome], wanted: Record) -> None:
        """Writes down what a session has done, the marks of its questions included."""
        edits = [outcome.edit for outcome in outcomes if outcome.edit is not None]
        reached = Several(tuple(edits)).apply(self.journal.record(self.opened()))
        self._keep([*edits, *_remarked(reached, wanted)])

    def _new_session(self) -> TableSession | None:
        if self.open_id is None:
            return None
        record = self.journal.record(self.open_id)
        self._asked.load(self.open_id)
        session = TableSession(record, asked=self._asked.count)
        session.questions = self._asked.open_in(record)
        return session

    def _check_version(self, version: Any) -> None:
        self.opened()
        if version != self.version:
            raise self._stale()

    def _stale(self) -> Refused:
        text = _("Someone else was faster, so this was not entered. Please look and tap again.")
        return Refused("stale", text, state=self.state())

    def _write(self, change: Callable[[int, int], Game]) -> None:
        game = self.opened()
        try:
            change(game, self.journal.version(game))
        except Conflict:
            raise self._stale() from None
        except EditError as wrong:
            raise _cannot_be(wrong) from None

    def _changed(self, what: Json | None) -> None:
        self._last_change = what
        self.publish()

    def _remember(self, game_id: int | None) -> None:
        write_json(self._file, {"open": game_id})
        self.open_id = game_id

    def _remembered(self) -> int | None:
        kept = read_json(self._file)
        game = kept.get("open") if isinstance(kept, dict) else None
        return game if game in {info.id for info in self.journal.games()} else None


def _remarked(kept: Record, wanted: Record) -> Iterator[Edit]:
    """The events of `wanted` that differ from what is kept: a mark was set or taken off."""
    for number, (old, new) in enumerate(zip(kept.rounds, wanted.rounds, strict=True)):
        for index, (one, other) in enumerate(zip(old.events, new.events, strict=True)):
            if one != other:
                yield Change(number, index, other)


def _entered(events: Iterable[Event]) -> Json:
    lines = [{"player": event.player, **what_json(event)} for event in events]
    return {"what": "entered", "lines": lines}


def _cannot_be(wrong: EditError) -> Refused:
    return Refused("bad_request", _("The sheet cannot be changed that way."), reason=str(wrong))
