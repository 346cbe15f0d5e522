// The photo after a move: read it, offer the moves it may show, enter the one that is tapped.
import { post } from "./api.js";
import { h, show } from "./dom.js";
import { enter } from "./enter.js";
import { say, signed, t } from "./messages.js";
import { current } from "./store.js";
import { laidPicture } from "./tile.js";

export async function readPhoto(element, file, onSeen) {
  show(element, h("p", { class: "notice" }, t("Reading the photo…")));
  const form = new FormData();
  form.append("photo", file);
  try {
    const answer = await post("/api/photo", form);
    onSeen(answer.seen);
    show(element, proposals(answer));
  } catch (error) {
    show(element, h("p", { class: "notice bad" }, error.message));
  }
  element.scrollIntoView({ block: "nearest" });
}

function proposals(answer) {
  if (!answer.proposals.length) return h("p", { class: "notice" }, t("No new tile was found on the photo."));
  return [h("h2", {}, t("Is this the move?")), h("div", { class: "place-list" }, answer.proposals.map((one) => proposalButton(one, answer.evidence)))];
}

function proposalButton({ event, points, faults }, evidence) {
  const preset = current()?.game?.rules.preset;
  const take = async () => { if (await enter({ ...event, evidence })) location.assign("/play"); };
  return h("button", { type: "button", onclick: take }, laidPicture(event),
    h("span", {}, `${event.player} ${signed(points)}`), faults.length > 0 && h("span", { class: "small" }, faults.map((fault) => say(fault, preset)).join(" ")));
}
