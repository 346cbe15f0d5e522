// The sheet as a page of the pad, for paper.
import { get } from "./api.js";
import { $, data, h, show } from "./dom.js";
import { boxTitle, t, when, word } from "./messages.js";
import { drawSheet, legend } from "./sheet.js";
import { valueText } from "./sheetfoot.js";

const found = data("game");
const game = found.game ?? found;
const preset = game.rules.preset;
show($("#print-line"), boxTitle(game.rules));
const houseRules = Object.entries(game.rules.changed ?? {}).map(([name, value]) => `${word(`option.${name}`, preset)} ${valueText(name, value, game)}`);
show($("#sheet"), drawSheet(game));
show($("#print-foot"), legend(game.rules), houseRules.length > 0 && h("p", { class: "small" }, `${t("House rules")}: ${houseRules.join("; ")}`));
$("#print-now").addEventListener("click", () => window.print());
$("#back").addEventListener("click", (event) => { if (history.length > 1) { event.preventDefault(); history.back(); } });

const { games } = await get("/api/games");
const created = games.find(({ id }) => String(id) === String(game.id))?.created;
if (created) $("#print-line").append(` · ${when(created)}`);
