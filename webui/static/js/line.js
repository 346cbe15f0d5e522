// One line of the sheet: what happened, whether it was right, and how to correct it.
import { $, h, icon, show } from "./dom.js";
import { correctionForm } from "./correct.js";
import { disputeView } from "./dispute.js";
import { eventText, say, signed, t } from "./messages.js";
import { current } from "./store.js";
import { laidPicture, tilePicture } from "./tile.js";

export function openLine(game, id, tab = "look") {
  const dialog = $("#line-dialog");
  const event = game.rounds.flatMap((round) => round.events).find((one) => one.id === id);
  if (!event) return;
  const close = () => dialog.close();
  const views = { look: () => lookView(game, event, go), dispute: () => disputeView(game, event, go, close), correct: () => correctionForm(game, event, close) };
  const title = { look: t("Line of the sheet"), dispute: t("Check!"), correct: t("Correct") };
  function go(name, other = null) {
    if (other) { openLine(current().game, other, name); return; }
    show(dialog,
      h("div", { class: "dialog-head" }, h("h2", { id: "line-title" }, title[name]),
        h("button", { type: "button", class: "plain", "aria-label": t("Close"), onclick: close }, icon("close"))),
      h("div", { class: `line-${name}` }, views[name]()));
  }
  go(tab);
  if (!dialog.open) dialog.showModal();
}

function lookView(game, event, go) {
  const preset = game.rules.preset;
  const turnEvents = game.rounds[event.round].events.filter((one) => one.player === event.player && one.turn === event.turn && (one.event === "reveal") === (event.event === "reveal"));
  const mayPlay = current().me?.may?.play;
  return [
    h("p", { class: "quiet" }, t("{name}, round {round}, turn {turn}", { name: event.player, round: event.round + 1, turn: event.turn + 1 })),
    turnEvents.length > 1 && h("div", { class: "row tabs" }, turnEvents.map((one) => h("button", { type: "button", "aria-pressed": String(one.id === event.id), onclick: () => go("look", one.id) }, eventText(one)))),
    h("div", { class: "line-head" }, event.values && laidPicture(event),
      (event.tiles ?? []).map((tile) => tilePicture(tile, tile.join("-"))),
      h("div", {}, h("strong", { class: "big" }, eventText(event)), h("span", { class: "number huge" }, signed(event.points)))),
    partsList(event.parts, preset),
    event.faults.map((fault) => h("p", { class: "notice bad" }, say(fault, preset))),
    h("div", { class: "row" },
      h("button", { type: "button", class: "grow", onclick: () => go("dispute") }, icon("check"), t("Check!")),
      mayPlay && h("button", { type: "button", class: "primary grow", id: "correct", onclick: () => go("correct") }, t("Correct"))),
  ];
}

export function partsList(parts, preset) {
  if (!parts.length) return null;
  return h("ul", { class: "parts" }, parts.map((part) => h("li", {}, h("span", {}, say(part, preset)), h("b", { class: "number" }, part.points || part.rule !== "hexagon" ? signed(part.points) : null))));
}
