// The sheet as a page of the pad, for paper.
import { $, data, h, show } from "./dom.js";
import { t, when, word } from "./messages.js";
import { drawSheet, legend } from "./sheet.js";
import { valueText } from "./sheetfoot.js";

const found = data("game");
const game = found.game ?? found;
const preset = game.rules.preset;
show($("#print-line"), game.rules.title, game.created ? ` · ${when(game.created)}` : "");
show($("#sheet"), drawSheet(game));
show($("#print-foot"), legend(game.rules), Object.entries(game.rules.changed ?? {}).map(([name, value]) =>
  h("p", { class: "small" }, `${t("House rules")}: ${word(`option.${name}`, preset)} ${valueText(name, value, game)}`)));
$("#print-now").addEventListener("click", () => window.print());
