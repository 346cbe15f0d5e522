// Every player has a shape as well as a colour, so that colour is never the only sign.
import { h, svg } from "./dom.js";

const SHAPES = [
  "M12 3a9 9 0 1 0 .01 0Z",
  "M12 3 22 20H2Z",
  "M4 4h16v16H4Z",
  "M12 2 22 12 12 22 2 12Z",
  "m12 2 3 6.6 7 .8-5.200 4.900 1.400 7.100L12 17.900 5.800 21.400l1.400-7.100L2 9.400l7-.8Z",
  "M7 3h10l5 9-5 9H7l-5-9Z",
];

export function seatMark(number) {
  return h("span", { class: `seat seat-${(number % 6) + 1}`, "aria-hidden": "true" },
    svg("svg", { viewBox: "0 0 24 24" }, svg("path", { d: SHAPES[number % 6] })));
}
