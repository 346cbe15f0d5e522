// One tile as vector graphics: rounded ivory triangle, brass dome, numerals with their foot to the corner.
import { svg } from "./dom.js";
import { tileName } from "./messages.js";
import { cornersOf, pointOf } from "./lattice.js";

export const SIDE = 100;
const SEAM = 1.1;
const ROUNDING = 9;
const NUMERAL_AT = 0.48;
const THICKNESS = 5;

export const scaled = (corner) => {
  const { x, y } = pointOf(corner);
  return { x: x * SIDE, y: y * SIDE };
};

const towards = (a, b, distance) => {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  return { x: a.x + ((b.x - a.x) * distance) / length, y: a.y + ((b.y - a.y) * distance) / length };
};

const at = ({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`;

export const middle = (points) => ({
  x: points.reduce((sum, p) => sum + p.x, 0) / points.length,
  y: points.reduce((sum, p) => sum + p.y, 0) / points.length,
});

export function trianglePath(points, inset = SEAM, rounding = ROUNDING) {
  const centre = middle(points);
  const corners = points.map((p) => towards(p, centre, inset * 2));
  const steps = corners.map((corner, k) => {
    const before = towards(corner, corners[(k + 2) % 3], rounding);
    const after = towards(corner, corners[(k + 1) % 3], rounding);
    return `${k ? "L" : "M"}${at(before)}Q${at(corner)} ${at(after)}`;
  });
  return `${steps.join("")}Z`;
}

function numeral(value, corner, centre) {
  const spot = { x: centre.x + (corner.x - centre.x) * NUMERAL_AT, y: centre.y + (corner.y - centre.y) * NUMERAL_AT };
  const turn = (Math.atan2(corner.y - centre.y, corner.x - centre.x) * 180) / Math.PI - 90;
  return svg("text", { class: "numeral", x: 0, y: 0, dy: "0.36em", "text-anchor": "middle",
    transform: `translate(${at(spot)}) rotate(${turn.toFixed(1)})` }, value === null || value === undefined ? "" : String(value));
}

export function tileShape(cell, values, classes = "") {
  const points = cornersOf(cell).map(scaled);
  const centre = middle(points);
  const outline = trianglePath(points);
  return svg("g", { class: `tile ${classes}` },
    svg("path", { class: "tile-side", d: outline, transform: `translate(0 ${THICKNESS})` }),
    svg("path", { class: "tile-face", d: outline }),
    svg("path", { class: "tile-bevel", d: trianglePath(points, SEAM + 2.4, ROUNDING - 2) }),
    svg("circle", { class: "dome", cx: centre.x, cy: centre.y, r: 5 }),
    svg("circle", { class: "dome-light", cx: centre.x - 1.4, cy: centre.y - 1.6, r: 1.6 }),
    values.map((value, k) => numeral(value, points[k], centre)));
}

// A single tile of the hand, for pads and lists: its numbers run clockwise from the top.
export const tilePicture = ([top, right, left], label = null) => picture("up", [left, right, top], label);

// A tile as it lies in its cell.
export const laidPicture = ({ cell, values }, label = tileName(values)) => picture(cell[2], values, label);

function picture(way, values, label) {
  const left = way === "up" ? 0 : SIDE / 2;
  const drawing = svg("svg", { viewBox: `${left - 3} -90 106 98`, class: "tile-picture", role: label ? "img" : null,
    "aria-label": label, "aria-hidden": label ? null : "true" });
  drawing.append(tileShape([0, 0, way], values));
  return drawing;
}
