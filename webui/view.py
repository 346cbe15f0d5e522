"""A derived game as the JSON that pages draw: sheet, board, whose turn. Adds nothing to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorer.events import Event, Place, Reveal
from scorer.faults import Fault
from scorer.game import Game, Round, ScoredEvent
from scorer.output import part_to_json
from scorer.questions import Question, mark
from scorer.record import Record
from scorer.rules import Rules
from scorer.scoring import Part
from scorer.texts import say

Json = dict[str, Any]
KEPT = ("illegal", "gone")  # questions about a tile that can be kept or taken back
HIGHLIGHTED = ("bridge", "double", "hexagon")


def event_id(round_index: int, index: int) -> str:
    return f"r{round_index}e{index}"


def position(event: str) -> tuple[int, int] | None:
    """The inverse of `event_id`; None where the text is no event id."""
    first, second, third = event.partition("e")
    if not (first.startswith("r") and first[1:].isdecimal() and second and third.isdecimal()):
        return None
    return int(first[1:][:6]), int(third[:6])


def game_json(game: Game, board_round: int | None = None) -> Json:
    """The whole game; the board is that of the current round unless another is asked for."""
    shown = len(game.rounds) - 1 if board_round is None else board_round
    return {
        "solitaire": len(game.players) == 1,
        "rules": rules_json(game.rules),
        "players": list(game.players),
        "rounds_to_play": game.record.rounds_to_play,
        "rounds": [_round_json(game, number) for number in range(len(game.rounds))],
        "totals": dict(game.totals),
        "over": game.over,
        "winners": list(game.winners),
        "turn": turn_json(game),
        "board": board_json(game, shown),
        "best": best_json(game),
        "curve": curve(game),
    }


def rules_json(rules: Rules) -> Json:
    return {
        "preset": rules.preset,
        "title": rules.title,
        "options": dict(rules.options),
        "changed": dict(rules.changed),
    }


def fault_json(fault: Fault) -> Json:
    return {
        "flag": fault.flag.value,
        "message": fault.message,
        "params": dict(fault.params),
        "text": say(fault),
        "cells": [cell.to_json() for cell in fault.cells],
        "sides": [side.to_json() for side in fault.sides],
        "corners": [corner.to_json() for corner in fault.corners],
    }


def parts_json(parts: tuple[Part, ...]) -> list[Json]:
    return [part_to_json(part) for part in parts]


def _round_json(game: Game, number: int) -> Json:
    one = game.rounds[number]
    following = game.rounds[number + 1].starter if number + 1 < len(game.rounds) else None
    return {
        "number": number,
        "starter": one.starter,
        "events": list(events_json(game, number)),
        "end": dict(one.end),
        "end_parts": {player: parts_json(parts) for player, parts in one.end_parts.items()},
        "end_reason": one.end_reason,
        "score": dict(one.score),
        "total": dict(one.total),
        "next_starter": following or game.turn.next_starter,
    }


def events_json(game: Game, number: int) -> Iterator[Json]:
    one = game.rounds[number]
    for index, (row, scored) in enumerate(zip(rows(game, one), one.events, strict=True)):
        yield {**scored_json(number, index, scored), "turn": row}


def scored_json(number: int, index: int, scored: ScoredEvent) -> Json:
    event = scored.event
    return {
        "id": event_id(number, index),
        "round": number,
        "index": index,
        "player": event.player,
        **what_json(event),
        "points": scored.points,
        "parts": parts_json(scored.parts),
        "faults": [fault_json(fault) for fault in scored.faults],
        "totals": dict(scored.totals),
        **_origin(event),
    }


def what_json(event: Event) -> Json:
    """What happened, for pages to put into words."""
    told: Json = {"event": event.kind}
    if isinstance(event, Place):
        cell, values = event.cell.to_json(), list(event.values)
        return {**told, "field": event.field, "cell": cell, "values": values}
    if isinstance(event, Reveal):
        return {**told, "tiles": [list(tile) for tile in event.tiles]}
    return told


def _origin(event: Event) -> Json:
    extra = getattr(event, "extra", {})
    return {
        "source": extra.get("source", "hand"),
        "confidence": extra.get("confidence"),
        "evidence": "evidence" in extra,
        "asked": bool(mark(event)),
    }


def question_json(question: Question, record: Record) -> Json:
    """A question with the lines it is about and, for each answer, what it means to the sheet."""
    lines = [
        event_id(number, index)
        for number, one in enumerate(record.rounds)
        for index, event in enumerate(one.events)
        if mark(event) in question.about
    ]
    told = question.to_json()
    answers = [
        {**answer, "message": _answer_message(question, number)}
        for number, answer in enumerate(told["answers"])
    ]
    kept = {key: told[key] for key in ("id", "kind", "message", "text", "evidence")}
    return {**kept, "params": {}, "lines": lines, "answers": answers}


def _answer_message(question: Question, number: int) -> str | None:
    """What an answer says besides its tiles; None where they say it all."""
    if not question.answers[number].events:
        return "answer.take_back" if question.kind in KEPT else "answer.none"
    return "answer.keep" if question.kind in KEPT and number == 0 else None


def rows(game: Game, one: Round) -> list[int]:
    """For each event the row of the pad it stands in: each player's own turns, counted from 0."""
    alone, found, last = len(game.players) == 1, [], None
    turns = dict.fromkeys(game.players, -1)
    for scored in one.events:
        event = scored.event
        done = alone and last is not None and last.kind in ("place", "pass")
        if event.kind != "reveal" and (last is None or last.player != event.player or done):
            turns[event.player] = turns.get(event.player, -1) + 1
        found.append(max(turns.get(event.player, 0), 0))
        last = last if event.kind == "reveal" else event
    return found


def turn_json(game: Game) -> Json:
    turn = game.turn
    playing = not turn.round_over and not turn.game_over
    must = [{"player": player, "count": count} for player, count in turn.must_reveal.items()]
    return {
        "round": turn.round,
        "player": turn.player,
        "hands": dict(turn.hands),
        "stock": turn.stock,
        "dealt": game.rules.dealt(len(game.players)),
        "draws_made": turn.draws,
        "draws_left": turn.draws_left,
        "may_place": playing,
        "may_draw": turn.may_draw,
        "may_pass": turn.may_pass,
        "must_reveal": must,
        "may_start_round": turn.round_over and not must and not turn.game_over,
        "round_over": turn.round_over,
        "end_reason": turn.end_reason,
        "next_starter": turn.next_starter,
        "free_tiles": turn.free_tiles,
    }


def board_json(game: Game, number: int) -> Json:
    if not 0 <= number < len(game.rounds):
        return {"round": number, "fields": [], "highlights": []}
    one = game.rounds[number]
    laid = _laid(number, one)
    fields: dict[int, list[Json]] = {}
    for spot, tile in laid.items():
        fields.setdefault(spot.field, []).append(tile)
    ordered = [{"field": field, "tiles": tiles} for field, tiles in sorted(fields.items())]
    return {"round": number, "fields": ordered, "highlights": list(_highlights(number, one))}


def _laid(number: int, one: Round) -> dict[Any, Json]:
    tiles: dict[Any, Json] = {}
    for index, scored in enumerate(one.events):
        event = scored.event
        if isinstance(event, Place) and event.spot not in tiles and one.board.at(event.spot):
            tiles[event.spot] = {
                "cell": event.cell.to_json(),
                "values": list(event.values),
                "player": event.player,
                "event": event_id(number, index),
                "last": False,
                "faulty": bool(scored.faults),
            }
    if tiles:
        tiles[next(reversed(tiles))]["last"] = True
    return tiles


def _highlights(number: int, one: Round) -> Iterator[Json]:
    for index, scored in enumerate(one.events):
        for part in scored.parts:
            if part.rule in HIGHLIGHTED and isinstance(scored.event, Place):
                drawn = part_to_json(part)
                shapes = {name: drawn[name] for name in ("cells", "sides", "corners")}
                where = {"event": event_id(number, index), "field": scored.event.field}
                yield {"rule": part.rule, **where, **shapes}


def best_json(game: Game) -> Json:
    moves = [
        (scored.points, event_id(number, index))
        for number, one in enumerate(game.rounds)
        for index, scored in enumerate(one.events)
        if isinstance(scored.event, Place)
    ]
    best = max(moves, key=lambda move: move[0], default=None)
    return {
        "move": {"event": best[1], "points": best[0]} if best else None,
        "bridges": count_parts(game, "bridge"),
        "hexagons": count_parts(game, "hexagon"),
    }


def count_parts(game: Game, rule: str) -> dict[str, int]:
    counts = dict.fromkeys(game.players, 0)
    for one in game.rounds:
        for scored in one.events:
            if any(part.rule == rule for part in scored.parts):
                counts[scored.event.player] += 1
    return counts


def curve(game: Game) -> dict[str, list[int]]:
    """Each player's total after each turn and each round's end."""
    points: dict[str, list[int]] = {player: [0] for player in game.players}
    for one in game.rounds:
        steps = [scored.totals for scored in one.events if scored.event.kind in ("place", "pass")]
        for totals in [*steps, *([one.total] if one.end_reason else [])]:
            for player in game.players:
                points[player].append(totals.get(player, 0))
    return points
