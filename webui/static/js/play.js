// The score sheet page: wires board, pad, sheet, actions and dialogs to the newest state.
import { drawActions } from "./actions.js";
import { drawBoard, letterOf } from "./board.js";
import { cameraLine } from "./cameraline.js";
import { $, data, h, show } from "./dom.js";
import { announce } from "./announce.js";
import { drawGameEnd } from "./gameend.js";
import { isLarger, setLarger, sizeBoard } from "./larger.js";
import { openEnd } from "./endline.js";
import { drawLastLine } from "./lastline.js";
import { openLine } from "./line.js";
import { follow } from "./live.js";
import { drawLivePicture, keepLivePicture } from "./livepicture.js";
import { t } from "./messages.js";
import { keyFor, NumberPad } from "./pad.js";
import { readPhoto } from "./photomove.js";
import { drawQuestions } from "./questions.js";
import { enter } from "./enter.js";
import { drawRoundEnd } from "./roundend.js";
import { isDecided } from "./rows.js";
import { drawSheet } from "./sheet.js";
import { drawSheetFoot } from "./sheetfoot.js";
import { accept, act, current, onChange } from "./store.js";
import { drawFacts, drawScores } from "./turn.js";

let pad = null;
let fresh = null;

function playing() { return current().game?.turn?.player; }

function openPad(typed = null) {
  const { game, me } = current();
  if (!me?.may?.play || !playing() || !game.turn.may_place) return;
  const element = $("#pad");
  element.hidden = false;
  pad ??= new NumberPad(element, { player: playing, board: () => current().game.board, preset: game.rules.preset, onChange: drawTable, onPlace: lay });
  if (typed !== null) pad.type(typed);
  else { pad.clear(); element.querySelector("button")?.focus({ preventScroll: true }); element.scrollIntoView({ block: "nearest" }); }
  drawButtons();
}

function closePad() {
  $("#pad").hidden = true;
  pad = null;
  drawTable();
  drawButtons();
}

async function lay({ field, cell, values }, extra = {}) {
  const entered = await enter({ event: "place", player: playing(), field, cell, values }, extra);
  if (!entered) return;
  closePad();
  $("#lay")?.focus({ preventScroll: true });
  $("#turn").scrollIntoView({ block: "nearest" });
}

function drawTable() {
  const { game } = current();
  const board = drawBoard(game.board, { fresh, places: pad?.shown ?? [], onPlace: (place) => pad.tapped(place), preset: game.rules.preset,
    onTile: (event) => openLine(game, event) });
  const bare = !game.board.fields.length && !pad?.shown.length;
  $("#felt").classList.toggle("bare", bare);
  show($("#felt"), board, bare && h("p", { class: "felt-empty" }, game.players.length > 1 ? t("The table is still empty.") : t("Draw any tile and lay it as the starting tile.")));
  sizeBoard(board);
  fresh = null;
}

function drawButtons() {
  const state = current();
  $("#photo-line").hidden = !byPhoto(state);
  drawActions($("#actions"), state, { openPad, closePad, padOpen: !$("#pad").hidden, byPhoto: byPhoto(state) });
}

const byPhoto = ({ camera, game, me }) => Boolean(me?.may?.play && camera?.source === "photo" && !isDecided(game));

function drawPage(game, newest) {
  const sheet = $("#sheet");
  show(sheet, drawSheet(game, { newest: newest?.id, onFold: () => drawPage(game, newest),
    onCell: (cell) => openLine(game, cell.events.at(-1).id), onRoundEnd: (round, player) => openEnd(game, round, player) }));
  const below = ($("td.newest", sheet)?.getBoundingClientRect().bottom ?? 0) - sheet.getBoundingClientRect().bottom;
  if (below > 0) sheet.scrollTop += below;
}

function titleOf(game) {
  const { turn } = game;
  if (isDecided(game)) return t("Game over");
  return turn.player && !turn.round_over ? t("{name}’s turn", { name: turn.player }) : t("Score sheet");
}

function newestEvent(game) {
  return game?.rounds.flatMap((round) => round.events).at(-1) ?? null;
}

onChange((state, before) => {
  const { game } = state;
  if (!game) { location.assign("/"); return; }
  const newest = newestEvent(game);
  const isNew = before?.game?.id === game.id && newest && newestEvent(before.game)?.id !== newest.id;
  if (isNew && newest.event === "place") fresh = newest.id;
  const onlyCamera = before?.version === state.version && before?.game?.id === game.id;
  show($("#camera-line"), cameraLine(state));
  drawLivePicture($("#live"), state.camera);
  drawQuestions($("#questions"), state, { tapIn: () => openPad() });
  if (before && byPhoto(state) !== byPhoto({ ...before, game })) drawButtons();
  if (onlyCamera) return;
  if (pad && before && before.version !== state.version) closePad();
  if (before) show($("#photo-move")); // what it offered was for the sheet as it was
  drawTable();
  drawScores($("#turn"), game);
  drawLastLine($("#last-line"), state, openLine);
  drawFacts($("#facts"), game);
  const title = titleOf(game);
  if ($("#turn-said").textContent !== title) $("#turn-said").textContent = title;
  drawRoundEnd($("#round-end"), state);
  drawGameEnd($("#game-end"), state);
  drawButtons();
  drawPage(game, newest);
  drawSheetFoot($("#sheet-foot"), state);
  document.title = `${title} · Tripad`;
  if (isNew) announce(newest, game);
  if (isNew) bringIntoView(before.game, game);
});

// What comes after the last tile stands elsewhere than the keys that were tapped.
function bringIntoView(before, game) {
  if (isDecided(game) && !isDecided(before)) $("#game-end").scrollIntoView({ block: "start" });
  else if (game.turn.round_over && !before.turn.round_over) $("#round-end").scrollIntoView({ block: "nearest" });
}

$("#photo-file").addEventListener("change", ({ target }) => {
  const [file] = target.files;
  target.value = ""; // the same photo can be chosen again
  const tapIn = playing() ? () => openPad() : null;
  if (file) readPhoto($("#photo-move"), file, { tapIn });
});

$("#larger").addEventListener("click", () => setLarger(!isLarger()));

document.addEventListener("keydown", (event) => {
  const key = keyFor(event);
  const { game, me } = current();
  const keys = $("dialog[open]") ? $("dialog[open] .pad-keys") : !playing() && $("#round-end .pad-keys");
  if (keys && key && !key.letter) pressed(keys, key);
  if ($("dialog[open]")) return;
  if (event.key === "Escape" && isLarger()) { setLarger(false); return; }
  if (!me?.may?.play || !game) return;
  if (event.key === "Escape" && pad) closePad();
  if (!key) return;
  if ("number" in key) openPad(key.number);
  else if (key.erase) pad?.erase();
  else if (pad) { const chosen = pad.places.find((place) => letterOf(place.number) === key.letter); if (chosen) lay(chosen); }
  else if (key.letter === "U" && game.can_undo) act("/api/undo").catch(() => {});
  else if (!playing()) return;
  else if (key.letter === "D" && game.turn.may_draw) enter({ event: "draw", player: playing() });
  else if (key.letter === "P" && game.turn.may_pass) enter({ event: "pass", player: playing() });
});

// Digits also tap the keys that wait for a first tile, a shown hand or a correction.
const pressed = (keys, { number, erase }) => $(`[data-number="${erase ? "erase" : number}"]`, keys)?.click();

accept(data("state"));
follow();
keepLivePicture($("#live"));
