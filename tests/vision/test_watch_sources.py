"""Cameras that go and come back, streams that stall, frames that are none."""

from __future__ import annotations

import threading
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision import watch_settings as settings
from vision.sources import Folder, Live, Pushed, SourceError, Video, open_source

GREY = np.full((48, 64, 3), 120, np.uint8)


class FakeCamera:
    """Plays a list of steps: a picture, None for a failed read, or something to call."""

    def __init__(self, *steps: np.ndarray | Callable[[], None] | None):
        self.steps = list(steps)
        self.released = False

    def read(self):
        step = self.steps.pop(0) if self.steps else None
        if callable(step):
            step()
            return False, None
        return step is not None, step

    def release(self):
        self.released = True


class Clock:
    """Time that passes only when told; shared with the camera's threads."""

    def __init__(self):
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def quick(monkeypatch):
    """Reconnects at once and loses a camera after a blink."""
    monkeypatch.setattr(settings, "LOST_AFTER_S", 0.08)
    monkeypatch.setattr(settings, "RECONNECT_S", 0.01)


class Said:
    """Sentences of a live source; a test can wait for one."""

    def __init__(self):
        self.sentences: list[str] = []
        self.new = threading.Condition()

    def __call__(self, sentence: str) -> None:
        with self.new:
            self.sentences.append(sentence)
            self.new.notify_all()

    def awaits(self, words: str) -> bool:
        with self.new:
            return self.new.wait_for(lambda: any(words in s for s in self.sentences), 60)


def test_a_camera_unplugged_and_back_goes_on(quick):
    endless = FakeCamera(*[GREY] * 100_000)
    cameras = [FakeCamera(GREY, GREY), None, endless]
    said = Said()
    live = Live(lambda: cameras.pop(0) if cameras else endless, "camera 0", said)
    try:
        assert said.awaits("was lost")
        assert said.awaits("is back")
        assert live.newest.after(2, 60) is not None
    finally:
        live.close()


def test_a_camera_that_is_not_there_is_said_and_tried_again(quick):
    said = Said()
    cameras: list[FakeCamera | None] = [None, None, FakeCamera(*[GREY] * 100_000)]
    live = Live(lambda: cameras.pop(0) if len(cameras) > 1 else cameras[0], "camera 3", said)
    try:
        assert said.awaits("camera 3 cannot be reached")
        assert live.newest.after(0, 60) is not None
        assert live.trouble is None
    finally:
        live.close()


def test_a_wrong_camera_number_is_said_by_whoever_opens_it(quick):
    said = Said()
    source = open_source("97", said)
    try:
        assert said.awaits("camera 97 cannot be reached")
    finally:
        source.close()


def test_a_stream_that_stalls_is_noticed_while_its_read_blocks(quick):
    go_on, said = threading.Event(), Said()
    steps = [GREY, lambda: go_on.wait(60), *[GREY] * 100_000]
    camera = FakeCamera(*steps)
    live = Live(lambda: camera, "the stream", said)
    try:
        assert said.awaits("sends no pictures")
        assert live.trouble is not None
        go_on.set()
        assert said.awaits("is back")
    finally:
        go_on.set()
        live.close()


def test_a_source_that_raises_is_a_source_that_is_not_there(quick):
    def broken():
        raise OSError("no such device")

    said = Said()
    live = Live(broken, "camera 1", said)
    try:
        assert said.awaits("cannot be reached")
    finally:
        live.close()


def test_only_the_newest_pushed_frame_is_kept_and_its_age_is_known():
    clock = Clock()
    pushed = Pushed(clock)
    assert pushed.age_s is None
    for grey in (10, 20, 30):
        assert pushed.push(np.full((4, 4, 3), grey, np.uint8))
    clock.now = 1.5
    frame = pushed.newest.after(-1, 0)
    assert frame is not None
    assert (frame.index, int(frame.image[0, 0, 0])) == (2, 30)
    assert pushed.age_s == 1.5
    assert pushed.newest.after(2, 0) is None


@pytest.mark.parametrize(
    "bad",
    [b"", b"garbage", b"\xff\xd8\xff\xe0 cut off", np.zeros((4, 4), np.uint8), np.zeros((0, 4, 3))],
    ids=["empty", "garbage", "cut off", "grey", "no pixels"],
)
def test_what_is_no_picture_is_refused_and_changes_nothing(bad):
    pushed = Pushed()
    assert pushed.push(GREY)
    assert not pushed.push(bad)
    assert pushed.newest.after(-1, 0).index == 0


def test_a_folder_counts_unreadable_pictures_but_skips_them(tmp_path):
    for name, data in (("a.png", None), ("b.jpg", b"garbage"), ("c.png", None)):
        if data is None:
            cv2.imwrite(str(tmp_path / name), GREY)
        else:
            (tmp_path / name).write_bytes(data)
    folder = Folder(tmp_path)
    assert [frame.index for frame in folder.frames()] == [0, 2]
    assert folder.unreadable == ["b.jpg"]


def test_a_video_keeps_its_pace(tmp_path):
    file = str(tmp_path / "clip.avi")
    writer = cv2.VideoWriter(file, cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for _ in range(5):
        writer.write(GREY)
    writer.release()
    assert [round(f.time_s, 3) for f in Video(tmp_path / "clip.avi").frames()] == [
        0.0, 0.1, 0.2, 0.3, 0.4,
    ]  # fmt: skip


def test_what_cannot_be_opened_is_said_in_a_sentence(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "clip.mp4").write_bytes(b"garbage")
    for name in ("empty", "clip.mp4", "nowhere"):
        with pytest.raises(SourceError, match=r"\.$"):
            open_source(str(tmp_path / name))
