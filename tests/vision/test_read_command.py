"""`tripad read` and `tripad quality` as people and programs call them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

import vision.table
from scorer.lattice import Cell
from tests.vision.sights import BOARD, layout_of, needs_models, picture_of
from vision.layout import Layout
from webui.cli import main

SIGHT = layout_of(BOARD, backs=1)
MISMATCH = layout_of((*BOARD, ("-1,0,down", (4, 3, 0))), confidence=0.7)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with one good photo; reading it finds SIGHT, whatever the models say."""
    monkeypatch.setattr(vision.table, "read_table", lambda image: SIGHT)
    monkeypatch.chdir(tmp_path)
    cv2.imwrite(str(tmp_path / "good.png"), picture_of(SIGHT))
    return tmp_path


def check_contract(answer: dict[str, Any]) -> None:
    """The shape that CONTRACTS.md fixes."""
    assert list(answer)[:4] == ["image", "width", "height", "millis"]
    assert isinstance(answer["millis"], int)
    for tile in answer["tiles"]:
        assert len(tile["values"]) == 3 and all(0 <= value <= 5 for value in tile["values"])
        assert 0 <= tile["confidence"] <= 1
        assert (tile["field"] is None) == (tile["cell"] is None)
        assert tile["cell"] is None or Cell.from_json(tile["cell"])
        assert turns_clockwise(tile["corners"])
    for back in answer["face_down"]:
        assert len(back["corners"]) == 3 and 0 <= back["confidence"] <= 1
    for fault in answer["faults"]:
        assert fault["text"].endswith(".") and all(map(Cell.from_json, fault["cells"]))


def turns_clockwise(corners: list[list[float]]) -> bool:
    (ax, ay), (bx, by), (cx, cy) = corners
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0


def test_prints_one_json_object_a_photo(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "good.png", str(table / "good.png"), "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    answers = [json.loads(line) for line in lines]
    assert [answer["image"] for answer in answers] == ["good.png", str(table / "good.png")]
    for answer in answers:
        check_contract(answer)
        assert (answer["width"], answer["height"]) == (640, 480)
        assert len(answer["tiles"]) == 4 and len(answer["face_down"]) == 1


@pytest.mark.parametrize("json_wanted", [True, False])
def test_a_bad_file_does_not_stop_the_others(
    table: Path, capsys: pytest.CaptureFixture[str], json_wanted: bool
) -> None:
    (table / "empty.jpg").touch()
    (table / "letter.png").write_text("Dear aunt")
    (table / "cut.png").write_bytes((table / "good.png").read_bytes()[:300])
    names = ["empty.jpg", "good.png", "letter.png", "nowhere.jpg", "cut.png", ".", "good.png"]
    assert main(["read", *names, *(["--json"] if json_wanted else [])]) == 1
    out, err = capsys.readouterr()
    assert out.count("good.png") == 2
    assert [line.split(":")[1].split()[-1] for line in err.splitlines()] == [
        "empty.jpg", "letter.png", "nowhere.jpg", "cut.png", ".",
    ]  # fmt: skip
    assert all(line.startswith("tripad read: cannot read") for line in err.splitlines())


def test_coordinates_are_those_of_the_original_photo(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A large photo, stored lying: read small, answered in its own pixels, upright."""
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (6000, 8000), (90, 90, 90)).save(table / "large.jpg", exif=exif.tobytes())
    seen: list[Layout] = []

    def read(image: np.ndarray) -> Layout:
        height, width = image.shape[:2]
        seen.append(layout_of(BOARD, size_wh=(width, height)))
        return seen[0]

    monkeypatch.setattr(vision.table, "read_table", read)
    assert main(["read", "large.jpg", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["width"], answer["height"]) == (8000, 6000)
    scale = 8000 / seen[0].size_wh[0]
    assert scale > 1.5
    expected = (seen[0].tiles[0].corners_xy + 0.5) * scale - 0.5
    assert np.allclose(answer["tiles"][0]["corners"], expected, atol=1.0)


def test_the_summary_is_for_people(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(vision.table, "read_table", lambda image: MISMATCH)
    assert main(["read", "good.png"]) == 0
    out = capsys.readouterr().out
    assert "good.png (640 × 480, 85 ms): 5 tiles, 5 unsure, 1 fault" in out
    assert "field 0, 5 tiles:" in out and "0,0,up      1-2-3   70.0 %  unsure" in out
    assert "! The corner 0,0 carries 1 and 4" in out


def test_draws_into_a_file_or_a_folder(table: Path) -> None:
    assert main(["read", "good.png", "--draw", "seen.png"]) == 0
    with Image.open(table / "seen.png") as drawn:
        assert drawn.width >= 640
    (table / "b").mkdir()
    (table / "b" / "good.png").write_bytes((table / "good.png").read_bytes())
    assert main(["read", "good.png", "b/good.png", "--draw", "drawn/here"]) == 0
    names = {path.name for path in (table / "drawn" / "here").iterdir()}
    assert names == {"good-read.jpg", "good-read-2.jpg"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["good.png", "--draw", "seen.txt"], "must end in"),
        (["good.png", "--draw", "good.png"], "overwrite the photo"),
        (["good.png", "good.png", "--draw", "good.png"], "need a folder"),
    ],
)
def test_a_drawing_that_cannot_be_saved_is_refused_first(
    table: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    before = (table / "good.png").read_bytes()
    assert main(["read", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and sentence in err and err.count("\n") == 1
    assert (table / "good.png").read_bytes() == before


def test_a_drawing_that_fails_gets_a_line(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (table / "occupied").touch()
    assert main(["read", "good.png", "--json", "--draw", "occupied/seen.png"]) == 1
    out, err = capsys.readouterr()
    check_contract(json.loads(out))
    assert err.startswith("tripad read: cannot save")


def test_quality_names_hints(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dark = (picture_of(SIGHT) * 0.15).astype(np.uint8)
    cv2.imwrite(str(table / "dark.png"), dark)
    assert main(["quality", "dark.png", "good.png", "--json"]) == 0
    bad, good = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert [hint["message"] for hint in bad["hints"]] == ["hint.too_dark"]
    assert good == {"image": "good.png", "width": 640, "height": 480, "hints": []}
    assert main(["quality", "dark.png", "good.png", "nowhere.jpg"]) == 1
    out, err = capsys.readouterr()
    assert "too dark" in out and "good to read" in out
    assert err == "tripad quality: cannot read nowhere.jpg: there is no such file.\n"


def test_scoring_does_not_wait_for_the_vision_libraries() -> None:
    heavy = "{'cv2', 'numpy', 'onnxruntime', 'PIL'}"
    code = f"import sys, webui.cli as c; c.build_parser(); print({heavy} & set(sys.modules))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert answer.stdout.strip() == "set()"


@needs_models
def test_reads_a_rendered_scene_through_the_real_program(tmp_path: Path) -> None:
    from models.render import SceneSpec, render_scene

    spec = SceneSpec(
        size_wh=(640, 480), n_tiles=4, arrangement="lattice", kind="ivory_num", side_px=100.0,
        tilt=5.0, illegal=False, loose=0, face_down=0, clutter=False, hand=False, rack=False,
        neat=True, effects=False,
    )  # fmt: skip
    scene = render_scene(7, spec, "test")
    cv2.imwrite(str(tmp_path / "scene.png"), scene.image)
    (tmp_path / "empty.jpg").touch()
    command = [sys.executable, "-m", "webui.cli", "read", "empty.jpg", "scene.png", "--json"]
    answer = subprocess.run([*command], cwd=tmp_path, capture_output=True, text=True)
    assert answer.returncode == 1
    assert answer.stderr.count("\n") == 1 and "empty.jpg: the file is empty." in answer.stderr
    check_contract(json.loads(answer.stdout))


@needs_models
@pytest.mark.parametrize("size_wh", [(1, 1), (5, 900), (33, 47), (1500, 4)])
def test_odd_sizes_are_read_as_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], size_wh: tuple[int, int]
) -> None:
    Image.new("RGB", size_wh, (120, 110, 100)).save(tmp_path / "odd.png")
    assert main(["read", str(tmp_path / "odd.png"), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    check_contract(answer)
    assert (answer["width"], answer["height"]) == size_wh and answer["tiles"] == []
    assert main(["quality", str(tmp_path / "odd.png"), "--json"]) == 0
