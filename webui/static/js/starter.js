// The first tile of a round: who lays it, and its three numbers.
import { h, show } from "./dom.js";
import { enter } from "./enter.js";
import { keypad } from "./keypad.js";
import { t, tn } from "./messages.js";
import { seatMark } from "./seats.js";
import { tilePicture } from "./tile.js";

export function starterChooser(state, starter) {
  const area = h("div", { class: "next-round" });
  askWho(area, state, starter);
  return area;
}

function askWho(area, state, starter) {
  const { game, me } = state;
  const ask = (player) => askNumbers(area, player, () => askWho(area, state, starter));
  show(area,
    h("p", { class: "quiet" }, tn("Everybody takes {n} tile.", "Everybody takes {n} tiles.", game.turn.dealt)),
    h("p", {}, question(game, starter)),
    me?.may?.play && h("div", { class: "row" }, (starter ? [starter] : game.players).map((player) =>
      h("button", { type: "button", class: "grow next-starter", dataset: { player }, onclick: () => ask(player) }, seatMark(game.players.indexOf(player)), player))));
}

function question({ players, rules }, starter) {
  if (starter) return t("{name} starts this round.", { name: starter });
  if (players.length === 1) return t("Draw any tile and lay it as the starting tile.");
  return rules.options.starter === "highest" ? t("Who holds the highest triple, or else the highest tile?") : t("Who starts? The youngest, then in turn.");
}

// The set's numbers ascend clockwise; a cell lists its corners the other way round.
const ascendingClockwise = (numbers) => [...numbers].sort((a, b) => b - a);

function askNumbers(area, player, back) {
  const numbers = [];
  const draw = () => show(area,
    h("p", {}, t("{name}: tap the numbers of the first tile.", { name: player })),
    h("div", { class: "tile-row" }, tilePicture(numbers, numbers.join("-") || t("No number yet"))),
    h("div", { class: "first-tile" }, keypad(t("Numbers of the tile"), tap, () => { numbers.pop(); draw(); })),
    h("button", { type: "button", class: "plain", onclick: back }, t("Back")));
  const tap = async (number) => {
    numbers.push(number);
    draw();
    if (numbers.length < 3) return;
    const values = ascendingClockwise(numbers.splice(0, 3));
    if (!await enter({ event: "place", player, field: 0, cell: [0, 0, "up"], values })) draw();
  };
  draw();
  area.querySelector("button")?.focus();
}
