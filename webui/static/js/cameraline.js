// One line about the camera on the score sheet: silent while all is well.
import { h, icon } from "./dom.js";
import { t, tn } from "./messages.js";

export function cameraLine({ camera }) {
  if (!camera || camera.source === "none") return null;
  if (camera.source === "photo") return h("a", { class: "button wide", href: "/camera" }, icon("camera"), t("Take a photo of the table"));
  if (camera.stalled) return h("p", { class: "notice bad" }, h("span", {}, t("The camera has stopped."), " ", h("a", { href: "/camera" }, t("Look at it"))));
  if (camera.age === null || camera.age === undefined) return h("p", { class: "notice" }, h("span", {}, t("Waiting for the first picture."), " ", h("a", { href: "/camera" }, t("Camera"))));
  return h("p", { class: "camera-ok quiet small" }, icon("camera"),
    t("Picture {seconds} s old", { seconds: Math.round(camera.age) }), camera.tiles !== null && ` · ${tn("{n} tile seen", "{n} tiles seen", camera.tiles)}`);
}
