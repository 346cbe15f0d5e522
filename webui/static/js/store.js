// The newest state of the table, and the one way to change it.
import { post, get } from "./api.js";
import { changeText } from "./messages.js";
import { toast } from "./toast.js";

let state = null;
const listeners = new Set();

export const current = () => state;

export function onChange(listener) {
  listeners.add(listener);
  if (state) listener(state, null);
}

export function accept(newer) {
  if (!newer || !("version" in newer)) return;
  if (state && newer.game && state.game?.id === newer.game.id && newer.version < state.version) return;
  const before = state;
  state = { ...newer, me: newer.me ?? state?.me };
  for (const listener of listeners) listener(state, before);
}

export function acceptCamera(camera) {
  if (state) accept({ ...state, camera });
}

const underWay = new Set();

// Sends a change; when somebody else was faster, says so and shows the newest sheet.
// The same tap again before the answer is a trembling thumb, not a second wish.
export async function act(url, body = {}) {
  const wish = url + JSON.stringify(body);
  if (underWay.has(wish)) throw new Error("under way");
  underWay.add(wish);
  try {
    const answer = await post(url, { version: state.version, ...body });
    accept(answer);
    return answer;
  } catch (error) {
    if (error.status === 409) {
      if (error.details.state) accept(error.details.state);
      else accept(await get("/api/state"));
    }
    if (error.code !== "rule") toast([error.message, error.code === "stale" && changeText(state.last_change)].filter(Boolean).join(" "), "bad");
    throw error;
  } finally {
    underWay.delete(wish);
  }
}
