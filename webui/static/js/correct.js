// The form to correct one line: another tile, place or player, another kind of event, delete, insert.
import { get } from "./api.js";
import { drawBoard, letterOf } from "./board.js";
import { offerChanges } from "./changes.js";
import { h, icon, show } from "./dom.js";
import { plain, t } from "./messages.js";
import { tilePicture } from "./tile.js";

export function correctionForm(game, event, close) {
  const draft = { kind: event.event, player: event.player, values: event.values ? [...event.values] : [], cell: event.cell, field: event.field ?? 0,
    tiles: (event.tiles ?? []).map((tile) => [...tile]), numbers: [], places: [], mode: "change" };
  const area = h("div", { class: "stack" });
  const redraw = () => show(area, form(game, event, draft, area, redraw, close));
  redraw();
  return area;
}

function form(game, event, draft, area, redraw, close) {
  return [
    h("div", { class: "row tabs", role: "group", "aria-label": t("What to do") },
      [["change", t("Change")], ["insert", t("Insert before")]].map(([mode, text]) => h("button", { type: "button", "aria-pressed": String(draft.mode === mode),
        onclick: () => { draft.mode = mode; if (mode === "insert" && draft.kind === "place") { draft.kind = "draw"; } redraw(); } }, text)),
      h("button", { type: "button", class: "danger", onclick: () => offerChanges(area, [{ do: "delete", event: event.id }], close) }, t("Delete"))),
    field(t("Who"), "who", game.players.map((player) => [player, player]), draft.player, (value) => { draft.player = value; }),
    field(t("What"), "what", [["place", t("laid a tile")], ["draw", t("drew a tile")], ["pass", t("passed")], ["reveal", t("showed tiles")]], draft.kind, (value) => { draft.kind = value; redraw(); }),
    draft.kind === "place" && tileEntry(game, draft, redraw),
    draft.kind === "reveal" && tilesEntry(draft, redraw),
    h("button", { type: "button", class: "primary wide", id: "preview", disabled: !ready(draft), onclick: () => offerChanges(area, [editOf(event, draft)], close) }, t("Show what changes")),
  ];
}

function field(label, id, choices, value, change) {
  return h("div", {}, h("label", { for: `correct-${id}` }, label),
    h("select", { id: `correct-${id}`, onchange: (event) => change(event.target.value) },
      choices.map(([key, text]) => h("option", { value: key, selected: key === value }, text))));
}

function keys(tap, erase) {
  return h("div", { class: "pad-keys" }, [0, 1, 2, 3, 4, 5].map((number) => h("button", { type: "button", onclick: () => tap(number) }, String(number))),
    h("button", { type: "button", class: "plain", "aria-label": t("Erase the last number"), onclick: erase }, icon("erase")));
}

function tileEntry(game, draft, redraw) {
  const tap = async (number) => {
    if (draft.numbers.length === 3) draft.numbers = [];
    draft.numbers.push(number);
    draft.places = [];
    redraw();
    if (draft.numbers.length < 3) return;
    const shape = draft.cell ? `&cell=${draft.cell.join(",")}&field=${draft.field}` : "";
    const found = await get(`/api/fits?tile=${draft.numbers.join("-")}&player=${encodeURIComponent(draft.player)}${shape}`).catch(() => ({ places: [] }));
    draft.places = sameCellTurns(draft).concat(found.places);
    redraw();
  };
  const choose = (place) => { Object.assign(draft, { cell: place.cell, field: place.field, values: place.values, places: [], numbers: [] }); redraw(); };
  return h("div", {},
    h("div", { class: "line-head" }, tilePicture(draft.numbers.length ? draft.numbers : draft.values, (draft.numbers.length ? draft.numbers : draft.values).join("-")),
      h("p", {}, draft.places.length ? t("Choose how it lies.") : t("Tap three numbers for another tile."))),
    keys(tap, () => { draft.numbers.pop(); draft.places = []; redraw(); }),
    draft.places.length > 0 && h("div", { class: "felt small-felt" }, drawBoard(game.board, { places: draft.places, onPlace: choose, preset: game.rules.preset })),
    draft.places.length > 0 && h("div", { class: "place-list" }, draft.places.map((place, number) => h("button", { type: "button", onclick: () => choose(place) },
      h("b", { class: "letter" }, letterOf(number)), h("span", { class: "number" }, place.here ? `${t("same place")} ${place.values.join("-")}` : plain(place.points))))));
}

// The corrected tile may lie where the old one does, turned in any of three ways.
function sameCellTurns(draft) {
  if (!draft.cell) return [];
  const [a, b, c] = draft.numbers;
  const turns = [[a, b, c], [b, c, a], [c, a, b], [a, c, b], [c, b, a], [b, a, c]];
  const unique = [...new Map(turns.map((turn) => [turn.join(), turn])).values()];
  const agreeing = (turn) => turn.filter((number, k) => number === draft.values[k]).length;
  return unique.sort((x, y) => agreeing(y) - agreeing(x)).slice(0, 3).map((values) => ({ here: true, field: draft.field, cell: draft.cell, values, points: a + b + c, parts: [] }));
}

function tilesEntry(draft, redraw) {
  const tap = (number) => {
    draft.numbers.push(number);
    if (draft.numbers.length === 3) { draft.tiles.push(draft.numbers); draft.numbers = []; }
    redraw();
  };
  const erase = () => { if (draft.numbers.length) draft.numbers.pop(); else draft.tiles.pop(); redraw(); };
  return h("div", {}, h("div", { class: "tile-row" }, draft.tiles.map((tile) => tilePicture(tile, tile.join("-"))), draft.numbers.length > 0 && tilePicture(draft.numbers)), keys(tap, erase));
}

const ready = (draft) => draft.kind !== "place" || (draft.cell && draft.values.length === 3 && !draft.numbers.length);

function editOf(event, draft) {
  const to = { event: draft.kind, player: draft.player };
  if (draft.kind === "place") Object.assign(to, { field: draft.field, cell: draft.cell, values: draft.values });
  if (draft.kind === "reveal") to.tiles = draft.tiles;
  return draft.mode === "insert" ? { do: "insert", before: event.id, to } : { do: "change", event: event.id, to };
}
