// The scoreboard: everybody's total and tiles, whose turn it is, what is left to draw.
import { h, show } from "./dom.js";
import { plain, t, tn, word } from "./messages.js";
import { isDecided } from "./rows.js";
import { seatMark } from "./seats.js";

const onTurn = ({ over, turn }) => (over || turn.round_over ? null : turn.player);

export function drawScores(element, game) {
  show(element, h("ul", { class: `scores seats-${game.players.length}`, "aria-label": t("Scores") },
    game.players.map((player, seat) => score(game, player, seat, player === onTurn(game)))));
}

export function drawFacts(element, game) {
  const { turn, rules } = game;
  show(element, onTurn(game) && h("dl", { class: "turn-facts" },
    fact(word("word.stock", rules.preset), turn.stock),
    rules.options.draws > 0 && fact(t("Draws left"), turn.draws_left)));
}

function score(game, player, seat, playing) {
  const { totals, turn, winners } = game;
  return h("li", { class: playing ? "score on-turn" : "score", "aria-current": playing ? "true" : null },
    h("span", { class: "who" }, seatMark(seat), h("span", { class: "name" }, player)),
    h("span", { class: "total number" }, plain(totals[player] ?? 0)),
    h("span", { class: "held" },
      playing && h("b", {}, turn.free_tiles ? t("may lay a free tile") : t("to play")),
      isDecided(game) && winners.includes(player) && h("b", {}, t("Winner")),
      !isDecided(game) && h("span", {}, tn("{n} tile", "{n} tiles", turn.hands[player] ?? 0))));
}

const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", { class: "number" }, String(value)));
