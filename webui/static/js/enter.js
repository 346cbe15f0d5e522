// Enters an event; where a rule forbids it, says which and lets the table decide.
import { h, icon } from "./dom.js";
import { say, t } from "./messages.js";
import { act, current } from "./store.js";

export async function enter(event, extra = {}) {
  try {
    return await act("/api/events", { ...event, ...extra });
  } catch (error) {
    if (error.code !== "rule") return null;
    return askAnyway(event, extra, error);
  }
}

function askAnyway(event, extra, error) {
  const preset = current().game.rules.preset;
  return new Promise((resolve) => {
    const close = (value) => { dialog.close(); dialog.remove(); resolve(value); };
    const dialog = h("dialog", { class: "ask", "aria-labelledby": "ask-title", oncancel: () => close(null) },
      h("div", { class: "dialog-head" }, h("h2", { id: "ask-title" }, t("That breaks a rule")),
        h("button", { type: "button", class: "plain", "aria-label": t("Close"), onclick: () => close(null) }, icon("close"))),
      h("div", {}, (error.details.faults ?? []).map((fault) => h("p", { class: "notice bad" }, say(fault, preset))),
        !error.details.faults?.length && h("p", {}, error.message),
        h("div", { class: "row" },
          h("button", { type: "button", class: "primary grow", onclick: () => close(null) }, t("Do not enter it")),
          h("button", { type: "button", class: "grow", onclick: async () => close(await enter(event, { ...extra, anyway: true })) }, t("Enter it all the same")))));
    document.body.append(dialog);
    dialog.showModal();
  });
}
