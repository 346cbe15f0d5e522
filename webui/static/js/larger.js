// The board over the whole screen, its tiles as large as a thumb, to be pushed around.
import { $ } from "./dom.js";

const TILE_SIDE = 0.9; // of the drawing's own units, in pixels

export const isLarger = () => $(".felt-frame").classList.contains("larger");

export function sizeBoard(board) {
  const [, , width, height] = board.getAttribute("viewBox").split(" ").map(Number);
  board.style.setProperty("--board-width", `${width * TILE_SIDE}px`);
  board.style.setProperty("--board-height", `${height * TILE_SIDE}px`);
  if (isLarger()) showLast();
}

export function setLarger(larger) {
  $(".felt-frame").classList.toggle("larger", larger);
  $("#larger").setAttribute("aria-pressed", String(larger));
  if (larger) showLast();
}

const showLast = () => ($(".last-ring") ?? $(".board")).scrollIntoView({ block: "center", inline: "center" });
