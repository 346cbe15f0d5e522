// The framing page: the live picture with the found tiles drawn on it, hints in words, "ready".
import { get, post } from "./api.js";
import { $, data, h, show, svg } from "./dom.js";
import { startPhoneCamera, stopPhoneCamera } from "./phonecamera.js";
import { follow } from "./live.js";
import { say, signed, t, tn } from "./messages.js";
import { enter } from "./enter.js";
import { drawSources } from "./sources.js";
import { accept, acceptCamera, current, onChange } from "./store.js";
import { tilePicture } from "./tile.js";
import { toast } from "./toast.js";

const REFRESH_MS = 700;
const me = data("me");
let camera = data("camera");
let filming = false;

function draw() {
  drawVerdict();
  show($("#hints"), (camera.hints ?? []).map((hint) => h("li", {}, say(hint))));
  const age = camera.age === null || camera.age === undefined ? "" : t("Picture {seconds} s old", { seconds: Math.round(camera.age) });
  show($("#age"), age);
  drawSources($("#sources"), { camera, me, choose, takePhoto });
}

function drawVerdict() {
  const verdict = camera.source === "none" ? ["", t("Choose where the picture comes from. Or play without a camera and tap the tiles in.")]
    : camera.stalled ? ["bad", t("The camera has stopped.")]
      : camera.ready ? ["good", camera.tiles ? tn("Ready. {n} tile seen.", "Ready. {n} tiles seen.", camera.tiles) : t("Ready.")]
        : camera.reader === false ? ["", t("Pictures cannot be read on this computer. You can still tap the tiles in.")]
          : ["", t("Not ready yet.")];
  show($("#verdict"), h("p", { class: `notice ${verdict[0]}` }, verdict[1]));
}

async function choose(source, more = {}) {
  stopPhoneCamera();
  filming = false;
  try {
    const answer = await post("/api/camera", { source, ...more });
    camera = answer.camera ?? answer;
    acceptCamera(camera);
    if (source === "phone") await film();
  } catch (error) {
    toast(error.message, "bad");
  }
  draw();
}

async function film() {
  try {
    await startPhoneCamera($("#video"), (answer) => { if (answer.camera) camera = answer.camera; overlay(answer.seen); drawVerdict(); });
    filming = true;
    $("#video").hidden = false;
    $("#picture").hidden = true;
    $("#view-empty").hidden = true;
  } catch (error) {
    show($("#proposals"), h("p", { class: "notice bad" }, error.message, " ", h("a", { href: "/trust" }, t("How to allow it"))));
  }
}

function overlay(seen) {
  const drawing = $("#overlay");
  if (!seen) { show(drawing); return; }
  drawing.setAttribute("viewBox", `0 0 ${seen.width} ${seen.height}`);
  show(drawing, (seen.tiles ?? []).map((tile) => svg("polygon", { class: tile.confidence > 0.9 ? "seen" : "seen unsure", points: tile.corners.map((corner) => corner.join(",")).join(" ") })),
    (seen.tiles ?? []).map((tile) => svg("text", { class: "seen-label", "text-anchor": "middle", "font-size": Math.round(seen.width / 48), x: tile.corners.reduce((sum, c) => sum + c[0], 0) / 3, y: tile.corners.reduce((sum, c) => sum + c[1], 0) / 3 }, tile.values.join("·"))),
    (seen.face_down ?? []).map((tile) => svg("polygon", { class: "seen face-down", points: tile.corners.map((corner) => corner.join(",")).join(" ") })));
}

async function takePhoto(file) {
  if (!file) return;
  show($("#proposals"), h("p", { class: "notice" }, t("Reading the photo…")));
  showPicture(URL.createObjectURL(file));
  try {
    const form = new FormData();
    form.append("photo", file);
    const answer = await post("/api/photo", form);
    overlay(answer.seen);
    show($("#proposals"), proposals(answer));
  } catch (error) {
    show($("#proposals"), h("p", { class: "notice bad" }, error.message));
  }
}

function proposals(answer) {
  if (!answer.proposals.length) return h("p", { class: "notice" }, t("No new tile was found on the photo."));
  const preset = current()?.game?.rules.preset;
  const take = async (proposal) => { if (await enter({ ...proposal.event, evidence: answer.evidence })) location.assign("/play"); };
  return [h("h2", {}, t("Is this the move?")), h("div", { class: "place-list" }, answer.proposals.map((one) => h("button", { type: "button", onclick: () => take(one) },
    tilePicture(one.event.values, one.event.values.join("-")), h("span", {}, `${one.event.player} ${signed(one.points)}`), h("span", { class: "small" }, one.faults.map((fault) => say(fault, preset)).join(" ")))))];
}

function showPicture(url) {
  const picture = $("#picture");
  picture.src = url;
  picture.hidden = false;
  $("#view-empty").hidden = true;
}

async function refresh() {
  const live = camera.running && !filming && camera.source !== "none" && camera.source !== "photo";
  if (live && !document.hidden) {
    try {
      const quality = await get("/api/quality");
      if (camera.age !== null) showPicture(`/api/camera/picture.jpg?at=${Date.now()}`);
      overlay(quality.seen);
    } catch { /* the next round tries again */ }
  }
  setTimeout(refresh, REFRESH_MS);
}

onChange((state) => { if (state.camera) { camera = state.camera; drawVerdict(); show($("#hints"), (camera.hints ?? []).map((hint) => h("li", {}, say(hint)))); } });
accept(data("state"));
draw();
follow();
refresh();
