// What a box scores, as a short list of its own words and figures.
import { h } from "./dom.js";
import { signed, t, tn, word } from "./messages.js";

const SCORED = ["start", "bridge", "double", "hexagon", "out", "draw"];
const NAMES = { out: "part.out", draw: "option.draw" };

export function boxFacts({ preset, options }) {
  const sign = (rule) => (rule === "draw" ? -Math.abs(options[rule]) : options[rule]);
  const scored = SCORED.filter((rule) => options[rule]).map((rule) => [word(NAMES[rule] ?? `word.${rule}`, preset), signed(sign(rule))]);
  return h("span", { class: "box-facts" },
    h("span", { class: "small quiet" }, [playersOf(options), endOf(options)].join(" · ")),
    scored.length > 0 && h("span", { class: "figures-list" }, scored.map(([name, figure]) => h("span", {}, `${name} `, h("b", { class: "number" }, figure)))));
}

const playersOf = ({ players_min: least, players_max: most }) => tn("{n} player", "{n} players", most, { n: `${least}–${most}` });

function endOf({ game_end: end, target, winner }) {
  if (end === "target") return t("to {points} points", { points: target });
  return winner === "fewest" ? t("fewest points win") : t("most points win");
}
