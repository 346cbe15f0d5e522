// Keeps the page in step with the table: server-sent events, polling where they do not get through.
import { get } from "./api.js";
import { h } from "./dom.js";
import { t } from "./messages.js";
import { accept, acceptCamera, current } from "./store.js";

const SILENCE_MS = 25_000;
const RETRY_MS = 1500;
const TRIES_BEFORE_POLLING = 3;
const POLLS_BEFORE_LISTENING = 6; // each waits up to ten seconds
let source = null;
let failures = 0;
let polls = 0;
let lost = false;
let notice = null;
let watchdog = 0;

export function follow() {
  listen();
  document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
  addEventListener("online", listen);
  addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
}

function listen() {
  source?.close();
  source = new EventSource("/api/stream");
  source.addEventListener("open", connected);
  source.addEventListener("state", (event) => { connected(); accept(JSON.parse(event.data)); });
  source.addEventListener("camera", (event) => { connected(); acceptCamera(JSON.parse(event.data)); });
  source.addEventListener("error", disconnected);
  restartWatchdog();
}

// A phone that was asleep may hold a line that is dead without knowing it.
async function wake() {
  try { accept(await get("/api/state")); } catch { return; }
  if (source?.readyState === EventSource.CLOSED) listen();
}

function connected() {
  failures = polls = 0;
  reached();
  restartWatchdog();
}

function disconnected() {
  failures += 1;
  source.close();
  clearTimeout(watchdog);
  if (failures > TRIES_BEFORE_POLLING) { poll(); return; }
  tellLost();
  setTimeout(listen, RETRY_MS);
}

function tellLost() {
  lost = true;
  if (notice) return;
  notice = h("div", { class: "notice", role: "status", id: "connection" }, t("Connection lost. Trying again…"));
  document.getElementById("toasts").append(notice);
}

function reached() {
  lost = false;
  notice?.remove();
  notice = null;
}

// A comment arrives every ten seconds but fires no event, so silence is checked by asking.
function restartWatchdog() {
  clearTimeout(watchdog);
  watchdog = setTimeout(async () => {
    try { accept(await get("/api/state")); restartWatchdog(); } catch { disconnected(); }
  }, SILENCE_MS);
}

// Asks as long as the stream does not get through, and tries that again now and then.
async function poll() {
  if (source.readyState !== EventSource.CLOSED) return; // somebody else listens again
  const wasLost = lost;
  try {
    const answer = await fetch(`/api/poll?since=${current()?.version ?? 0}&wait=${wasLost ? 0 : 10}`);
    if (!answer.ok) throw new Error();
    if (answer.status === 200) accept(await answer.json());
  } catch {
    tellLost();
    setTimeout(poll, RETRY_MS);
    return;
  }
  reached();
  polls += 1;
  if (wasLost || polls % POLLS_BEFORE_LISTENING === 0) listen(); else poll();
}
