// The end of a game, once the last hands are counted: podium, score curve, best move, most bridges, and what to do next.
import { post } from "./api.js";
import { drawCurve } from "./curve.js";
import { h, icon, show } from "./dom.js";
import { plain, signed, t, tn } from "./messages.js";
import { isDecided } from "./rows.js";
import { seatMark } from "./seats.js";
import { accept } from "./store.js";
import { laidPicture } from "./tile.js";
import { toast } from "./toast.js";

export function drawGameEnd(element, { game, me }) {
  if (!isDecided(game)) { show(element); return; }
  show(element, h("section", { class: "paper game-over" },
    h("h2", {}, headline(game)),
    h("div", { class: "ending" },
      h("div", {}, podium(game), notable(game)),
      h("div", { class: "curve-frame" }, drawCurve(game.curve, game.players, innerWidth < 600 ? 360 : 640))),
    h("div", { class: "row" },
      me?.may?.play && h("button", { type: "button", class: "primary grow", id: "rematch", onclick: () => rematch(game) }, t("Play again")),
      h("button", { type: "button", class: "grow", id: "share", onclick: () => share(game) }, icon("share"), t("Share")),
      h("a", { class: "button grow", href: `/games/${game.id}/print` }, icon("print"), t("Print")))));
}

function headline(game) {
  const names = new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(game.winners);
  if (game.players.length === 1) return t("{points} points on your own", { points: plain(game.totals[game.players[0]]) });
  return game.winners.length > 1 ? t("{names} share the win", { names }) : t("{name} wins", { name: names });
}

function ranked(game) {
  const fewest = game.rules.options.winner === "fewest";
  const sorted = [...game.players].sort((a, b) => (game.totals[b] - game.totals[a]) * (fewest ? -1 : 1));
  return sorted.map((player) => ({ player, place: sorted.findIndex((other) => game.totals[other] === game.totals[player]) + 1 }));
}

// First in the middle, second to the left, third to the right; everybody else below.
function podium(game) {
  const places = ranked(game);
  const stand = ({ player, place }, k) => h("li", { class: `stand-${Math.min(k + 1, 4)} place-${Math.min(place, 3)}` },
    h("span", { class: "name" }, seatMark(game.players.indexOf(player)), player),
    h("b", { class: "number" }, plain(game.totals[player])),
    h("span", { class: "stand number" }, `${place}.`));
  return h("ol", { class: places.length > 1 ? "podium" : "podium alone" }, places.map(stand));
}

function notable(game) {
  const best = game.best?.move && game.rounds.flatMap((round) => round.events).find((event) => event.id === game.best.move.event);
  const most = (counts) => Object.entries(counts ?? {}).sort((a, b) => b[1] - a[1]).find(([, count]) => count > 0);
  const bridges = most(game.best?.bridges);
  const hexagons = most(game.best?.hexagons);
  return h("dl", { class: "notable" },
    best?.points > 0 && h("div", {}, h("dt", {}, t("Best move")), h("dd", {}, laidPicture(best), h("span", {}, `${best.player} `, h("b", { class: "number" }, signed(best.points))))),
    bridges && h("div", {}, h("dt", {}, t("Most bridges")), h("dd", {}, `${bridges[0]}, ${bridges[1]}`)),
    hexagons && h("div", {}, h("dt", {}, t("Most hexagons")), h("dd", {}, `${hexagons[0]}, ${hexagons[1]}`)),
    h("div", {}, h("dt", {}, t("Rounds")), h("dd", {}, tn("{n} round", "{n} rounds", game.rounds.length))));
}

let beginning = false;

async function rematch(game) {
  if (beginning) return;
  beginning = true;
  try { accept(await post("/api/games", { rematch: game.id })); } catch (error) { toast(error.message, "bad"); }
  beginning = false;
}

async function share(game) {
  const text = [headline(game), ...ranked(game).map(({ player, place }) => `${place}. ${player} ${plain(game.totals[player])}`)].join("\n");
  if (navigator.share) { navigator.share({ title: "Tripad", text }).catch(() => {}); return; }
  try {
    await navigator.clipboard.writeText(text);
    toast(t("The result is copied. Paste it wherever you like."), "good");
  } catch {
    toast(text, "", 15);
  }
}
