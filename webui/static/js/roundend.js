// Round over: the rest of each hand is tapped in (or shown to the camera), then the next round starts.
import { h, icon, show } from "./dom.js";
import { plain, say, signed, t, tn } from "./messages.js";
import { enter } from "./enter.js";
import { keypad } from "./keypad.js";
import { seatMark } from "./seats.js";
import { starterChooser } from "./starter.js";
import { tilePicture } from "./tile.js";

const typed = new Map();
let showing = null;
let redraw = () => {};

export function drawRoundEnd(element, state) {
  redraw = () => drawRoundEnd(element, state);
  const { game, me } = state;
  const { turn } = game;
  const round = game.rounds.at(-1);
  const waiting = turn.must_reveal ?? [];
  if (!turn.player && !game.over && !turn.round_over) { show(element, firstRound(state)); return; }
  const ended = round?.end_reason && (waiting.length || turn.may_start_round);
  if (!ended) { typed.clear(); show(element); return; }
  show(element, h("section", { class: "paper round-over" },
    h("h2", {}, round.end_reason === "out" ? t("Round {number} is over", { number: round.number + 1 }) : t("Round {number} is blocked", { number: round.number + 1 })),
    waiting.length > 0 && h("p", {}, asking(state.camera)),
    handEntries(game, waiting, me),
    !waiting.length && sums(game, round),
    !waiting.length && !game.over && starterChooser(state, turn.next_starter ?? round.next_starter)));
}

function asking(camera) {
  if (camera?.source === "photo") return t("Which tiles are still in hand? Tap them in, or take a photo of one hand at a time.");
  return camera?.running ? t("Which tiles are still in hand? Tap them in, or lay them before the camera.") : t("Which tiles are still in hand? Tap them in.");
}

function firstRound(state) {
  return h("section", { class: "paper round-over" }, h("h2", {}, t("Round {number}", { number: state.game.turn.round + 1 })), starterChooser(state, null));
}

// One keypad at a time; the others wait as a row to tap.
function handEntries(game, waiting, me) {
  if (!waiting.some(({ player }) => player === showing)) showing = waiting[0]?.player;
  return waiting.map(({ player, count }) => (player === showing || typed.get(player)?.tiles.length ? handEntry(game, player, count, me) : waitingHand(game, player, count)));
}

function waitingHand(game, player, count) {
  return h("button", { type: "button", class: "waiting-hand wide", dataset: { player }, onclick: () => { showing = player; redraw(); } },
    seatMark(game.players.indexOf(player)), h("span", {}, player), h("span", { class: "quiet small" }, tn("{n} tile", "{n} tiles", count)));
}

function handEntry(game, player, count, me) {
  const entry = typed.get(player) ?? { tiles: [], numbers: [] };
  typed.set(player, entry);
  const value = entry.tiles.flat().reduce((sum, number) => sum + number, 0);
  const full = entry.tiles.length === count;
  const tap = (number) => {
    entry.numbers.push(number);
    if (entry.numbers.length === 3) { entry.tiles.push(entry.numbers); entry.numbers = []; }
    redraw();
  };
  const back = () => { if (entry.numbers.length) entry.numbers.pop(); else entry.numbers = (entry.tiles.pop() ?? []).slice(0, 2); redraw(); };
  return h("div", { class: "hand-entry", dataset: { player } },
    h("h3", {}, seatMark(game.players.indexOf(player)), player,
      h("span", { class: "quiet small" }, t("{done} of {count}", { done: entry.tiles.length, count }), value ? ` · ${tn("{n} point", "{n} points", value)}` : "")),
    h("div", { class: "tile-row" }, entry.tiles.map((tile) => tilePicture(tile, tile.join("-"))), entry.numbers.length > 0 && tilePicture(entry.numbers, entry.numbers.join("-"))),
    me?.may?.play && !full && keypad(t("Tiles of {name}", { name: player }), tap, back),
    me?.may?.play && full && h("div", { class: "row" },
      h("button", { type: "button", class: "primary grow", onclick: () => keep(player, entry) }, t("Count them")),
      h("button", { type: "button", class: "plain", "aria-label": t("Erase the last number"), onclick: back }, icon("erase"))));
}

async function keep(player, entry) {
  const kept = await enter({ event: "reveal", player, tiles: entry.tiles });
  if (kept) typed.delete(player);
}

function sums(game, round) {
  return h("dl", { class: "sums" }, game.players.map((player, seat) => h("div", {},
    h("dt", {}, seatMark(seat), player, h("b", { class: "number" }, signed(round.end?.[player] ?? 0)), h("span", { class: "number running" }, `= ${plain(round.total?.[player] ?? 0)}`)),
    (round.end_parts?.[player] ?? []).map((part) => h("dd", {}, h("span", {}, say(part, game.rules.preset)), h("span", { class: "number" }, signed(part.points)))))));
}
