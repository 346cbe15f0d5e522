"""Scoring as a table of rules: each looks at one move and gives the part it has to give.

A part says which rule gave it, how many points, and which cells, sides and corners it comes from,
with a message key and parameters, so that a page can say it in any language and draw it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from scorer.board import Board, Contact, Placement
from scorer.faults import Param
from scorer.lattice import Cell, Corner, Side
from scorer.rules import Rules
from scorer.tile import Tile

ZEROS = Tile(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Part:
    """Points from one rule, and where on the table they come from."""

    rule: str
    points: int
    params: Mapping[str, Param] = field(default_factory=dict)
    cells: tuple[Cell, ...] = ()
    sides: tuple[Side, ...] = ()
    corners: tuple[Corner, ...] = ()
    wording: str = ""  # where one rule has several ways to be said

    @property
    def message(self) -> str:
        return f"part.{self.wording or self.rule}"


@dataclass(frozen=True, slots=True)
class Laying:
    """Everything a rule may look at when a tile is laid."""

    rules: Rules
    board: Board  # before the tile lies on it
    placement: Placement
    tile: Tile
    contact: Contact
    is_start: bool

    @property
    def cell(self) -> Cell:
        return self.placement.spot.cell

    @property
    def neighbours(self) -> tuple[Cell, ...]:
        return tuple(self.cell.neighbours[k] for k in self.contact.shared_sides)

    @property
    def shared_sides(self) -> tuple[Side, ...]:
        return tuple(self.cell.sides[k] for k in self.contact.shared_sides)


def _tile(move: Laying) -> Part | None:
    if not move.rules.on("tile"):
        return None
    return Part("tile", move.tile.value, {"tile": str(move.tile)}, (move.cell,))


def _start(move: Laying) -> Part | None:
    if not move.is_start:
        return None
    earns = move.tile.is_triple or not move.rules.on("start_triples_only")
    points = move.rules.number("start") if earns else 0
    if move.tile == ZEROS:
        points += move.rules.number("start_zeros")
    return Part("start", points, {"tile": str(move.tile)}, (move.cell,))


def _bridge(move: Laying) -> Part | None:
    tip = move.contact.bridge_tip
    if tip is None:
        return None
    corner = move.cell.corners[tip]
    cells = tuple(c for c in corner.cells if move.board.at(move.placement.spot._replace(cell=c)))
    params: dict[str, Param] = {"number": move.placement.values[tip], "corner": str(corner)}
    points = move.rules.number("bridge")
    return Part("bridge", points, params, move.neighbours + cells, move.shared_sides, (corner,))


def _double(move: Laying) -> Part | None:
    sides = len(move.contact.shared_sides)
    replaced = move.contact.hexagons and move.rules.on("hexagon_replaces_double")
    if sides < 2 or replaced:
        return None
    as_bridge = move.rules.on("double_as_bridge")
    rule = "bridge" if as_bridge else "double"
    wording = "double_as_bridge" if as_bridge else ""
    points = move.rules.number(rule) + (move.rules.number("third_side") if sides == 3 else 0)
    places = move.neighbours, move.shared_sides
    return Part(rule, points, {"sides": sides}, *places, wording=wording)


def _hexagon(move: Laying) -> Part | None:
    count = len(move.contact.hexagons)
    if not count:
        return None
    first, further = move.rules.number("hexagon"), move.rules["further_hexagon"]
    points = first + (count - 1) * (first if further is None else further)
    corners = tuple(move.cell.corners[k] for k in move.contact.hexagons)
    cells = tuple(dict.fromkeys(cell for corner in corners for cell in corner.cells))
    return Part("hexagon", points, {"count": count}, cells, corners=corners)


LayingRule = Callable[[Laying], Part | None]
LAYING_RULES: tuple[LayingRule, ...] = (_tile, _start, _bridge, _double, _hexagon)


def score_laying(
    rules: Rules, board: Board, placement: Placement, tile: Tile, *, is_start: bool
) -> tuple[Part, ...]:
    """What laying this tile scores; a part of 0 only where it says something all the same."""
    move = Laying(rules, board, placement, tile, board.contact(placement.spot), is_start)
    telling = ("tile", "hexagon") if rules.number("free_tiles") else ("tile",)
    parts = (rule(move) for rule in LAYING_RULES)
    return tuple(part for part in parts if part and (part.points or part.rule in telling))


@dataclass(frozen=True, slots=True)
class Passing:
    """Everything a rule may look at when a player draws or passes."""

    rules: Rules
    draws: int  # made in this turn before the event
    stock: int  # left before the event

    @property
    def drew_all_allowed(self) -> bool:
        return 0 < self.rules.number("draws") <= self.draws


def _unmatched(turn: Passing) -> Part | None:
    if not turn.drew_all_allowed:
        return None
    return Part("unmatched", turn.rules.number("unmatched"), {"draws": turn.draws})


def _empty(turn: Passing) -> Part | None:
    applies = turn.stock == 0
    if turn.drew_all_allowed:
        applies = applies and turn.rules.on("empty_with_unmatched")
    elif turn.draws:
        applies = applies and turn.rules.on("empty_after_draws")
    return Part("empty", turn.rules.number("empty"), {"draws": turn.draws}) if applies else None


PASSING_RULES: tuple[Callable[[Passing], Part | None], ...] = (_unmatched, _empty)


def score_draw(rules: Rules, draws: int) -> tuple[Part, ...]:
    points = rules.number("draw")
    return (Part("draw", points, {"nth": draws + 1}),) if points else ()


def score_pass(rules: Rules, draws: int, stock: int) -> tuple[Part, ...]:
    turn = Passing(rules, draws, stock)
    parts = (rule(turn) for rule in PASSING_RULES)
    return tuple(part for part in parts if part and part.points)


def sum_of(parts: tuple[Part, ...]) -> int:
    return sum(part.points for part in parts)
