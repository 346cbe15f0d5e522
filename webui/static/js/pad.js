// The number pad: tap a tile's three numbers, then one of the places where it fits.
import { get } from "./api.js";
import { letterOf, placeLabel } from "./board.js";
import { $$, h, show } from "./dom.js";
import { keypad } from "./keypad.js";
import { plain, say, t, tileName, tn } from "./messages.js";
import { laidPicture, tilePicture } from "./tile.js";
import { askWhyNot, doubtfulCells, reasons } from "./whynot.js";

export class NumberPad {
  constructor(element, { onChange, onPlace, player, board, preset }) {
    Object.assign(this, { element, onChange, onPlace, player, board, preset, numbers: [], answer: null, doubting: false, doubt: null });
    this.draw();
  }

  // On a field of its own a tile lies the same however it is turned.
  get places() {
    const lying = new Set(this.board().fields.map(({ field }) => field));
    const isFirst = (place, k, all) => lying.has(place.field) || all.findIndex((other) => other.field === place.field) === k;
    return (this.answer?.places ?? []).filter(isFirst).map((place, number) => ({ ...place, number }));
  }

  // What can be tapped on the board: where it fits, or where somebody doubts that it does not.
  get shown() { return this.doubting ? doubtfulCells(this.board(), this.places) : this.places; }

  async tapped(place) {
    if (!place.doubtful) { this.onPlace(place); return; }
    this.doubt = await askWhyNot(this.numbers, place).catch(() => null);
    this.draw();
    this.element.querySelector(".reasons")?.scrollIntoView({ block: "nearest" });
  }

  type(number) {
    if (this.numbers.length === 3) this.numbers = [];
    this.numbers.push(number);
    this.changed();
  }

  erase() { this.numbers.pop(); this.changed(); }
  clear() { this.numbers = []; this.changed(); }

  async changed() {
    Object.assign(this, { answer: null, doubting: false, doubt: null });
    this.draw();
    this.onChange?.();
    if (this.numbers.length < 3) return;
    const asked = this.numbers.join("-");
    try {
      const answer = await get(`/api/fits?tile=${asked}&player=${encodeURIComponent(this.player())}`);
      if (asked !== this.numbers.join("-")) return;
      this.answer = answer;
    } catch (error) {
      this.answer = { places: [], problem: error.message };
    }
    this.draw();
    this.onChange?.();
  }

  draw() {
    show(this.element,
      h("div", { class: "pad-top" },
        tilePicture([this.numbers[0], this.numbers[1], this.numbers[2]], this.numbers.join("-") || t("No number yet")),
        h("p", { class: "pad-says", role: "status" }, this.sentence())),
      keypad(t("Numbers of the tile"), (number) => this.type(number), () => this.erase()),
      this.places.length > 0 && !this.doubting && h("div", { class: "place-list" }, this.places.map((place) => this.placeButton(place))),
      this.doubt && reasons(this.doubt, this.preset, this.onPlace),
      this.answer && !this.answer.played && doubtfulCells(this.board(), this.places).length > 0 && h("button", { type: "button", class: "plain wide", id: "why-not", "aria-pressed": String(this.doubting), onclick: () => this.toggleDoubt() },
        this.doubting ? (this.places.length ? t("Back to where it fits") : t("Back")) : t("Why not somewhere else?")));
  }

  toggleDoubt() {
    Object.assign(this, { doubting: !this.doubting, doubt: null });
    this.draw();
    this.onChange?.();
  }

  sentence() {
    if (this.numbers.length < 3) return t("Tap the three numbers of the tile.");
    if (!this.answer) return "…";
    if (this.answer.problem) return this.answer.problem;
    if (this.answer.played) return t("{tile} already lies on the table.", { tile: tileName(this.numbers) });
    if (this.doubting) return this.doubt ? t("That is why:") : t("Tap the place in question.");
    if (!this.places.length) return t("{tile} fits nowhere.", { tile: tileName(this.numbers) });
    return tn("It fits in {n} place. Tap it.", "It fits in {n} places. Tap one.", this.places.length);
  }

  placeButton(place) {
    const bonuses = place.parts.filter((part) => part.rule !== "tile").map((part) => say(part, this.preset));
    return h("button", { type: "button", "data-place-choice": place.number, "aria-label": placeLabel(place, this.preset),
      onclick: () => this.onPlace(place), onmouseenter: () => hint(place.number), onfocus: () => hint(place.number) },
    h("b", { class: "letter" }, letterOf(place.number)), place.points ? h("span", { class: "number big" }, plain(place.points)) : laidPicture(place, null),
    bonuses.length > 0 && h("span", { class: "small" }, bonuses.join(" · ")));
  }
}

function hint(number) {
  for (const place of $$(".place")) place.classList.toggle("hinted", place.dataset.place === String(number));
}

// Digits type a tile, letters choose a place: the whole pad from the keyboard.
export function keyFor(event) {
  const inField = event.target.closest?.("input, select, textarea");
  if (inField || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (/^[0-5]$/.test(event.key)) return { number: Number(event.key) };
  if (event.key === "Backspace") return { erase: true };
  if (/^[a-z]$/i.test(event.key)) return { letter: event.key.toUpperCase() };
  return null;
}
