"""How long a read takes, against a yardstick on the same pictures in the same run; and memory."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from models.render import SceneSpec, render_scene
from vision.picture import from_file
from vision.table import read_table

SIZE_WH = (1280, 960)
ROUNDS = 7
FIRST_SEED = 960_000
MANY, FEW = 46, 3
PHOTO_WH = (4032, 3024)  # the usual phone
# The kernel's own high-water mark: `getrusage` would count what this process held when it forked.
READ_AND_TELL = """
import sys
from webui.cli import main
main(sys.argv[1:])
print(next(x for x in open("/proc/self/status") if x.startswith("VmHWM")), file=sys.stderr)
"""


def report(folder: Path | None) -> str:
    """Read times, ratios and peak memory, in words."""
    pictures = bench_pictures(folder)
    read, aruco = compared(pictures)
    many, few = (median_millis(read_table, counted(n)) for n in (MANY, FEW))
    return "\n".join(
        [
            f"read at {SIZE_WH[0]} × {SIZE_WH[1]}: {read:.1f} ms; ArUco: {aruco:.1f} ms; "
            f"ratio {read / aruco:.2f} (median of {len(pictures)} pictures, {ROUNDS} rounds)",
            f"{MANY} tiles: {many:.1f} ms; {FEW} tiles: {few:.1f} ms; ratio {many / few:.2f}",
            f"peak memory of `tripad read`: {peak_megabytes(pictures):.0f} MB",
        ]
    )


def bench_pictures(folder: Path | None) -> list[np.ndarray]:
    """The path-traced scenes where they are, rendered ones elsewhere."""
    paths = sorted(folder.glob("*.jpg")) if folder is not None else []
    if paths:
        return [from_file(path).image for path in paths]
    spec = SceneSpec(size_wh=SIZE_WH)
    return [render_scene(FIRST_SEED + k, spec, "test").image for k in range(10)]


def counted(tiles: int) -> list[np.ndarray]:
    """Pictures that differ in nothing but how many tiles lie there."""
    spec = SceneSpec(
        size_wh=SIZE_WH, n_tiles=tiles, arrangement="lattice", side_px=70.0, tilt=10.0,
        loose=0, face_down=0, clutter=False, hand=False, rack=False,
    )  # fmt: skip
    return [render_scene(FIRST_SEED + k, spec, "test").image for k in range(5)]


def compared(pictures: Sequence[np.ndarray]) -> tuple[float, float]:
    """Median milliseconds of a read and of marker detection, taken in turns."""
    detector = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250), cv2.aruco.DetectorParameters()
    )
    for picture in pictures[:2]:
        read_table(picture), detector.detectMarkers(picture)
    reads, others = [], []
    for _ in range(ROUNDS):
        for picture in pictures:
            reads.append(millis(read_table, picture))
            others.append(millis(detector.detectMarkers, picture))
    return median(reads), median(others)


def median_millis(run: Callable[[np.ndarray], object], pictures: Sequence[np.ndarray]) -> float:
    run(pictures[0])
    return median(millis(run, picture) for _ in range(ROUNDS) for picture in pictures)


def millis(run: Callable[[np.ndarray], object], picture: np.ndarray) -> float:
    began = time.perf_counter()
    run(picture)
    return (time.perf_counter() - began) * 1000


def peak_megabytes(pictures: Sequence[np.ndarray]) -> float:
    """Of a process of its own that reads them all, and one phone photo."""
    with TemporaryDirectory() as folder:
        names = [f"{folder}/{k}.jpg" for k in range(len(pictures) + 1)]
        for name, picture in zip(names, [*pictures, enlarged(pictures[0])], strict=True):
            cv2.imwrite(name, picture)
        command = [sys.executable, "-c", READ_AND_TELL, "read", "--json", *names]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    return int(told.split()[-2]) / 1024


def enlarged(picture: np.ndarray) -> np.ndarray:
    return cv2.resize(picture, PHOTO_WH, interpolation=cv2.INTER_CUBIC)
