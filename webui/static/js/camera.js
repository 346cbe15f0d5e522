// The framing page: the live picture with the found tiles drawn on it, hints in words, "ready".
import { call, get, post } from "./api.js";
import { $, data, h, show } from "./dom.js";
import { startPhoneCamera, startVideoFile, stopPhoneCamera } from "./phonecamera.js";
import { follow } from "./live.js";
import { say, t, tn } from "./messages.js";
import { overlay } from "./overlay.js";
import { readPhoto } from "./photomove.js";
import { drawQuestions } from "./questions.js";
import { drawSources } from "./sources.js";
import { accept, acceptCamera, onChange } from "./store.js";
import { toast } from "./toast.js";
import { drawScores } from "./turn.js";

const REFRESH_MS = 700;
const LARGEST_UPLOAD = 25e6;
const me = data("me");
let camera = data("camera");
let chosen = camera.source;
let filming = false;

function draw() {
  drawStatus();
  drawSources($("#sources"), { camera, me, chosen, filming, choose, film, allowStreams, useStream, useVideo, takePhoto });
  $("#to-sheet").textContent = filming ? t("Stop the camera, back to the score sheet") : t("To the score sheet");
  $("#filming").hidden = !filming;
  hideView();
}

// Without a camera there is nothing to look at.
function hideView() {
  $("#view").hidden = ["none", "photo"].includes(camera.source) && !filming && $("#picture").hidden;
}

function drawStatus() {
  const [kind, text] = verdict();
  show($("#verdict"), h("p", { class: `notice ${kind}` }, text));
  show($("#hints"), (camera.hints ?? []).map((hint) => h("li", {}, say(hint))));
  const age = camera.age ?? null;
  show($("#age"), age === null ? "" : t("Picture {seconds} s old", { seconds: Math.round(age) }));
}

function verdict() {
  if (camera.trouble) return ["bad", say(camera.trouble)];
  if (camera.source === "none" && !me?.may?.play) return ["", t("No camera is in use.")];
  if (camera.source === "none") return ["", t("Choose where the picture comes from. Or play without a camera and tap the tiles in.")];
  if (camera.source === "photo") return ["", t("After each move, take a photo of the whole table.")];
  if (camera.ended) return ["", t("The film is over.")];
  if (camera.stalled) return ["bad", t("The camera has stopped.")];
  if (camera.ready) return ["good", camera.tiles ? tn("Ready. {n} tile seen.", "Ready. {n} tiles seen.", camera.tiles) : t("Ready.")];
  return camera.age === null ? ["", t("Waiting for the first picture.")] : ["", t("Not ready yet.")];
}

// A stream and a video file need one more step before the server is told.
async function choose(source) {
  stop();
  chosen = source;
  if (source !== "stream" && source !== "video") await tell({ source });
  draw();
}

async function tell(body, url = "/api/camera", refusal = null) {
  try {
    const answer = await post(url, body);
    camera = answer.camera ?? answer;
    acceptCamera(camera);
  } catch (error) {
    toast((error.code === "bad_request" && refusal) || error.message, "bad");
  }
}

async function allowStreams(allowed) {
  try { camera = await call("PUT", "/api/camera/stream-allowed", { allowed }); } catch (error) { toast(error.message, "bad"); }
}

async function useStream(address) {
  await tell({ source: "stream", address }, "/api/camera", t("No stream there. An address looks like rtsp://192.168.1.20/live or http://…"));
  draw();
}

const film = () => (filming ? (stop(), draw()) : sending(() => startPhoneCamera($("#video"), answered)));

// A short film goes to the computer as it is; a long one is played here, as a phone's camera.
async function useVideo(file) {
  if (!file) return;
  if (file.size > LARGEST_UPLOAD) { await sending(() => startVideoFile($("#video"), file, answered)); return; }
  const form = new FormData();
  form.append("video", file);
  await tell(form, "/api/camera/video");
  draw();
}

async function sending(start) {
  stop();
  try {
    await tell({ source: "phone" });
    await start();
    filming = true;
    $("#video").hidden = false;
    $("#picture").hidden = true;
    $("#view-empty").hidden = true;
    show($("#proposals"));
  } catch (error) {
    show($("#proposals"), h("p", { class: "notice bad" }, h("span", {}, error.message, " ", h("a", { href: "/trust" }, t("How to allow it")))));
  }
  draw();
}

function answered(answer) {
  if (answer.problem) { stop(); draw(); toast(answer.problem, "bad"); return; }
  camera = answer.camera ?? camera;
  overlay($("#overlay"), answer.seen);
  drawStatus();
}

function stop() {
  stopPhoneCamera($("#video"));
  filming = false;
  $("#video").hidden = true;
  overlay($("#overlay"), null);
}

async function takePhoto(input) {
  const [file] = input.files;
  input.value = ""; // the same photo can be chosen again
  if (file) await readPhoto($("#proposals"), file, { done: () => location.assign("/play") });
}

function showPicture(url) {
  const picture = $("#picture");
  picture.src = url;
  picture.hidden = false;
  $("#view-empty").hidden = true;
  hideView();
}

async function refresh() {
  const live = camera.running && !filming && camera.source !== "none" && camera.source !== "photo";
  if (live && !document.hidden) {
    try {
      const quality = await get("/api/quality");
      if (camera.age !== null) showPicture(`/api/camera/picture.jpg?at=${Date.now()}`);
      overlay($("#overlay"), quality.seen);
    } catch { /* the next round tries again */ }
  }
  setTimeout(refresh, REFRESH_MS);
}

onChange((state) => {
  if (state.camera) { camera = state.camera; drawStatus(); hideView(); }
  $("#to-sheet").href = state.game ? "/play" : "/?empty";
  if (state.game) { drawScores($("#turn"), state.game); drawQuestions($("#questions"), state); }
});
$("#choose-source").hidden = !me?.may?.play;
accept(data("state"));
draw();
follow();
refresh();
