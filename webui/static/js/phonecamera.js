// Moving pictures from this device, its camera or a file: a few a second to the computer.
import { call } from "./api.js";
import { t } from "./messages.js";

const PAUSE_MS = 120;
const LONGEST_SIDE = 1600;
const QUALITY = 0.85;
let running = null;
let lock = null;

export async function startPhoneCamera(video, onAnswer) {
  if (!navigator.mediaDevices?.getUserMedia) throw new Error(t("The browser gives the camera only to a secure page."));
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } } });
  } catch {
    throw new Error(t("The camera was not allowed."));
  }
  video.removeAttribute("src");
  video.srcObject = stream;
  await begin(video, onAnswer);
}

export async function startVideoFile(video, file, onAnswer) {
  video.srcObject = null;
  video.src = URL.createObjectURL(file);
  try { await begin(video, onAnswer); } catch { throw new Error(t("This video cannot be played here.")); }
}

async function begin(video, onAnswer) {
  await video.play();
  lock = await navigator.wakeLock?.request("screen").catch(() => null);
  running = {};
  send(video, onAnswer, running);
}

export function stopPhoneCamera(video) {
  running = null;
  video.pause();
  video.srcObject?.getTracks().forEach((track) => track.stop());
  video.srcObject = null;
  lock?.release?.();
}

async function send(video, onAnswer, mine) {
  const canvas = document.createElement("canvas");
  while (running === mine) {
    let pause = PAUSE_MS;
    if (!document.hidden && video.videoWidth && !video.ended) {
      try {
        onAnswer(await call("POST", "/api/frames", await pictureOf(video, canvas)));
      } catch (error) {
        if (error.code === "busy") { onAnswer({ problem: t("Another device is the camera now.") }); return; }
        pause = error.status === 429 ? 1500 : 1000;
      }
    }
    await new Promise((resolve) => { setTimeout(resolve, pause); });
  }
}

function pictureOf(video, canvas) {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", QUALITY); });
}
