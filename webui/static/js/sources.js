// Where pictures can come from: one card each, in words.
import { get } from "./api.js";
import { h, icon, show } from "./dom.js";
import { t } from "./messages.js";

const KINDS = {
  webcam: { icon: "webcam", title: (n) => t("This computer’s webcam {n}", { n }), says: () => t("Point it at the table.") },
  phone: { icon: "phone", title: () => t("A phone’s camera"), says: () => t("Live from a phone that lies or stands above the table.") },
  photo: { icon: "photo", title: () => t("A photo after each move"), says: () => t("Works on every phone, without any setting up.") },
  stream: { icon: "stream", title: () => t("A stream address"), says: () => t("From an IP camera or a camera app.") },
  video: { icon: "video", title: () => t("A video file"), says: () => t("A game that was filmed before.") },
  demo: { icon: "demo", title: () => t("The demo game"), says: () => t("A recorded game, to see how it works.") },
  none: { icon: "hand", title: () => t("No camera"), says: () => t("Tap the tiles in by hand.") },
};
const ORDER = Object.keys(KINDS);
const kindOf = (id) => id.split(":")[0];
const mayName = (id, camera, me) => id !== "stream" || me?.may?.own || camera.stream_allowed;

export function drawSources(element, about) {
  const { camera, me } = about;
  const known = camera.sources.filter(({ id }) => mayName(id, camera, me));
  const ordered = [...known].sort((a, b) => ORDER.indexOf(kindOf(a.id)) - ORDER.indexOf(kindOf(b.id)));
  show(element, ordered.map((source) => card(source, about)));
}

function card({ id, title }, about) {
  const { chosen, me, choose } = about;
  const kind = KINDS[kindOf(id)] ?? { icon: "camera", title: () => title, says: () => "" };
  const number = Number(id.split(":")[1] ?? 0) + 1;
  const isChosen = chosen === id;
  return [
    h("button", { type: "button", class: "source", "data-source": id, "aria-pressed": String(isChosen), disabled: !me?.may?.play, onclick: () => choose(id) },
      icon(kind.icon), h("span", {}, h("strong", {}, kind.title(number)), h("span", { class: "small" }, kind.says())), isChosen && icon("yes")),
    isChosen && me?.may?.play && MORE[kindOf(id)] && h("div", { class: "source-more" }, MORE[kindOf(id)](about)),
  ];
}

const MORE = {
  phone: ({ filming, film, me }) => [
    h("button", { type: "button", class: "wide primary", id: "film", onclick: film }, icon("camera"), filming ? t("Stop this device’s camera") : t("Start this device’s camera")),
    !filming && me.may.own && scanCode(),
  ],
  photo: ({ takePhoto }) => [
    h("label", { for: "photo-file", class: "button primary wide" }, icon("photo"), t("Take a photo of the table")),
    h("input", { class: "visually-hidden", type: "file", id: "photo-file", accept: "image/*", capture: "environment", onchange: (event) => takePhoto(event.target) }),
  ],
  stream: ({ useStream, allowStreams, camera, me }) => [h("form", { class: "stack", onsubmit: (event) => { event.preventDefault(); useStream(event.target.elements.address.value.trim()); } },
    h("label", { for: "stream-address" }, t("Address of the stream")),
    h("input", { type: "text", inputmode: "url", name: "address", id: "stream-address", placeholder: "rtsp://192.168.1.20/live", value: camera.address ?? "", autocomplete: "off", spellcheck: "false" }),
    h("button", { type: "submit", class: "primary" }, t("Use this stream"))),
  me.may.own && h("label", { class: "check" }, h("input", { type: "checkbox", id: "stream-allowed", checked: camera.stream_allowed, onchange: (event) => allowStreams(event.target.checked) }), t("Phones may name a stream address too"))],
  video: ({ useVideo }) => [
    h("label", { for: "video-file", class: "button primary wide" }, icon("video"), t("Choose the file")),
    h("input", { class: "visually-hidden", type: "file", id: "video-file", accept: "video/*", onchange: (event) => useVideo(event.target.files[0]) }),
  ],
};

// On the computer: the code that brings a phone to this page.
function scanCode() {
  const area = h("div", { class: "scan" });
  get("/api/invite").then(({ play }) => play && show(area,
    h("p", {}, t("Or scan this with the phone, open “Camera” there and tap start:")),
    h("img", { src: play.qr, alt: t("Code to scan: {url}", { url: play.url }), width: 180, height: 180 }),
    h("p", { class: "small" }, h("a", { href: "/trust" }, t("Phone camera: make your phone trust this table"))))).catch(() => {});
  return area;
}
