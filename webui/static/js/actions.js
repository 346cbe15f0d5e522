// The large buttons under the thumb.
import { h, icon, show } from "./dom.js";
import { t, word } from "./messages.js";
import { enter } from "./enter.js";
import { openLine } from "./line.js";
import { act } from "./store.js";

const DOUBLE_TAP_MS = 350;
const tapped = { id: null, at: 0 };

// A double tap is one draw, one pass: nobody draws two tiles that fast.
function once(id, work) {
  const now = performance.now();
  if (tapped.id === id && now - tapped.at < DOUBLE_TAP_MS) return;
  Object.assign(tapped, { id, at: now });
  work();
}

export function drawActions(element, { game, me }, { openPad, closePad, padOpen, byPhoto }) {
  if (!me?.may?.play) { show(element, h("p", { class: "quiet watching" }, t("You are watching."))); return; }
  const { turn } = game;
  const inPlay = !game.over && turn.player && !turn.may_start_round;
  const preset = game.rules.preset;
  const last = game.rounds.flatMap((round) => round.events).at(-1);
  const button = (id, name, text, options) => h("button", { type: "button", id, ...options }, icon(name), h("span", {}, text));
  show(element,
    inPlay && button("lay", padOpen ? "close" : "play", padOpen ? t("Close") : t("Lay a tile"),
      { class: padOpen || byPhoto ? "" : "primary", disabled: !turn.may_place, "aria-expanded": String(padOpen), onclick: () => (padOpen ? closePad() : openPad()) }),
    inPlay && button("drew", "draw", word("action.draw", preset), { disabled: !turn.may_draw, onclick: () => once("draw", () => enter({ event: "draw", player: turn.player })) }),
    inPlay && button("pass", "pass", t("Pass"), { disabled: !turn.may_pass, onclick: () => once("pass", () => enter({ event: "pass", player: turn.player })) }),
    (inPlay || game.can_undo) && button("undo", "undo", t("Undo"), { disabled: !game.can_undo, onclick: () => act("/api/undo").catch(() => {}) }),
    game.can_redo && !padOpen && button("redo", "redo", t("Redo"), { onclick: () => act("/api/redo").catch(() => {}) }),
    last && !padOpen && button("check", "check", t("Check!"), { onclick: () => openLine(game, last.id, "dispute") }));
}
