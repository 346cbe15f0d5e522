"""What was read, in lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vision.layout import Layout, SeenTile
from vision.quality import Hint

SURE = 0.9  # a confidence below this is pointed out


def summary(name: str, layout: Layout) -> str:
    """A readable account of one picture: tiles by field, loose ones, faults."""
    lines = [headline(name, layout)]
    for field in sorted({tile.field for tile in layout.tiles if tile.field is not None}):
        tiles = [tile for tile in layout.tiles if tile.field == field]
        lines += [f"  field {field}, {counted(len(tiles), 'tile')}:", *tile_lines(tiles)]
    loose = [tile for tile in layout.tiles if tile.field is None]
    if loose:
        lines += [f"  touching no other, {counted(len(loose), 'tile')}:", *tile_lines(loose)]
    lines += [f"  ! {fault.text}" for fault in layout.faults]
    return "\n".join(lines)


def headline(name: str, layout: Layout) -> str:
    width, height = layout.size_wh
    unsure = sum(tile.confidence < SURE for tile in layout.tiles)
    parts = [
        counted(len(layout.tiles), "tile"),
        f"{len(layout.face_down)} face down" if layout.face_down else "",
        f"{unsure} unsure" if unsure else "",
        counted(len(layout.faults), "fault") if layout.faults else "",
    ]
    found = ", ".join(part for part in parts if part)
    return f"{name} ({width} × {height}, {layout.millis:.0f} ms): {found}"


def tile_lines(tiles: Iterable[SeenTile]) -> Iterator[str]:
    """Cell, numbers in the cell's order, how sure; what else it may be where that is not sure."""
    for tile in sorted(tiles, key=lambda tile: (tile.cell is None, tile.cell or (), tile.values)):
        cell = "–" if tile.cell is None else str(tile.cell)
        values = "-".join(map(str, tile.cell_values or tile.values))
        yield f"    {cell:<11} {values}  {percent(tile.confidence):>7}{doubt(tile)}"


def doubt(tile: SeenTile) -> str:
    if tile.confidence >= SURE:
        return ""
    others = [
        f"{'-'.join(map(str, tile.in_cell_order(values) or values))} ({percent(chance)})"
        for values, chance in tile.alternatives
    ]
    return "  unsure" + (f": perhaps {' or '.join(others)}" if others else "")


def hints_summary(name: str, hints: Iterable[Hint]) -> str:
    lines = [f"  {hint.text}" for hint in hints]
    return "\n".join([f"{name}:", *(lines or ["  The picture is good to read."])])


def percent(chance: float) -> str:
    """Never rounded up to certainty."""
    return f"{min(chance, 0.999) * 100:.1f} %"


def counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
