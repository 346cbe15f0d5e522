"""The command itself: its help, wrong calls, and terminals and pipes that are not as hoped."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from webui.cli import build_parser, main

TRIPAD = [sys.executable, "-m", "webui.cli"]
GAME = {
    "rules": "tripple-classic",
    "players": ["Ann", "Ben"],
    "rounds": [{"events": [{"event": "draw", "player": "Ann"}]}],
}


def commands() -> dict[str, argparse.ArgumentParser]:
    (chooser,) = build_parser()._subparsers._group_actions  # type: ignore[union-attr]
    return dict(chooser.choices)  # type: ignore[arg-type]


def run(*arguments: str, encoding: str = "utf-8", **more: object) -> subprocess.CompletedProcess:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    return subprocess.run([*TRIPAD, *arguments], env=environment, check=False, **more)  # type: ignore[call-overload]


@pytest.fixture
def game(tmp_path: Path) -> str:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(GAME))
    return str(file)


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    out = capsys.readouterr().out
    assert end.value.code == 0
    assert {"score", "rules", "fits", "read", "quality", "watch", "serve"} <= set(commands())
    assert all(f"\n    {name} " in out for name in commands())


@pytest.mark.parametrize("name", commands())
def test_every_command_and_argument_is_explained(name: str) -> None:
    parser = commands()[name]
    assert parser.description and parser.description.endswith(".")
    assert all(action.help for action in parser._actions)
    assert max(map(len, parser.format_help().splitlines())) <= 100


WRONG = [[], ["scroe"], ["--loud"], *([name, "--no-such-option"] for name in commands())]
WRONG += [["rules", "a", "b"], ["fits", "x.json", "0-3-5", "0,0,up", "more"]]
WRONG += [["fits", "x.json", "0-3-5", "--round", "one"], ["serve", "--port", "0"]]


@pytest.mark.parametrize("call", WRONG, ids=" ".join)
def test_a_wrong_call_gets_one_line_and_exit_code_2(
    call: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(call)
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert err.startswith("tripad") and err.count("\n") == 1 and "--help" in err


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out.split()[0] == "tripad"


@pytest.mark.parametrize(
    ("encoding", "minus"), [("utf-8", "−5"), ("cp1252", "-5"), ("ascii", "-5")]
)
def test_a_plain_terminal_gets_plain_signs(game: str, encoding: str, minus: str) -> None:
    done = run("score", game, encoding=encoding, capture_output=True)
    sheet = done.stdout.decode(encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert f"1 draw {minus}" in sheet and "?" not in sheet


def test_a_reader_who_leaves_early_is_no_error(game: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = run("rules", stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_said_in_one_line(game: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = run("score", game, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert done.stderr == b"tripad score: No space left on device.\n"
