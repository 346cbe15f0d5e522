// The form to correct one line: another tile, place or player, another kind of event, delete, insert.
import { get } from "./api.js";
import { boardAt } from "./boardat.js";
import { drawBoard, letterOf } from "./board.js";
import { offerChanges } from "./changes.js";
import { h, icon, show } from "./dom.js";
import { keypad } from "./keypad.js";
import { plain, t } from "./messages.js";
import { laidPicture, tilePicture } from "./tile.js";

const KINDS = () => [["place", t("laid a tile")], ["draw", t("drew a tile")], ["pass", t("passed")], ["reveal", t("showed tiles")]];

export function correctionForm(game, event, close) {
  const place = event.cell ? { field: event.field ?? 0, cell: event.cell, values: event.values } : null;
  const draft = { mode: "change", kind: event.event, player: event.player, place, numbers: [], places: [], tiles: (event.tiles ?? []).map((tile) => [...tile]), board: null };
  const area = h("div", { class: "stack" });
  const redraw = () => show(area, form({ game, event, draft, area, redraw, close }));
  redraw();
  boardAt(game, event).then((board) => { draft.board = board; redraw(); });
  if (place) lookUp({ event, draft, redraw });
  return area;
}

function form(about) {
  const { game, event, draft, area, redraw, close } = about;
  return [
    h("div", { class: "tabs three", role: "group", "aria-label": t("What to do") },
      [["change", t("Change")], ["insert", t("Insert before")]].map(([mode, text]) =>
        h("button", { type: "button", "aria-pressed": String(draft.mode === mode), onclick: () => setMode(about, mode) }, text)),
      h("button", { type: "button", class: "danger", onclick: () => offerChanges(area, [{ do: "delete", event: event.id }], close) }, icon("trash"), t("Delete"))),
    h("div", { class: "two" },
      field(t("Who"), "who", game.players.map((player) => [player, player]), draft.player, (value) => { draft.player = value; }),
      field(t("What"), "what", KINDS(), draft.kind, (value) => { draft.kind = value; redraw(); })),
    draft.kind === "place" && tileEntry(about),
    draft.kind === "reveal" && tilesEntry(draft, redraw),
    h("button", { type: "button", class: "primary wide", id: "preview", disabled: !ready(draft), onclick: () => offerChanges(area, [editOf(event, draft)], close) }, t("Show what changes")),
  ];
}

function setMode({ event, draft, redraw }, mode) {
  Object.assign(draft, { mode, numbers: [], places: [] });
  if (mode === "insert") Object.assign(draft, { kind: "draw", place: null });
  else Object.assign(draft, { kind: event.event, place: event.cell ? { field: event.field ?? 0, cell: event.cell, values: event.values } : null });
  redraw();
}

function field(label, id, choices, value, change) {
  return h("div", {}, h("label", { for: `correct-${id}` }, label),
    h("select", { id: `correct-${id}`, onchange: (event) => change(event.target.value) },
      choices.map(([key, text]) => h("option", { value: key, selected: key === value }, text))));
}

function tileEntry(about) {
  const { game, draft, redraw } = about;
  const tap = (number) => {
    if (draft.numbers.length === 3) draft.numbers = [];
    draft.numbers.push(number);
    draft.places = [];
    redraw();
    if (draft.numbers.length === 3) lookUp(about);
  };
  const choose = ({ field: on, cell, values }) => { Object.assign(draft, { place: { field: on, cell, values }, numbers: [] }); redraw(); };
  return h("div", {},
    h("div", { class: "line-head" }, draft.place && !draft.numbers.length ? laidPicture(draft.place) : tilePicture(draft.numbers, draft.numbers.join("-") || t("No number yet")), h("p", { role: "status" }, sentence(draft))),
    keypad(t("Numbers of the tile"), tap, () => { draft.numbers.pop(); draft.places = []; redraw(); }),
    draft.board && h("div", { class: "felt small-felt" }, drawBoard(withDraft(draft), { places: elsewhere(draft), focus: "draft", onPlace: choose, preset: game.rules.preset })),
    draft.places.length > 0 && h("div", { class: "place-list" }, draft.places.map((place, number) => h("button", { type: "button", onclick: () => choose(place) },
      h("b", { class: "letter" }, letterOf(number)), h("span", { class: "number" }, place.here ? t("same place") : plain(place.points)), place.here && laidPicture(place, null)))));
}

// On the board each cell once, and none where the chosen tile lies; the letters stay those of the list.
function elsewhere({ places, place, numbers }) {
  const cellOf = (one) => `${one.field}:${one.cell.join()}`;
  const taken = new Set(place && !numbers.length ? [cellOf(place)] : []);
  return places.map((one, number) => ({ ...one, number })).filter((one) => !taken.has(cellOf(one)) && taken.add(cellOf(one)));
}

function sentence({ numbers, places, place }) {
  if (numbers.length === 3 && places.length) return t("Choose how it lies.");
  return place && places.length && !numbers.length ? t("Tap another place, or three numbers for another tile.") : t("Tap three numbers for another tile.");
}

function withDraft({ board, place, numbers }) {
  if (!place || numbers.length) return board;
  const tile = { ...place, event: "draft" };
  const known = board.fields.some(({ field }) => field === place.field);
  const fields = known ? board.fields : [...board.fields, { field: place.field, tiles: [] }];
  return { ...board, fields: fields.map((one) => (one.field === place.field ? { ...one, tiles: [...one.tiles, tile] } : one)) };
}

// Where the tile could have gone at that moment of the game.
async function lookUp({ event, draft, redraw }) {
  const tile = draft.numbers.length ? draft.numbers : draft.place.values;
  const asked = tile.join("-");
  const found = await get(`/api/fits?tile=${asked}&before=${event.id}`).catch(() => ({ places: [] }));
  if (asked !== (draft.numbers.length ? draft.numbers : draft.place?.values ?? []).join("-")) return;
  const here = (place) => place.cell.join() === draft.place?.cell.join() && place.field === draft.place.field;
  draft.places = draft.numbers.length ? sameCellTurns(draft).concat(found.places.filter((place) => !here(place))) : found.places.filter((place) => !here(place));
  redraw();
}

// The corrected tile may lie where the old one does: the turns that agree best with it.
function sameCellTurns({ place, numbers }) {
  if (!place) return [];
  const [a, b, c] = numbers;
  const turns = [[a, b, c], [b, c, a], [c, a, b], [a, c, b], [c, b, a], [b, a, c]];
  const unique = [...new Map(turns.map((turn) => [turn.join(), turn])).values()];
  const agreeing = (turn) => turn.filter((number, k) => number === place.values[k]).length;
  return unique.sort((x, y) => agreeing(y) - agreeing(x)).slice(0, 3).map((values) => ({ here: true, field: place.field, cell: place.cell, values, points: a + b + c, parts: [] }));
}

function tilesEntry(draft, redraw) {
  const tap = (number) => {
    draft.numbers.push(number);
    if (draft.numbers.length === 3) { draft.tiles.push(draft.numbers); draft.numbers = []; }
    redraw();
  };
  const erase = () => { if (draft.numbers.length) draft.numbers.pop(); else draft.tiles.pop(); redraw(); };
  return h("div", {}, h("div", { class: "tile-row" }, draft.tiles.map((tile) => tilePicture(tile, tile.join("-"))), draft.numbers.length > 0 && tilePicture(draft.numbers)), keypad(t("Numbers of the tile"), tap, erase));
}

function ready({ kind, place, numbers, tiles }) {
  if (kind === "place") return place && !numbers.length;
  return kind !== "reveal" || (tiles.length > 0 && !numbers.length);
}

function editOf(event, draft) {
  const to = { event: draft.kind, player: draft.player };
  if (draft.kind === "place") Object.assign(to, draft.place);
  if (draft.kind === "reveal") to.tiles = draft.tiles;
  return draft.mode === "insert" ? { do: "insert", before: event.id, to } : { do: "change", event: event.id, to };
}
