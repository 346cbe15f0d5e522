// Below the sheet: what the marks mean, house rules, sounds, exports.
import { wish, wishes } from "./announce.js";
import { h, show } from "./dom.js";
import { boxTitle, t, word } from "./messages.js";
import { legend } from "./sheet.js";

export function drawSheetFoot(element, { game, me }) {
  const changed = Object.entries(game.rules.changed ?? {});
  const preset = game.rules.preset;
  const open = element.querySelector("details")?.open;
  show(element, h("div", { class: "paper" },
    h("p", { class: "box-title" }, h("strong", {}, boxTitle(game.rules))),
    legend(game.rules),
    changed.length > 0 && h("div", {}, h("h3", {}, t("House rules")), h("ul", { class: "parts" }, changed.map(([name, value]) => h("li", {}, h("span", {}, word(`option.${name}`, preset)), h("b", { class: "number" }, valueText(name, value, game)))))),
    h("details", { open: open ?? false }, h("summary", {}, t("Sounds, print, save")),
      toggle("sound", t("Sounds")), toggle("voice", t("Say each move aloud")),
      h("div", { class: "row" },
        h("a", { class: "button grow", href: `/games/${game.id}/print` }, t("Print")),
        h("a", { class: "button grow", href: `/api/games/${game.id}/sheet.csv`, download: "" }, t("Table (CSV)")),
        h("a", { class: "button grow", href: `/api/games/${game.id}/record.json`, download: "" }, t("Game record"))),
      me?.may?.play && h("p", { class: "quiet small keys" }, t("Keys: 0–5 the tile, a letter its place, D drew, P pass, U undo.")))));
}

export function valueText(name, value, { rules, players }) {
  if (value === true) return t("yes");
  if (value === false) return t("no");
  if (typeof value === "string") return word(`choice.${name}.${value}`, rules.preset);
  if (value && typeof value === "object") return String(value[players.length] ?? "–");
  return String(value ?? "–");
}

function toggle(name, text) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", checked: wishes()[name], onchange: (event) => wish({ [name]: event.target.checked }) }), text);
}
