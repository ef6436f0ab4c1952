// What a page of a site holds, since a page of a file may not fetch: the engine, and the flows, or
// a part of them if they are many. The others are loaded when somebody asks for them or walks
// there.
import { withOthers } from "./book.js";

/** The engine comes compressed, and in a site the flows as well. */
export const unpacked = (packed, format) => new Response(new Blob([packed]).stream()
  .pipeThrough(new DecompressionStream(format)));

/** The bytes of a text in base64. `Uint8Array.from` would take ten times as long. */
export function bytes(base64) {
  const letters = atob(base64);
  const all = new Uint8Array(letters.length);
  for (let index = 0; index < all.length; index += 1) all[index] = letters.charCodeAt(index);
  return all;
}

const inflated = (base64) => unpacked(bytes(base64), "deflate");

export async function held() {
  const engine = bytes(globalThis.flowrunEngine);
  if (globalThis.flowrunReview) {
    return { engine, ...(await heldVersion(document.body.dataset.side)) };
  }
  const { flows, book } = await heldFlows();
  const list = globalThis.flowrunList;
  return { engine, flows, book: list ? withOthers(book, list) : book };
}

/** The flows of the script that was loaded last. */
const heldFlows = async () => ({
  flows: await inflated(globalThis.flowrunFlows).arrayBuffer(), book: globalThis.flowrunBook });

/** One of the two versions of a review, which `review.js` holds. */
export async function heldVersion(side) {
  const { flows, book } = globalThis.flowrunReview[side];
  return { flows: await inflated(flows).arrayBuffer(), book: await inflated(book).json() };
}

let others = null;

/** Does something with all flows: at once, unless the page has only a part of them. */
export async function withAll(app, work) {
  if (!app.book.isPart) return work();
  app.say(`Loading all ${app.book.flows.length} flows…`);
  others ??= app.live?.all() ?? loaded("flows.js").then(heldFlows);
  try {
    const { flows, book } = await others;
    if (app.book.isPart) app.load(book, flows);
    app.say(`All ${app.book.flows.length} flows are loaded`);
  } catch (error) {
    others = null;
    return app.say(`The other flows cannot be loaded: ${error.message}`, false);
  }
  work();
}

/** Loads a script that stands beside the page. */
const loaded = (name) => new Promise((resolve, reject) => {
  const script = document.createElement("script");
  script.src = name;
  script.addEventListener("load", resolve);
  script.addEventListener("error", () => reject(new Error(`${name} is not beside the page`)));
  document.head.append(script);
});
