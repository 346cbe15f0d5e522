"""The journal's file: opened with care, never overwritten, on the disk before we say so."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import platformdirs

SCHEMA_VERSION = 1
APPLICATION_ID = 0x54524950  # "TRIP", so that no other program's file is taken for ours
FILE_NAME = "journal.sqlite"
BUSY_SECONDS = 10.0
_SQLITE_HEADER = b"SQLite format 3\0"

_SCHEMA = """
CREATE TABLE players (name TEXT PRIMARY KEY) STRICT;
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    created TEXT NOT NULL,
    deleted TEXT,
    record TEXT NOT NULL,   -- the game as it began; the entries say what came then
    summary TEXT NOT NULL   -- what a list of games shows, so that it need not derive them all
) STRICT;
CREATE TABLE entries (
    game INTEGER NOT NULL REFERENCES games (id),
    seq INTEGER NOT NULL,
    at TEXT NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE photos (
    game INTEGER NOT NULL REFERENCES games (id),
    name TEXT NOT NULL,
    seq INTEGER NOT NULL,   -- the entry it belongs to
    at TEXT NOT NULL,
    PRIMARY KEY (game, name)
) STRICT, WITHOUT ROWID;
"""


class JournalError(Exception):
    """The journal cannot do what was asked; the text says why and what to do."""


def default_folder() -> Path:
    return Path(platformdirs.user_data_dir("tripad", appauthor=False))


class Storage:
    """One SQLite connection that several threads share, one at a time."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self._lock = threading.RLock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _inspect(self.path)
            self._connection = _connect(self.path)
        except (sqlite3.Error, OSError) as wrong:
            raise JournalError(f"The journal {self.path} cannot be opened: {wrong}.") from wrong

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        with self._lock, _explained(self.path):
            yield self._connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction. When this is left without an error, what was written is on the disk."""
        with self._lock, _explained(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as wrong:
        raise JournalError(f"The journal {path} could not be used: {wrong}.") from wrong


def _inspect(path: Path) -> None:
    """Refuses a file that is damaged, newer or not ours, before anything could write to it."""
    if not path.exists() or path.stat().st_size == 0:
        return
    with path.open("rb") as file:
        if file.read(len(_SQLITE_HEADER)) != _SQLITE_HEADER:
            raise JournalError(_kept(path, "is damaged or not a journal of Tripad"))
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as found:
        try:
            _check_contents(found, path)
        except sqlite3.DatabaseError:
            raise JournalError(_kept(path, "is damaged")) from None


def _check_contents(found: sqlite3.Connection, path: Path) -> None:
    version = _pragma(found, "user_version")
    if _pragma(found, "application_id") not in (APPLICATION_ID, 0):
        raise JournalError(_kept(path, "belongs to another program"))
    if version > SCHEMA_VERSION:
        raise JournalError(_kept(path, "was written by a newer Tripad; please update this one"))
    if version == 0 and _has_tables(found):
        raise JournalError(_kept(path, "is not a journal of Tripad"))
    if found.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
        raise JournalError(_kept(path, "is damaged"))


def _kept(path: Path, finding: str) -> str:
    return (
        f"The file {path} {finding}. It was left untouched. "
        f"Move it elsewhere to begin a new journal, or name another folder with --data."
    )


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _has_tables(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is not None


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    # One damaged text must not hide all the others; the journal tells it by its strange signs.
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("BEGIN IMMEDIATE")
    if _pragma(connection, "user_version") == 0:
        _create(connection)
    connection.execute("COMMIT")
    return connection


def _create(connection: sqlite3.Connection) -> None:
    for statement in _SCHEMA.split(";\n"):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
