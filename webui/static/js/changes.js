// Shows what a correction would change, and keeps it only after a yes.
import { post } from "./api.js";
import { h, show } from "./dom.js";
import { eventText, plain, say, signed, t, tn } from "./messages.js";
import { act, current } from "./store.js";
import { toast } from "./toast.js";

export async function offerChanges(area, edits, close) {
  try {
    const { changes } = await post("/api/edits/preview", { version: current().version, edits });
    show(area, preview(changes, edits, close));
    area.querySelector("button")?.focus();
  } catch (error) {
    toast(error.message, "bad");
  }
}

function preview(changes, edits, close) {
  const keep = async () => {
    try { await act("/api/edits", { edits }); toast(t("Corrected. Undo takes it back."), "good"); } catch { /* said by the store */ }
    close();
  };
  return [
    h("h3", {}, t("This would change:")),
    h("table", { class: "changes" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Total")), h("th", { scope: "col" }, t("before")), h("th", { scope: "col" }, t("after")))),
      h("tbody", {}, Object.entries(changes.totals).map(([player, { before, after }]) => h("tr", {},
        h("th", { scope: "row" }, player), h("td", { class: "number" }, plain(before)), h("td", { class: "number" }, h("b", {}, plain(after)), ` (${signed(after - before)})`))))),
    !Object.keys(changes.totals).length && h("p", {}, t("No total changes.")),
    changes.events.length > 0 && h("details", { open: changes.events.length < 6 }, h("summary", {}, tn("{n} line differs", "{n} lines differ", changes.events.length)),
      h("ul", { class: "parts" }, changes.events.map((one) => h("li", {}, h("span", {}, `${one.player} ${eventText(one)}`, newFaults(one)), h("b", { class: "number" }, `${points(one.before)} → ${points(one.after)}`))))),
    changes.new_faults > 0 && h("p", { class: "notice bad" }, tn("{n} line would then break a rule.", "{n} lines would then break a rule.", changes.new_faults)),
    h("div", { class: "row" },
      h("button", { type: "button", class: "primary grow", id: "keep-changes", onclick: keep }, t("Change it")),
      h("button", { type: "button", class: "grow", onclick: close }, t("Leave it as it was"))),
  ];
}

// Which rule it would break then, where it breaks none now.
function newFaults({ before, after }) {
  const known = new Set((before?.faults ?? []).map(({ flag }) => flag));
  const preset = current().game.rules.preset;
  return (after?.faults ?? []).filter(({ flag }) => !known.has(flag)).map((fault) => h("span", { class: "small warn new-fault" }, say(fault, preset)));
}

const points = (side) => (side ? signed(side.points) : "–");
