"""The journal: nothing acknowledged is lost, nothing doubtful is overwritten."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.edit import Change, ChangeRules, Delete, EditError, Insert
from scorer.events import Draw, Pass, Place, Reveal
from scorer.journal import Conflict, Journal, JournalError
from scorer.lattice import Cell
from scorer.record import new_record
from scorer.storage import FILE_NAME, default_folder
from tests.scorer.journal_worker import step

REPETITIONS = 50
WORKER = Path(__file__).with_name("journal_worker.py")
START = Place("Ann", Cell(0, 0, "up"), (5, 5, 5))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path) as opened:
        yield opened


def a_game(journal: Journal, *players: str) -> int:
    return journal.new_game(new_record("tripple-classic", players or ("Ann", "Ben")))


def test_a_game_goes_on_until_the_last_hand_is_shown(journal: Journal) -> None:
    rules = {"preset": "tripple-classic", "dealt": {"2": 1}, "target": 10}
    game = journal.new_game(new_record(rules, ("Ann", "Ben")))
    journal.append(game, START)
    assert not journal.games()[0].over
    journal.append(game, Reveal("Ben", ((0, 0, 1),)))
    assert journal.games()[0].winners == ("Ann",)


def test_kill_9_loses_no_acknowledged_event(tmp_path: Path) -> None:
    rng, told = random.Random(9), set[int]()
    for _ in range(REPETITIONS):
        game, acknowledged = write_until_killed(tmp_path, rng)
        with Journal(tmp_path) as journal:
            if game is None:
                continue  # killed while it was still starting
            told.add(game)
            kept = check_kept(journal, game)
            assert acknowledged <= kept <= acknowledged + 1  # one may be written but not yet said
    with Journal(tmp_path) as journal:
        assert told <= {info.id for info in journal.games()}
        for game in told:
            check_kept(journal, game)
    assert len(told) > REPETITIONS * 0.8


def check_kept(journal: Journal, game: int) -> int:
    """All that was written is what the worker wrote, in its order, and replays."""
    written = journal.log(game)
    for nth, entry in enumerate(written, start=1):
        what = step(nth)
        if what == "append":
            assert entry.entry["do"]["event"]["nth"] == nth
        else:
            assert entry.entry == {what: True}
    assert [entry.seq for entry in written] == list(range(1, journal.version(game) + 1))
    assert sum(len(one.events) for one in journal.record(game).rounds) == shown_after(len(written))
    return len(written)


def shown_after(entries: int) -> int:
    cycles, more = divmod(entries, 4)
    return 2 * cycles + (0, 1, 2, 1)[more]


def write_until_killed(folder: Path, rng: random.Random) -> tuple[int | None, int]:
    """Waits for some entries, and then for a moment more, so that it ends in the middle of one."""
    command = [sys.executable, str(WORKER), str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(rng.randrange(30))]
        time.sleep(rng.uniform(0, 0.005))
        process.kill()
        said += process.stdout.readlines()
    whole = [line.split() for line in said if line.endswith("\n")]
    games = [int(number) for word, number in whole if word == "game"]
    return (games[0] if games else None), sum(word == "ok" for word, _ in whole)


def test_a_game_is_there_when_the_journal_is_opened_again(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = a_game(journal)
        journal.append(game, START)
        totals = journal.append(game, Draw("Ben")).totals
    with Journal(tmp_path) as journal:
        assert journal.game(game).totals == totals == {"Ann": 25, "Ben": -5}
        assert [info.id for info in journal.games()] == [game]
        assert journal.players() == ["Ann", "Ben"]


def test_undo_redo_and_edits_are_entries_too(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = a_game(journal)
        journal.append(game, START)
        journal.append(game, Draw("Ben"))
        assert journal.undo(game).totals["Ben"] == 0
        assert journal.redo(game).totals["Ben"] == -5
        changed = Place("Ann", Cell(0, 0, "up"), (4, 4, 4))
        assert journal.edit(game, Change(0, 0, changed)).totals["Ann"] == 22
        journal.edit(game, Insert(0, 1, Pass("Ben")))
        journal.edit(game, Delete(0, 1))
        journal.edit(game, ChangeRules({"preset": "tripple-classic", "start": 1}))
    with Journal(tmp_path) as journal:
        assert journal.game(game).totals == {"Ann": 13, "Ben": -5}
        assert len(journal.log(game)) == journal.version(game) == 8
        assert journal.undo(game).totals["Ann"] == 22


def test_what_cannot_be_done_leaves_no_trace(journal: Journal) -> None:
    game = a_game(journal)
    for nonsense in (lambda: journal.undo(game), lambda: journal.edit(game, Delete(3, 0))):
        with pytest.raises(EditError):
            nonsense()
    with pytest.raises(JournalError, match="no game 99"):
        journal.append(99, START)
    assert journal.version(game) == 0


def test_a_new_round_begins_by_itself(journal: Journal) -> None:
    rules = {"preset": "tripple-classic", "dealt": 1}
    game = journal.new_game(new_record(rules, ("Ann", "Ben")))
    journal.append(game, START)
    journal.append(game, Reveal("Ben", ((0, 0, 1),)))
    second = journal.append(game, START)
    assert [len(one.events) for one in second.rounds] == [2, 1]
    assert not second.faults


def test_two_at_once_are_told(journal: Journal) -> None:
    game = a_game(journal)
    seen = journal.version(game)
    journal.append(game, START, expected=seen)
    with pytest.raises(Conflict):
        journal.append(game, Draw("Ben"), expected=seen)


def test_many_threads_write_one_game(journal: Journal) -> None:
    game = a_game(journal)
    threads = [
        threading.Thread(target=lambda: [journal.append(game, Draw("Ann")) for _ in range(10)])
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert journal.version(game) == len(journal.record(game).rounds[0].events) == 60


def test_two_programs_share_a_journal(tmp_path: Path) -> None:
    with Journal(tmp_path) as one, Journal(tmp_path) as other:
        game = a_game(one)
        one.append(game, START)
        other.append(game, Draw("Ben"))
        assert one.game(game).totals == other.game(game).totals == {"Ann": 25, "Ben": -5}


# files that must not be touched


def spoil(path: Path, kind: str) -> None:
    if kind == "rubbish":
        path.write_bytes(b"this is not a database at all" * 100)
    elif kind == "torn":
        content = bytearray(path.read_bytes())
        content[4096:12288] = bytes(8192)
        path.write_bytes(content)
    else:
        with sqlite3.connect(path) as db:
            db.execute({"newer": "PRAGMA user_version = 99", "other": _OTHER}[kind])
        db.close()


_OTHER = "PRAGMA application_id = 12345"


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("rubbish", "damaged or not a journal"),
        ("torn", "damaged"),
        ("newer", "newer Tripad"),
        ("other", "another program"),
    ],
)
def test_a_doubtful_file_is_kept_as_it_is(tmp_path: Path, kind: str, words: str) -> None:
    with Journal(tmp_path) as journal:
        a_game(journal)
    path = tmp_path / FILE_NAME
    spoil(path, kind)
    before = path.read_bytes()
    with pytest.raises(JournalError, match=words) as told:
        Journal(tmp_path)
    assert str(path) in str(told.value)
    assert path.read_bytes() == before


def spoil_text(folder: Path, statement: str, *texts: str | bytes) -> None:
    """Damage that SQLite itself cannot notice: another text where one was written."""
    with sqlite3.connect(folder / FILE_NAME) as db:
        db.execute(statement, texts)
    db.close()


DAMAGED_TEXTS = [
    "not JSON", "[]", '{"do": 1}', '{"do": {"edit": "insErt"}}', '{"do": {"edit": "insert"}}',
    '{"undo": true, "wh\x00t": 1', "{}", '{"do": {"edit": "several", "edits": [7]}}',
]  # fmt: skip


@pytest.mark.parametrize("text", DAMAGED_TEXTS)
def test_a_damaged_entry_is_told_and_concerns_its_game_only(tmp_path: Path, text: str) -> None:
    with Journal(tmp_path) as journal:
        damaged, sound = a_game(journal), a_game(journal)
        for game in (damaged, sound):
            journal.append(game, START)
            journal.append(game, Draw("Ben"))
    spoil_text(tmp_path, "UPDATE entries SET entry = ? WHERE game = 1 AND seq = 2", text)
    with Journal(tmp_path) as journal:
        for use in (journal.game, journal.undo, lambda game: journal.append(game, Draw("Ben"))):
            with pytest.raises(JournalError, match="Game 1 is damaged at entry 2"):
                use(damaged)
        assert journal.game(sound).totals == {"Ann": 25, "Ben": -5}
        assert [info.id for info in journal.games()] == [sound, damaged]
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        assert db.execute("SELECT entry FROM entries WHERE game = 1 AND seq = 2").fetchone()[0]
    db.close()


def test_signs_that_are_no_text_do_not_hide_the_other_games(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        first, second = a_game(journal), a_game(journal)
        journal.append(first, START)
        journal.append(second, START)
    spoil_text(tmp_path, "UPDATE games SET summary = CAST(? AS TEXT) WHERE id = 1", b"\xff{}")
    spoil_text(tmp_path, "UPDATE games SET record = CAST(? AS TEXT) WHERE id = 2", b'{"\xff": 1}')
    spoil_text(tmp_path, "UPDATE games SET summary = '{}' WHERE id = 2")
    with Journal(tmp_path) as journal:
        (info,) = journal.games()  # its summary is made anew; the other cannot be read at all
        assert (info.id, info.totals) == (first, {"Ann": 25, "Ben": 0})
        with pytest.raises(JournalError, match="Game 2 is damaged"):
            journal.game(second)


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal(tmp_path / "file")


# players, games, photos


def test_renaming_reaches_all_games_and_undo_keeps_it(journal: Journal) -> None:
    game = a_game(journal)
    journal.append(game, START)
    journal.append(game, Draw("Ben"))
    journal.rename_player("Ann", "Anna")
    assert journal.undo(game).totals == {"Anna": 25, "Ben": 0}
    assert journal.players() == ["Anna", "Ben"]
    with pytest.raises(JournalError, match="merge"):
        journal.rename_player("Anna", "Ben")


def test_merging_players(journal: Journal) -> None:
    game, both = a_game(journal, "Anne", "Ben"), a_game(journal, "Cat", "Dan")
    journal.add_player("Ann")
    journal.merge_players("Anne", "Ann")
    assert journal.record(game).players == ("Ann", "Ben")
    with pytest.raises(EditError, match="already plays"):
        journal.merge_players("Cat", "Dan")
    assert journal.record(both).players == ("Cat", "Dan")
    assert journal.players() == ["Ann", "Ben", "Cat", "Dan"]


def test_a_deleted_game_comes_back(journal: Journal) -> None:
    game = a_game(journal)
    journal.delete_game(game)
    assert journal.games() == []
    assert [info.id for info in journal.games(deleted=True)] == [game]
    journal.undelete_game(game)
    assert [info.id for info in journal.games()] == [game]


def test_solitaire_bests(journal: Journal) -> None:
    rules = {"preset": "tripple-classic", "dealt": 1}
    for tile in ((1, 1, 1), (5, 5, 5), (2, 2, 2)):
        game = journal.new_game(new_record(rules, ("Ann",)))
        journal.append(game, Place("Ann", Cell(0, 0, "up"), tile))
    same = {**rules, "bridge": 40}  # what the preset says anyway
    game = journal.new_game(new_record(same, ("Ann",)))
    journal.append(game, Place("Ann", Cell(0, 0, "up"), (3, 3, 3)))
    journal.append(a_game(journal, "Ann"), START)  # not finished, so no best
    (best,) = journal.bests()
    assert (best.player, best.points, best.game) == ("Ann", 50, 2)


def test_photos_lie_beside_their_move(journal: Journal, tmp_path: Path) -> None:
    game = a_game(journal)
    journal.append(game, START)
    name = journal.add_photo(game, b"a picture", "png")
    assert journal.photos(game) == {name: 1}
    path = journal.photo_path(game, name)
    assert path.read_bytes() == b"a picture"
    assert path.is_relative_to(tmp_path)


@pytest.mark.parametrize("name", ["../../journal.sqlite", "/etc/passwd", "", "x.png", ".."])
def test_no_name_leads_out_of_the_photo_folder(journal: Journal, name: str) -> None:
    game = a_game(journal)
    with pytest.raises(JournalError, match="no picture"):
        journal.photo_path(game, name)
    with pytest.raises(JournalError):
        journal.add_photo(game, b"", f"../{name}")


def test_the_default_folder_is_the_users_own() -> None:
    assert default_folder().name == "tripad"
