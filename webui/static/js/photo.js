// A photo kept with a line, with what was read drawn on it; the line's own tile stands out.
import { h, svg } from "./dom.js";
import { cornersOf } from "./lattice.js";
import { t } from "./messages.js";

const TITLES = { crop: () => t("The tile"), before: () => t("The table before"), after: () => t("The table after") };

const ORDER = ["before", "after", "crop"];

export const inOrder = (photos) => [...photos].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));

export function photo(one, event, marks = []) {
  const title = TITLES[one.kind]?.() ?? t("Photo of the move");
  const tiles = one.reading?.tiles ?? [];
  const wanted = [...(event.values ?? [])].sort().join();
  const isIt = (tile) => [...tile.values].sort().join() === wanted;
  return h("figure", { class: `photo ${one.kind ?? ""}` },
    h("div", { class: "view" }, h("img", { src: one.url, alt: title }),
      one.reading?.width && svg("svg", { viewBox: `0 0 ${one.reading.width} ${one.reading.height}`, class: "overlay" },
        tiles.map((tile) => svg("polygon", { points: tile.corners.map((corner) => corner.join(",")).join(" "), class: isIt(tile) ? "seen wanted" : "seen" })),
        tiles.filter(isIt).map((tile) => drawMarks(tile, event, marks, one.reading.width)))),
    h("figcaption", { class: "small quiet" }, title));
}

// The sides and corners in question, where the tile's numbers say which is which.
function drawMarks(tile, event, marks, width) {
  const places = pixelsOf(tile, event);
  return !places ? [] : marks.map(({ corners, match }, k) => {
    const [a, b = a] = corners.map((corner) => places.get(String(corner)));
    const at = { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2 };
    return svg("g", { class: match ? "side-mark" : "side-mark wrong" },
      svg("line", { x1: a[0], y1: a[1], x2: b[0], y2: b[1], class: "on-photo" }), svg("circle", { cx: at.x, cy: at.y, r: width / 52 }),
      svg("text", { x: at.x, y: at.y, dy: "0.36em", "text-anchor": "middle", "font-size": width / 40 }, String(k + 1)));
  });
}

// From corners of the lattice to pixels. A cell lists its corners counter-clockwise; a reading of
// a single photo runs clockwise, the watcher's as the cell does.
function pixelsOf(tile, { cell, values }) {
  const seen = tile.corners.map((corner, k) => [corner, tile.values[k]]);
  if (isClockwise(tile.corners)) seen.reverse();
  const turns = [0, 1, 2].filter((turn) => values.every((value, k) => value === seen[(k + turn) % 3][1]));
  if (turns.length !== 1) return null;
  return new Map(cornersOf(cell).map((corner, k) => [String(corner), seen[(k + turns[0]) % 3][0]]));
}

const isClockwise = ([a, b, c]) => (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0]); // y points down
