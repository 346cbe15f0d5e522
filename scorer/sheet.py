"""The score sheet as text, like a page of the paper pad: players as columns, turns as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from math import ceil

from scorer.columns import padded, width_of, wrapped
from scorer.events import Draw, Pass, Place
from scorer.game import Game, Round, ScoredEvent
from scorer.rules import OPTIONS, load_preset
from scorer.scoring import Part
from scorer.texts import say

LABEL = 4  # the width of the first column
BONUSES = {
    "start": "start",
    "bridge": "bridge",
    "double": "double",
    "hexagon": "hexagon",
    "unmatched": "no fit",
    "empty": "no stock",
}

Widths = dict[str, int]  # of each player's column
Block = tuple[str, dict[str, list[str]]]  # a row: its label, and the lines in each column


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player did until the next one's turn, with the number of the first event."""

    player: str
    first: int
    events: list[ScoredEvent]


def sheet(game: Game, page: int | None = None) -> str:
    """The whole game, ready to print, folded where it is wider than the page."""
    rounds = [_blocks(game, one) for one in game.rounds]
    widths = _widths(game, [block for blocks in rounds for block in blocks])
    lines = [f"{game.rules.title}: {', '.join(game.players)}", *_house_rules(game)]
    for number, (one, blocks) in enumerate(zip(game.rounds, rounds, strict=True)):
        lines += ["", _title(game, number, one)]
        for some in _side_by_side(widths, page):
            lines += ["", *_table(blocks, some)]
        lines += _notes(game, one)
    return "\n".join(_folded([*lines, "", _verdict(game)], page)) + "\n"


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else _number(points)


def _number(points: int) -> str:
    return str(points).replace("-", "−")


# what stands above the table


def _house_rules(game: Game) -> Iterator[str]:
    for name, value in game.rules.changed.items():
        if name != "dealt":
            yield f"House rule: {OPTIONS[name].says} = {_plain(value)}"
    company = len(game.players)
    dealt = game.rules.dealt(company)
    if dealt != load_preset(game.rules.preset)["dealt"].get(company):
        yield f"House rule: tiles dealt = {dealt}"


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ").replace("-", "−")


def _title(game: Game, number: int, one: Round) -> str:
    last = number == len(game.rounds) - 1
    endings = {"out": f"{one.out_player} goes out", "blocked": "blocked"}
    ending = endings.get(one.end_reason or "", "goes on" if last else "broken off")
    starter = f"{one.starter} begins, " if one.starter and len(game.players) > 1 else ""
    return f"Round {number + 1}: {starter}{ending}"


# the rows of the table


def _blocks(game: Game, one: Round) -> list[Block]:
    """The turns; then, where the round is over, what its end adds; then the sums."""
    counting = any(scored.points for scored in one.events)
    rows: list[dict[str, list[str]]] = []
    for turn in _turns(game, one):
        if not rows or turn.player in rows[-1]:
            rows.append({})
        rows[-1][turn.player] = list(_turn_lines(turn, counting))
    blocks = [(str(number), row) for number, row in enumerate(rows, start=1)]
    if any(one.end.values()):
        ends = {p: [_cell("", one.end[p], one.total[p])] for p in game.players if one.end[p]}
        blocks.append(("end", ends))
    sums = {p: [_cell("", one.score[p], one.total[p])] for p in game.players}
    return [*blocks, ("sum", sums)]


def _turns(game: Game, one: Round) -> Iterator[Turn]:
    turn: Turn | None = None
    for number, scored in enumerate(one.events, start=1):
        event = scored.event
        if event.player not in game.players or not isinstance(event, Place | Draw | Pass):
            continue
        if turn is None or turn.player != event.player:
            if turn:
                yield turn
            turn = Turn(event.player, number, [])
        turn.events.append(scored)
        if len(game.players) == 1 and not isinstance(event, Draw):
            yield turn
            turn = None
    if turn:
        yield turn


def _turn_lines(turn: Turn, counting: bool) -> Iterator[str]:
    laid = ["-".join(map(str, sorted(event.values))) for event in _placed(turn)]
    passed = any(isinstance(scored.event, Pass) for scored in turn.events)
    name = laid[0] if laid else "pass" if passed else "…"
    if counting:
        points, after = sum(scored.points for scored in turn.events), turn.events[-1].totals
        yield _cell(name, points, after[turn.player])
    else:
        yield name
    yield from (f" and {tile}" for tile in laid[1:])
    yield from (f" {words}" for words in _words(turn))
    for number, scored in enumerate(turn.events, start=turn.first):
        if scored.faults:
            yield f" ✗ event {number}"


def _placed(turn: Turn) -> list[Place]:
    return [scored.event for scored in turn.events if isinstance(scored.event, Place)]


def _words(turn: Turn) -> Iterator[str]:
    """The draws in one line, then every bonus and penalty by its name."""
    draws = [scored for scored in turn.events if isinstance(scored.event, Draw)]
    if draws:
        points = sum(scored.points for scored in draws)
        yield _worth("1 draw" if len(draws) == 1 else f"{len(draws)} draws", points)
    for part in (part for scored in turn.events for part in scored.parts):
        if part.rule in BONUSES:
            yield _worth(_bonus(part), part.points)


def _bonus(part: Part) -> str:
    count = part.params.get("count", 1)
    return BONUSES[part.rule] if count == 1 else f"{count} {BONUSES[part.rule]}s"


def _worth(words: str, points: int) -> str:
    return f"{words} {signed(points)}" if points else words


def _cell(name: str, points: int, total: int) -> str:
    return f"{name:<5}{signed(points):>5}{_number(total):>5}"


# the table itself


def _widths(game: Game, blocks: list[Block]) -> Widths:
    widths = {player: max(width_of(player), len(_cell("", 0, 0))) for player in game.players}
    for _, cells in blocks:
        for player, lines in cells.items():
            widths[player] = max(widths[player], *map(len, lines))
    return widths


def _side_by_side(widths: Widths, page: int | None) -> list[Widths]:
    """The columns in as few tables as the page allows, about as many in each."""
    columns, tables = list(widths.items()), [widths]
    for number in range(2, len(columns) + 1):
        if page is None or all(_table_width(some) <= page for some in tables):
            break
        size = ceil(len(columns) / number)
        tables = [dict(columns[k : k + size]) for k in range(0, len(columns), size)]
    return tables


def _table_width(widths: Widths) -> int:
    return LABEL + 1 + sum(width + 3 for width in widths.values())


def _table(blocks: list[Block], widths: Widths) -> Iterator[str]:
    yield _line("turn", {player: player for player in widths}, widths)
    rule = "┼".join("─" * (width + 2) for width in (LABEL - 1, *widths.values()))
    yield rule
    for label, row in blocks:
        if label == "sum":
            yield rule
        cells = {player: lines for player, lines in row.items() if player in widths}
        for number, lines in enumerate(zip_longest(*cells.values(), fillvalue="")):
            yield _line("" if number else label, dict(zip(cells, lines, strict=True)), widths)


def _line(label: str, cells: dict[str, str], widths: Widths) -> str:
    columns = (f" {padded(cells.get(player, ''), width)} " for player, width in widths.items())
    return f"{label:>{LABEL}} │{'│'.join(columns)}".rstrip()


def _folded(lines: Iterable[str], page: int | None) -> Iterator[str]:
    """Sentences go on in the next line; a table keeps its lines."""
    for line in lines:
        if page is None or "│" in line or line.startswith("─") or width_of(line) <= page:
            yield line
        else:
            yield from wrapped(line, page, indent=4)


# what stands below the table


def _notes(game: Game, one: Round) -> Iterator[str]:
    notes = [*_ending(game, one), *_faults(one)]
    yield from ["", *notes] if notes else []


def _ending(game: Game, one: Round) -> Iterator[str]:
    for player in game.players:
        parts = one.end_parts[player]
        tiles = one.shown.get(player, ())
        if tiles and not any(part.rule in ("own", "held") for part in parts):
            held = sum(tile.value for tile in tiles)
            yield f"{player} shows {' '.join(map(str, tiles))}: {held}"
        if parts:
            yield f"{player}: {', '.join(_named(parts))}"
    for player, count in one.must_reveal.items():
        yield f"{player} still has {'1 tile' if count == 1 else f'{count} tiles'} to show."


def _named(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        yield f"{say(part)} {signed(part.points)}"


def _faults(one: Round) -> Iterator[str]:
    for number, scored in enumerate(one.events, start=1):
        for fault in scored.faults:
            yield f"✗ event {number}: {say(fault)}"


def _verdict(game: Game) -> str:
    if not game.winners:
        return "The game goes on."
    names, points = " and ".join(game.winners), _number(game.totals[game.winners[0]])
    if any(one.must_reveal for one in game.rounds):
        return f"Until all tiles are shown, {names} would win with {points} points."
    if len(game.players) == 1:
        return f"{names} finished with {points} points."
    return f"{names} {'wins' if len(game.winners) == 1 else 'share the win'} with {points} points."
