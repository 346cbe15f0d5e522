"""`python -m models.video SEED OUT.mp4`: films a game; its truth is written beside it as JSON."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2

from models.render.table import KINDS as TABLES
from models.render.tileset import KINDS as SETS
from models.video.film import Film
from models.video.shots import FPS, SIZE_WH, FilmSpec
from models.video.truth import film_json

CODEC = "mp4v"  # written and read by every OpenCV


def main() -> None:
    arguments = _arguments()
    spec = FilmSpec(
        arguments.rules,
        arguments.players,
        arguments.moves,
        arguments.kind,
        arguments.table,
        arguments.tilt,
        arguments.stock,
        arguments.calm,
        arguments.lucky,
        arguments.look,
        arguments.clean,
    )
    film = Film(arguments.seed, spec)
    writer = cv2.VideoWriter(str(arguments.out), cv2.VideoWriter.fourcc(*CODEC), FPS, SIZE_WH)
    for frame in film.frames():
        writer.write(frame.image)
    writer.release()
    told = json.dumps(film_json(film), indent=1)
    arguments.out.with_suffix(".json").write_text(told + "\n", "utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m models.video", description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rules", default="tripple-classic")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--moves", type=int, default=12)
    parser.add_argument("--kind", choices=SETS)
    parser.add_argument("--table", choices=[*TABLES, "photo"])
    parser.add_argument("--tilt", type=float)
    parser.add_argument("--stock", action="store_true", help="the stock lies in view")
    parser.add_argument("--calm", action="store_true", help="nothing goes wrong")
    parser.add_argument("--lucky", action="store_true", help="nobody has to draw")
    parser.add_argument("--look", type=int, help="another seed for set, table and light")
    parser.add_argument("--clean", action="store_true", help="no noise, for a small file")
    return parser.parse_args()


if __name__ == "__main__":
    main()
