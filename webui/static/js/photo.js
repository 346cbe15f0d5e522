// A photo kept with a line, with what was read drawn on it; the line's own tile stands out.
import { h, svg } from "./dom.js";
import { t } from "./messages.js";

const TITLES = { crop: () => t("The tile"), before: () => t("The table before"), after: () => t("The table after") };

const ORDER = ["before", "after", "crop"];

export const inOrder = (photos) => [...photos].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));

export function photo(one, event) {
  const title = TITLES[one.kind]?.() ?? t("Photo of the move");
  const tiles = one.reading?.tiles ?? [];
  const wanted = [...(event.values ?? [])].sort().join();
  const isIt = (tile) => [...tile.values].sort().join() === wanted;
  return h("figure", { class: `photo ${one.kind ?? ""}` },
    h("div", { class: "view" }, h("img", { src: one.url, alt: title }),
      one.reading?.width && svg("svg", { viewBox: `0 0 ${one.reading.width} ${one.reading.height}`, class: "overlay" },
        tiles.map((tile) => svg("polygon", { points: tile.corners.map((corner) => corner.join(",")).join(" "), class: isIt(tile) ? "seen wanted" : "seen" })))),
    h("figcaption", { class: "small quiet" }, title));
}
