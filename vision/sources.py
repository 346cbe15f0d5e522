"""Where pictures come from: a folder, a video, a webcam, a stream, or a page that pushes them.

A replay delivers every frame. A live source is read in a thread of its own that keeps only the
newest frame; it notices within LOST_AFTER_S that the camera is gone, says so, and tries again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision import watch_settings as settings
from vision.pace import Pace, pace_of

PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp"}
STREAMS = ("rtsp://", "rtsps://", "http://", "https://")


@dataclass(frozen=True)
class Frame:
    """A picture (H, W, 3) BGR, when it was taken, and how old it was when handed out."""

    index: int
    time_s: float
    image: np.ndarray
    age: float = 0.0
    pace: Pace = Pace.FLOWING


class SourceError(Exception):
    """The source cannot be opened; the text says why and what to do."""


class Source(Protocol):
    """Anything that gives frames; `age_s` is the newest frame's age, None before the first."""

    @property
    def age_s(self) -> float | None: ...
    @property
    def trouble(self) -> str | None: ...
    def frames(self) -> Iterator[Frame]: ...
    def close(self) -> None: ...


def unheard(sentence: str) -> None:
    """Nobody listens."""


def open_source(name: str, said: Callable[[str], None] = unheard) -> Source:
    """A webcam's number, a stream's address, a folder or a video file; `said` hears its trouble."""
    if name.isdecimal():
        return Live(lambda: opened(int(name)), f"camera {name}", said)
    if name.lower().startswith(STREAMS):
        return Live(lambda: opened(name), "the stream", said)
    path = Path(name)
    if path.is_dir():
        return Folder(path)
    if path.is_file():
        return Video(path)
    raise SourceError(f"there is no camera, stream, folder or video called {name}.")


class Replay:
    """What folders and videos have in common: all frames, in order, never late."""

    trouble: str | None = None

    @property
    def age_s(self) -> float | None:
        return 0.0

    def close(self) -> None:
        """Nothing is held open between frames."""


class Folder(Replay):
    """Pictures in name order, as a camera of `fps` would have taken them."""

    def __init__(self, folder: Path, fps: float = settings.DEFAULT_FPS) -> None:
        self._files = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURES)
        self._fps = fps
        self.unreadable: list[str] = []
        if not self._files:
            raise SourceError(f"there are no pictures in the folder {folder}.")

    def frames(self) -> Iterator[Frame]:
        """The frame's number is its place in the folder, readable or not."""
        pictures = (decoded(file) for file in self._files)
        pace = pace_of(image for image in pictures if image is not None)
        for index, file in enumerate(self._files):
            image = decoded(file)
            if image is None:
                self.unreadable.append(file.name)
            else:
                yield Frame(index, index / self._fps, image, pace=pace)


class Video(Replay):
    def __init__(self, path: Path) -> None:
        self._path = path
        video = cv2.VideoCapture(str(path))
        works = video.isOpened()
        fps = video.get(cv2.CAP_PROP_FPS) if works else 0.0
        video.release()
        if not works:
            raise SourceError(f"{path} is not a video that can be read.")
        self._fps = fps if 1 <= fps <= 240 else settings.DEFAULT_FPS

    def frames(self) -> Iterator[Frame]:
        pace = pace_of(image for _, image in self._pictures())
        for index, image in self._pictures():
            yield Frame(index, index / self._fps, image, pace=pace)

    def _pictures(self) -> Iterator[tuple[int, np.ndarray]]:
        video = cv2.VideoCapture(str(self._path))
        index = 0
        try:
            while video.grab():
                good, image = video.retrieve()
                if good and usable(image):
                    yield index, image
                index += 1
        finally:
            video.release()


class Newest:
    """One place for the newest frame; whoever waits gets it as soon as it is there."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self._ready = threading.Condition()
        self._image: np.ndarray | None = None
        self._at: float | None = None
        self._index = -1
        self._closed = False

    @property
    def age_s(self) -> float | None:
        at = self._at
        return None if at is None else max(0.0, self._clock() - at)

    @property
    def closed(self) -> bool:
        return self._closed

    def put(self, image: np.ndarray) -> None:
        with self._ready:
            self._image, self._at = image, self._clock()
            self._index += 1
            self._ready.notify_all()

    def close(self) -> None:
        with self._ready:
            self._closed = True
            self._ready.notify_all()

    def after(self, index: int, timeout_s: float | None = None) -> Frame | None:
        """The newest frame if it is newer than `index`; waits for it, None if none came."""
        with self._ready:
            self._ready.wait_for(lambda: self._closed or self._index > index, timeout_s)
            if self._index <= index or self._image is None or self._at is None:
                return None
            age = self._clock() - self._at
            return Frame(self._index, self._at - self._began, self._image, age)

    def frames(self) -> Iterator[Frame]:
        last = -1
        while not self._closed:
            frame = self.after(last, 0.5)
            if frame is not None:
                last = frame.index
                yield frame


class Pushed:
    """Frames that a page sends; `push` never waits and never raises for a bad picture."""

    trouble: str | None = None

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.newest = Newest(clock)

    @property
    def age_s(self) -> float | None:
        return self.newest.age_s

    def push(self, image: np.ndarray | bytes) -> bool:
        picture = from_bytes(image) if isinstance(image, bytes) else image
        if picture is None or not usable(picture):
            return False
        self.newest.put(picture)
        return True

    def frames(self) -> Iterator[Frame]:
        return self.newest.frames()

    def close(self) -> None:
        self.newest.close()


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used here."""

    def read(self) -> tuple[bool, np.ndarray | None]: ...
    def release(self) -> None: ...


class Live:
    """A camera read in its own thread. `trouble` says what is wrong; it goes when frames come."""

    def __init__(
        self,
        connect: Callable[[], Capture | None],
        title: str,
        said: Callable[[str], None] = unheard,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connect, self._title, self._said = connect, title, said
        self._trouble: str | None = None
        self.newest = Newest(clock)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._watchdog = threading.Thread(target=self._guard, name="camera-watch", daemon=True)
        self._opened = clock()
        self._clock = clock
        self._thread.start()
        self._watchdog.start()

    @property
    def age_s(self) -> float | None:
        return self.newest.age_s

    @property
    def trouble(self) -> str | None:
        return self._trouble

    def frames(self) -> Iterator[Frame]:
        return self.newest.frames()

    def close(self) -> None:
        self._stop.set()
        self.newest.close()
        self._thread.join(settings.LOST_AFTER_S)

    def _run(self) -> None:
        while not self._stop.is_set():
            camera = self._connected()
            if camera is None:
                self._stop.wait(settings.RECONNECT_S)
                continue
            try:
                self._deliver(camera)
            finally:
                camera.release()

    def _connected(self) -> Capture | None:
        try:
            camera = self._connect()
        except (OSError, cv2.error):
            camera = None
        if camera is None:
            self._say(f"{self._title} cannot be reached; trying again.")
        return camera

    def _deliver(self, camera: Capture) -> None:
        failed_since: float | None = None
        while not self._stop.is_set():
            good, image = camera.read()
            if good and image is not None and usable(image):
                failed_since = None
                self.newest.put(image)
                self._say(None)
                continue
            failed_since = self._clock() if failed_since is None else failed_since
            if self._clock() - failed_since > settings.LOST_AFTER_S / 2:
                self._say(f"{self._title} was lost; trying to connect again.")
                return
            self._stop.wait(0.02)

    def _guard(self) -> None:
        """A stream that stalls blocks `read`; its silence is noticed here."""
        while not self._stop.wait(settings.LOST_AFTER_S / 8):
            age = self.newest.age_s
            silent = self._clock() - self._opened if age is None else age
            if silent > settings.LOST_AFTER_S * 0.8 and self._trouble is None:
                self._say(f"{self._title} sends no pictures; waiting for it.")

    def _say(self, sentence: str | None) -> None:
        before, self._trouble = self._trouble, sentence
        if sentence is None and before is not None:
            self._said(f"{self._title} is back.")
        elif sentence is not None and sentence != before:
            self._said(sentence)


def opened(name: int | str) -> Capture | None:
    """cv2's camera or stream with the shortest queue it offers; None where there is none."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)  # we say it ourselves
    if isinstance(name, str):
        patience = int(settings.LOST_AFTER_S * 1000)
        options = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, patience * 2]
        options += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, patience]
        camera = cv2.VideoCapture(name, cv2.CAP_FFMPEG, options)
    else:
        camera = cv2.VideoCapture(name)
        camera.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
        camera.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
    if not camera.isOpened():
        return None
    camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return camera


def usable(image: np.ndarray | None) -> bool:
    return image is not None and image.ndim == 3 and image.shape[2] == 3 and min(image.shape) > 0


def decoded(file: Path) -> np.ndarray | None:
    try:
        return from_bytes(file.read_bytes())
    except OSError:
        return None


def from_bytes(data: bytes) -> np.ndarray | None:
    if not data:
        return None
    try:
        return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
