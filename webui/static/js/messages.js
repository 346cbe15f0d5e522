// Texts in the page's language. The catalogues (.po) are the one source; the JSON is made from them.
const root = document.documentElement;
const catalogue = await loadCatalogue();

async function loadCatalogue() {
  try {
    const answer = await fetch(root.dataset.messages);
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}

function withParams(text, params) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (params && name in params ? params[name] : whole));
}

export const language = root.lang || "en";

export function t(text, params) {
  return withParams(catalogue[text] ?? text, params);
}

export function tn(one, many, count, params) {
  const forms = catalogue[one] ?? [one, many];
  const singular = new Intl.PluralRules(language).select(count) === "one";
  return withParams(forms[singular ? 0 : 1], { n: count, ...params });
}

// A message of the game: the box's own words first, then the common ones, then the English text.
export function say({ message, params, text }, preset) {
  const found = catalogue[`${message}@${preset}`] ?? catalogue[message] ?? text ?? message;
  return withParams(found, params);
}

export const word = (key, preset) => say({ message: key }, preset);

// A box's name as it stands on the box, with the rule book's language in words.
export const boxTitle = ({ preset, title }) => say({ message: `title.${preset}`, text: title });

// A tile's name: its numbers in ascending order, however it lies.
export const tileName = (values) => [...values].sort().join("-");

// What happened, in a few words.
export function eventText({ event, values, tiles }) {
  if (event === "place") return tileName(values);
  const names = { draw: t("drew a tile"), pass: t("passed"), reveal: t("showed tiles"), broken: t("cannot be read") };
  return tiles ? `${names[event]}: ${tiles.map(tileName).join(" ")}` : names[event];
}

// What somebody else did a moment ago.
export function changeText(change) {
  const names = { undo: t("Something was undone."), redo: t("Something was redone."), correction: t("A line was corrected."), answer: t("A question was answered.") };
  return names[change?.what] ?? (change?.lines ?? []).map((line) => `${line.player}: ${eventText(line)}.`).join(" ");
}

// A figure with its decimals as the language writes them.
export const decimal = (value) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value).replace("-", "−");

export function signed(points) {
  return points < 0 ? `−${-points}` : `+${points}`;
}

export const plain = (points) => (points < 0 ? `−${-points}` : `${points}`);

// A time as the server writes it: seconds since 1970, or ISO text.
export function when(time) {
  const date = new Date(typeof time === "number" ? time * 1000 : time);
  if (Number.isNaN(date.getTime())) return "";
  const region = navigator.language.startsWith(language) ? navigator.language : language;
  return new Intl.DateTimeFormat(region, { dateStyle: "medium", timeStyle: "short" }).format(date);
}
