// Speaks to the server: JSON in, JSON out, errors as sentences.
import { t } from "./messages.js";

class ApiError extends Error {
  constructor(status, answer) {
    super(answer?.error?.text || t("That did not work. Please try again."));
    this.status = status;
    this.code = answer?.error?.code ?? "unknown";
    this.details = answer ?? {};
  }
}

export async function call(method, url, body) {
  const isRaw = body instanceof Blob || body instanceof FormData;
  const headers = method === "GET" ? {} : { "X-Tripad": "1" };
  if (body !== undefined && !isRaw) headers["Content-Type"] = "application/json";
  if (body instanceof Blob && body.type) headers["Content-Type"] = body.type;
  let answer;
  try {
    answer = await fetch(url, { method, headers, body: isRaw || body === undefined ? body : JSON.stringify(body) });
  } catch {
    throw new ApiError(0, { error: { code: "offline", text: t("Tripad does not answer. Is the computer still on?") } });
  }
  const content = await answer.json().catch(() => null);
  if (!answer.ok) {
    if (answer.status === 401) location.assign(`/join?next=${encodeURIComponent(location.pathname)}`);
    throw new ApiError(answer.status, content);
  }
  return content;
}

export const get = (url) => call("GET", url);
export const post = (url, body = {}) => call("POST", url, body);
