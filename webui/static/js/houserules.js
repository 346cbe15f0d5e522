// Every option of the rules, as a form; only what differs from the box is sent.
import { h, show } from "./dom.js";
import { t, word } from "./messages.js";

const HIDDEN = new Set(["dealt", "players_min", "players_max", "rounds_to_play"]);
const FIRST = ["target", "start", "bridge", "double", "hexagon", "out", "draws", "draw", "unmatched", "empty"];

// What families change stands first; the rulings on rare cases wait behind a fold.
export function drawHouseRules(element, options, chosen, changed) {
  const field = (option) => optionField(option, chosen, changed);
  const shown = options.filter((option) => !HIDDEN.has(option.name));
  const first = FIRST.map((name) => shown.find((option) => option.name === name)).filter(Boolean);
  show(element, first.map(field),
    h("details", {}, h("summary", {}, t("Rulings on rare cases")), shown.filter((option) => !first.includes(option)).map(field)));
}

function optionField(option, { preset, options }, changed) {
  const id = `option-${option.name}`;
  const value = options[option.name];
  const text = word(`option.${option.name}`, preset);
  const keep = (now) => { if (now === value) delete changed[option.name]; else changed[option.name] = now; };
  if (option.kind === "switch") {
    return h("label", { class: "check option" }, h("input", { type: "checkbox", id, checked: value, onchange: (event) => keep(event.target.checked) }), text);
  }
  if (option.kind === "choice") {
    return h("div", { class: "option" }, h("label", { for: id }, text), h("select", { id, onchange: (event) => keep(event.target.value) },
      option.choices.map((choice) => h("option", { value: choice, selected: choice === value }, word(`choice.${option.name}.${choice}`, preset)))));
  }
  return h("div", { class: "option short" }, h("label", { for: id }, text),
    h("input", { type: "number", id, value: value ?? "", inputmode: "numeric", oninput: (event) => keep(event.target.value === "" ? value : Number(event.target.value)) }));
}
