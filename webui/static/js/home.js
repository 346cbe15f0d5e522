// The start page: the box on the table, the players, house rules; an unfinished game first.
import { post } from "./api.js";
import { $, $$, data, h, icon, show } from "./dom.js";
import { boxFacts } from "./boxfacts.js";
import { drawHouseRules } from "./houserules.js";
import { drawInvite } from "./invite.js";
import { boxTitle, plain, say, t, tn, when, word } from "./messages.js";
import { follow } from "./live.js";
import { seatMark } from "./seats.js";
import { accept, onChange } from "./store.js";

const LAST = "tripad-last-table";
const found = data("presets");
const presets = found.presets ?? found;
const me = data("me");
const last = JSON.parse(localStorage.getItem(LAST) ?? "null") ?? data("last-table");
let players = last?.players?.length ? last.players : ["", ""];
let allBoxes = !last; // who has played before sees the box of the last time
let chosen = presets.find((one) => one.preset === last?.preset) ?? presets[0];
let changed = {};

function drawBoxes() {
  const shown = allBoxes ? presets : [chosen];
  show($("#box-list"), shown.map((one) => h("label", { class: "box" },
    h("input", { type: "radio", name: "preset", value: one.preset, checked: one === chosen, onchange: () => { chosen = one; changed = {}; drawRules(); } }),
    h("span", { class: "box-text" }, h("strong", {}, boxTitle(one)), h("span", { class: "small" }, word(`preset.${one.preset}`)), boxFacts(one)))),
  !allBoxes && h("button", { type: "button", id: "other-box", onclick: () => { allBoxes = true; drawBoxes(); $("#box-list :checked").focus(); } }, t("Another box")));
}

const nameOf = (k) => players[k].trim() || t("Player {n}", { n: k + 1 });

function drawPlayers() {
  const most = chosen.options.players_max;
  const move = (k, by) => { [players[k], players[k + by]] = [players[k + by], players[k]]; drawPlayers(); $$(".player input")[k + by]?.focus(); };
  show($("#player-list"), players.map((name, k) => h("li", { class: "player" }, seatMark(k),
    h("input", { type: "text", value: name, list: "known-players", maxlength: 40, autocomplete: "off", "aria-label": t("Name of player {n}", { n: k + 1 }), placeholder: t("Player {n}", { n: k + 1 }), oninput: (event) => { players[k] = event.target.value; } }),
    h("button", { type: "button", class: "plain", disabled: k === 0, "aria-label": t("Move {name} up", { name: nameOf(k) }), onclick: () => move(k, -1) }, icon("up")),
    h("button", { type: "button", class: "plain", disabled: players.length <= chosen.options.players_min, "aria-label": t("Remove {name}", { name: nameOf(k) }), onclick: () => { players.splice(k, 1); drawPlayers(); } }, icon("close")))));
  $("#add-player").hidden = players.length >= most;
}

function drawRules() {
  while (players.length < chosen.options.players_min) players.push("");
  drawPlayers();
  drawHouseRules($("#options"), found.options ?? [], chosen, changed);
  $("#rounds-choice").hidden = chosen.options.game_end !== "rounds";
  $("#rounds-to-play").value = chosen.options.rounds_to_play ?? 3;
}

function drawUnfinished() {
  const games = (data("unfinished-games") ?? []).filter((game) => me?.may?.play || game.open);
  if (!data("state").game && !me?.may?.play) show($("#unfinished"), h("p", { class: "paper" }, t("No game is open yet. It appears here as soon as it begins.")));
  if (!games.length) return;
  const card = (game) => h("section", { class: "paper unfinished" },
    h("h2", {}, t("An unfinished game")),
    h("p", {}, h("strong", {}, game.players.map((player) => `${player} ${plain(game.totals?.[player] ?? 0)}`).join(" · ")), h("br"),
      h("span", { class: "quiet small" }, [boxTitle(game), when(game.created), game.rounds > 0 && tn("{n} round", "{n} rounds", game.rounds)].filter(Boolean).join(" · "))),
    h("button", { type: "button", class: "primary wide tall", onclick: () => resume(game) }, me?.may?.play ? t("Play on") : t("Watch")));
  show($("#unfinished"), card(games[0]), games.length > 1 && h("p", {}, h("a", { href: "/history" }, tn("{n} more unfinished game", "{n} more unfinished games", games.length - 1))));
}

async function resume(game) {
  if (game.open || !me?.may?.play) { location.assign("/play"); return; }
  await attempt(() => post(`/api/games/${game.id}/open`), "/play");
}

// Who watches is taken along when a game begins.
function awaitGame() {
  accept(data("state"));
  onChange((state, before) => { if (state.game && before && !before.game) location.assign("/play"); });
  follow();
}

let busy = false;

// However often it is tapped, it happens once.
async function attempt(work, next) {
  if (busy) return;
  busy = true;
  try { await work(); location.assign(next); } catch (error) { busy = false; problem(error); }
}
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

function problem(error) {
  const preset = chosen.preset;
  show($("#start-problem"), h("p", { class: "notice bad" }, error.message, (error.details?.faults ?? []).map((fault) => say(fault, preset))));
  $("#start-problem").scrollIntoView({ block: "nearest" });
}

$("#add-player").addEventListener("click", () => { players.push(""); drawPlayers(); $$(".player input").at(-1).focus(); });

$("#new-game").addEventListener("submit", (event) => {
  event.preventDefault();
  const names = players.map((_, k) => nameOf(k));
  localStorage.setItem(LAST, JSON.stringify({ players, preset: chosen.preset }));
  const rounds = chosen.options.game_end === "rounds" ? Number($("#rounds-to-play").value) : null;
  attempt(() => post("/api/games", { preset: chosen.preset, changed, players: names, rounds_to_play: rounds }), "/play");
});

const playDemo = () => attempt(() => post("/api/games", { preset: "tripple-classic", changed: {}, players: ["Anna", "Ben"], rounds_to_play: null, camera: "demo" }), "/play");
for (const button of $$(".demo")) button.addEventListener("click", playDemo);

$("#import-file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  const form = new FormData();
  form.append("record", file);
  await attempt(() => post("/api/games/import", form), "/play");
  event.target.value = "";
});

show($("#known-players"), (data("known") ?? []).map((one) => h("option", { value: one.name ?? one })));
if (!me?.may?.play) { $("#new-game").hidden = true; $("#more").hidden = true; awaitGame(); }
const hasDemo = me?.may?.play && data("state").camera.sources.some(({ id }) => id === "demo");
const isFirst = !data("unfinished-games")?.length && !data("known")?.length;
$("#welcome").hidden = !(hasDemo && isFirst);
$("#demo").hidden = !hasDemo || isFirst;
drawUnfinished();
drawBoxes();
drawRules();
drawInvite($("#invite"), me);
