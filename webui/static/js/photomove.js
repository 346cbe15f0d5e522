// The photo after a move: read it, offer what it may show, enter the one that is tapped.
import { post } from "./api.js";
import { h, icon, show, svg } from "./dom.js";
import { enter } from "./enter.js";
import { eventText, plain, say, signed, t } from "./messages.js";
import { overlay } from "./overlay.js";
import { current } from "./store.js";
import { laidPicture, tilePicture } from "./tile.js";

const SURE = 0.9;

// `tapIn`: what to do where the photo does not help; `done`: after a move was taken from it.
export async function readPhoto(element, file, { tapIn = null, done = null } = {}) {
  const picture = pictureOf(file);
  const close = () => show(element);
  show(element, card(picture, close, h("p", { class: "notice" }, t("Reading the photo…"))));
  element.scrollIntoView({ block: "nearest" });
  const form = new FormData();
  form.append("photo", file);
  try {
    const answer = await post("/api/photo", form);
    overlay(picture.lastChild, answer.seen);
    const taken = () => { close(); done?.(); };
    show(element, card(picture, close, answer.proposals.length ? proposals(answer, taken) : nothingFound(answer), tapIn && tapInButton(() => { close(); tapIn(); })));
  } catch (error) {
    show(element, card(null, close, h("p", { class: "notice bad" }, error.message)));
  }
  element.scrollIntoView({ block: "nearest" });
}

const card = (picture, close, ...content) => h("section", { class: "paper photo-move" },
  h("div", { class: "photo-move-head" }, h("h2", {}, t("Your photo")), h("button", { type: "button", class: "plain", "aria-label": t("Close"), onclick: close }, icon("close"))),
  picture, content);

function pictureOf(file) {
  const url = URL.createObjectURL(file);
  return h("div", { class: "view" }, h("img", { src: url, alt: t("Your photo"), onload: () => URL.revokeObjectURL(url) }), svg("svg", { "aria-hidden": "true" }));
}

const tapInButton = (tapIn) => h("button", { type: "button", class: "plain wide", id: "tap-in", onclick: tapIn }, t("Something else? Tap the tile in."));

function nothingFound({ hints }) {
  return [h("p", { class: "notice" }, t("No new tile was found on the photo.")),
    hints.length > 0 && h("ul", { class: "hints" }, hints.map((hint) => h("li", {}, say(hint))))];
}

function proposals({ proposals: found, evidence }, taken) {
  return [h("h3", {}, t("Is this the move?")), h("div", { class: "answers" }, found.map((one) => proposalButton(one, evidence, taken)))];
}

function proposalButton({ event, points, faults, confidence }, evidence, taken) {
  const preset = current()?.game?.rules.preset;
  const take = async () => { if (await enter({ ...event, evidence })) taken(); };
  return h("button", { type: "button", onclick: take },
    event.values ? laidPicture(event, null) : event.tiles.map((tile) => tilePicture(tile)),
    h("span", {}, `${event.player}: ${eventText(event)}`),
    h("b", { class: "number" }, event.values ? signed(points) : plain(event.tiles.flat().reduce((sum, number) => sum + number, 0))),
    confidence < SURE && h("span", { class: "small doubt" }, t("Not sure: please compare it with the table.")),
    faults.length > 0 && h("span", { class: "small doubt" }, faults.map((fault) => say(fault, preset)).join(" ")));
}
