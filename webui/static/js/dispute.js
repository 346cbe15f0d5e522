// The verdict on a disputed line: sides and corners, the rule in words, the photo, other places.
import { get } from "./api.js";
import { boardAt } from "./boardat.js";
import { drawBoard, letterOf } from "./board.js";
import { h, icon, show } from "./dom.js";
import { offerChanges } from "./changes.js";
import { partsList } from "./line.js";
import { inOrder, photo } from "./photo.js";
import { decimal, eventText, plain, say, signed, t, tileName, tn } from "./messages.js";
import { current } from "./store.js";

export function disputeView(game, event, go, close) {
  const area = h("div", { "aria-live": "polite" }, h("p", {}, "…"));
  look(game, event)
    .then((found) => show(area, verdict(game, found, go, close)))
    .catch((error) => show(area, h("p", { class: "notice bad" }, error.message)));
  return area;
}

async function look(game, event) {
  const found = await get(`/api/events/${event.id}/dispute`);
  return { ...found, board: event.cell && await boardAt(game, event, { after: true }), before: event.cell && await boardAt(game, event) };
}

function verdict(game, found, go, close) {
  const { event, board } = found;
  const preset = game.rules.preset;
  const marks = marksIn(found);
  const others = found.alternatives.filter((place) => place.cell.join() !== event.cell?.join());
  return [
    h("p", { class: "line-title" }, h("strong", {}, event.player), ` ${eventText(event)} `, h("b", { class: "number" }, signed(event.points))),
    h("p", { class: `notice verdict ${VERDICTS[found.verdict].kind}` }, VERDICTS[found.verdict].says()),
    event.faults.map((fault) => h("p", { class: "fault-said" }, say(fault, preset))),
    board && h("div", { class: "felt small-felt" }, drawBoard(board, { focus: event.id, marks, preset })),
    checks(marks),
    found.evidence.length > 0 && h("div", { class: "photos" }, inOrder(found.evidence).map((one) => photo(one, event, marks))),
    found.read && readings(found.read, event, preset),
    partsList(event.parts, preset),
    rules(found.rule, preset),
    others.length > 0 && elsewhere(found.before, others, preset),
    h("div", { class: "row" },
      h("button", { type: "button", class: "grow", onclick: close }, t("Keep")),
      current().me?.may?.play && h("button", { type: "button", class: "primary grow", onclick: () => go("correct") }, t("Correct")),
      current().me?.may?.play && h("button", { type: "button", class: "danger grow", onclick: (click) => offerChanges(click.target.closest("dialog > div"), [{ do: "delete", event: event.id }], close) }, t("Withdraw"))),
  ];
}

const VERDICTS = {
  right: { kind: "good", says: () => t("The line is right.") },
  unsure: { kind: "", says: () => t("Not sure: it hangs on how the tile is read. Please look yourselves.") },
  wrong: { kind: "bad", says: () => t("Something is wrong here.") },
};
const MOST = 99.9; // nobody is surer than that
const percentOf = (chance) => decimal(Math.min(MOST, chance * 100));
const sureness = (values, chance) => t("{tile}, {percent} % sure", { tile: tileName(values), percent: percentOf(chance) });
const same = (a, b) => [...a].sort().join() === [...b].sort().join();

// What was read then, what the same picture says now, and what another reading would have meant.
function readings({ values, confidence, again, readings: all }, event, preset) {
  const others = all.filter((one) => !same(one.values, event.values)).slice(0, 3);
  return h("ul", { class: "parts" },
    h("li", {}, h("span", {}, t("Read")), h("span", { class: "number" }, sureness(values, confidence))),
    again && h("li", {}, h("span", {}, t("Looked at again")), h("span", { class: "number" }, sureness(again.values, again.confidence))),
    others.map((one) => h("li", {}, h("span", {}, t("If it were {tile} ({percent} %)", { tile: tileName(one.values), percent: percentOf(one.chance) })),
      h("span", { class: "number" }, one.faults.length ? say(one.faults[0], preset) : signed(one.points)))));
}

// What the box gives for each thing that scored: the rule book's own figures.
function rules(found, preset) {
  if (!found.length) return null;
  return h("details", {}, h("summary", {}, t("What the rules say")),
    h("ul", { class: "parts quiet" }, found.map((rule) => h("li", {}, h("span", {}, say(rule, preset)), h("b", { class: "number" }, typeof rule.value === "number" ? signed(rule.value) : "")))));
}

function elsewhere(board, places, preset) {
  return h("details", {}, h("summary", {}, tn("{n} other place where it fits", "{n} other places where it fits", places.length)),
    h("div", { class: "felt small-felt" }, drawBoard(board, { places, preset })),
    h("ul", { class: "parts" }, places.map((place, number) => h("li", {},
      h("span", {}, h("b", { class: "letter" }, letterOf(number)), " ", place.parts.map((part) => say(part, preset)).join(", ")), h("b", { class: "number" }, plain(place.points))))));
}

// What is in question, numbered alike on the board, on the photo and in the list: the shared sides,
// then the corners that touch without one.
function marksIn({ sides, corners }) {
  const onSide = new Set(sides.flatMap(({ side }) => side.map(String)));
  const alone = corners.filter(({ corner, lying }) => [lying].flat().length && !onSide.has(String(corner)));
  return [
    ...sides.map((one) => ({ ...one, corners: one.side, laid: one.laid.join("-"), lying: one.lying.join("-"), says: (n) => t("Side {n}", { n }) })),
    ...alone.map((one) => ({ ...one, corners: [one.corner], laid: String(one.laid), lying: [...new Set([one.lying].flat())].join(", "), says: (n) => t("Corner {n}", { n }) })),
  ];
}

function checks(marks) {
  if (!marks.length) return null;
  const row = (what, laid, lying, match) => h("tr", { class: match ? "" : "warn" }, h("th", { scope: "row" }, what), h("td", { class: "number" }, laid), h("td", { class: "number" }, lying),
    h("td", {}, icon(match ? "yes" : "mark-unmatched"), h("span", { class: "visually-hidden" }, match ? t("matches") : t("does not match"))));
  return h("table", { class: "checks" },
    h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, t("laid")), h("th", { scope: "col" }, t("lying")), h("td", {}))),
    h("tbody", {}, marks.map((one, k) => row(one.says(k + 1), one.laid, one.lying, one.match))));
}
