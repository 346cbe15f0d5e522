"""Follows a game: waits while anything moves, reads when it is still, and says what is new.

The watcher knows cells and tiles, no turns and no points; whoever keeps the sheet makes events of
its sightings and tells it with `expect` what may come next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from scorer.board import Placement, Spot
from scorer.sightings import Astray, Cleared, Expected, Sighting
from scorer.tile import Values
from vision import watch_settings as settings
from vision.beliefs import KnownTile, Moment
from vision.blanks import blanks_in_layout
from vision.closer import joined, read_part, unread_places
from vision.evidence import Forgotten, Sink
from vision.layout import Layout, SeenTile
from vision.motion import Look, Motion, Signal
from vision.pace import Pace
from vision.register import (
    Anchor,
    Registered,
    Sighted,
    far_apart,
    first_spots,
    groups_of,
    is_tile,
    register,
)
from vision.sources import Frame
from vision.verdict import Scene, Verdict

Read = Callable[[np.ndarray], Layout]


class State(StrEnum):
    """What the watcher is doing."""

    WAITING = "waiting"  # nothing has changed
    MOVING = "moving"  # a hand, a bump
    SETTLING = "settling"  # still again, for how long?
    DECIDING = "deciding"  # reading, until several frames agree


_W, _M, _S, _D = State.WAITING, State.MOVING, State.SETTLING, State.DECIDING
NEXT: dict[State, dict[Signal, State]] = {
    _W: {
        Signal.BLACK: _W, Signal.MOVING: _M, Signal.HAND: _S, Signal.CHANGED: _S, Signal.SAME: _W,
    },
    _M: {
        Signal.BLACK: _M, Signal.MOVING: _M, Signal.HAND: _S, Signal.CHANGED: _S, Signal.SAME: _S,
    },
    _S: {
        Signal.BLACK: _M, Signal.MOVING: _M, Signal.HAND: _S, Signal.CHANGED: _S, Signal.SAME: _S,
    },
    _D: {
        Signal.BLACK: _M, Signal.MOVING: _M, Signal.HAND: _D, Signal.CHANGED: _D, Signal.SAME: _D,
    },
}  # fmt: skip


def next_state(state: State, look: Look, frame: Frame) -> State:
    """Pictures that each show something new are never still: every change is read."""
    if frame.pace is Pace.SLIDES and look.signal is not Signal.BLACK:
        unchanged = state is State.WAITING and look.signal is Signal.SAME
        return State.WAITING if unchanged else State.DECIDING
    return NEXT[state][look.signal]


@dataclass(frozen=True)
class Status:
    """How the watching goes, for the page and the terminal."""

    state: State
    frame: int | None
    frame_age_s: float | None
    tiles: int
    hint: str | None  # "black", "hand", "lost", or None


class Watcher:
    """Feed it every frame with `see`; it gives back what has happened on the table."""

    def __init__(self, read: Read, sink: Sink | None = None) -> None:
        self._read = read
        self._motion = Motion()
        self._sink: Sink = sink or Forgotten()
        self._verdict = Verdict()
        self.known: dict[Spot, KnownTile] = {}
        self.expected = Expected()
        self.layout: Layout | None = None  # what was read last
        self.state = State.MOVING
        self._moment = Moment()
        self._moved_s = 0.0  # when something moved last
        self._next_look = 0.0
        self._frame: Frame | None = None
        self._scene: Scene | None = None  # what was read last in this still moment
        self._hint: str | None = None

    def expect(self, expected: Expected) -> None:
        self.expected = expected

    def believe(self, placements: Iterable[Placement]) -> None:
        """Takes the sheet's word for what lies there: at a restart, or after a correction.

        A tile that is not on the sheet stays known: somebody has said that it is no move.
        """
        for spot, values in placements:
            self.known[spot] = self._believed(spot, values)
        self._moment = Moment()

    def forget(self) -> None:
        """A new round: nothing lies there yet."""
        self.known.clear()
        self._moment = Moment()

    def _believed(self, spot: Spot, values: Values) -> KnownTile:
        old = self.known.get(spot)
        if old is not None and old.values == values:
            return old
        fresh = KnownTile.certain(values)
        if old is not None:
            fresh.corners_xy, fresh.overruled = old.corners_xy, old.values
        return fresh

    def misses(self, spot: Spot) -> bool:
        """Whether a known tile was not there when last looked for."""
        tile = self.known.get(spot)
        return tile is not None and tile.absent_since is not None

    @property
    def pending(self) -> bool:
        """Whether something has changed that is not decided yet."""
        return self.state is not State.WAITING

    @property
    def now_s(self) -> float:
        """When the newest picture was taken."""
        return 0.0 if self._frame is None else self._frame.time_s

    def status(self, age_s: float | None = None) -> Status:
        frame = self._frame
        age = age_s if age_s is not None or frame is None else frame.age
        number = None if frame is None else frame.index
        return Status(self.state, number, age, len(self.known), self._hint)

    def see(self, frame: Frame) -> list[Sighting]:
        """One more picture; what it makes certain, in order."""
        by_steps = frame.pace is not Pace.FLOWING
        found = self.settle() if by_steps and self._motion.moves_on(frame.image) else []
        self._frame = frame
        look = self._motion.look(frame.image)
        self._step(next_state(self.state, look, frame), look, frame.time_s)
        self._hint = {Signal.BLACK: "black", Signal.HAND: "hand"}.get(look.signal, self._lost())
        return found + self._decide(frame) if self.state is State.DECIDING else found

    def settle(self) -> list[Sighting]:
        """What the picture seen last makes certain, where no more of it will come."""
        frame = self._frame
        if frame is None or not self.pending or self._hint == "black":
            return []
        if frame.pace is Pace.FLOWING and self._motion.hand_in_view():
            return []
        scene = self._scene
        if scene is None or scene.frame is not frame:
            scene = self._look_at(frame)
        return self._conclude(scene)

    def _lost(self) -> str | None:
        return "lost" if self._verdict.lost else None

    def _step(self, state: State, look: Look, now: float) -> None:
        if state is State.MOVING:
            self._moment, self._moved_s = Moment(), now
        if state is State.SETTLING and self._has_settled(look, now):
            state = State.DECIDING
        if state is State.WAITING and now >= self._next_look and look.signal is Signal.SAME:
            state = State.DECIDING
        self.state = state

    def _has_settled(self, look: Look, now: float) -> bool:
        hand = look.signal is Signal.HAND
        if self._frame is not None and self._frame.pace is Pace.STEPS and not hand:
            return True
        return now - self._moved_s >= (settings.HAND_S if hand else settings.SETTLE_S)

    def _decide(self, frame: Frame) -> list[Sighting]:
        scene = self._look_at(frame)
        if not self._verdict.ready(self.known, self._moment, scene):
            return []
        return self._conclude(scene)

    def _look_at(self, frame: Frame) -> Scene:
        """Reads the picture and adds it to the still moment."""
        layout = self.layout = self._read(frame.image)
        seen, unread = self._closer(frame, layout, self._registered(layout))
        blanks = self._blanks(layout, seen)
        new = {spot: one for spot, one in blanks.items() if spot not in self.known}
        seen = replace(seen, sighted={**seen.sighted, **new}, blank=frozenset(blanks))
        self._moment.add(seen.sighted.values())
        self._moment.add_loose(seen.loose)
        laid = [one.corners_xy.mean(axis=0) for one in blanks.values()]
        backs = [back.corners_xy for back in layout.face_down]
        self._moment.backs.append([xy for xy in backs if not at_one_of(xy, laid)])
        hidden, elsewhere = self._motion.hidden(), self._motion.elsewhere()
        self._scene = Scene(frame, layout, seen, hidden, elsewhere, self.expected, unread)
        return self._scene

    def _blanks(self, layout: Layout, seen: Registered) -> dict[Spot, Sighted]:
        if self.expected.new_layout or self.expected.tiles_shown:
            return {}
        known = {spot: tile.values for spot, tile in self.known.items()}
        return blanks_in_layout(layout.face_down, seen.sighted, known)

    def _closer(self, frame: Frame, layout: Layout, seen: Registered) -> tuple[Registered, bool]:
        """Looks closer where something has come that was not read; whether it still is not."""
        unread = False
        if seen.camera_moved:
            return seen, unread
        for place in unread_places(self._motion.changed(), layout, self._corners()):
            count = len(seen.sighted) + len(seen.loose)
            part = self._registered(read_part(self._read, frame.image, place.box))
            seen = joined(seen, part, place)
            unread |= len(seen.sighted) + len(seen.loose) == count
        return seen, unread

    def _conclude(self, scene: Scene) -> list[Sighting]:
        found = self._verdict.conclude(self.known, self._moment, scene, self._sink)
        if scene.frame.pace is Pace.SLIDES and any(isinstance(one, Cleared) for one in found):
            self._moment = Moment()  # the next round may have begun in the same picture
            scene = self._look_at(scene.frame)
            found += self._verdict.conclude(self.known, self._moment, scene, self._sink)
        self._rest(scene.frame, scene.seen)
        if any(isinstance(one, Astray) for one in found):
            self.state = State.SETTLING  # the first tile is looked for elsewhere
        return found

    def _rest(self, frame: Frame, seen: Registered) -> None:
        self._motion.read_now(clear=self.known.keys() <= seen.sighted.keys() | seen.blank)
        anywhere = self.expected.free_tile or self.expected.tiles_shown or not self.known
        size_wh = None if anywhere else (frame.image.shape[1], frame.image.shape[0])
        self._motion.watch_around(self._corners(), size_wh)
        self._moment, self._scene = Moment(), None
        self.state = State.WAITING
        self._next_look = frame.time_s + self._verdict.look_again_s

    def _corners(self) -> list[np.ndarray]:
        return [tile.corners_xy for tile in self.known.values() if tile.corners_xy is not None]

    def _registered(self, layout: Layout) -> Registered:
        """The picture in the known cells; tiles new in this still moment count as known."""
        anchors = {s: Anchor(tile.readings, tile.corners_xy) for s, tile in self.known.items()}
        for spot, one in self._moment.last.items():
            anchors.setdefault(spot, Anchor.certain(one.values, one.corners_xy))
        seen = self._steady(register(layout, anchors))
        if not anchors:
            return self._first(layout, seen)
        if self.expected.free_tile and not self._moment.last.keys() - self.known.keys():
            return self._verdict.with_free_tile(seen, self.known)
        return seen

    def _steady(self, seen: Registered) -> Registered:
        """While all is still no tile moves: one that was new elsewhere just now is another."""
        new = {s: one for s, one in self._moment.last.items() if s not in self.known}
        there = {s: one.corners_xy for s, one in new.items() if s in seen.sighted}
        fled = {s for s, xy in there.items() if far_apart(seen.sighted[s].tile, xy)}
        if not fled:
            return seen
        stayed = {spot: one for spot, one in seen.sighted.items() if spot not in fled}
        return Registered(stayed, seen.loose)

    def _first(self, layout: Layout, seen: Registered) -> Registered:
        """An empty board: the largest structure begins it, or the one tile that lies alone."""
        groups = [g for g in groups_of(layout) if len(g) > 1 or is_tile(g[0][0])]
        if groups and len(groups[0]) == 1:
            new = clearest(self._verdict.newly_loose(tuple(group[0][0] for group in groups)))
            groups = [g for g in groups if len(new) == 1 and g[0][0] is new[0]]
        if not groups:
            return seen
        spots = {one.spot: one for one in first_spots(groups[0])}
        taken = {id(tile) for tile, _ in groups[0]}
        others = tuple(t for t in layout.tiles if id(t) not in taken and is_tile(t))
        return Registered(spots, others)


def at_one_of(corners_xy: np.ndarray, middles: list[np.ndarray]) -> bool:
    return any(np.allclose(corners_xy.mean(axis=0), middle) for middle in middles)


def clearest(tiles: list[SeenTile]) -> list[SeenTile]:
    """Those read clearly, where there are such: a pattern of the cloth is none."""
    return [tile for tile in tiles if tile.confidence >= settings.CLEAR_ALONE] or tiles
