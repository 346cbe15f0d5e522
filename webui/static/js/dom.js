// Builds elements without markup strings, so no text can ever become markup.
const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const h = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);
export const svg = (tag, properties, ...children) => fill(document.createElementNS(SVG, tag), properties, children);
export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

// Puts new content in place; the focus stays on what looks the same as before.
export function show(element, ...children) {
  const focused = element.contains(document.activeElement) && signOf(document.activeElement);
  element.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  if (focused) $$("button, a, input, select, summary, [tabindex]", element).find((one) => signOf(one) === focused)?.focus({ preventScroll: true });
}

const signOf = (one) => [one.tagName, one.id, one.getAttribute("aria-label"), one.textContent].join("|");

export function data(id) {
  const block = document.getElementById(id);
  return block ? JSON.parse(block.textContent) : null;
}

export function icon(name) {
  const use = svg("use", { href: `${document.documentElement.dataset.icons}#${name}` });
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, use);
}
