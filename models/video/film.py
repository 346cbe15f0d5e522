"""A whole game as frames with its truth, the same for the same seed and spec."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    """`record` is the game; `truth` is complete once all frames were drawn."""

    def __init__(self, seed: int, spec: FilmSpec | None = None) -> None:
        self.seed, self.spec = seed, spec or FilmSpec()
        rng = np.random.default_rng([seed, 10])
        self.record, rounds = random_game(
            rng,
            self.spec.rules,
            self.spec.players,
            self.spec.most_moves,
            self.spec.lucky,
            self.spec.rounds,
        )
        players = self.record.players
        stock = derive(self.record).rules.stock(len(players)) if self.spec.stock else 0
        self._script = Script(rng, rounds, players, stock, self.spec.calm, self.spec.hands)
        look = seed if self.spec.look is None else self.spec.look
        self.scenery = Scenery(look, self.spec, self._script.everything)
        lens = np.random.default_rng([look, 13])
        self._lens = Lens(lens, self.scenery.camera.size_wh, self.spec.clean)
        sprites = np.random.default_rng([look, 14])
        self._hands = [Sprite(sprites, self.scenery) for _ in players]
        self.truth = self._script.truth

    def frames(self, wanted: Callable[[int], bool] = lambda index: True) -> Iterator[FilmFrame]:
        """Only the frames that are wanted are drawn; without hands the others cost nothing."""
        waiting: int | None = None
        for index, shot in enumerate(self._script.shots()):
            waiting = waiting if shot.laid in (None, *self.truth.left) else shot.laid
            hand = None if shot.hand is None else self._canvas(shot)
            hand_seen = hand is not None and hand[1]
            if waiting is not None and not hand_seen:
                self.truth.left[waiting] = index
                waiting = None
            if wanted(index):
                canvas, _ = hand or self._canvas(shot)
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
