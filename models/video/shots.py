"""What one frame of a film shows, and what is true about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from models.render.layout import Piece

FPS = 15
SIZE_WH = (1280, 720)


@dataclass(frozen=True)
class FilmSpec:
    """What a caller fixes about a film; None leaves it to the seed."""

    rules: str = "tripple-classic"
    players: int = 2
    most_moves: int = 12
    kind: str | None = None  # a key of render.tileset.KINDS
    table: str | None = None  # a key of render.table.KINDS, or "photo"
    tilt: float | None = None  # degrees from straight above
    stock: bool = False  # the face-down stock lies in view, draws are taken from it
    calm: bool = False  # nothing goes wrong between the moves
    lucky: bool = False  # nobody has to draw, and good moves are many
    look: int | None = None  # the seed of set, table, camera and light, where it is another
    clean: bool = False  # a camera without noise, for a small file
    rounds: int = 1  # at most; the table is cleared between them
    hands: bool = True  # without them tiles appear and vanish
    split: str = "test"  # fonts and textures that training has not seen


@dataclass(frozen=True)
class Hand:
    """A hand above the table, in sides: where its fingertips are, and from where it reaches in."""

    at_xy: tuple[float, float]
    way: float  # radians, along the arm towards the fingers
    who: int


@dataclass(frozen=True)
class View:
    """How the camera was pushed: pixels, radians, factor; and the phone turned by quarters."""

    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0
    zoom: float = 1.0
    quarters: int = 0


@dataclass(frozen=True)
class Shot:
    """One frame: what lies, what is carried by which hand, how the camera and the light are."""

    pieces: tuple[Piece, ...] = ()
    carried: Piece | None = None
    hand: Hand | None = None
    view: View = View()
    lamp: float = 1.0
    warmth: float = 0.0
    blur: float = 0.0  # focus, in pixels
    lean: float | None = None  # somebody leans in: how far across the picture, 0 to 1
    laid: int | None = None  # the event whose tile lies from here on, once the hand is gone


@dataclass
class Truth:
    """When things really happened, by the number of the event."""

    left: dict[int, int] = field(default_factory=dict)  # first frame in which the hand is gone
    taps: list[dict[str, Any]] = field(default_factory=list)
