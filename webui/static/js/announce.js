// Sounds and a spoken line after each event, when somebody switched them on.
import { language, say, t, tn, word } from "./messages.js";
import { marksOf } from "./rows.js";

const WISHES = "tripad-wishes";
let context = null;

export const wishes = () => ({ sound: false, voice: false, ...JSON.parse(localStorage.getItem(WISHES) ?? "{}") });

// What is switched on is heard at once; browsers also ask for a tap before the first sound.
export function wish(changes) {
  localStorage.setItem(WISHES, JSON.stringify({ ...wishes(), ...changes }));
  if (changes.sound) play({ event: "place", parts: [{ rule: "bridge" }] });
  if (changes.voice) speak(t("I will say each move aloud."));
}

export function announce(event, game) {
  const { sound, voice } = wishes();
  if (sound) play(event);
  if (voice) speak(spokenLine(event, game));
}

function spokenLine(event, game) {
  const preset = game.rules.preset;
  if (event.faults.length) return `${event.player}: ${say(event.faults[0], preset)}`;
  const words = marksOf([event]).map((rule) => word(`word.${rule}`, preset));
  const kind = event.event === "pass" ? [t("passes")] : [];
  return [event.player, ...kind, ...words, tn("{n} point", "{n} points", event.points).replace("-", "−")].join(", ");
}

function speak(line) {
  if (!("speechSynthesis" in window)) return;
  const utterance = new SpeechSynthesisUtterance(line);
  utterance.lang = language;
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}

// A wooden click for a tile, a rising chord for a bonus, a low tone for a draw.
function play(event) {
  context ??= new AudioContext();
  context.resume();
  const rules = event.parts.map((part) => part.rule);
  if (event.event === "place") knock();
  if (event.event !== "place") tone(196, 0, 0.25);
  const chord = rules.includes("hexagon") ? [523, 659, 784, 1047] : rules.includes("bridge") || rules.includes("double") ? [523, 659, 784] : [];
  chord.forEach((pitch, k) => tone(pitch, 0.08 + k * 0.09, 0.5));
}

function tone(pitch, after, length, type = "triangle", loudness = 0.12) {
  const start = context.currentTime + after;
  const oscillator = new OscillatorNode(context, { type, frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.linearRampToValueAtTime(loudness, start + 0.01);
  gain.gain.setValueAtTime(loudness, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

function knock() {
  tone(180, 0, 0.07, "square", 0.08);
  tone(920, 0, 0.04, "triangle", 0.1);
}

