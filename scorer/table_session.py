"""Makes scored events of what was seen: whose move it was, what it scores, and what to ask.

Points are `derive`'s alone. In doubt the likeliest is entered, marked `asked`, and a question
waits beside it; the game goes on meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from scorer.asking import ASK_BELOW, AskingSheet
from scorer.board import Placement, Spot
from scorer.edit import Change, Delete, appending
from scorer.events import Draw, Event, Place, Reveal
from scorer.game import derive
from scorer.late_taps import entering, taps_draws
from scorer.outcomes import Outcome
from scorer.overlooked import (
    in_its_place,
    in_turn,
    lay_already,
    overlooked_one,
    tapped_before,
    was_overlooked,
)
from scorer.questions import Answer, gone_answers, mark, reading_answers
from scorer.record import Record
from scorer.sightings import (
    UNKNOWN,
    Astray,
    Came,
    Cleared,
    Expected,
    Placed,
    Reading,
    Readings,
    Repaired,
    Replaced,
    Shown,
    Sighting,
    StockCounted,
    TakenBack,
)
from scorer.tile import TILE_OF, Tile, Values
from scorer.together import camera_extra, likely_orders, place_event

MOST_ORDERS = 6  # answers for tiles laid together
STOCK_SHARE = 0.75  # of the stock lies face down before the camera: it is in view
STOCK_LEAST = 8  # … and of so many tiles, for one or two may be a pattern of the cloth


class TableSession(AskingSheet):
    """A game at a table that is watched: sightings and taps go in, edits and questions come out."""

    def __init__(self, record: Record, ask_below: float = ASK_BELOW, asked: int = 0) -> None:
        super().__init__(record, ask_below, asked)
        self._stock_in_view = False
        self._stock_beyond: int | None = None  # face-down tiles counted beyond the stock
        self._since: dict[Spot, Came] = {}  # of the tiles laid in this round
        self._shown_since: dict[Tile | None, Came] = {}  # of those laid beside it at the end
        self._stray: Spot | None = None  # of a first tile that was none

    # what the watcher should know

    def expected(self) -> Expected:
        turn = self.game.turn
        return Expected(
            free_tile=turn.free_tiles > 0,
            tiles_shown=bool(turn.must_reveal),
            new_layout=turn.round_over,
        )

    def placements(self) -> list[Placement]:
        return list(self.game.turn.board.placements())

    def would_fit(self, one: Placed) -> bool:
        """Whether this would be a legal move now."""
        return not self._would_be(self._as_place(one, one.readings[0])).faults

    def encloses(self, spot: Spot) -> bool:
        """Whether tiles lie on all three sides of this spot."""
        board = self.game.turn.board
        return all(board.at(Spot(cell, spot.field)) is not None for cell in spot.cell.neighbours)

    # what comes in

    def take(self, sightings: Iterable[Sighting]) -> list[Outcome]:
        """Everything the watcher saw in one still moment."""
        self._out = []
        seen = list(sightings)
        placed = [one for one in seen if isinstance(one, Placed)]
        for one in seen:
            if not isinstance(one, Placed):
                _HANDLERS[type(one)](self, one)
        for batch in in_turn(placed):
            if len(batch) == 1:
                self._place(batch[0])
            else:
                self._place_together(batch)
        return self._out

    def tap(self, event: Event, at_s: float | None = None) -> list[Outcome]:
        """Somebody enters an event; a tapped draw confirms one that was only seen.

        `at_s` is when it was tapped, where it had to wait for tiles that were seen meanwhile.
        """
        self._out = []
        proposed = self._proposed_draw(event)
        if proposed is not None:
            self._settle(proposed)
            return self._out
        waited = [] if at_s is None else tapped_before(self.game, event, at_s, self._since)
        self._do_all(waited or entering(self.game, event))
        return self._out

    # placing

    def _place(self, one: Placed) -> None:
        if self._takes_place_of_stray(one):
            return
        if self._lies(one.spot):
            self._found_again(one.spot)
            return
        overlooked = was_overlooked(self.game, one.came, self._since)
        doubtful = lay_already(self.game, one.came, self._since)
        self._since[one.spot] = one.came
        event = self._as_place(one, one.readings[0])
        if overlooked:
            self._place_before(event, one)
            return
        if doubtful:
            self._place_between(event, one)
            return
        faults = self._would_be(event).faults
        if one.readings[0].chance >= self.ask_below and not faults:
            self._append(event)
            return
        kind = "illegal" if faults else "unsure"
        self._ask_about(kind, [event], reading_answers(self, kind, event, one.readings))

    def _found_again(self, spot: Spot) -> None:
        """Nobody has to say any more whether this tile was taken away."""
        at = self._find(spot)
        marked = "" if at is None else mark(self._event(at))
        question = self.questions.get(marked.partition(".")[0])
        if question is not None and question.kind == "gone":
            self._settle(marked)
            del self.questions[question.id]

    def _takes_place_of_stray(self, one: Placed) -> bool:
        """The first tile was seen where none lay: it was this one, and that is asked about."""
        at = self._found_stray()
        old = None if at is None else self._event(at)
        if at is None or not isinstance(old, Place):
            return False
        self._drop_question(old)
        self._since[one.spot] = one.came
        event = replace(self._as_place(one, one.readings[0]), player=old.player)
        self._do("repair", Change(*at, event), old)
        self._ask_at(at, "unsure", reading_answers(self, "unsure", event, one.readings))
        return True

    def _found_stray(self) -> tuple[int, int] | None:
        stray, self._stray = self._stray, None
        return None if stray is None else self._find(stray)

    def _place_before(self, event: Place, one: Placed) -> None:
        """A tile that was overlooked goes where it was laid, or it is asked whose it was."""
        edits = in_its_place(self.game, event, one.came, self._since)
        if not edits:
            self._ask_about("whose", [event], self._player_answers(event))
            return
        entry = edits[0]
        if one.readings[0].chance < self.ask_below:
            answers = reading_answers(self, "unsure", event, one.readings)
            (marked,) = self._open_about("unsure", [entry.event], answers)
            entry = replace(entry, event=marked)
        self._do_all([entry, *edits[1:]])

    def _place_between(self, event: Place, one: Placed) -> None:
        """It lay there when others were entered: taken to be before them, and asked about."""
        edits = in_its_place(self.game, event, one.came, self._since)
        entry = edits[0].event if edits else event
        answers = self._player_answers(replace(event, player=entry.player))
        (marked,) = self._open_about("whose", [entry], answers)
        first = replace(edits[0], event=marked) if edits else appending(self.game, marked)
        self._do_all([first, *edits[1:]])

    def _player_answers(self, event: Place) -> tuple[Answer, ...]:
        players = sorted(self.game.players, key=lambda name: name != event.player)
        owned = [replace(event, player=name) for name in players]
        answers = (Answer(e.player, (e,), self.points_of((e,)), 1 / len(owned)) for e in owned)
        return (*answers, Answer("none"))

    def _place_together(self, placed: list[Placed]) -> None:
        """Several tiles at once: who laid which is asked, the likeliest order is entered."""
        stray = self._found_stray()
        if stray is not None:
            self._withdraw(stray)
        new = [one for one in placed if not self._lies(one.spot)]
        if len(new) < 2:
            for one in new:
                self._place(one)
            return
        self._since |= {one.spot: one.came for one in new}
        orders = likely_orders(self.game, new)
        answers = [self._order_answer(events, len(orders)) for events in orders[:MOST_ORDERS]]
        self._ask_about("whose", list(orders[0]), (*answers, Answer("none", ())))

    def _lies(self, spot: Spot) -> bool:
        """Whether the sheet has a tile there, in the round that is played."""
        turn = self.game.turn
        return not turn.round_over and turn.board.at(spot) is not None

    def _order_answer(self, events: tuple[Event, ...], count: int) -> Answer:
        text = ", ".join(f"{e.player}: {_numbers(e)}" for e in events)
        return Answer(text, events, self.points_of(events), 1 / count)

    def _as_place(self, one: Placed | Replaced | Repaired, reading: Reading) -> Place:
        return place_event(self.game, one, reading)

    # changing what was entered

    def _replaced(self, one: Replaced) -> None:
        """The last tile laid is withdrawn and placed anew; an earlier one changes where it is."""
        at = self._find(one.spot)
        if at is not None and at != self._last():
            self._change_values(at, one, "repair")
            return
        if at is not None:
            self._withdraw(at)
        self._place(Placed(one.spot, one.readings, one.evidence))

    def _repaired(self, one: Repaired) -> None:
        at = self._find(one.spot)
        if at is not None:
            self._change_values(at, one, "repair")

    def _change_values(self, at: tuple[int, int], one: Replaced | Repaired, kind: str) -> None:
        old = self._event(at)
        if not isinstance(old, Place) or old.values == one.readings[0].values:
            return
        kept = {k: v for k, v in old.extra.items() if k not in ("asked", "question")}
        extra = {**kept, **camera_extra(one, one.readings[0])}
        event = replace(old, values=one.readings[0].values, extra=extra)
        self._do(kind, Change(*at, event), old)
        self._drop_question(old)
        self._settle_legal()
        if self._scored(at).faults:
            self._ask_at(at, "illegal", reading_answers(self, "illegal", event, one.readings))

    def _taken_back(self, one: TakenBack) -> None:
        at = self._find(one.spot)
        old = None if at is None else self._event(at)
        if at is None or not isinstance(old, Place):
            return
        if at != self._last() and self._leaves_faults(at):
            if not mark(old):
                self._ask_at(at, "gone", gone_answers(old, self._scored(at).points))
            return
        self._since.pop(one.spot, None)
        self._withdraw(at)

    def _leaves_faults(self, at: tuple[int, int]) -> bool:
        """Whether later moves rest on this tile: more likely it is not found than taken away."""
        before = sum(len(scored.faults) for scored in self.game.rounds[at[0]].events)
        left = derive(Delete(*at).apply(self.record)).rounds[at[0] :]
        return sum(len(scored.faults) for one in left for scored in one.events) > before

    def _astray(self, one: Astray) -> None:
        """The tiles that are placed next tell where it really lies."""
        self._stray = one.spot
        self._since.pop(one.spot, None)

    def _cleared(self, one: Cleared) -> None:
        """The next tile opens a round by itself; the stock is counted anew."""
        self._stock_in_view, self._stock_beyond = False, None
        self._since.clear()
        self._shown_since.clear()

    # draws and tiles shown

    def _stock_counted(self, one: StockCounted) -> None:
        """Fewer lie face down than the sheet would have: drawn; more again: put back."""
        turn, beyond = self.game.turn, self._stock_beyond
        if one.before >= max(STOCK_SHARE * turn.stock, STOCK_LEAST):
            self._stock_in_view = True
        drawn = turn.stock + (one.before - turn.stock if beyond is None else beyond) - one.after
        may_draw = turn.player is not None and self._stock_in_view and not taps_draws(self.record)
        if may_draw and 0 < drawn <= turn.draws_left:
            self._propose_draws(str(turn.player), drawn)
        elif drawn < 0:
            self._put_back(-drawn)
        self._stock_beyond = one.after - self.game.turn.stock

    def _propose_draws(self, player: str, count: int) -> None:
        events: list[Event] = [Draw(player, {"source": "camera"}) for _ in range(count)]
        drew = Answer(f"{player} drew {count}", tuple(events), self.points_of(events), 0.9)
        self._ask_about("drew", events, (drew, Answer("none", (), 0, 0.1)))

    def _put_back(self, count: int) -> None:
        """Takes back the draws proposed last, where nobody has said yes to them."""
        events = self.record.rounds[-1].events if self.record.rounds else ()
        last = mark(events[-1]).partition(".")[0] if events else ""
        question = self.questions.get(last)
        if question is None or question.kind != "drew" or len(question.about) > count:
            return
        for one in question.about:
            self._swap(one, None)
        del self.questions[last]

    def _shown(self, one: Shown) -> None:
        """The tiles beside the layout belong to the next player who has to show as many."""
        tiles = self._as_laid(one)
        self._deal_shown_anew([tile[0].values for tile in tiles])
        shown = {tile for tiles in self.game.rounds[-1].shown.values() for tile in tiles}
        new = [tile for tile in tiles if _tile(tile[0].values) not in shown]
        for player, count in self._revealing():
            if len(new) < count:
                return
            tiles, new = new[:count], new[count:]
            self._reveal(player, tiles, one.evidence)

    def _as_laid(self, one: Shown) -> list[Readings]:
        """Those laid first at the head; when each came is best known when it is first seen."""
        for tile, came in zip(one.tiles, one.came, strict=False):
            self._shown_since.setdefault(_tile(tile[0].values), came)
        since = self._shown_since
        return sorted(one.tiles, key=lambda t: since.get(_tile(t[0].values), UNKNOWN).by)

    def _deal_shown_anew(self, tiles: list[Values]) -> None:
        """A tile that was overlooked is its player's who laid it first; the others move on."""
        number = len(self.record.rounds) - 1
        events = enumerate(self.record.rounds[number].events)
        shown = [(index, event) for index, event in events if isinstance(event, Reveal)]
        told = [_tile(values) for _, event in shown for values in event.tiles]
        settled = any(e.extra.get("source") != "camera" or mark(e) for _, e in shown)
        if settled or not overlooked_one(map(_tile, tiles), told, self._shown_since):
            return
        for index, event in shown:
            mine, tiles = tiles[: len(event.tiles)], tiles[len(event.tiles) :]
            if {*map(_tile, mine)} != {*map(_tile, event.tiles)}:
                self._do("repair", Change(number, index, replace(event, tiles=tuple(mine))), event)

    def _revealing(self) -> list[tuple[str, int]]:
        """Who still has to show tiles, in turn from the player who went out."""
        wanted = self.game.turn.must_reveal
        players = self.game.players
        out = self.game.rounds[-1].out_player
        first = players.index(out) + 1 if out in players else 0
        return [(p, wanted[p]) for p in players[first:] + players[:first] if p in wanted]

    def _reveal(self, player: str, tiles: list[tuple[Reading, ...]], evidence: str | None) -> None:
        extra: dict[str, Any] = {"source": "camera"} | ({"evidence": evidence} if evidence else {})
        event = Reveal(player, tuple(tile[0].values for tile in tiles), extra)
        sure = min(tile[0].chance for tile in tiles)
        others = [p for p, n in self._revealing() if n == len(tiles) and p != player]
        if sure >= self.ask_below and not others and not self._would_be(event).faults:
            self._append(event)
            return
        answers = [Answer(p, (replace(event, player=p),), 0, sure) for p in (player, *others)]
        self._ask_about("shows", [event], (*answers, Answer("none", ())))


_HANDLERS: dict[type, Callable[[TableSession, Any], None]] = {
    Replaced: TableSession._replaced,
    Repaired: TableSession._repaired,
    TakenBack: TableSession._taken_back,
    Astray: TableSession._astray,
    Cleared: TableSession._cleared,
    StockCounted: TableSession._stock_counted,
    Shown: TableSession._shown,
}


def _numbers(event: Event) -> str:
    return "-".join(map(str, event.values)) if isinstance(event, Place) else event.kind


def _tile(values: Values) -> Tile | None:
    return TILE_OF.get(tuple(sorted(values)))
