"""What happens between the moves and must score nothing: bumps, lamps, focus, people leaning in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from models.video.shots import Shot, View

if TYPE_CHECKING:
    from models.video.script import Script


def nothing(script: Script) -> Iterator[Shot]:
    yield from ()


def bump(script: Script) -> Iterator[Shot]:
    """Somebody knocks against the camera: it shakes and stays a little off."""
    old, rng = script.now.view, script.rng
    new = View(*rng.normal(0, 9, 2), rng.normal(0, 0.012), rng.normal(1, 0.012), old.quarters)
    for t in (0.4, 1.2, 0.9):
        yield replace(script.now, view=between(old, new, t))
    script.now = replace(script.now, view=new)
    yield from script.still(12)


def drift(script: Script) -> Iterator[Shot]:
    """The camera sinks slowly in its holder."""
    old, steps = script.now.view, 30
    new = replace(old, dx=old.dx + script.rng.normal(0, 4), dy=old.dy + script.rng.normal(0, 4))
    for t in np.linspace(0, 1, steps):
        script.now = replace(script.now, view=between(old, new, float(t)))
        yield script.now


def quarter_turn(script: Script) -> Iterator[Shot]:
    """The phone is turned to portrait, or back."""
    view = script.now.view
    for turn in (0.03, 0.05):
        yield replace(script.now, view=replace(view, turn=view.turn + turn), blur=3.0)
    script.now = replace(script.now, view=replace(view, quarters=(view.quarters + 1) % 2))
    yield from script.still(14)


def lamp(script: Script) -> Iterator[Shot]:
    """A lamp is switched on or off; the camera's exposure follows."""
    goal, warm = float(script.rng.uniform(0.75, 1.15)), float(script.rng.normal(0, 0.08))
    dark = script.now.lamp > 1
    for t in (0.55 if dark else 1.35, 0.75 if dark else 1.2, 0.9 if dark else 1.1):
        yield replace(script.now, lamp=goal * t, warmth=warm)
    script.now = replace(script.now, lamp=goal, warmth=warm)
    yield from script.still(12)


def focus(script: Script) -> Iterator[Shot]:
    for blur in (1.0, 2.5, 4.0, 4.5, 3.0, 1.5, 0.6):
        yield replace(script.now, blur=blur)
    yield from script.still(4)


def lean(script: Script) -> Iterator[Shot]:
    """The shadow of somebody who leans in."""
    reach = float(script.rng.uniform(0.3, 0.7))
    stay = int(script.rng.integers(2, 15))
    for t in (*np.linspace(0.05, reach, 7), *[reach] * stay, *np.linspace(reach, 0.0, 7)):
        yield replace(script.now, lean=float(t))
    yield from script.still(4)


def reach(script: Script) -> Iterator[Shot]:
    """A hand comes, points, and leaves without laying anything."""
    rng = script.rng
    tiles = [p for p in script.now.pieces if p.values is not None]
    goal = np.array(tiles[int(rng.integers(len(tiles)))].centre_xy)
    who = int(rng.integers(len(script.players)))
    way = script.way_of(who)
    for t in np.linspace(0.3, 1, 6):
        yield script.point(goal, way, who, float(t))
    for _ in range(int(rng.integers(3, 20))):
        yield script.point(goal + rng.normal(0, 0.015, 2), way, who, 1.0)
    yield from script.leave(goal, way, who)
    yield from script.still(6)


def sweep(script: Script) -> Iterator[Shot]:
    """A sleeve passes over the layout on its way to the biscuits."""
    who = int(script.rng.integers(len(script.players)))
    way = script.way_of(who)
    xs = [p.centre_xy[0] for p in script.now.pieces]
    ys = [p.centre_xy[1] for p in script.now.pieces]
    for x in np.linspace(min(xs) - 3, max(xs) + 3, 11):
        yield script.point(np.array([x, float(np.mean(ys)) + 1.5]), way, who, 1.0)
    yield script.now
    yield from script.still(5)


def nudge(script: Script) -> Iterator[Shot]:
    """A sleeve pushes some tiles a little."""
    rng = script.rng
    tiles = [p for p in script.now.pieces if p.values is not None]
    goal = np.array(tiles[int(rng.integers(len(tiles)))].centre_xy)
    push = rng.normal(0, 0.035, 2)
    who = int(rng.integers(len(script.players)))
    way = script.way_of(who)
    for t in np.linspace(0.4, 1, 5):
        yield script.point(goal, way, who, float(t))
    moved = {
        id(p): replace(p, centre_xy=(p.centre_xy[0] + push[0], p.centre_xy[1] + push[1]))
        for p in tiles
        if np.hypot(*(np.array(p.centre_xy) - goal)) < 1.6
    }
    script.now = replace(script.now, pieces=tuple(moved.get(id(p), p) for p in script.now.pieces))
    yield from script.leave(goal, way, who)
    yield from script.still(8)


def between(old: View, new: View, t: float) -> View:
    return View(
        old.dx + (new.dx - old.dx) * t,
        old.dy + (new.dy - old.dy) * t,
        old.turn + (new.turn - old.turn) * t,
        old.zoom + (new.zoom - old.zoom) * t,
        new.quarters,
    )


MISHAPS: dict[str, tuple[Callable[[Script], Iterator[Shot]], float]] = {
    "nothing": (nothing, 0.55),
    "bump": (bump, 0.05),
    "drift": (drift, 0.04),
    "quarter turn": (quarter_turn, 0.02),
    "lamp": (lamp, 0.05),
    "focus": (focus, 0.05),
    "lean": (lean, 0.06),
    "reach": (reach, 0.06),
    "sweep": (sweep, 0.06),
    "nudge": (nudge, 0.06),
}
