// Finished games, players with their figures; rename, merge, delete with undo.
import { call, post } from "./api.js";
import { $, data, h, icon, show } from "./dom.js";
import { boxTitle, decimal, plain, t, tn, when } from "./messages.js";
import { toast } from "./toast.js";

const me = data("me");
let games = data("game-list");
let players = data("player-stats");
let most = 12; // further games wait behind a tap: the players stand below them

function drawGames() {
  const shown = games.filter((game) => !game.deleted);
  show($("#games"), shown.length ? [shown.slice(0, most).map(card), shown.length > most && moreGames(shown.length - most)] : h("p", { class: "paper" }, t("No game yet. The first one starts on the start page.")));
}

const moreGames = (count) => h("button", { type: "button", id: "more-games", class: "wide", onclick: () => { most = Infinity; drawGames(); } }, tn("{n} earlier game", "{n} earlier games", count));

function card(game) {
  const rank = [...game.players].sort((a, b) => (game.totals?.[b] ?? 0) - (game.totals?.[a] ?? 0));
  if (game.winners.length && !game.winners.includes(rank[0])) rank.reverse(); // where the fewest win
  return h("article", { class: "paper game-card" },
    h("h3", {}, game.finished ? (game.winners.length ? t("{name} won", { name: game.winners.join(", ") }) : t("Finished")) : t("Unfinished")),
    h("p", { class: "quiet small" }, [when(game.created), boxTitle(game), game.rounds > 0 && tn("{n} round", "{n} rounds", game.rounds)].filter(Boolean).join(" · ")),
    h("ol", { class: "ranks" }, rank.map((player) => h("li", {}, h("span", {}, player, game.winners.includes(player) && " ★"), h("b", { class: "number" }, plain(game.totals?.[player] ?? 0))))),
    h("div", { class: "row" },
      me?.may?.play && h("button", { type: "button", class: game.finished ? "grow" : "grow primary", onclick: () => open(game) }, game.finished ? t("Open") : t("Play on")),
      h("a", { class: "button grow", href: `/games/${game.id}/print` }, icon("print"), t("Print"))),
    h("div", { class: "row card-foot" },
      h("a", { class: "button plain", href: `/api/games/${game.id}/sheet.csv`, download: "" }, t("Table (CSV)")),
      h("a", { class: "button plain", href: `/api/games/${game.id}/record.json`, download: "" }, t("Record")),
      me?.may?.own && h("button", { type: "button", class: "plain danger", "aria-label": t("Delete this game"), title: t("Delete this game"), onclick: () => remove(game) }, icon("trash"))));
}

const said = (work) => work().catch((error) => toast(error.message, "bad"));

const open = (game) => said(async () => { await post(`/api/games/${game.id}/open`); location.assign("/play"); });

const remove = (game) => said(async () => {
  ({ games } = await call("DELETE", `/api/games/${game.id}`));
  drawGames();
  toast(t("The game is deleted."), "", 10, { text: t("Undo"), run: () => said(async () => { ({ games } = await post(`/api/games/${game.id}/restore`)); drawGames(); }) });
});

function drawPlayers() {
  const columns = [[t("Games"), "games"], [t("Won"), "wins"], [t("Best game"), "best_game"], [t("Best move"), "best_move"], [t("Average"), "average"], [t("Bridges"), "bridges"], [t("Hexagons"), "hexagons"], [t("Alone, best"), "solitaire_best"]];
  const value = (one) => (one === null || one === undefined ? "–" : typeof one === "number" ? decimal(one) : typeof one === "object" ? plain(one.points ?? 0) : one);
  $("#players-part").hidden = !players.length;
  show($("#players"), h("table", { class: "figures" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Name")), columns.map(([title]) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, players.map((player) => h("tr", {},
      h("th", { scope: "row" }, me?.may?.own ? h("button", { type: "button", class: "plain", onclick: () => editPlayer(player) }, player.name) : player.name),
      columns.map(([, key]) => h("td", { class: "number" }, value(player[key]))))))));
}

function editPlayer(player) {
  const dialog = $("#player-dialog");
  const others = players.filter((one) => one.name !== player.name);
  const send = (what, to) => said(async () => { ({ players } = await post(`/api/players/${what}`, { name: player.name, to })); drawPlayers(); dialog.close(); });
  show(dialog,
    h("div", { class: "dialog-head" }, h("h2", { id: "player-title" }, player.name), h("button", { type: "button", class: "plain", "aria-label": t("Close"), onclick: () => dialog.close() }, icon("close"))),
    h("div", { class: "stack" },
      h("label", { for: "new-name" }, t("New name")), h("input", { type: "text", id: "new-name", value: player.name, maxlength: 40 }),
      h("button", { type: "button", class: "primary", onclick: () => send("rename", $("#new-name").value.trim()) }, t("Rename")),
      others.length > 0 && [h("label", { for: "merge-with" }, t("Is the same person as")), h("select", { id: "merge-with" }, others.map((one) => h("option", {}, one.name))),
        h("button", { type: "button", onclick: () => send("merge", $("#merge-with").value) }, t("Merge"))]));
  dialog.showModal();
}

drawGames();
drawPlayers();
