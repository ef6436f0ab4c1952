// Starts the page: in a site with what its scripts hold, in the studio with what the server sends.
import { App } from "./app.js";
import { byID, h, put } from "./dom.js";
import { Engine } from "./flow.js";
import { drawList } from "./frame.js";
import { connect, fetched } from "./live.js";
import { held, heldVersion, unpacked, withAll } from "./parts.js";
import { drawTrouble } from "./remarks.js";

async function start() {
  const isSite = "flowrunEngine" in globalThis;
  const parts = isSite ? await held() : await fetched();
  const engine = await Engine.load(unpacked(parts.engine, "gzip"));
  let app;
  try {
    app = new App(engine, parts.book, parts.flows, document.body.dataset.flow);
  } catch (error) {
    if (!parts.problems?.length) throw error;
    return waitForRepair(parts);
  }
  const past = new URLSearchParams(isSite ? "" : location.search);
  if (!isSite && !past.has("revision")) connect(app, parts);
  if (globalThis.flowrunReview) {
    app.review = { version: (_, side) => heldVersion(side) };
    app.difference = { report: globalThis.flowrunReview.report };
  }
  app.side = past.get("side") ?? document.body.dataset.side;
  app.revision = past.get("revision");
  byID("find").addEventListener("input", () => withAll(app, () => drawList(app)));
  byID("menu").addEventListener("click", () => {
    const isOpen = document.body.classList.toggle("with-flows");
    byID("menu").setAttribute("aria-expanded", `${isOpen}`);
  });
  byID("help").addEventListener("click", () => app.help());
  byID("traces").addEventListener("change", (event) => app.drop(event.target.files));
  addEventListener("hashchange", () => {
    document.body.classList.remove("with-flows");
    app.route();
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    app.drop(event.dataTransfer.files);
  });
  addEventListener("click", (event) => stay(app, event));
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byID("dialog").open) return;
    const isField = event.target.matches("input, select, textarea");
    if (isField && event.key === "Escape") event.target.blur();
    if (isField || event.key === "Enter" && event.target.matches("button, a, summary")) return;
    if (app.key(event.key)) event.preventDefault();
  });
  app.say(isSite && app.side === "old" ? "The flows as they were before the change"
    : isSite ? "A copy to read and to walk through; nothing is sent anywhere"
    : past.has("revision") ? "The flows as they were; this page does not follow the files"
      : "Shows every change of the files");
  app.route();
  document.body.dataset.ready = "yes";
  globalThis.flowrun = app;
}

/** Shows why there is nothing to walk through yet, and starts when the files are saved again. */
function waitForRepair({ problems, version }) {
  put(byID("pane"), drawTrouble({ live: true }, problems,
    "the page starts when they are repaired"));
  new EventSource(`events?after=${version}`).addEventListener("flows", () => location.reload());
}

/** Follows links to other pages of the flows within this page, so that the walk goes on. */
function stay(app, event) {
  const link = event.target.closest?.("a[href]");
  // The pages of a review are files of their own, and their lines are parts of them.
  if (app.review || !link || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const [, page, hash] = /^([^/#:]*)\.html(?:#(.*))?$/.exec(link.getAttribute("href")) ?? [];
  if (page === undefined) return;
  const flow = app.book.byPage.get(page);
  if (page !== "index" && !flow) return;
  // Nothing is lost with a page of its own, and it need not have all flows.
  if (flow?.isNamed && !app.walk?.moves.length) return;
  event.preventDefault();
  location.hash = !flow ? "/" : encodeURIComponent(flow.id) + (hash ? `:${hash}` : "");
}

start().catch((error) => put(byID("pane"), h("div", { class: "trouble", role: "alert" },
  h("h1", {}, "This page cannot start"), h("p", {}, error.message))));
