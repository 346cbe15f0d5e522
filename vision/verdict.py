"""Decides what a still moment means: new, replaced, repaired, gone, cleared, drawn, shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from scorer.board import Spot
from scorer.sightings import (
    Astray,
    Cleared,
    Expected,
    Placed,
    Readings,
    Repaired,
    Replaced,
    Shown,
    Sighting,
    TakenBack,
)
from vision import appearance
from vision import watch_settings as settings
from vision.beliefs import KnownTile, Moment, belonging, readings_of
from vision.evidence import Evidence, Sink, crop, jpeg, reading_json
from vision.layout import Layout, SeenTile
from vision.motion import share_within
from vision.pace import Pace
from vision.register import LOOSE, Registered, Sighted, moved_by, on_cell, side_px
from vision.stills import Stills
from vision.stock import Stock, with_room

if TYPE_CHECKING:
    from vision.sources import Frame

Known = dict[Spot, KnownTile]


@dataclass(frozen=True)
class Scene:
    """The newest frame of a still moment, and all that is known about it."""

    frame: Frame
    layout: Layout
    seen: Registered
    hidden: np.ndarray | None  # mask of what a hand may cover
    elsewhere: bool  # far more has changed than a tile or two
    expected: Expected
    unread: bool = False  # something has come that could not be read

    @property
    def round_over(self) -> bool:
        return self.expected.new_layout or self.expected.tiles_shown

    def hides(self, corners_xy: np.ndarray) -> float:
        """Which part of a tile at (3, 2) a hand may cover."""
        if self.hidden is None:
            return 0.0
        return share_within(self.hidden, corners_xy, self.layout.size_wh)

    def in_view(self, corners_xy: np.ndarray) -> bool:
        size = np.array(self.layout.size_wh)
        return bool((corners_xy > 2).all() and (corners_xy < size - 3).all())


@dataclass
class Verdict:
    """Carries from one still moment to the next what the known tiles do not say."""

    lost: bool = False
    look_again_s: float = settings.LOOK_AGAIN_S
    _loose: tuple[SeenTile, ...] = ()
    _stock: Stock = field(default_factory=Stock)
    _stills: Stills = field(default_factory=Stills)
    _began_s: float = float("-inf")  # the last picture before the first tile
    _shown: tuple[Readings, ...] = ()
    _picture: np.ndarray | None = field(default=None, repr=False)
    _came: set[Spot] = field(default_factory=set)  # where something came that is not known yet

    # whether enough was read

    def ready(self, known: Known, moment: Moment, scene: Scene) -> bool:
        if moment.readings >= settings.MOST_READINGS:
            return True
        if moment.readings < (settings.READINGS if scene.frame.pace is Pace.FLOWING else 1):
            return False
        if scene.unread or not self._sees_enough(known, moment):
            return False
        return all(self._settled(spot, known, moment, scene) for spot in moment.looks)

    def _sees_enough(self, known: Known, moment: Moment) -> bool:
        seen = sum(moment.share(spot) > 0 for spot in known)
        return seen >= settings.SEEN_SHARE * len(known)

    def _settled(self, spot: Spot, known: Known, moment: Moment, scene: Scene) -> bool:
        """Nothing new here, or new, in full view, seen each time, and sure."""
        logs = moment.logs(spot)
        tile = known.get(spot)
        if tile is not None:
            return not tile.shows_another(logs) or moment.readings > settings.READINGS
        if self._is_phantom(spot, moment, scene):
            return True
        if scene.hides(moment.last[spot].corners_xy) > settings.PARTLY_HIDDEN:
            return False
        sure = readings_of(logs)[0].chance
        return moment.share(spot) == 1 and sure >= settings.SURE

    def _is_phantom(self, spot: Spot, moment: Moment, scene: Scene) -> bool:
        """Not surely a tile, and nothing has come there: a hole in the layout, a pattern."""
        sure = readings_of(moment.logs(spot))[0].chance
        last = moment.last[spot]
        if last.tile.field is None and self._stock.holds(last.corners_xy, scene):
            return True
        if sure >= settings.SURE:
            return False
        if not self._has_come(spot, outline_of(last), scene):
            return True
        return moment.last[spot].tile.field is None and sure <= settings.PHANTOM

    def _has_come(self, spot: Spot, corners_xy: np.ndarray, scene: Scene) -> bool:
        """Whether this place does not look as it did when all was read last."""
        before, now = self._picture, scene.frame.image
        if before is None:
            return len(scene.seen.sighted) > 1  # what lies alone at first may be anything
        if before.shape != now.shape or scene.seen.camera_moved or spot in self._came:
            return True
        was, seen = (appearance.samples(p, corners_xy[None])[0] for p in (before, now))
        if (
            appearance.unchanged(was, seen)
            and not appearance.recoloured(before, now, corners_xy)
            and not self._stills.have_seen_come(corners_xy, scene)
        ):
            return False
        self._came.add(spot)
        return True

    # what it means

    def conclude(self, known: Known, moment: Moment, scene: Scene, sink: Sink) -> list[Sighting]:
        found = [*self._cleared(known, scene)]
        if not found:
            found += self._known_tiles(known, moment)
            found += self._gone(known, moment, scene, self._laid_anew(known, moment))
        if not scene.round_over or self._begins_anew(known, scene):
            found += self._new(known, moment, scene)
        found += self._astray(known, moment, scene)
        found += self._tiles_shown(moment, scene) if scene.expected.tiles_shown else []
        found += self._stock_counted(moment, scene)
        found = self._with_evidence(found, moment, scene, sink)
        self._remember(known, moment, scene)
        return found

    def _begins_anew(self, known: Known, scene: Scene) -> bool:
        """The last round's tiles are cleared away and nobody has to show any more."""
        return not known and not scene.expected.tiles_shown

    def _new(self, known: Known, moment: Moment, scene: Scene) -> Iterator[Sighting]:
        for spot in list(moment.looks):
            if spot in known or moment.share(spot) < settings.AGREE_SHARE:
                continue
            if not self._is_phantom(spot, moment, scene):
                logs = moment.logs(spot)
                known[spot] = KnownTile(logs)
                came = self._stills.came(moment.last[spot].corners_xy, scene)
                yield Placed(spot, readings_of(logs), came=came)

    def _known_tiles(self, known: Known, moment: Moment) -> Iterator[Sighting]:
        """Hands replace one tile at a time: several that read otherwise at once are misread."""
        seen = {s: moment.logs(s) for s in known if moment.share(s) >= settings.AGREE_SHARE}
        alone = sum(known[spot].shows_another(logs) for spot, logs in seen.items()) == 1
        for spot, logs in seen.items():
            tile = known[spot]
            another = tile.shows_another(logs)
            if another and tile.told and tile.corners_xy is None:
                tile.overruled = readings_of(logs)[0].values  # the sheet knows better
            elif (another and alone) or tile.came_back_as_another(logs):
                tile.becomes(logs)
                yield Replaced(spot, readings_of(logs))
            elif tile.learn(logs):
                tile.reported = tile.values
                yield Repaired(spot, readings_of(tile.logs))

    # what is gone

    def _laid_anew(self, known: Known, moment: Moment) -> set[tuple[int, ...]]:
        """The tiles that now lie where none lay: one of them that is missed was moved there."""
        new = [s for s in moment.looks if s not in known and moment.share(s) == 1]
        return {tuple(sorted(readings_of(moment.logs(spot))[0].values)) for spot in new}

    def _gone(
        self, known: Known, moment: Moment, scene: Scene, anew: set[tuple[int, ...]]
    ) -> Iterator[Sighting]:
        if not self._sees_enough_to_miss(known, moment) or _looks_away(known, scene):
            return
        for spot in [s for s in known if moment.share(s) == 0]:
            tile = known[spot]
            if spot in scene.seen.blank or not self._is_absent(tile, scene):
                tile.absent, tile.absent_since = 0, None
            elif tile.missed(scene.frame) or tuple(sorted(tile.values)) in anew:
                del known[spot]
                yield TakenBack(spot)

    def _sees_enough_to_miss(self, known: Known, moment: Moment) -> bool:
        """One or two tiles may go altogether; of more, most have to be there still."""
        return len(known) <= 2 or self._sees_enough(known, moment)

    def _is_absent(self, tile: KnownTile, scene: Scene) -> bool:
        """In view, not covered, and its place does not look as it did."""
        corners = place_now(tile, scene)
        if corners is None or not scene.in_view(corners):
            return False
        if scene.hides(corners) > 0.1:
            return False
        if tile.appearance is None:
            return True
        now = appearance.samples(scene.frame.image, corners[None])[0]
        return not appearance.looks_same(tile.appearance, now)

    def _cleared(self, known: Known, scene: Scene) -> Iterator[Sighting]:
        """After the round's end; before it, a table without tiles is a camera that looks away."""
        if not known or not scene.round_over or scene.hidden is not None:
            return
        gone = [tile for spot, tile in known.items() if spot not in scene.seen.sighted]
        gone = [tile for tile in gone if self._is_absent(tile, scene)]
        left = len(scene.seen.sighted)
        if len(gone) >= settings.CLEARED_SHARE * len(known) and left <= 0.3 * len(known):
            missed = [tile.missed(scene.frame) for tile in gone]
            if all(missed):
                known.clear()
                self._stock.forget()
                yield Cleared()

    def _astray(self, known: Known, moment: Moment, scene: Scene) -> Iterator[Sighting]:
        """One tile alone, and elsewhere tiles that belong together and have all come since."""
        if len(known) != 1 or scene.round_over or scene.expected.free_tile:
            return
        (spot,) = known
        apart = belonging(scene.seen.loose)
        came = [self._stills.came(tile.corners_xy, scene).after for tile in apart]
        if moment.apart == moment.readings and min(came, default=-1.0) >= self._began_s:
            known.clear()
            yield Astray(spot)

    # tiles beside the layout

    def with_free_tile(self, seen: Registered, known: Known) -> Registered:
        """The one tile newly laid on its own begins the next field."""
        new = self.newly_loose(seen.loose)
        if len(new) != 1:
            return seen
        number = max((spot.field for spot in known), default=-1) + 1
        first = on_cell(new[0], LOOSE, number)
        rest = tuple(tile for tile in seen.loose if tile is not new[0])
        return Registered({**seen.sighted, first.spot: first}, rest, seen.camera_moved, seen.shift)

    def _turned_down(self, known: Known, scene: Scene) -> Iterator[SeenTile]:
        """Backs of the stock that were read as tiles."""
        for spot, one in scene.seen.sighted.items():
            if spot not in known and self._stock.holds(one.corners_xy, scene):
                yield one.tile

    def newly_loose(self, loose: tuple[SeenTile, ...]) -> list[SeenTile]:
        return [tile for tile in loose if not any(same_tile(tile, old) for old in self._loose)]

    def _tiles_shown(self, moment: Moment, scene: Scene) -> Iterator[Sighting]:
        beside = [(self._stills.came(xy, scene), r) for r, xy in moment.beside()]
        beside.sort(key=lambda one: (one[0].by, one[1]))
        tiles = tuple(readings for _, readings in beside)
        if tiles and {t[0].values for t in tiles} != {t[0].values for t in self._shown}:
            self._shown = tiles
            yield Shown(tiles, came=tuple(came for came, _ in beside))

    def _stock_counted(self, moment: Moment, scene: Scene) -> Iterator[Sighting]:
        counted = self._stock.count(moment.backs, scene, self._picture)
        if counted is not None:
            yield counted

    # afterwards

    def _remember(self, known: Known, moment: Moment, scene: Scene) -> None:
        seen = [s for s in moment.last if s in known and s in scene.seen.sighted]
        corners = np.array([scene.seen.sighted[s].corners_xy for s in seen]).reshape(-1, 3, 2)
        rows = appearance.samples(scene.frame.image, corners)
        for spot, where, row in zip(seen, corners, rows, strict=True):
            known[spot].seen_at(where, row)
        if not scene.round_over:
            self._shown = ()
        self._loose = scene.seen.loose + tuple(self._turned_down(known, scene))
        if not known:
            self._began_s = scene.frame.time_s
        self._came = {spot for spot in self._came if spot in moment.looks and spot not in known}
        self._picture = scene.frame.image
        self._stills.keep(scene)
        self.lost = bool(known) and not seen and bool(scene.layout.tiles)
        pending = any(tile.absent_since is not None for tile in known.values())
        self.look_again_s = settings.LOOK_SOON_S if pending else settings.LOOK_AGAIN_S

    def _with_evidence(
        self, found: list[Sighting], moment: Moment, scene: Scene, sink: Sink
    ) -> list[Sighting]:
        if not found:
            return found
        before = None if self._picture is None else jpeg(self._picture)
        after = jpeg(scene.frame.image)
        return [proved(one, moment, scene, sink, before, after) for one in found]


def proved(
    one: Sighting, moment: Moment, scene: Scene, sink: Sink, before: bytes | None, after: bytes
) -> Sighting:
    close: bytes | None = None
    told: dict[str, object] = {}
    if isinstance(one, (Placed, Replaced, Repaired)):
        where = moment.last[one.spot].corners_xy
        close, told = crop(scene.frame.image, where), reading_json(one.readings, where)
    kept = Evidence(scene.frame.index, scene.frame.time_s, after, before, close, told)
    return replace(one, evidence=sink.keep(kept))


def outline_of(one: Sighted) -> np.ndarray:
    """(3, 2) where to look whether something has come; a plain back shows only at its edges."""
    return one.corners_xy if one.tile.confidence else with_room(one.corners_xy)


def _looks_away(known: Known, scene: Scene) -> bool:
    """Another picture altogether and no known tile in it: the camera was taken away."""
    return scene.elsewhere and not known.keys() & scene.seen.sighted.keys()


def place_now(tile: KnownTile, scene: Scene) -> np.ndarray | None:
    """(3, 2) where the tile should be in this picture."""
    return None if tile.corners_xy is None else moved_by(scene.seen.shift, tile.corners_xy)


def same_tile(one: SeenTile, two: SeenTile) -> bool:
    """The same loose tile in two pictures: by its place or by its numbers."""
    gap = np.hypot(*(one.corners_xy.mean(axis=0) - two.corners_xy.mean(axis=0)))
    return bool(gap < 0.5 * side_px(two.corners_xy) or sorted(one.values) == sorted(two.values))
