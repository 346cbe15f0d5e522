"""The script of a film: the shots of a game, from the first tile to the last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from models.render.layout import Piece, ideal_piece
from models.video.mishaps import MISHAPS
from models.video.shots import Hand, Shot, Truth
from scorer.events import Draw, Event, Place, Reveal

OUTSIDE = 16.0  # sides from which hands come
FIELD_GAP = 2.2  # sides between separate structures
HESITATES = 0.1  # share of the moves
TAKEN_AT_ONCE = 9  # tiles, when the table is cleared


class Script:
    """Writes the shots of a game; `truth.taps` fills while they are drawn."""

    def __init__(
        self,
        rng: np.random.Generator,
        rounds: list[list[Event]],
        players: tuple[str, ...],
        stock: int = 0,
        calm: bool = False,
        hands: bool = True,
    ) -> None:
        self.rng, self.players = rng, players
        self.events = [event for played in rounds for event in played]
        self.truth = Truth()
        self.frame = 0
        self.calm, self.hands = calm, hands
        self.gap = float(rng.choice([0.006, 0.014, 0.026]))
        self.laid: dict[int, Piece] = {}
        self.shown: dict[int, list[Piece]] = {}
        self.ends: set[int] = set()  # numbers of the events after which the table is cleared
        self._lay_out(rounds)
        self.stock = self._stock_pieces(stock)
        self.now = Shot(pieces=tuple(self.stock))

    @property
    def everything(self) -> list[Piece]:
        """All that is ever seen to lie, for the framing."""
        return [*self.laid.values(), *(p for row in self.shown.values() for p in row), *self.stock]

    def shots(self) -> Iterator[Shot]:
        for shot in self._acts():
            yield shot
            self.frame += 1

    def _acts(self) -> Iterator[Shot]:
        yield from self.still(9)
        for number, event in enumerate(self.events):
            if isinstance(event, Place):
                yield from self._maybe_hesitate(number, event)
                yield from self.bring(self.laid[number], self._seat(event), number)
                yield from self.still(int(self.rng.integers(11, 20)))
                yield from self._mishap()
            elif isinstance(event, Reveal):
                for piece in self.shown[number]:
                    last = piece is self.shown[number][-1]
                    yield from self.bring(piece, self._seat(event), number if last else None)
                yield from self.still(18)
            elif isinstance(event, Draw) and self.stock:
                yield from self._draw(self._seat(event), number)
                yield from self.still(14)
            else:
                self.truth.taps.append({"frame": self.frame, **event.to_json()})
                yield from self.still(3)
            if number in self.ends:
                yield from self._clear()
        yield from self.still(14)

    def still(self, count: int) -> Iterator[Shot]:
        for _ in range(count):
            yield self.now

    def _seat(self, event: Event) -> int:
        return self.players.index(event.player)

    # where things lie

    def _lay_out(self, rounds: list[list[Event]]) -> None:
        first = 0
        for played in rounds:
            numbered = dict(enumerate(played, first))
            laid = self._laid_pieces(numbered)
            self.laid |= laid
            self.shown |= self._shown_pieces(numbered, laid)
            first += len(played)
            self.ends.add(first - 1)
        self.ends.remove(first - 1)

    def _laid_pieces(self, events: dict[int, Event]) -> dict[int, Piece]:
        places = {n: e for n, e in events.items() if isinstance(e, Place)}
        flat = {n: ideal_piece(tuple(e.cell), e.values, e.field) for n, e in places.items()}
        shift = self._field_shifts(flat)
        return {n: self._by_hand(piece, shift[piece.field or 0]) for n, piece in flat.items()}

    def _field_shifts(self, pieces: dict[int, Piece]) -> dict[int, float]:
        """How far each separate structure lies to the right."""
        shifts, right = {}, 0.0
        for number in sorted({p.field or 0 for p in pieces.values()}):
            xs = [p.centre_xy[0] for p in pieces.values() if p.field == number]
            shifts[number] = right - min(xs)
            right += max(xs) - min(xs) + FIELD_GAP
        return shifts

    def _by_hand(self, piece: Piece, shift: float) -> Piece:
        x, y = np.array(piece.centre_xy) * (1 + self.gap) + self.rng.normal(0, 0.22 * self.gap, 2)
        turn = float(np.clip(self.rng.normal(0, 0.5 * self.gap), -0.05, 0.05))
        return replace(piece, centre_xy=(float(x) + shift, float(y)), angle=piece.angle + turn)

    def _shown_pieces(
        self, events: dict[int, Event], laid: dict[int, Piece]
    ) -> dict[int, list[Piece]]:
        """The tiles held at the end, a row for each player below the layout."""
        xs = [p.centre_xy[0] for p in laid.values()]
        low = min(p.centre_xy[1] for p in laid.values()) - 1.9
        rows: dict[int, list[Piece]] = {}
        for number, event in events.items():
            if isinstance(event, Reveal):
                left = sum(xs) / len(xs) - 0.65 * (len(event.tiles) - 1)
                rows[number] = [
                    self._loose((left + 1.3 * k, low), clockwise(values))
                    for k, values in enumerate(event.tiles)
                ]
                low -= 1.25
        return rows

    def _loose(self, at_xy: tuple[float, float], values: tuple[int, int, int] | None) -> Piece:
        x, y = np.array(at_xy) + self.rng.normal(0, 0.03, 2)
        return Piece((float(x), float(y)), float(self.rng.normal(0, 0.2)), values)

    def _stock_pieces(self, count: int) -> list[Piece]:
        """Face down in loose columns to the right of everything."""
        if not count:
            return []
        known = [*self.laid.values(), *(p for row in self.shown.values() for p in row)]
        left = max(p.centre_xy[0] for p in known) + 2.1
        ys = [p.centre_xy[1] for p in known]
        rows = max(4, int((max(ys) - min(ys)) / 1.25) + 1)
        top = (max(ys) + min(ys)) / 2 + 1.22 * (rows - 1) / 2
        return [
            self._loose((left + 1.22 * (k // rows), top - 1.22 * (k % rows)), None)
            for k in range(count)
        ]

    # hands

    def bring(self, piece: Piece, who: int, number: int | None = None) -> Iterator[Shot]:
        """The hand comes with the tile, lays it, adjusts it, and leaves."""
        goal, way = np.array(piece.centre_xy), self.way_of(who)
        for t in eased(int(self.rng.integers(5, 9))):
            yield self._reaching(goal, way, who, t, self._swaying(piece, goal, way, t, 0.4))
        for _ in range(int(self.rng.integers(2, 8))):
            nudged = self._swaying(piece, goal + self.rng.normal(0, 0.04, 2), way, 1.0, 0.06)
            yield self._reaching(goal, way, who, 1.0, nudged)
        self.now = replace(self.now, pieces=(*self.now.pieces, piece), laid=number)
        yield from self.leave(goal, way, who)
        self.now = replace(self.now, laid=None)

    def fetch(self, piece: Piece, who: int, number: int | None = None) -> Iterator[Shot]:
        """The hand comes empty and leaves with the tile."""
        goal, way = np.array(piece.centre_xy), self.way_of(who)
        for t in eased(5):
            yield self._reaching(goal, way, who, t, None)
        kept = tuple(p for p in self.now.pieces if p is not piece)
        self.now = replace(self.now, pieces=kept, laid=number)
        yield from self.leave(goal, way, who)
        self.now = replace(self.now, laid=None)

    def leave(self, goal: np.ndarray, way: float, who: int) -> Iterator[Shot]:
        for t in 1 - eased(int(self.rng.integers(5, 8)))[::-1]:
            yield self._reaching(goal, way, who, t, None)
        yield self.now

    def way_of(self, who: int) -> float:
        """The direction in which a player's arm reaches over the table."""
        seat = 2 * np.pi * who / max(2, len(self.players)) - np.pi / 2
        return float(seat + np.pi + self.rng.normal(0, 0.25))

    def point(self, goal: np.ndarray, way: float, who: int, t: float) -> Shot:
        return self._reaching(goal, way, who, t, None)

    def _reaching(
        self, goal: np.ndarray, way: float, who: int, t: float, carried: Piece | None
    ) -> Shot:
        if not self.hands:
            return self.now
        x, y = goal - (1 - t) * OUTSIDE * np.array([np.cos(way), np.sin(way)])
        return replace(self.now, hand=Hand((float(x), float(y)), way, who), carried=carried)

    def _swaying(self, piece: Piece, goal: np.ndarray, way: float, t: float, sway: float) -> Piece:
        x, y = goal - (1 - t) * OUTSIDE * np.array([np.cos(way), np.sin(way)])
        turn = piece.angle + float(self.rng.normal(0, sway)) * (1.2 - t)
        return replace(piece, centre_xy=(float(x), float(y)), angle=turn)

    # people

    def _draw(self, who: int, number: int) -> Iterator[Shot]:
        backs = [p for p in self.now.pieces if p.values is None]
        yield from self.fetch(backs[int(self.rng.integers(len(backs)))], who, number)

    def _clear(self) -> Iterator[Shot]:
        """A hand takes the tiles off the table, some at a time; the stock is laid out anew."""
        while self.now.pieces:
            goal, way = np.array(self.now.pieces[0].centre_xy), self.way_of(0)
            for t in eased(5):
                yield self.point(goal, way, 0, float(t))
            self.now = replace(self.now, pieces=self.now.pieces[TAKEN_AT_ONCE:])
            yield from self.leave(goal, way, 0)
        yield from self.still(int(self.rng.integers(10, 30)))
        self.now = replace(self.now, pieces=tuple(self.stock))
        yield from self.still(12)

    def _maybe_hesitate(self, number: int, event: Place) -> Iterator[Shot]:
        """Now and then a tile is first laid turned, or beside the layout, and taken up again."""
        if self.calm or self.rng.random() > HESITATES or self.laid[number].field != 0:
            return
        piece, who = self.laid[number], self._seat(event)
        first = replace(piece, angle=piece.angle + 2 * np.pi / 3)
        if self.rng.random() < 0.5:
            x, y = np.array(piece.centre_xy) + self.rng.normal(0, 0.7, 2)
            first = replace(piece, centre_xy=(float(x), float(y)), angle=piece.angle + 0.5)
        yield from self.bring(first, who)
        yield from self.still(int(self.rng.integers(0, 4)))
        yield from self.fetch(first, who)

    def _mishap(self) -> Iterator[Shot]:
        if not self.calm:
            kind = self.rng.choice(list(MISHAPS), p=[share for _, share in MISHAPS.values()])
            yield from MISHAPS[str(kind)][0](self)


def clockwise(values: tuple[int, ...]) -> tuple[int, int, int]:
    one, two, three = sorted(values)
    return one, two, three


def eased(count: int) -> np.ndarray:
    """Shares of a way, slow at its end."""
    t = np.linspace(0, 1, count + 1)[1:]
    slowing: np.ndarray = 1 - (1 - t) ** 2
    return slowing
