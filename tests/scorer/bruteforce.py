"""The bonuses a second time, as simply as possible: triangles as points in the plane.

It shares no code with the engine and looks at every lying tile for every question. The plane is
stretched so that every corner has whole coordinates; that changes no side and no corner.
"""

from __future__ import annotations

from itertools import permutations

Point = tuple[int, int]
Triangle = tuple[tuple[int, int, str], tuple[int, int, int]]  # a cell and its numbers


def points_of(cell: tuple[int, int, str]) -> list[Point]:
    i, j, way = cell
    if way == "up":
        corners = [(i, j), (i + 1, j), (i, j + 1)]
    else:
        corners = [(i + 1, j), (i + 1, j + 1), (i, j + 1)]
    return [(2 * a + b, b) for a, b in corners]


def numbers_at(lying: list[Triangle], spot: Point) -> list[int]:
    return [
        number
        for cell, numbers in lying
        for point, number in zip(points_of(cell), numbers, strict=True)
        if point == spot
    ]


def shared_sides(lying: list[Triangle], cell: tuple[int, int, str]) -> list[tuple[Point, Point]]:
    """The sides of the cell of which some lying tile has both ends."""
    a, b, c = points_of(cell)
    found = []
    for side in ((a, b), (b, c), (c, a)):
        for other, _ in lying:
            if all(end in points_of(other) for end in side):
                found.append(side)
    return found


def is_legal(lying: list[Triangle], cell: tuple[int, int, str], numbers: list[int]) -> bool:
    if any(sorted(numbers) == sorted(other) for _, other in lying):
        return False
    if any(cell == other for other, _ in lying):
        return False
    if lying and not shared_sides(lying, cell):
        return False
    return all(
        set(numbers_at(lying, point)) <= {number}
        for point, number in zip(points_of(cell), numbers, strict=True)
    )


def bonus(lying: list[Triangle], cell: tuple[int, int, str]) -> tuple[str, int]:
    """The name of the bonus for a tile laid here, and how many times it counts."""
    if not lying:
        return "start", 1
    corners = points_of(cell)
    hexagons = sum(len(numbers_at(lying, corner)) == 5 for corner in corners)
    sides = shared_sides(lying, cell)
    if hexagons:
        return "hexagon", hexagons
    if len(sides) >= 2:
        return "double", 1
    (tip,) = [corner for corner in corners if corner not in sides[0]]
    return ("bridge", 1) if numbers_at(lying, tip) else ("plain", 0)


def all_ways(tile: tuple[int, int, int]) -> set[tuple[int, ...]]:
    return set(permutations(tile))
