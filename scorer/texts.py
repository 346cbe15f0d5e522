"""The default wording, in English. Other languages bring a table with the same keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from scorer.faults import Param

ENGLISH: dict[str, str] = {
    # parts of an event
    "part.tile": "tile {tile}",
    "part.start": "starting tile",
    "part.bridge": "bridge to the {number} at {corner}",
    "part.double": "double connection, {sides} sides",
    "part.double_as_bridge": "bridge, {sides} sides",
    "part.hexagon": "hexagon ×{count}",
    "part.draw": "draw {nth}",
    "part.unmatched": "draw {draws} does not fit either",
    "part.empty": "nothing left to draw",
    # parts of a round's end
    "part.out": "last tile",
    "part.collect": "the tiles of {players}",
    "part.share": "the tiles of {players}, shared by {sharers}",
    "part.own": "own tiles {tiles}",
    "part.held": "holds {tiles}",
    # faults
    "fault.malformed": "the event cannot be read: {reason}",
    "fault.unknown_player": "‘{player}’ is not one of the players.",
    "fault.not_in_set": "{tile} is not in the set: a tile has three numbers from 0 to {highest}.",
    "fault.tile_twice": "tile {tile} already lies on {spot}; each tile exists once.",
    "fault.tile_shown": "tile {tile} was already shown by {holder}; each tile exists once.",
    "fault.occupied": "{spot} is taken by {lying}.",
    "fault.detached": "the tile on {spot} shares no side with a lying tile.",
    "fault.side_mismatch": "the side does not match: at corner {corner} lies {lying}, not {laid}.",
    "fault.tip_mismatch": "the tip does not match: at corner {corner} lies {lying}, not {laid}.",
    "fault.field_not_earned": "{player} may not begin field {field}: no free tile was earned.",
    "fault.free_tile_attached": "{player}'s turn is over; the free tile must begin a new field.",
    "fault.wrong_player": "it is not {player}'s turn but {expected}'s.",
    "fault.wrong_starter": "{expected} begins this round, not {player}.",
    "fault.draw_too_many": "a draw too many: {player} has made all {limit} draws of this turn.",
    "fault.stock_empty": "there is nothing left to draw for {player}.",
    "fault.draw_when_fitting": "{player} drew although a tile in hand fitted.",
    "fault.place_after_draw": "{player} has drawn and may not lay a tile in the same turn.",
    "fault.start_missing": "the round begins with a tile, and none lies yet.",
    "fault.early_pass": "{player} may not pass while there are draws left.",
    "fault.early_reveal": "{player} may show tiles only when the round is over.",
    "fault.reveal_too_many": "{player} shows more tiles ({shown}) than the {held} in hand.",
    "fault.round_unfinished": "round {round} has not ended yet.",
    "fault.round_over": "the round is over; {player} can only reveal tiles.",
    "fault.game_over": "the game is over.",
}


class Message(Protocol):
    """Anything that can be put into words: a part or a fault."""

    @property
    def message(self) -> str: ...
    @property
    def params(self) -> Mapping[str, Param]: ...


def say(message: Message, texts: Mapping[str, str] = ENGLISH) -> str:
    """The message in words, English where the table lacks it."""
    template = texts.get(message.message) or ENGLISH[message.message]
    return template.format_map(message.params)
