"""The journal: all games, as they began and every entry since. Nothing in it is ever rewritten.

An entry is an edit, an undo or a redo. A method that adds one returns when it is on the disk, so
what has been acknowledged survives `kill -9`. All methods may be called from several threads.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from sqlite3 import Connection
from typing import Self

from scorer.edit import Edit, EditError, History, Rename, appending, edit_from_json, edit_to_json
from scorer.events import Event, Json
from scorer.game import Game, derive
from scorer.photos import PhotoFolder
from scorer.record import Record, RecordError, checked_players, record_from_json
from scorer.rules import rules_from
from scorer.storage import JournalError, Storage, default_folder

# What reading a text brings that is JSON no more, or no longer says what was written.
_DAMAGE = (ValueError, TypeError, LookupError, AttributeError)

__all__ = ["Best", "Conflict", "GameInfo", "Journal", "JournalError", "LogEntry"]


class Conflict(JournalError):
    """Someone else has changed the game since the caller looked."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """One line in the list of games."""

    id: int
    created: str
    changed: str
    deleted: str | None
    version: int  # number of the last entry
    rules: Json
    players: tuple[str, ...]
    totals: Mapping[str, int]
    winners: tuple[str, ...]

    @property
    def over(self) -> bool:
        return bool(self.winners)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a game's log, as it was written."""

    seq: int
    at: str
    entry: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Best:
    """A player's best finished solitaire game by the same rules."""

    player: str
    rules: Json
    points: int
    game: int


class Journal:
    """The games in one data folder; the user's own folder where none is named."""

    def __init__(self, folder: Path | str | None = None) -> None:
        self.folder = Path(folder) if folder is not None else default_folder()
        self._storage = Storage(self.folder)
        self._photos = PhotoFolder(self.folder / "photos")
        self._known: dict[int, tuple[int, History]] = {}
        self._lock = threading.RLock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._storage.close()

    # games

    def new_game(self, record: Record) -> int:
        """Keeps a new game, or an imported one, and gives its number."""
        with self._storage.writing() as db:
            for name in record.players:
                db.execute("INSERT OR IGNORE INTO players VALUES (?)", (name,))
            row = (_now(), _dumps(record.to_json()), _summary(derive(record)))
            added = db.execute("INSERT INTO games (created, record, summary) VALUES (?, ?, ?)", row)
            return int(added.lastrowid or 0)

    def games(self, *, deleted: bool = False) -> list[GameInfo]:
        """All games, the newest first; the deleted ones instead, where asked."""
        query = (
            "SELECT id, created, deleted, summary,"
            " coalesce(max(seq), 0), coalesce(max(at), created)"
            " FROM games LEFT JOIN entries ON game = id"
            " WHERE (deleted IS NOT NULL) = ? GROUP BY id ORDER BY id DESC"
        )
        with self._storage.reading() as db:
            rows = db.execute(query, (deleted,)).fetchall()
        return [info for info in map(self._listed, rows) if info is not None]

    def game(self, game: int) -> Game:
        return derive(self.record(game))

    def record(self, game: int) -> Record:
        return self.history(game).present

    def history(self, game: int) -> History:
        return self._load(game)[1]

    def version(self, game: int) -> int:
        """The number of the game's last entry; it grows with every change."""
        return self._load(game)[0]

    def log(self, game: int) -> list[LogEntry]:
        query = "SELECT seq, at, entry FROM entries WHERE game = ? ORDER BY seq"
        with self._storage.reading() as db:
            rows = db.execute(query, (game,)).fetchall()
        return [LogEntry(seq, at, _entry(game, seq, text)) for seq, at, text in rows]

    def delete_game(self, game: int) -> None:
        """Puts a game out of sight; `undelete_game` brings it back."""
        self._set_deleted(game, _now())

    def undelete_game(self, game: int) -> None:
        self._set_deleted(game, None)

    # changing a game

    def append(self, game: int, event: Event, *, expected: int | None = None) -> Game:
        """Adds an event at the game's end and gives the game after it."""

        def entry(history: History) -> dict[str, Json]:
            return {"do": edit_to_json(appending(derive(history.present), event))}

        return self._add(game, entry, expected)

    def edit(self, game: int, edit: Edit, *, expected: int | None = None) -> Game:
        """Changes any event; EditError where the edit makes no sense."""
        return self._add(game, lambda _: {"do": edit_to_json(edit)}, expected)

    def undo(self, game: int, *, expected: int | None = None) -> Game:
        return self._add(game, lambda _: {"undo": True}, expected)

    def redo(self, game: int, *, expected: int | None = None) -> Game:
        return self._add(game, lambda _: {"redo": True}, expected)

    # players

    def players(self) -> list[str]:
        with self._storage.reading() as db:
            return [name for (name,) in db.execute("SELECT name FROM players ORDER BY name")]

    def add_player(self, name: str) -> None:
        _check_name(name)
        with self._storage.writing() as db:
            db.execute("INSERT OR IGNORE INTO players VALUES (?)", (name,))

    def rename_player(self, old: str, new: str) -> None:
        """Gives a player another name in all games; for a name that is taken, see merge."""
        if new in self.players():
            raise JournalError(f"There is already a player called {new}; merge the two instead.")
        _check_name(new)
        self._rename(old, new)

    def merge_players(self, old: str, into: str) -> None:
        """Makes two names one; refused where both played in the same game."""
        if into not in self.players() or old == into:
            raise JournalError(f"{old} can only be merged into another known player.")
        self._rename(old, into)

    def bests(self) -> list[Best]:
        """The best finished solitaire game of each player by each set of rules."""
        best: dict[tuple[str, str], Best] = {}
        for info in self.games():
            if not info.over or len(info.players) > 1:
                continue
            (player,) = info.players
            one = Best(player, info.rules, info.totals[player], info.id)
            key = player, _same_rules(info.rules)
            if key not in best or one.points >= best[key].points:
                best[key] = one
        return sorted(best.values(), key=lambda one: (one.player, -one.points))

    # photos

    def add_photo(self, game: int, content: bytes, kind: str = "jpg") -> str:
        """Keeps a picture beside the game's last entry and gives its name."""
        seq = self.version(game)
        name = self._photos.write(game, content, kind)
        with self._storage.writing() as db:
            row = (game, name, seq, _now())
            db.execute("INSERT OR IGNORE INTO photos VALUES (?, ?, ?, ?)", row)
        return name

    def photos(self, game: int) -> dict[str, int]:
        """The names of a game's pictures, each with the entry it belongs to."""
        query = "SELECT name, seq FROM photos WHERE game = ? ORDER BY seq, name"
        with self._storage.reading() as db:
            return dict(db.execute(query, (game,)).fetchall())

    def photo_path(self, game: int, name: str) -> Path:
        """Where a picture lies; only names the journal itself has given lead to a file."""
        if name not in self.photos(game):
            raise JournalError(f"Game {game} has no picture called {name}.")
        return self._photos.path(game, name)

    # inside

    def _listed(self, row: tuple[int, str, str | None, str, int, str]) -> GameInfo | None:
        """A damaged summary is made anew; a game that cannot be read either is left out."""
        number, created, deleted, summary, version, changed = row
        try:
            return _info(number, created, deleted, version, changed, _parsed(summary))
        except _DAMAGE:
            pass
        try:
            anew = _parsed(_summary(self.game(number)))
        except JournalError:
            return None
        return _info(number, created, deleted, version, changed, anew)

    def _load(self, game: int) -> tuple[int, History]:
        with self._lock, self._storage.reading() as db:
            seq, history = self._known.get(game) or (0, _first(db, game))
            query = "SELECT seq, entry FROM entries WHERE game = ? AND seq > ? ORDER BY seq"
            for next_seq, entry in db.execute(query, (game, seq)).fetchall():
                seq, history = next_seq, _kept(history, game, next_seq, entry)
            self._known[game] = seq, history
            return seq, history

    def _add(
        self, game: int, entry_for: Callable[[History], dict[str, Json]], expected: int | None
    ) -> Game:
        with self._lock, self._storage.writing() as db:
            seq, history = self._load(game)
            if expected is not None and expected != seq:
                raise Conflict("The game has been changed meanwhile; please look again.")
            return self._write(db, game, seq, history, entry_for(history))

    def _write(
        self, db: Connection, game: int, seq: int, history: History, entry: dict[str, Json]
    ) -> Game:
        """Nothing is remembered here: the next look reads it from the file, if it came that far."""
        derived = derive(_replayed(history, entry).present)
        row = (game, seq + 1, _now(), _dumps(entry))
        db.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", row)
        db.execute("UPDATE games SET summary = ? WHERE id = ?", (_summary(derived), game))
        return derived

    def _rename(self, old: str, new: str) -> None:
        if old not in self.players():
            raise JournalError(f"There is no player called {old}.")
        entry = {"throughout": edit_to_json(Rename(old, new))}
        with self._lock, self._storage.writing() as db:
            for (game,) in db.execute("SELECT id FROM games").fetchall():
                seq, history = self._load(game)
                if old in history.present.players:
                    self._write(db, game, seq, history, entry)
            db.execute("DELETE FROM players WHERE name = ?", (old,))
            db.execute("INSERT OR IGNORE INTO players VALUES (?)", (new,))

    def _set_deleted(self, game: int, when: str | None) -> None:
        with self._storage.writing() as db:
            changed = db.execute("UPDATE games SET deleted = ? WHERE id = ?", (when, game))
            if not changed.rowcount:
                raise JournalError(f"There is no game {game}.")


def _check_name(name: str) -> None:
    try:
        checked_players([name])
    except RecordError as wrong:
        raise JournalError(f"‘{name}’ cannot be a player: {wrong}") from None


def _replayed(history: History, entry: Mapping[str, Json]) -> History:
    if "undo" in entry:
        return history.undo()
    if "redo" in entry:
        return history.redo()
    if "throughout" in entry:
        return history.throughout(edit_from_json(entry["throughout"]))
    if "do" in entry:
        return history.do(edit_from_json(entry["do"]))
    raise EditError("the journal has an entry of an unknown kind.")


def _kept(history: History, game: int, seq: int, text: str) -> History:
    """The next state, from an entry as it stands in the file."""
    entry = _entry(game, seq, text)
    try:
        return _replayed(history, entry)
    except _DAMAGE:
        raise _damaged(game, seq) from None


def _entry(game: int, seq: int, text: str) -> Mapping[str, Json]:
    try:
        entry = _parsed(text)
    except ValueError:
        entry = None
    if not isinstance(entry, Mapping):
        raise _damaged(game, seq)
    return entry


def _damaged(game: int, seq: int) -> JournalError:
    return JournalError(
        f"Game {game} is damaged at entry {seq}. It was left untouched; the other games are not"
        " concerned."
    )


def _first(db: Connection, game: int) -> History:
    found = db.execute("SELECT record FROM games WHERE id = ?", (game,)).fetchone()
    if found is None:
        raise JournalError(f"There is no game {game}.")
    try:
        return History(record_from_json(_parsed(found[0])))
    except ValueError as wrong:
        raise JournalError(f"Game {game} is damaged and was left untouched: {wrong}") from None


def _summary(game: Game) -> str:
    return _dumps(
        {
            "rules": game.record.to_json()["rules"],
            "players": list(game.players),
            "totals": dict(game.totals),
            "winners": list(game.decided),
        }
    )


def _info(
    number: int, created: str, deleted: str | None, version: int, changed: str, kept: Json
) -> GameInfo:
    rules_from(kept["rules"])
    return GameInfo(
        id=number,
        created=created,
        changed=changed,
        deleted=deleted,
        version=version,
        rules=kept["rules"],
        players=tuple(kept["players"]),
        totals=dict(kept["totals"]),
        winners=tuple(kept["winners"]),
    )


def _same_rules(rules: Json) -> str:
    """One text for all ways to write the same rules."""
    resolved = rules_from(rules)
    return _dumps([resolved.preset, dict(resolved.changed)])


def _dumps(value: Json) -> str:
    return json.dumps(value, sort_keys=True)


def _parsed(text: str) -> Json:
    """The inverse of `_dumps`, which writes ASCII only: any other sign is damage."""
    if not text.isascii():
        raise ValueError("it has signs in it that nobody wrote.")
    return json.loads(text)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
