"""The built wheel, installed where nothing of this checkout is: everything comes with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("scorer", "vision", "models", "webui")
DEVELOPERS_ONLY = {"torch", "onnx", "pytest", "hypothesis", "playwright", "mypy", "hatchling"}
GAME = {
    "rules": "tripple-classic",
    "players": ["Ann", "Ben"],
    "rounds": [
        {"events": [{"event": "place", "player": "Ann", "cell": [0, 0, "up"], "values": [5, 5, 5]}]}
    ],
}
# Runs inside: each page in each language, a script, a picture through both models.
USE = """
import json, sys
from pathlib import Path
import numpy, scorer, vision, models, webui
from vision.table import read_table
from webui.app import close_app, create_app
from webui.api import LANGUAGES

read_table(numpy.full((480, 640, 3), 90, numpy.uint8))
app = create_app({"DATA": sys.argv[1]})
page = app.test_client()
starts = {one: page.get("/", headers={"Accept-Language": one}) for one in LANGUAGES}
statics = [f for f in Path(webui.__file__).parent.joinpath("static").rglob("*") if f.is_file()]
below = [str(f.relative_to(Path(webui.__file__).parent).as_posix()) for f in statics]
print(json.dumps({
    "rooms": [room.__file__ for room in (scorer, vision, models, webui)],
    "pages": {one: [start.status_code, start.text] for one, start in starts.items()},
    "statics": {name: page.get("/" + name).status_code for name in below},
    "modules": sorted({name.partition(".")[0] for name in sys.modules}),
}))
close_app(app)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """An environment with nothing but the wheel; its dependencies are lent by this one."""
    home = wheel.parent / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    where = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    own = Path(subprocess.run(where, check=True, capture_output=True, text=True).stdout.strip())
    # A folder named in a .pth comes last, and its own .pth files, our checkout's, are not read.
    own.joinpath("lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return home


def run(installed: Path, folder: Path, *call: str) -> subprocess.CompletedProcess[str]:
    environment = {name: v for name, v in os.environ.items() if not name.startswith("PYTHON")}
    command = [str(installed / "bin" / call[0]), *call[1:]]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_every_file_of_the_four_rooms_is_in_the_wheel(wheel: Path) -> None:
    listed = ["git", "ls-files", "--", *PACKAGES]
    kept = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=False)
    if kept.returncode:
        pytest.skip("this is not a git checkout")
    there = {name for name in kept.stdout.splitlines() if (ROOT / name).exists()}
    packed = set(zipfile.ZipFile(wheel).namelist())
    assert there - packed == set()
    assert not [name for name in packed if name.endswith((".pyc", ".pt"))]


def test_the_commands_work_from_any_folder(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(json.dumps(GAME))
    scored = run(installed, tmp_path, "tripad", "score", "game.json", "--json")
    assert (scored.returncode, scored.stderr) == (0, "")
    assert json.loads(scored.stdout)["rounds"][0]["total"] == {"Ann": 25, "Ben": 0}
    for call in (["--help"], ["--version"], ["rules"], ["rules", "triominos"], ["serve", "--help"]):
        done = run(installed, tmp_path, "tripad", *call)
        assert (done.returncode, done.stderr) == (0, ""), call
    assert run(installed, tmp_path, "tripad", "score", "nowhere.json").returncode == 2


def test_presets_models_templates_and_languages_come_with_it(
    installed: Path, tmp_path: Path
) -> None:
    done = run(installed, tmp_path, "python", "-c", USE, str(tmp_path / "data"))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert all(Path(room).is_relative_to(installed) for room in found["rooms"])
    assert {code for code, _ in found["pages"].values()} == {200}
    assert len({text for _, text in found["pages"].values()}) == len(found["pages"]) == 6
    assert set(found["statics"].values()) == {200}
    assert not DEVELOPERS_ONLY & set(found["modules"])
