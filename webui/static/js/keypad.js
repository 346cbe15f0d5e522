// The six numbers of the set and an eraser, under the thumb.
import { h, icon } from "./dom.js";
import { t } from "./messages.js";

export function keypad(label, tap, erase) {
  return h("div", { class: "pad-keys", role: "group", "aria-label": label },
    [0, 1, 2, 3, 4, 5].map((number) => h("button", { type: "button", "data-number": number, onclick: () => tap(number) }, String(number))),
    h("button", { type: "button", class: "erase", "data-number": "erase", "aria-label": t("Erase the last number"), onclick: erase }, icon("erase")));
}
