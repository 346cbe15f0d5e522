"""`python -m models.evaluate scenes|photos|rendered|calibrate|speed`, the first two also harder."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from models.evaluate import calibrate, report, speed, truth
from models.evaluate.compare import compare
from models.evaluate.harder import harder
from models.evaluate.truth import Labelled
from vision.calibration import calibrated
from vision.layout import Layout

TEST_SEED, CALIBRATION_SEED = 900_000, 950_000


def main() -> int:
    arguments = build_parser().parse_args()
    folder = getattr(arguments, "folder", None)
    if folder is not None and not folder.is_dir():
        print(f"{folder} is not here: nothing was measured.", file=sys.stderr)
        return 0
    arguments.run(arguments)
    return 0


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m models.evaluate", description=__doc__)
    kinds = parser.add_subparsers(required=True, metavar="WHAT")
    for name, run in (("scenes", run_scenes), ("photos", run_photos)):
        one = kinds.add_parser(name, help=f"read labelled {name}")
        one.add_argument("folder", type=Path)
        one.add_argument("--harder", action="store_true", help="as worse cameras would give them")
        _add_output(one, run)
    rendered = kinds.add_parser("rendered", help="read scenes of our renderer, unseen in training")
    _add_seeds(rendered, TEST_SEED, 500)
    _add_output(rendered, run_rendered)
    fitting = kinds.add_parser("calibrate", help="fit what vision/calibration.py holds")
    _add_seeds(fitting, CALIBRATION_SEED, 400)
    fitting.set_defaults(run=run_calibrate)
    timing = kinds.add_parser("speed", help="time a read against marker detection")
    timing.add_argument("scenes", nargs="?", type=Path, help="pictures to time it on")
    timing.set_defaults(run=lambda arguments: print(speed.report(arguments.scenes)))
    return parser


def _add_seeds(parser: argparse.ArgumentParser, first: int, count: int) -> None:
    parser.add_argument("--first-seed", type=int, default=first)
    parser.add_argument("--count", type=int, default=count)


def _add_output(parser: argparse.ArgumentParser, run: object) -> None:
    parser.add_argument("--out", type=Path, metavar="CSV", help="save one row a picture")
    parser.add_argument("--draw", type=Path, metavar="DIR", help="save drawings of what went wrong")
    parser.set_defaults(run=run)


def run_scenes(arguments: argparse.Namespace) -> None:
    measure_folder(truth.scenes(arguments.folder), arguments)


def run_photos(arguments: argparse.Namespace) -> None:
    measure_folder(truth.photos(arguments.folder), arguments)


def measure_folder(pictures: Iterable[Labelled], arguments: argparse.Namespace) -> None:
    if not arguments.harder:
        measure(pictures, arguments)
        return
    print(report.by_change(measure(harder(pictures), arguments)))


def run_rendered(arguments: argparse.Namespace) -> None:
    scored = measure(truth.rendered(arguments.first_seed, arguments.count), arguments)
    print(report.breakdown(scored))


def measure(pictures: Iterable[Labelled], arguments: argparse.Namespace) -> list[report.Scored]:
    """Reads every picture, saves rows and failures, prints the headline."""
    from vision.table import read_table

    scored, told = [], list[tuple[float, bool]]()
    for one in pictures:
        layout = read_table(one.image)
        score = compare(one, layout)
        scored.append((score, one.tags))
        told += calibrate.told(one, layout)
        if arguments.draw is not None and not score.perfect:
            _save_failure(arguments.draw, one, layout)
    if arguments.out is not None and scored:
        report.write_rows(arguments.out, scored)
    print(report.headline(scored))
    for least in (0.9, 0.99):
        sure, right = calibrate.surest_right(told, least)
        print(f"tiles given {least} or more: {report.share(right, sure)} right")
    return scored


def _save_failure(folder: Path, one: Labelled, layout: Layout) -> None:
    from models.evaluate.failures import draw_failure

    folder.mkdir(parents=True, exist_ok=True)
    draw_failure(folder / f"{one.name}.png", one, layout)


def run_calibrate(arguments: argparse.Namespace) -> None:
    pairs = list(calibrate.beliefs(truth.rendered(arguments.first_seed, arguments.count)))
    belief, measured = calibrate.fit(pairs)
    print(f"BELIEF = {belief}\nMEASURED = {measured}")
    given = [(calibrated(belief), right) for belief, right in pairs]
    for least in (0.9, 0.99, 0.999):
        for word, those in (("believed", pairs), ("given by today's map", given)):
            sure, right = calibrate.surest_right(those, least)
            print(f"{word} {least} or more: {report.share(right, sure)} right")


if __name__ == "__main__":
    sys.exit(main())
