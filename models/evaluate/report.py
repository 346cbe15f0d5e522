"""Rows into a CSV file, and the figures that matter."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from models.evaluate.compare import Score

Scored = tuple[Score, dict[str, Any]]

SIDE_PX = (0, 45, 60, 90, 140)
TILT = (0, 15, 30, 45)
BLUR_SHARE = (0, 0.007, 0.014, 0.021)  # of a tile's side
ADVISED_SIDE_PX, ADVISED_TILT = 60, 30  # how the README says to point the camera


def write_rows(path: Path, scored: list[Scored]) -> None:
    rows = [score.row(tags) for score, tags in scored]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def headline(scored: Iterable[Scored]) -> str:
    """Corners, tiles and pictures that came out right, in one line."""
    scores = [score for score, _ in scored]
    tiles = sum(s.tiles for s in scores)
    right = sum(s.tiles_right for s in scores)
    corners = sum(s.corners_right for s in scores)
    parts = [
        f"{len(scores)} pictures, {sum(s.perfect for s in scores)} without any error",
        f"tiles right {share(right, tiles)}",
        f"corners right {share(corners, 3 * tiles)}",
        f"missing {sum(s.missing for s in scores)}, false {sum(s.false_tiles for s in scores)}",
        f"lattice right {share(sum(s.lattice_right for s in scores), len(scores))}",
        _faults(scores),
    ]
    return "; ".join(parts) + "."


def _faults(scores: list[Score]) -> str:
    broken = [s for s in scores if s.breaks_rules]
    kept = [s for s in scores if not s.breaks_rules]
    reported = sum(s.faults > 0 for s in broken)
    return (
        f"broken rules reported {share(reported, len(broken))}, "
        f"reported where there are none {sum(s.faults > 0 for s in kept)} of {len(kept)}"
    )


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.2f} %)" if whole else "0 of 0"


def breakdown(scored: list[Scored]) -> str:
    """Tiles right by kind of set, size, tilt and blur."""
    views: dict[str, Callable[[dict[str, Any]], str]] = {
        "kind of set": lambda tags: str(tags["kind"]),
        "tile side, px": lambda tags: within(tags["side_px"], SIDE_PX),
        "tilt, degrees": lambda tags: within(tags["tilt"], TILT),
        "blur, sigma in sides": lambda tags: within(tags["blur"] / tags["side_px"], BLUR_SHARE),
        "camera as advised": lambda tags: "yes" if is_as_advised(tags) else "no",
    }
    return "\n".join(_table(title, key, scored) for title, key in views.items())


def by_change(scored: list[Scored]) -> str:
    return _table("change", lambda tags: str(tags["change"]), scored)


def is_as_advised(tags: dict[str, Any]) -> bool:
    return bool(tags["side_px"] >= ADVISED_SIDE_PX and tags["tilt"] <= ADVISED_TILT)


def _table(title: str, key: Callable[[dict[str, Any]], str], scored: list[Scored]) -> str:
    groups: dict[str, list[Score]] = defaultdict(list)
    for score, tags in scored:
        groups[key(tags)].append(score)
    lines = [f"{title}:"]
    for name, scores in sorted(groups.items()):
        tiles, right = sum(s.tiles for s in scores), sum(s.tiles_right for s in scores)
        lines.append(f"  {name:<17} {len(scores):>4} pictures, tiles right {share(right, tiles)}")
    return "\n".join(lines)


def within(value: float, bounds: tuple[float, ...]) -> str:
    """The name of the range a value lies in; they sort as text."""
    low = max(bound for bound in bounds if bound <= value)
    above = [bound for bound in bounds if bound > low]
    return f"{low:>5} – {above[0]}" if above else f"{low:>5} and more"
