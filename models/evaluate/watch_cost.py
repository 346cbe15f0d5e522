"""`python -m models.evaluate.watch_cost`: what watching costs, on a film at 1280×720.

Frames a second while people play, the share of one core with nothing moving at FPS frames a second,
and memory over a long game: two hours of frames, mostly idle, as fast as they can be looked at.
Processor time is told beside the time on the clock, for a machine that is busy with other things.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Iterator
from itertools import chain, cycle, islice
from pathlib import Path

import numpy as np

from models.video.film import Film
from models.video.shots import FPS, FilmSpec
from scorer.record import new_record
from vision.evidence import Kept
from vision.sources import Frame
from vision.table import read_table
from webui.table_watch import TableWatch

SPEC = FilmSpec(players=3, most_moves=13, kind="ivory_num", table="wood", lucky=True)
SEED = 129
IDLE_FRAMES = 60 * FPS
LAST_MOVE = 60  # frames of the film's end, in which a hand comes and a tile is laid
PAUSE = 55 * FPS  # frames of thinking between the moves of the soak


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m models.evaluate.watch_cost")
    parser.add_argument("--hours", type=float, default=2.0, help="length of the soak")
    arguments = parser.parse_args()
    images = [shot.image for shot in Film(SEED, SPEC).frames()]
    watch = new_watch()
    print(playing(watch, images))
    print(idle(watch, images[-1]))
    print(soak(images, round(arguments.hours * 3600 * FPS)))
    return 0


def new_watch() -> TableWatch:
    return TableWatch(new_record(SPEC.rules, ("Ann", "Ben", "Cleo")), read_table, Kept())


def playing(watch: TableWatch, images: list[np.ndarray]) -> str:
    """All frames of a film, one after the other."""
    began, cpu = time.perf_counter(), time.process_time()
    for index, image in enumerate(images):
        watch.see(Frame(index, index / FPS, image))
    wall, cpu = time.perf_counter() - began, time.process_time() - cpu
    rate = len(images) / wall
    return (
        f"playing: {len(images)} frames, {rate:.0f} a second on the clock; "
        f"{1000 * cpu / len(images):.0f} ms of processor time each, so that "
        f"{FPS} a second take {100 * cpu / (len(images) / FPS):.0f} % of one core"
    )


def idle(watch: TableWatch, image: np.ndarray) -> str:
    """A minute in which nothing happens but noise, and the look every few seconds."""
    frames = list(noisy(image, 8))
    start = 10_000
    cpu = time.process_time()
    for k in range(IDLE_FRAMES):
        watch.see(Frame(start + k, (start + k) / FPS, frames[k % len(frames)]))
    share = (time.process_time() - cpu) / (IDLE_FRAMES / FPS)
    return f"nothing moving: {100 * share:.1f} % of one core at {FPS} frames a second"


def soak(images: list[np.ndarray], count: int) -> str:
    """One game: the film, then its last move again each minute; memory after each tenth."""
    watch, sizes = new_watch(), []
    for index, image in enumerate(long_game(images, count)):
        watch.see(Frame(index, index / FPS, image))
        if (index + 1) % (count // 10) == 0:
            sizes.append(resident_mb())
    told = " ".join(f"{size:.0f}" for size in sizes)
    return f"soak of {count / FPS / 3600:.1f} h in one game: {told} MB after each tenth"


def long_game(images: list[np.ndarray], count: int) -> Iterator[np.ndarray]:
    """Pauses hold the camera's noise, as a real one does."""
    still = list(noisy(images[-1], 8))
    again = [*islice(cycle(still), PAUSE), *images[-LAST_MOVE:]]
    return islice(chain(images, cycle(again)), count)


def noisy(image: np.ndarray, count: int) -> Iterator[np.ndarray]:
    rng = np.random.default_rng(1)
    for _ in range(count):
        grain = rng.normal(0, 2, image.shape)
        yield np.clip(image + grain, 0, 255).astype(np.uint8)


def resident_mb() -> float:
    """Memory in use now, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


if __name__ == "__main__":
    sys.exit(main())
