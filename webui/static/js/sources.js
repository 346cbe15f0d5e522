// Where pictures can come from: one button each, in words.
import { h, icon, show } from "./dom.js";
import { t } from "./messages.js";

const TITLES = {
  none: () => t("No camera: tap the tiles in"),
  phone: () => t("This phone’s camera"),
  photo: () => t("A photo after each move"),
  stream: () => t("A stream address"),
  video: () => t("A video file"),
  demo: () => t("The demo game"),
};

export function sourceTitle({ id, title }) {
  if (id.startsWith("webcam")) return t("This computer’s webcam {n}", { n: Number(id.split(":")[1] ?? 0) + 1 });
  return TITLES[id]?.() ?? title;
}

export function drawSources(element, { camera, me, choose, takePhoto }) {
  const may = me?.may?.play;
  const address = h("input", { type: "url", id: "stream-address", placeholder: "rtsp://…", "aria-label": t("A stream address") });
  show(element,
    camera.sources.filter(({ id }) => id !== "stream" || me?.may?.own || camera.stream_allowed).map((source) => [
      h("button", { type: "button", class: `wide ${camera.source === source.id ? "primary" : ""}`, "aria-pressed": String(camera.source === source.id), disabled: !may,
        onclick: () => choose(source.id, source.id === "stream" ? { address: address.value } : {}) }, icon("camera"), sourceTitle(source)),
      source.id === "stream" && address]),
    may && h("div", {}, h("label", { for: "photo-file", class: "button wide" }, icon("camera"), t("Take a photo of the table")),
      h("input", { class: "visually-hidden", type: "file", id: "photo-file", accept: "image/*", capture: "environment", onchange: (event) => takePhoto(event.target.files[0]) })));
}
