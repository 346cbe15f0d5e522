// The first tile of a round: who lays it, and its three numbers.
import { h, show } from "./dom.js";
import { enter } from "./enter.js";
import { t } from "./messages.js";
import { seatMark } from "./seats.js";
import { tilePicture } from "./tile.js";

export function starterChooser({ game, me }, { starter, newRound }) {
  const area = h("div", { class: "next-round" });
  const candidates = starter ? [starter] : game.players;
  const question = starter ? t("{name} starts this round.", { name: starter })
    : game.players.length === 1 ? t("Draw any tile and lay it as the starting tile.")
      : game.rules.options.starter === "highest" ? t("Who holds the highest triple, or else the highest tile?") : t("Who starts? The youngest, then in turn.");
  area.append(h("p", {}, question));
  if (me?.may?.play) {
    area.append(h("div", { class: "row" }, candidates.map((player) => h("button", { type: "button", class: "grow next-starter", dataset: { player },
      onclick: () => askNumbers(area, player, newRound) }, seatMark(game.players.indexOf(player)), player))));
  }
  return area;
}

function askNumbers(area, player, newRound) {
  const numbers = [];
  const draw = () => {
    const focused = document.activeElement?.textContent;
    show(area,
      h("p", {}, t("{name}: tap the numbers of the first tile.", { name: player })),
      h("div", { class: "tile-row" }, tilePicture(numbers, numbers.join("-") || t("No number yet"))),
      h("div", { class: "pad-keys first-tile", role: "group", "aria-label": t("Numbers of the tile") }, [0, 1, 2, 3, 4, 5].map((number) =>
        h("button", { type: "button", onclick: () => tap(number) }, String(number)))));
    [...area.querySelectorAll("button")].find((button) => button.textContent === focused)?.focus();
  };
  const tap = async (number) => {
    numbers.push(number);
    draw();
    if (numbers.length < 3) return;
    const values = numbers.splice(0, 3);
    const laid = await enter({ event: "place", player, field: 0, cell: [0, 0, "up"], values }, newRound ? { new_round: true } : {});
    if (!laid) draw();
  };
  draw();
  area.querySelector("button")?.focus();
}
