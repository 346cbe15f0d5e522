// The score sheet as on the paper pad: players as columns, turns as rows, bonuses as small marks.
import { h, icon } from "./dom.js";
import { plain, say, signed, t, tileName, word } from "./messages.js";
import { askedIn, faultyIn, figureOf, isDecided, marksInUse, marksOf, rowsOf } from "./rows.js";
import { seatMark } from "./seats.js";

const LONG = 16; // rows from which the rounds before the last fold up
const unfolded = new Set();

export function drawSheet(game, { onCell = null, onRoundEnd = null, onFold = null, newest = null } = {}) {
  const preset = game.rules.preset;
  const long = onFold && game.rounds.reduce((sum, round) => sum + rowsOf(round).length, 0) > LONG;
  return h("table", { class: `sheet seats-${game.players.length}` },
    h("caption", { class: "visually-hidden" }, t("Score sheet")),
    header(game),
    game.rounds.map((round, k) => roundBody(game, round, { onCell, onRoundEnd, onFold: long && k < game.rounds.length - 1 ? onFold : null, newest, preset })));
}

function header(game) {
  const onTurn = game.turn?.player;
  return h("thead", {}, h("tr", {},
    h("th", { scope: "col", class: "turn-number" }, h("span", { class: "visually-hidden" }, t("Turn"))),
    game.players.map((player, seat) => h("th", { scope: "col", class: player === onTurn && !game.over ? "on-turn" : "" },
      h("span", { class: "who" }, seatMark(seat), h("span", { class: "name" }, player)),
      h("span", { class: "total number" }, plain(game.totals[player] ?? 0)),
      isDecided(game) && game.winners.includes(player) && h("span", { class: "crown" }, t("Winner"))))));
}

function roundBody(game, round, options) {
  const key = `${game.id}/${round.number}`;
  const folded = options.onFold && !unfolded.has(key);
  const toggle = () => { if (folded) unfolded.add(key); else unfolded.delete(key); options.onFold(); };
  const title = t("Round {number}", { number: round.number + 1 });
  const body = h("tbody", {}, h("tr", { class: "round-head" },
    h("th", { scope: "rowgroup", colspan: game.players.length + 1 },
      options.onFold ? h("button", { type: "button", class: "plain fold", "aria-expanded": String(!folded), onclick: toggle }, title) : h("span", {}, title))));
  if (!folded) rowsOf(round).forEach((row, number) => body.append(h("tr", {},
    h("th", { scope: "row", class: "turn-number" }, String(number + 1)),
    game.players.map((player) => turnCell(row[player], player, options)))));
  if (round.end_reason) body.append(endRow(game, round, options));
  return body;
}

function turnCell(cell, player, { onCell, newest, preset }) {
  if (!cell) return h("td", { class: "empty" });
  const classes = [faultyIn(cell.events) && "faulty", cell.events.some((e) => e.id === newest) && "newest"];
  const content = [
    h("span", { class: "points number" }, figureOf(cell), faultyIn(cell.events) && h("b", { class: "fault", title: t("Breaks a rule") }, " !"), askedIn(cell.events) && h("b", { class: "asked", title: t("Not sure yet") }, " ?")),
    h("span", { class: "marks", "aria-hidden": "true" }, marksOf(cell.events).map((rule) => h("i", { class: rule, title: word(`word.${rule}`, preset) }, icon(`mark-${rule}`)))),
    h("span", { class: "running number" }, plain(cell.total ?? 0)),
  ];
  const inside = onCell
    ? h("button", { class: "line", type: "button", "aria-label": cellLabel(cell, player, preset), onclick: () => onCell(cell, player) }, content)
    : h("span", { class: "line" }, content);
  return h("td", { class: classes.filter(Boolean).join(" ") }, inside);
}

function cellLabel(cell, player, preset) {
  const tiles = cell.events.filter((event) => event.values).map((event) => tileName(event.values));
  const words = marksOf(cell.events).map((rule) => word(`word.${rule}`, preset));
  const faults = cell.events.flatMap((event) => event.faults).map((fault) => say(fault, preset));
  return [player, ...tiles, ...words, signed(cell.points), ...(askedIn(cell.events) ? [t("Not sure yet")] : []), t("total {points}", { points: plain(cell.total ?? 0) }), ...faults].join(", ");
}

function endRow(game, round, { onRoundEnd }) {
  const reason = round.end_reason === "out" ? t("Out") : t("Blocked");
  return h("tr", { class: "round-end" },
    h("th", { scope: "row", class: "turn-number" }, h("abbr", { title: reason }, icon(round.end_reason === "out" ? "mark-out" : "mark-blocked"), h("span", { class: "visually-hidden" }, reason))),
    game.players.map((player) => {
      const points = round.end?.[player] ?? 0;
      const content = [
        h("span", { class: "points number" }, points ? signed(points) : "–"),
        h("span", { class: "running number" }, plain(round.total?.[player] ?? 0))];
      const label = `${player}, ${reason}, ${signed(points)}, ${t("total {points}", { points: plain(round.total?.[player] ?? 0) })}`;
      return h("td", {}, onRoundEnd
        ? h("button", { class: "line", type: "button", "aria-label": label, onclick: () => onRoundEnd(round, player) }, content)
        : h("span", { class: "line" }, content));
    }));
}

export function legend(rules) {
  return h("dl", { class: "legend" }, marksInUse(rules).map((rule) =>
    h("div", {}, h("dt", { class: rule }, icon(`mark-${rule}`)), h("dd", {}, word(`word.${rule}`, rules.preset)))));
}
