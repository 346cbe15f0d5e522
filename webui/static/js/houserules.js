// Every option of the rules, as a form; only what differs from the box is sent.
import { h, show } from "./dom.js";
import { word } from "./messages.js";

const HIDDEN = new Set(["dealt", "players_min", "players_max", "rounds_to_play"]);
const FIRST = ["target", "start", "bridge", "double", "hexagon", "out", "draws", "draw", "unmatched", "empty"];

export function drawHouseRules(element, options, chosen, changed) {
  const rank = (option) => { const at = FIRST.indexOf(option.name); return at < 0 ? FIRST.length : at; };
  const shown = options.filter((option) => !HIDDEN.has(option.name)).sort((a, b) => rank(a) - rank(b));
  show(element, shown.map((option) => optionField(option, chosen, changed)));
}

function optionField(option, { preset, options }, changed) {
  const id = `option-${option.name}`;
  const value = options[option.name];
  const text = word(`option.${option.name}`, preset);
  const keep = (now) => { if (now === value) delete changed[option.name]; else changed[option.name] = now; };
  if (option.kind === "switch") {
    return h("label", { class: "check" }, h("input", { type: "checkbox", id, checked: value, onchange: (event) => keep(event.target.checked) }), text);
  }
  if (option.kind === "choice") {
    return h("div", { class: "option" }, h("label", { for: id }, text), h("select", { id, onchange: (event) => keep(event.target.value) },
      option.choices.map((choice) => h("option", { value: choice, selected: choice === value }, word(`choice.${option.name}.${choice}`, preset)))));
  }
  return h("div", { class: "option short" }, h("label", { for: id }, text),
    h("input", { type: "number", id, value: value ?? "", inputmode: "numeric", oninput: (event) => keep(event.target.value === "" ? value : Number(event.target.value)) }));
}

export const changedOptions = (changed) => ({ ...changed });
