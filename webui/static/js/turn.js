// Whose turn it is, what they hold, what is left to draw.
import { h, show } from "./dom.js";
import { t, tn, word } from "./messages.js";
import { seatMark } from "./seats.js";

export function drawTurn(element, game) {
  const { turn, rules, players } = game;
  if (game.over || turn.may_start_round || turn.must_reveal.length || !turn.player) { show(element); return; }
  const preset = rules.preset;
  show(element,
    h("p", { class: "turn-name" }, seatMark(players.indexOf(turn.player)), h("strong", {}, turn.player),
      h("span", { class: "quiet" }, turn.free_tiles ? t("may lay a free tile") : t("to play"))),
    h("dl", { class: "turn-facts" },
      fact(t("In hand"), turn.hands[turn.player]),
      fact(word("word.stock", preset), turn.stock),
      rules.options.draws > 0 && fact(t("Draws left"), turn.draws_left)),
    players.length > 1 && h("p", { class: "hands quiet small" }, players.filter((player) => player !== turn.player).map((player) =>
      h("span", {}, seatMark(players.indexOf(player)), " ", player, " ", tn("{n} tile", "{n} tiles", turn.hands[player])))));
}

const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", { class: "number" }, String(value)));
