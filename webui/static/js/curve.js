// The score curve over the turns; each player's line has its own dash and end mark.
import { svg } from "./dom.js";
import { plain, t } from "./messages.js";

const HEIGHT = 260;
const EDGE = { left: 46, right: 112, top: 16, bottom: 26 };
const DASHES = [null, "10 5", "3 5", "14 4 3 4", "6 3", "1 6"];

export function drawCurve(curve, players, width) {
  const series = players.map((player) => curve[player] ?? []);
  const all = series.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(10, ...all)];
  const turns = Math.max(2, ...series.map((points) => points.length));
  const x = (turn) => EDGE.left + (turn / (turns - 1)) * (width - EDGE.left - EDGE.right);
  const y = (points) => HEIGHT - EDGE.bottom - ((points - low) / (high - low)) * (HEIGHT - EDGE.top - EDGE.bottom);
  const label = `${t("Score curve")}: ${players.map((player, k) => `${player} ${plain(series[k].at(-1) ?? 0)}`).join(", ")}`;
  return svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, class: "curve", role: "img", "aria-label": label },
    gridLines(low, high).map((value) => svg("g", { class: "grid" },
      svg("line", { x1: EDGE.left, x2: width - EDGE.right, y1: y(value), y2: y(value) }),
      svg("text", { x: EDGE.left - 8, y: y(value) + 4, "text-anchor": "end" }, plain(value)))),
    series.map((points, k) => svg("polyline", { class: `seat-${(k % 6) + 1}`, points: points.map((value, turn) => `${x(turn).toFixed(1)},${y(value).toFixed(1)}`).join(" "), "stroke-dasharray": DASHES[k % 6] })),
    apart(series.map((points, k) => ({ k, value: points.at(-1) ?? 0, y: y(points.at(-1) ?? 0) }))).map(({ k, y: at }) =>
      svg("text", { class: `name seat-${(k % 6) + 1}`, x: width - EDGE.right + 8, y: at + 5 }, shortened(players[k]))));
}

const shortened = (name) => (name.length > 10 ? `${name.slice(0, 9)}…` : name);

function gridLines(low, high) {
  const step = [10, 20, 50, 100, 200, 500, 1000].find((one) => (high - low) / one <= 5) ?? 2000;
  const lines = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) lines.push(value);
  return lines;
}

function apart(labels) {
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  sorted.forEach((label, k) => { if (k && label.y - sorted[k - 1].y < 18) label.y = sorted[k - 1].y + 18; });
  return sorted;
}
