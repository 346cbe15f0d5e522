"""Compares the sheet of a watched game with what was really played, wherever its origin lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorer.board import Spot
from scorer.events import Place
from scorer.game import Game, ScoredEvent
from scorer.lattice import Cell
from scorer.questions import mark
from scorer.tile import Values
from vision.lattice import cell_of
from vision.register import Pose

At = tuple[int, Spot]  # round and place


@dataclass(frozen=True)
class Comparison:
    """Moves are tiles laid; a wrong one was asked about, or not."""

    moves: int
    right: tuple[int, ...]  # numbers of the true events that are on the sheet as played
    asked: int  # not right, but a question was put
    silent: int  # not right, missing or too many, and nobody was asked
    spots: dict[int, At]  # where the sheet has each right move
    totals_right: bool


def compare(truth: Game, told: Game, asked_of: set[str]) -> Comparison:
    """`asked_of` are the marks of all questions ever put about events of the sheet."""
    true, seen = places(truth), places(told)
    found = [
        compare_round(number, true.get(number, {}), seen.get(number, {}), asked_of)
        for number in sorted(true.keys() | seen.keys())
    ]
    return Comparison(
        moves=sum(map(len, true.values())),
        right=tuple(event for one in found for event in one.spots),
        asked=sum(one.asked for one in found),
        silent=sum(one.silent for one in found),
        spots={event: at for one in found for event, at in one.spots.items()},
        totals_right=dict(truth.totals) == dict(told.totals),
    )


@dataclass(frozen=True)
class RoundFound:
    spots: dict[int, At]
    asked: int
    silent: int


Laid = dict[int, ScoredEvent]  # by the event's number in the game


def compare_round(number: int, true: Laid, seen: Laid, asked_of: set[str]) -> RoundFound:
    """The lattice of each round lies as its first tile was seen."""
    pose = best_pose([*true.values()], [*seen.values()])
    left = {key(scored, pose): scored for scored in seen.values()}
    spots: dict[int, At] = {}
    for event, scored in true.items():
        found = left.pop(key(scored, None), None)
        if found is not None:
            spots[event] = (number, event_of(found).spot)
    asked = sum(mark(event_of(scored)) in asked_of for scored in left.values())
    missing = len(true) - len(spots)
    return RoundFound(spots, asked, max(missing - asked, len(left) - asked))


def places(game: Game) -> dict[int, Laid]:
    """The tiles laid in each round, their events numbered through the game."""
    found: dict[int, Laid] = {}
    before = 0
    for number, one in enumerate(game.rounds):
        events = enumerate(one.events, before)
        found[number] = {n: scored for n, scored in events if isinstance(scored.event, Place)}
        before += len(one.events)
    return found


def event_of(scored: ScoredEvent) -> Place:
    assert isinstance(scored.event, Place)
    return scored.event


def key(scored: ScoredEvent, pose: dict[int, Pose] | None) -> tuple[object, ...]:
    """Player, tile, cell and points, in the true lattice."""
    event = event_of(scored)
    spot, values = event.spot, event.values
    if pose is not None and event.field in pose:
        spot, values = moved(event, pose[event.field])
    return event.player, spot, values, scored.points


def moved(event: Place, pose: Pose) -> tuple[Spot, Values]:
    corners = pose.corners(event.cell.corners)
    cell = cell_of(corners)
    at = dict(zip(corners, event.values, strict=True))
    one, two, three = (at[corner] for corner in cell.corners)
    return Spot(cell, pose.field), (one, two, three)


def best_pose(true: list[ScoredEvent], seen: list[ScoredEvent]) -> dict[int, Pose]:
    """For each field of the sheet, how it lies over the true one: by the most tiles in common."""
    found = {}
    true_at = {(event_of(s).spot, event_of(s).values) for s in true}
    for number in sorted({event_of(s).field for s in seen}):
        own = [event_of(s) for s in seen if event_of(s).field == number]
        poses = {pose for event in own for s in true for pose in poses_of(event, event_of(s))}
        if poses:
            found[number] = max(
                sorted(poses), key=lambda pose: sum(moved(e, pose) in true_at for e in own)
            )
    return found


def poses_of(seen: Place, true: Place) -> Iterator[Pose]:
    """All ways to bring one tile onto the other with the same numbers on its corners."""
    if sorted(seen.values) != sorted(true.values):
        return
    for turns in range(6):
        turned = cell_of(Pose(true.field, turns, 0, 0).corners(seen.cell.corners))
        if turned.way != true.cell.way:
            continue
        pose = Pose(true.field, turns, *shift(turned, true.cell))
        if moved(seen, pose) == (true.spot, true.values):
            yield pose


def shift(one: Cell, two: Cell) -> tuple[int, int]:
    return two.i - one.i, two.j - one.j
