// The table as vector graphics: a pure function from the board's state to an SVG element.
import { svg } from "./dom.js";
import { cornersOf, HEIGHT } from "./lattice.js";
import { middle, scaled, SIDE, tileShape, trianglePath } from "./tile.js";
import { plain, t, tileName, tn, word } from "./messages.js";

const ROOM = 62;
const FIELD_GAP = 1.2 * SIDE;
const SMALLEST = 4.2 * SIDE;

export const letterOf = (number) => String.fromCharCode(65 + (number % 26)) + (number >= 26 ? Math.floor(number / 26) : "");

export function drawBoard(board, { places = [], fresh = null, focus = null, marks = [], onPlace = null, onTile = null, preset = "" } = {}) {
  const fields = withPlaces(board.fields, places);
  const root = svg("svg", { class: "board", role: "group", "aria-label": describe(board) });
  root.append(gradients());
  let right = 0;
  const boxes = [];
  for (const field of fields) {
    const box = extentOf(field);
    const shift = boxes.length ? right - box.left + FIELD_GAP : 0;
    root.append(drawField(field, board, { shift, fresh, focus, marks, onPlace, onTile, preset }));
    boxes.push({ ...box, left: box.left + shift, right: box.right + shift });
    right = box.right + shift;
  }
  root.setAttribute("viewBox", viewBoxOf(boxes));
  return root;
}

function withPlaces(fields, places) {
  const all = new Map(fields.map((field) => [field.field, { ...field, places: [] }]));
  if (!all.size && !places.length) all.set(0, { field: 0, tiles: [], places: [] });
  places.forEach((place, number) => {
    if (!all.has(place.field)) all.set(place.field, { field: place.field, tiles: [], places: [] });
    all.get(place.field).places.push({ number, ...place });
  });
  return [...all.values()];
}

function extentOf({ tiles, places }) {
  const points = [...tiles, ...places].flatMap(({ cell }) => cornersOf(cell).map(scaled));
  if (!points.length) return { left: 0, right: SIDE, top: -SIDE * HEIGHT, bottom: 0 };
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

function viewBoxOf(boxes) {
  let left = Math.min(...boxes.map((b) => b.left)) - ROOM;
  let top = Math.min(...boxes.map((b) => b.top)) - ROOM;
  let width = Math.max(...boxes.map((b) => b.right)) + ROOM - left;
  let height = Math.max(...boxes.map((b) => b.bottom)) + ROOM - top;
  if (width < SMALLEST) { left -= (SMALLEST - width) / 2; width = SMALLEST; }
  if (height < SMALLEST * 0.7) { top -= (SMALLEST * 0.7 - height) / 2; height = SMALLEST * 0.7; }
  return [left, top, width, height].map((n) => n.toFixed(1)).join(" ");
}

function drawField(field, board, { shift, fresh, focus, marks, onPlace, onTile, preset }) {
  const group = svg("g", { class: "field", transform: `translate(${shift} 0)` });
  const ordered = [...field.tiles].sort((a, b) => (a.event === fresh) - (b.event === fresh));
  for (const tile of ordered) group.append(drawTile(tile, { fresh, focus, onTile }));
  const last = field.tiles.find((tile) => tile.last);
  for (const highlight of board.highlights ?? []) {
    if (highlight.field === field.field) group.append(drawHighlight(highlight, highlight.event === last?.event));
  }
  if (last) group.append(svg("path", { class: "last-ring", d: trianglePath(cornersOf(last.cell).map(scaled), 0, 8) }));
  if (field.tiles.some((tile) => tile.event === focus)) marks.forEach((one, k) => group.append(drawMark(one, k + 1)));
  for (const place of field.places) group.append(drawPlace(place, onPlace, preset));
  return group;
}

// A side or corner in question, numbered as in the list beside the board.
function drawMark({ corners, match }, number) {
  const [a, b = a] = corners.map(scaled);
  const centre = middle([a, b]);
  return svg("g", { class: match ? "side-mark" : "side-mark wrong", "aria-hidden": "true" },
    svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y }), svg("circle", { cx: centre.x, cy: centre.y, r: 15 }),
    svg("text", { x: centre.x, y: centre.y, dy: "0.36em", "text-anchor": "middle", "font-size": 18 }, String(number)));
}

function drawTile(tile, { fresh, focus, onTile }) {
  const classes = [tile.event === fresh && "settling", tile.faulty && "faulty", tile.last && "last", focus === tile.event && "in-focus"];
  const shape = tileShape(tile.cell, tile.values, classes.filter(Boolean).join(" "));
  if (tile.faulty) {
    const centre = middle(cornersOf(tile.cell).map(scaled));
    shape.append(svg("g", { class: "fault-mark", transform: `translate(${centre.x} ${centre.y})` },
      svg("circle", { r: 13 }), svg("text", { "text-anchor": "middle", dy: "0.36em" }, "!")));
  }
  if (onTile) {
    shape.addEventListener("click", () => onTile(tile.event));
    shape.classList.add("tappable");
  }
  return shape;
}

function drawHighlight({ rule, cells, sides, corners }, strong) {
  const group = svg("g", { class: `highlight ${rule} ${strong ? "strong" : "faint"}`, "aria-hidden": "true" });
  if (rule === "hexagon") {
    for (const corner of corners) group.append(hexagonAround(scaled(corner), strong ? SIDE - 4 : 24));
    return group;
  }
  for (const [start, end] of sides ?? []) {
    const [a, b] = [scaled(start), scaled(end)];
    group.append(svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y }));
  }
  for (const corner of corners ?? []) {
    const { x, y } = scaled(corner);
    group.append(svg("circle", { cx: x, cy: y, r: 11 }));
  }
  if (rule === "bridge" && sides?.length === 1 && corners?.length) group.append(archFrom(sides[0], corners[0]));
  return group;
}

function hexagonAround({ x, y }, radius) {
  const points = [0, 1, 2, 3, 4, 5].map((k) => `${(x + radius * Math.cos((k * Math.PI) / 3)).toFixed(1)},${(y + radius * Math.sin((k * Math.PI) / 3)).toFixed(1)}`);
  return svg("polygon", { points: points.join(" ") });
}

function archFrom(side, corner) {
  const from = middle(side.map(scaled));
  const to = scaled(corner);
  const bend = { x: (from.x + to.x) / 2 + (to.y - from.y) * 0.35, y: (from.y + to.y) / 2 - (to.x - from.x) * 0.35 };
  return svg("path", { class: "arch", d: `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${to.x} ${to.y}` });
}

function drawPlace(place, onPlace, preset) {
  const points = cornersOf(place.cell).map(scaled);
  const centre = middle(points);
  const choose = () => onPlace(place);
  const tappable = onPlace && { role: "button", tabindex: "0", onclick: choose, onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(); } } };
  const group = svg("g", { class: "place", role: "img", "data-place": place.number, "aria-label": placeLabel(place, preset), ...tappable });
  group.append(svg("path", { class: "place-face", d: trianglePath(points, 3) }));
  if (place.doubtful) {
    group.classList.add("doubtful");
    group.append(svg("text", { class: "place-points", x: centre.x, y: centre.y + 10, "text-anchor": "middle" }, "?"));
    return group;
  }
  group.append(
    svg("text", { class: "place-letter", x: centre.x, y: centre.y - 8, "text-anchor": "middle" }, letterOf(place.number)),
    svg("text", { class: "place-points", x: centre.x, y: centre.y + 18, "text-anchor": "middle" }, place.points ? plain(place.points) : "·"));
  return group;
}

export function placeLabel(place, preset) {
  if (place.doubtful) return t("Why not here?");
  const bonuses = place.parts.filter((part) => ["bridge", "double", "hexagon", "start"].includes(part.rule));
  const words = bonuses.map((part) => word(`word.${part.rule}`, preset)).join(", ");
  return `${letterOf(place.number)}: ${tn("{n} point", "{n} points", place.points)}${words ? ` – ${words}` : ""}`;
}

function describe(board) {
  const count = board.fields.reduce((sum, field) => sum + field.tiles.length, 0);
  const last = board.fields.flatMap((field) => field.tiles).find((tile) => tile.last);
  const tiles = tn("{n} tile on the table", "{n} tiles on the table", count);
  return last ? `${tiles}. ${t("Last tile: {tile}", { tile: tileName(last.values) })}` : tiles;
}

function gradients() {
  const stop = (offset, className) => svg("stop", { offset, class: className });
  return svg("defs", {},
    svg("linearGradient", { id: "ivory", x1: 0, y1: 0, x2: 0.35, y2: 1 }, stop(0, "ivory-light"), stop(0.55, "ivory-body"), stop(1, "ivory-dark")),
    svg("radialGradient", { id: "brass", cx: 0.38, cy: 0.34, r: 0.8 }, stop(0, "brass-light"), stop(1, "brass-dark")));
}

