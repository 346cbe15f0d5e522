// What was read in a picture, drawn over it.
import { show, svg } from "./dom.js";

const SURE = 0.9;
const pointsOf = ({ corners }) => corners.map((corner) => corner.join(",")).join(" ");
const middleOf = (corners, axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;

export function overlay(drawing, seen) {
  if (!seen) { show(drawing); return; }
  drawing.setAttribute("viewBox", `0 0 ${seen.width} ${seen.height}`);
  const size = Math.round(seen.width / 48);
  show(drawing,
    seen.tiles.map((tile) => svg("polygon", { class: tile.confidence > SURE ? "seen" : "seen unsure", points: pointsOf(tile) })),
    seen.tiles.map((tile) => svg("text", { class: "seen-label", "text-anchor": "middle", "font-size": size, x: middleOf(tile.corners, 0), y: middleOf(tile.corners, 1) }, tile.values.join("·"))),
    (seen.face_down ?? []).map((tile) => svg("polygon", { class: "seen face-down", points: pointsOf(tile) })));
}
