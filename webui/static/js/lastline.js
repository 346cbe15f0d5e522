// The newest line in words, for everybody who does not see the sheet below: a tap opens it.
import { h, show } from "./dom.js";
import { eventText, signed, word } from "./messages.js";
import { marksOf } from "./rows.js";
import { seatMark } from "./seats.js";

export function drawLastLine(element, { game }, open) {
  const line = game.over || game.turn.round_over ? null : game.rounds.at(-1)?.events.at(-1);
  if (!line) { show(element); return; }
  const words = marksOf([line]).filter((rule) => rule !== "draw").map((rule) => word(`word.${rule}`, game.rules.preset));
  show(element, h("button", { type: "button", class: line.faults.length ? "plain wide last-line faulty" : "plain wide last-line", onclick: () => open(game, line.id) },
    seatMark(game.players.indexOf(line.player)),
    h("span", { class: "said" }, [`${line.player}: ${eventText(line)}`, ...words].join(", ")),
    line.points !== 0 && h("b", { class: "number" }, signed(line.points))));
}
