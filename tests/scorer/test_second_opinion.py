"""The engine against the deliberately simple implementations in bruteforce.py and simulator.py."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from scorer.board import Board, Placement, Spot
from scorer.game import derive
from scorer.lattice import Cell, Corner
from scorer.output import game_to_json
from scorer.record import record_from_json
from scorer.rules import load_preset
from scorer.scoring import score_laying
from scorer.tile import Tile, Values
from tests.scorer import bruteforce
from tests.scorer.simulator import BOOKS, Simulation

POSITIONS = 10_000
LARGEST_BOARD = 46


def random_board(rng: random.Random, size: int) -> tuple[Board, dict[Corner, int]]:
    """Tiles scattered over a small region, so that all kinds of gaps come up, even the rarest."""
    numbers: dict[Corner, int] = {}
    region = [Cell(i, j, way) for i in range(5) for j in range(5) for way in ("up", "down")]
    cells = rng.sample(region, min(size, len(region)))
    placed = (Placement(Spot(cell), numbers_for(rng, cell, numbers)) for cell in cells)
    return Board.of(placed), numbers


def numbers_for(rng: random.Random, cell: Cell, numbers: dict[Corner, int]) -> Values:
    a, b, c = (numbers.setdefault(corner, rng.randrange(6)) for corner in cell.corners)
    return a, b, c


def test_bonuses_agree_on_many_random_positions() -> None:
    rng, rules, seen = random.Random(56), load_preset("tripple-compact-de"), Counter[str]()
    looked_at = 0
    while looked_at < POSITIONS:
        board, numbers = random_board(rng, rng.randrange(1, LARGEST_BOARD))
        lying = [(tuple(p.spot.cell), p.values) for p in board.placements()]
        open_cells = board.field(0).open_cells()
        for cell in rng.sample(open_cells, min(len(open_cells), 8)):
            values = numbers_for(rng, cell, numbers)
            name, times = bruteforce.bonus(lying, tuple(cell))
            placement = Placement(Spot(cell), values)
            parts = score_laying(rules, board, placement, Tile.of(values), is_start=False)
            bonus = {"bridge": 30, "double": 25, "hexagon": 40 * times}.get(name)
            expected = {"tile": sum(values)} | ({name: bonus} if bonus else {})
            assert {part.rule: part.points for part in parts} == expected, (str(board), cell)
            seen[f"{name} {times}"] += 1
            looked_at += 1
    assert min(seen[kind] for kind in ("plain 0", "bridge 1", "double 1", "hexagon 1")) > 200
    assert min(seen["hexagon 2"], seen["hexagon 3"]) >= 20, seen


def test_legality_agrees_on_random_tiles() -> None:
    rng, answers = random.Random(57), Counter[bool]()
    for _ in range(100):
        board, numbers = random_board(rng, rng.randrange(1, 20))
        lying = [(tuple(p.spot.cell), p.values) for p in board.placements()]
        for cell in board.field(0).open_cells()[:10]:
            values = numbers_for(rng, cell, numbers)
            if rng.random() < 0.5:
                values = rng.randrange(6), values[1], values[2]
            legal = bruteforce.is_legal(lying, tuple(cell), list(values))
            assert legal == (not board.faults(Spot(cell), values)), (str(board), cell, values)
            answers[legal] += 1
    assert min(answers.values()) > 100


def test_all_legal_placements_agree() -> None:
    rng = random.Random(58)
    for _ in range(5):
        board, _ = random_board(rng, 8)
        lying = [(tuple(p.spot.cell), p.values) for p in board.placements()]
        expected = {
            Placement(Spot(cell), values)
            for cell in board.field(0).open_cells()
            for tile in board.unplayed
            for values in bruteforce.all_ways(tile)
            if bruteforce.is_legal(lying, tuple(cell), list(values))
        }
        assert set(board.legal_placements(mirrored=True)) == expected


COMPANIES = [(preset, players) for preset, book in BOOKS.items() for players in book.hands]


@pytest.mark.parametrize(("preset", "players"), COMPANIES)
def test_whole_random_games_agree(preset: str, players: int) -> None:
    names = ["Ann", "Ben", "Cat", "Dan", "Eva", "Fay"][:players]
    simulation = Simulation(preset, names, seed=players).play(most_rounds=4)
    game = derive(record_from_json(simulation.record))
    assert not game.faults
    assert game_to_json(game) == simulation.answer


def test_the_random_games_have_seen_everything() -> None:
    names, parts, reasons = ["Ann", "Ben", "Cat"], Counter[str](), Counter[str]()
    for seed, preset in enumerate(["tripple-classic", "triodomino"] * 4):
        for one in Simulation(preset, names, seed=seed).play(3).answer["rounds"]:
            reasons[one["end_reason"]] += 1
            for event in one["events"]:
                parts.update(event["parts"].keys())
    assert set(reasons) == {"out", "blocked"}
    assert {"tile", "start", "bridge", "hexagon", "draw", "unmatched", "empty"} <= set(parts)
