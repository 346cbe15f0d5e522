// One line about the camera on the score sheet: silent while all is well.
import { h, icon } from "./dom.js";
import { say, t, tn } from "./messages.js";

const DOING = { waiting: () => t("Watching"), moving: () => t("Waiting for calm"), settling: () => t("Waiting for calm"), deciding: () => t("Reading…") };
const link = (text) => h("a", { href: "/camera" }, text);

export function cameraLine({ camera, game, me }) {
  if (!camera || game?.over) return null;
  if (camera.source === "none") return me?.may?.play ? h("p", { class: "camera-ok small" }, icon("camera"), link(t("Let a camera keep the score"))) : null;
  if (camera.source === "photo") return null; // its button is under the thumb
  if (camera.ended) return h("p", { class: "camera-ok quiet small" }, icon("camera"), t("The film is over."), me?.may?.play && h("a", { href: "/" }, t("Start your own game")));
  if (camera.stalled || camera.trouble) return h("p", { class: "notice bad" }, h("span", {}, camera.trouble ? say(camera.trouble) : t("The camera has stopped."), " ", link(t("Look at it"))));
  if ((camera.age ?? null) === null) return h("p", { class: "notice" }, h("span", {}, t("Waiting for the first picture."), " ", link(t("Camera"))));
  const told = [DOING[camera.watcher]?.(), t("Picture {seconds} s old", { seconds: Math.round(camera.age) }), camera.tiles !== null && tn("{n} tile seen", "{n} tiles seen", camera.tiles)];
  return h("p", { class: "camera-ok quiet small" }, icon("camera"), told.filter(Boolean).join(" · "));
}
