// Short notes at the foot of the page, also read out by screen readers.
import { h } from "./dom.js";

export function toast(text, kind = "", seconds = 6, action = null) {
  const place = document.getElementById("toasts");
  const button = action && h("button", { class: "plain", type: "button", onclick: () => { note.remove(); action.run(); } }, action.text);
  const note = h("div", { class: `notice ${kind}` }, h("span", {}, text), button);
  place.append(note);
  setTimeout(() => note.remove(), seconds * 1000);
  return note;
}
