// Codes for the other phones at the table.
import { get, post } from "./api.js";
import { h, show } from "./dom.js";
import { t } from "./messages.js";
import { toast } from "./toast.js";

export async function drawInvite(element, me) {
  if (!me?.may?.play) return;
  const invite = await get("/api/invite").catch(() => null);
  if (!invite) return;
  const card = (one, title) => one && h("div", { class: "invite-card" }, h("h3", {}, title),
    h("img", { src: one.qr, alt: t("Code to scan: {url}", { url: one.url }), width: 180, height: 180 }), h("p", { class: "code" }, one.code), h("p", { class: "small quiet" }, one.url));
  const renew = async () => { try { await post("/api/invite/renew"); drawInvite(element, me); } catch (error) { toast(error.message, "bad"); } };
  show(element, h("details", { id: "invite-fold" }, h("summary", {}, t("Other phones at the table")),
    h("div", { class: "row invites" }, card(invite.play, t("Play along")), card(invite.watch, t("Watch only"))),
    h("p", {}, h("a", { href: "/trust" }, t("Phone camera: make your phone trust this table"))),
    me.may.own && h("button", { type: "button", onclick: renew }, t("New codes"))));
}
