// What a round's end added for one player, and everybody's shown tiles, each to be corrected.
import { $, h, icon, show } from "./dom.js";
import { openLine, partsList } from "./line.js";
import { plain, signed, t } from "./messages.js";
import { seatMark } from "./seats.js";
import { tilePicture } from "./tile.js";

export function openEnd(game, round, player) {
  const dialog = $("#line-dialog");
  const shown = round.events.filter(({ event }) => event === "reveal");
  show(dialog,
    h("div", { class: "dialog-head" }, h("h2", { id: "line-title" }, title(round)),
      h("button", { type: "button", class: "plain", "aria-label": t("Close"), onclick: () => dialog.close() }, icon("close"))),
    h("div", { class: "line-end" },
      h("p", { class: "line-title" }, h("strong", {}, player), " ", h("b", { class: "number" }, signed(round.end?.[player] ?? 0)),
        h("span", { class: "quiet" }, ` = ${plain(round.total?.[player] ?? 0)}`)),
      partsList(round.end_parts?.[player] ?? [], game.rules.preset),
      shown.length > 0 && h("h3", {}, t("Tiles that were still in hand")),
      h("div", { class: "stack" }, shown.map((event) => handButton(game, event)))));
  if (!dialog.open) dialog.showModal();
}

const title = ({ end_reason: reason, number }) => (reason === "out" ? t("Round {number} is over", { number: number + 1 }) : t("Round {number} is blocked", { number: number + 1 }));

const handButton = (game, event) => h("button", { type: "button", class: "shown-hand wide", dataset: { player: event.player }, onclick: () => openLine(game, event.id) },
  seatMark(game.players.indexOf(event.player)), h("span", {}, event.player),
  h("span", { class: "tile-row" }, event.tiles.map((tile) => tilePicture(tile, tile.join("-")))),
  h("b", { class: "number" }, plain(event.tiles.flat().reduce((sum, number) => sum + number, 0))));
