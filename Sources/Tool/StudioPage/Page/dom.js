// Makes elements. The texts of flows only ever become text nodes, never markup.

/** An element with attributes, listeners (`onclick`) and children. A child that is null or false is
 * left out. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for drawings. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...kept(children));
  return element;
}

/** Replaces the content of an element. */
export function put(element, ...children) {
  element.replaceChildren(...kept(children));
}

const kept = (children) => children.flat(Infinity).filter((child) => child !== null
  && child !== undefined && child !== false);

export const byID = (id) => document.getElementById(id);

/** `1 row`, `2 rows`. */
export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** Milliseconds in words: `1 h 5 min`, `90 s`, `0.3 s`. */
export function time(milliseconds) {
  if (milliseconds < 1000) return milliseconds === 0 ? "0 s" : `${milliseconds / 1000} s`;
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 120) return `${milliseconds / 1000} s`;
  const parts = [[Math.floor(seconds / 3600), "h"], [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"]];
  return parts.filter(([value]) => value > 0).map(([value, unit]) => `${value} ${unit}`).join(" ");
}

/** Saves a text of the page: into the clipboard, or selected in a field where the browser has
 * none. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = h("textarea", { "aria-label": "Text to copy" }, text);
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

/** A sentence of the check, with what stands between backticks as code. */
export const prose = (text) => text.split("`")
  .map((part, index) => (index % 2 ? h("code", {}, part) : part));
