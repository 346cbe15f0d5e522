"""Whatever frames come, the watcher goes on and the sheet stays."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from scorer.record import new_record
from vision.sources import Frame
from webui.table_watch import TableWatch


@pytest.fixture
def watch(table):
    watch = TableWatch(new_record("tripple-classic", ("Ann", "Ben")), table.read)
    for cell, values in (("0,0,up", (5, 5, 5)), ("0,0,down", (5, 4, 5))):
        see(watch, table, 6)
        table.lay(cell, *values)
        see(watch, table, 14)
    assert len(watch.session.record.rounds[0].events) == 2
    return watch


def see(watch, table, count):
    return [o for _ in range(count) for o in watch.see(*table.frames(1))]


def strange(table, image: np.ndarray) -> Frame:
    """A frame that the pretended reader knows as empty."""
    (frame,) = table.frames(1)
    table._filmed[id(image)] = (image, replace(table._filmed[id(frame.image)][1], tiles=()))
    return replace(frame, image=image)


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((360, 640, 3), np.uint8),
        np.full((360, 640, 3), 255, np.uint8),
        np.random.default_rng(1).integers(0, 255, (360, 640, 3), dtype=np.uint8),
        np.full((8, 8, 3), 90, np.uint8),
        np.full((1, 1, 3), 90, np.uint8),
        np.full((2160, 3840, 3), 90, np.uint8),
    ],
    ids=["black", "white", "noise", "tiny", "one pixel", "huge"],
)
def test_strange_frames_between_change_nothing(watch, table, image):
    assert [o for _ in range(8) for o in watch.see(strange(table, image))] == []
    assert see(watch, table, 30) == []
    table.lay("0,1,up", 5, 4, 1)
    (move,) = see(watch, table, 20)
    assert move.to_json()["points"] == 10


def test_frames_of_changing_size_change_nothing(watch, table):
    """The same view, now smaller, now larger; the reader sees nothing in the odd ones."""
    for scale in (0.5, 1.5, 0.75, 1.0):
        (frame,) = table.frames(1)
        odd = cv2.resize(frame.image, None, fx=scale, fy=scale)
        assert watch.see(strange(table, odd)) == []
    assert see(watch, table, 20) == []
    assert len(watch.session.record.rounds[0].events) == 2


def test_a_reader_that_sees_nothing_for_long_withdraws_nothing(watch, table):
    table.drop_out = 1.0
    assert see(watch, table, 120) == []
    table.drop_out = 0.0
    assert see(watch, table, 30) == []


def test_a_reader_that_misses_tiles_now_and_then_withdraws_nothing(watch, table):
    table.drop_out = 0.3
    outcomes = [o for _ in range(6) for f in table.passing_hand() for o in watch.see(f)]
    outcomes += see(watch, table, 100)
    assert outcomes == []
