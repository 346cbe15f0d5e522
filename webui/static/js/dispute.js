// The verdict on a disputed line: sides and corners, the rule in words, the photo, other places.
import { get } from "./api.js";
import { drawBoard, letterOf } from "./board.js";
import { h, show, svg } from "./dom.js";
import { offerChanges } from "./changes.js";
import { partsList } from "./line.js";
import { plain, say, signed, t } from "./messages.js";
import { current } from "./store.js";

export function disputeView(game, event, go, close) {
  const area = h("div", { "aria-live": "polite" }, h("p", {}, "…"));
  get(`/api/events/${event.id}/dispute`)
    .then((found) => show(area, verdict(game, found, go, close)))
    .catch((error) => show(area, h("p", { class: "notice bad" }, error.message)));
  return area;
}

function verdict(game, found, go, close) {
  const { event } = found;
  const preset = game.rules.preset;
  const right = found.verdict === "right";
  const shown = game.board.round === undefined || game.board.round === event.round;
  return [
    h("p", { class: `notice verdict ${right ? "good" : "bad"}` }, right ? t("The line is right.") : t("Something is wrong here.")),
    event.faults.map((fault) => h("p", {}, say(fault, preset))),
    event.cell && shown && h("div", { class: "felt small-felt" }, drawBoard(game.board, { focus: event.id, preset })),
    found.evidence.map((one) => photo(one, event)),
    partsList(event.parts, preset),
    found.rule.length > 0 && h("ul", { class: "parts quiet" }, found.rule.map((rule) => h("li", {}, h("span", {}, say(rule, preset)), h("b", { class: "number" }, typeof rule.value === "number" ? signed(rule.value) : "")))),
    checks(found),
    found.alternatives.length > 0 && h("details", {}, h("summary", {}, t("Where else it could go")),
      h("ul", { class: "parts" }, found.alternatives.map((place, number) => h("li", {}, h("span", {}, `${letterOf(number)} · ${place.parts.map((part) => say(part, preset)).join(", ")}`), h("b", { class: "number" }, plain(place.points)))))),
    h("div", { class: "row" },
      h("button", { type: "button", class: "grow", onclick: close }, t("Keep")),
      current().me?.may?.play && h("button", { type: "button", class: "primary grow", onclick: () => go("correct") }, t("Correct")),
      current().me?.may?.play && h("button", { type: "button", class: "danger grow", onclick: (click) => offerChanges(click.target.closest("dialog > div"), [{ do: "delete", event: event.id }], close) }, t("Withdraw"))),
  ];
}

function checks({ sides, corners }) {
  if (!sides.length && !corners.length) return null;
  const row = (what, laid, lying, match) => h("tr", {}, h("th", { scope: "row" }, what), h("td", {}, laid), h("td", {}, lying), h("td", { class: match ? "" : "warn" }, match ? "✓" : "✗", h("span", { class: "visually-hidden" }, match ? t("matches") : t("does not match"))));
  return h("table", { class: "checks" },
    h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, t("laid")), h("th", { scope: "col" }, t("lying")), h("td", {}))),
    h("tbody", {},
      sides.map((one, k) => row(t("Side {n}", { n: k + 1 }), one.laid.join("-"), one.lying.join("-"), one.match)),
      corners.map((one, k) => row(t("Corner {n}", { n: k + 1 }), String(one.laid), [...new Set([one.lying].flat())].join(", ") || "–", one.match))));
}

// The photo with what was read drawn on it; the disputed tile stands out.
function photo(one, event) {
  const tiles = one.reading?.tiles ?? [];
  const wanted = [...(event.values ?? [])].sort().join();
  const isIt = (tile) => [...tile.values].sort().join() === wanted;
  const seen = tiles.find(isIt);
  return h("figure", { class: "photo" },
    h("div", { class: "view" }, h("img", { src: one.url, alt: t("Photo of the move") }),
      one.reading?.width && svg("svg", { viewBox: `0 0 ${one.reading.width} ${one.reading.height}`, class: "overlay" },
        tiles.map((tile) => svg("polygon", { points: tile.corners.map((c) => c.join(",")).join(" "), class: isIt(tile) ? "seen wanted" : "seen" })))),
    seen && h("figcaption", {}, t("Read: {tile}, {percent} % sure", { tile: seen.values.join("-"), percent: (seen.confidence * 100).toFixed(1) })));
}
