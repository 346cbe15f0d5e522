"""A whole game as frames with its truth, the same for the same seed and spec."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from models.video.lens import Lens
from models.video.play import random_game
from models.video.scenery import Scenery
from models.video.script import Script
from models.video.shots import FilmSpec, Shot
from models.video.sprites import Sprite, lay_carried, lay_hand
from scorer.game import derive


@dataclass(frozen=True)
class FilmFrame:
    """One frame (H, W, 3) BGR and what is true in it."""

    index: int
    image: np.ndarray
    shot: Shot
    hand_seen: bool


class Film:
    """`record` and `events` are the game; `truth` is complete once all frames were drawn."""

    def __init__(self, seed: int, spec: FilmSpec | None = None) -> None:
        self.seed, self.spec = seed, spec or FilmSpec()
        rng = np.random.default_rng([seed, 10])
        self.record, self.events = random_game(
            rng, self.spec.rules, self.spec.players, self.spec.most_moves, self.spec.lucky
        )
        players = self.record.players
        stock = derive(self.record).rules.stock(len(players)) if self.spec.stock else 0
        self._script = Script(rng, self.events, players, stock, self.spec.calm)
        look = seed if self.spec.look is None else self.spec.look
        self.scenery = Scenery(look, self.spec, self._script.everything)
        lens = np.random.default_rng([look, 13])
        self._lens = Lens(lens, self.scenery.camera.size_wh, self.spec.clean)
        sprites = np.random.default_rng([look, 14])
        self._hands = [Sprite(sprites, self.scenery) for _ in players]
        self.truth = self._script.truth

    def frames(self) -> Iterator[FilmFrame]:
        waiting: int | None = None
        for index, shot in enumerate(self._script.shots()):
            waiting = waiting if shot.laid in (None, *self.truth.left) else shot.laid
            canvas, hand_seen = self._canvas(shot)
            if waiting is not None and not hand_seen:
                self.truth.left[waiting] = index
                waiting = None
            yield FilmFrame(index, self._lens.frame(canvas, shot), shot, hand_seen)

    def _canvas(self, shot: Shot) -> tuple[np.ndarray, bool]:
        canvas = self.scenery.picture(shot.pieces)
        if shot.hand is None:
            return canvas, False
        canvas = canvas.copy()
        if shot.carried is not None:
            lay_carried(canvas, self.scenery, shot.carried)
        sprite = self._hands[shot.hand.who]
        at = np.array(shot.hand.at_xy)
        mask = lay_hand(canvas, sprite, self.scenery, at, shot.hand.way)
        return canvas, self._lens.sees(mask)
