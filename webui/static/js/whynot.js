// "But why not there?": every free cell beside a tile can be asked about, and entered all the same.
import { get } from "./api.js";
import { h } from "./dom.js";
import { neighboursOf } from "./lattice.js";
import { say, t } from "./messages.js";
import { laidPicture } from "./tile.js";

// Free cells beside lying tiles where the tile does not fit, as places to ask about.
export function doubtfulCells(board, places) {
  const keyOf = (field, cell) => `${field}:${cell.join()}`;
  const known = new Set(places.map(({ field, cell }) => keyOf(field, cell)));
  for (const { field, tiles } of board.fields) for (const { cell } of tiles) known.add(keyOf(field, cell));
  const found = new Map();
  for (const { field, tiles } of board.fields) {
    for (const cell of tiles.flatMap((tile) => neighboursOf(tile.cell))) {
      if (!known.has(keyOf(field, cell))) found.set(keyOf(field, cell), { field, cell, doubtful: true });
    }
  }
  return [...found.values()];
}

export async function askWhyNot(tile, { field, cell }) {
  const { why_not: attempts } = await get(`/api/fits?tile=${tile.join("-")}&field=${field}&cell=${cell.join(",")}`);
  return { field, cell, attempts: [...attempts].sort((a, b) => a.faults.length - b.faults.length) };
}

export function reasons({ field, cell, attempts }, preset, onPlace) {
  return h("div", { class: "reasons" }, attempts.map(({ values, faults }) => h("div", { class: "reason" },
    laidPicture({ cell, values }),
    h("p", {}, faults.map((fault) => h("span", {}, say(fault, preset)))),
    h("button", { type: "button", onclick: () => onPlace({ field, cell, values }, { anyway: true }) }, t("Enter it all the same")))));
}
