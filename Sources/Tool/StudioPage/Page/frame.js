// The frame of the page: its bar, the list of flows, the views, and the run beside them.
import { drawBar } from "./bar.js";
import { drawDiagram, markDiagram } from "./diagram.js";
import { drawDiff } from "./diff.js";
import { byID, h, put } from "./dom.js";
import { drawChange } from "./edit.js";
import { drawPanel } from "./panel.js";
import { drawPhone } from "./phone.js";
import { drawTrouble } from "./remarks.js";
import { drawTable, mark } from "./table.js";
import { drawFlows, drawOverview, drawPaths, drawRules, listed } from "./views.js";

export const VIEWS = { table: "Table", diagram: "Diagram", paths: "Paths", rules: "Rules",
  diff: "Diff" };
/** Views that show all flows. */
export const WIDE = ["rules", "diff"];

/** Draws everything but the run. */
export function drawFrame(app) {
  const { flow } = app;
  app.drawn = { flow, view: app.view, reading: app.reading };
  const top = byID("pane").scrollTop;
  const view = !flow && !WIDE.includes(app.view) ? drawOverview(app)
    : { table: drawTable, diagram: drawDiagram, paths: drawPaths, rules: drawRules,
      diff: drawDiff }[app.view](app);
  put(byID("pane"), app.trouble?.length ? drawTrouble(app, app.trouble,
    "the table is the last one that could be read") : null, view);
  byID("pane").scrollTop = top;
  document.title = flow ? `${flow.id} ${flow.title}` : app.book.name;
  drawBar(app);
  drawList(app);
  if (app.listed !== flow) showInList();
  app.listed = flow;
  put(byID("views"), Object.entries(VIEWS).filter(([name]) => name !== "diff" || app.hasDiff)
    .map(([name, title]) => h("button", { type: "button", onclick: () => app.look(name),
      "aria-pressed": `${app.view === name && (flow !== null || WIDE.includes(name))}`,
      disabled: !flow && !WIDE.includes(name) }, title)));
  // Where nothing is meant otherwise, there is nothing to choose.
  byID("readings").hidden = !app.book.hasMeant;
  put(byID("readings"), [["written", "as written"], ["meant", "as meant"]]
    .map(([name, title]) => h("button", { type: "button", onclick: () => app.read(name),
      "aria-pressed": `${app.reading === name}` }, title)));
  const kinds = Object.entries({ replays: "replays", real: "real replays",
    tests: "green tests", dropped: "dropped traces" }).filter(([kind]) => app.book.coverage[kind]);
  put(byID("coverage"), h("label", {}, "Coverage by ", h("select", { onchange: (event) => {
    app.coverage = event.target.value;
    drawFrame(app);
  } }, kinds.map(([kind, title]) =>
    h("option", { value: kind, selected: kind === app.coverage }, title)))));
  markFrame(app);
}

/** Scrolls the list to the flow that is shown. Several times, since entries that were never seen
 * have a height only then. */
export function showInList() {
  const show = (times) => {
    byID("flows").querySelector("a[aria-current]")?.scrollIntoView({ block: "center" });
    if (times > 0) requestAnimationFrame(() => show(times - 1));
  };
  show(3);
}

/** Draws the list if it says something else than before: most changes are in a table. */
export function drawList(app) {
  const words = byID("find").value;
  const said = words ? null : listed(app);
  if (said && said === app.said) return;
  app.said = said;
  byID("flows").classList.toggle("many", app.book.flows.length > 200);
  put(byID("flows"), drawFlows(app, words));
}

export function markFrame(app) {
  if (!app.course) return;
  mark(app);
  markDiagram(app);
}

export function drawRun(app) {
  const { course, flow, book } = app;
  document.body.classList.toggle("without-run", !course && !app.problem);
  const away = course && flow && flow.id !== course.state.flow
    && !course.state.callers.some(({ step }) => step.startsWith(`${flow.id}:`));
  const run = app.runs.find((run) => run.run === app.watched);
  for (const item of document.querySelectorAll("[data-run]")) item.setAttribute("aria-pressed",
    `${item.dataset.run === app.watched}`);
  put(byID("run"), run && h("p", { class: "away watched" },
    `This is ${run.name} as it goes on: `
      + `${run.cut ? "more rows than can be shown" : run.stands}. What you do here happens in `
      + `this page only.`),
    app.problem && h("p", { role: "alert" }, app.problem),
    away && h("p", { class: "away" }, `The walk is in ${course.state.flow}. `,
      h("button", { type: "button", onclick: () => app.change() }, "Show it"), " ",
      flow.outline === undefined
        && h("button", { type: "button", onclick: () => app.begin(app.fresh(flow)) },
        `Walk ${flow.id}`)),
    course && drawPhone(app), drawChange(app), course && drawPanel(app), course && app.otherWalk());
  // Before the next picture: scrolling now would lay out the page twice.
  requestAnimationFrame(() => byID("run").querySelector(".history ol")?.scrollTo(0, 1e6));
  const { state } = course ?? {};
  const crumbs = course ? [...state.callers].reverse().map(({ step }) => step.split(":")) : [];
  put(byID("crumbs"),
    crumbs.map(([id, step]) => h("a", { href: app.address(book.byID.get(id), step) },
    h("code", {}, id), ` ${book.byID.get(id)?.title ?? ""} ${step}`)),
    flow && h("a", { "aria-current": "page", href: app.address(flow, "") },
      h("code", {}, flow.id), ` ${flow.title}`));
  if (course) {
    put(byID("rows"), h("span", { dir: "ltr" }, course.script.rows.join(", ")));
    byID("rows").dataset.ending = course.ending;
    put(byID("said"), course.broken
      ? `${course.broken.move} no longer holds: ${course.broken.reason}` : course.isOver
      ? `The run has ended: ${course.ending}` : `${state.step} ${state.title}`);
  }
}

/** Which button has the focus, and in which part of the page. */
export function focused() {
  const active = document.activeElement;
  if (active?.closest("table.flow")) return { inTable: true };
  if (!active || !byID("run").contains(active)) return null;
  return { part: active.closest("section")?.getAttribute("aria-label"), text: active.textContent,
    name: active.getAttribute("name") };
}

/** Gives the focus back to the same button, or to what can be done next. */
export function restoreFocus(focus) {
  if (!focus || document.activeElement !== document.body) return;
  const next = focus.inTable ? document.querySelector("table.flow .open button.text")
    : [...byID("run").querySelectorAll("button:enabled, input, select")]
      .find((item) => !["Phone", "decided"].includes(focus.part)
      && item.closest("section")?.getAttribute("aria-label") === focus.part
      && item.textContent === focus.text && item.getAttribute("name") === focus.name);
  (next ?? byID("run").querySelector(".phone button:enabled, .decided button:enabled")
    ?? byID("run").querySelector("button:enabled"))?.focus({ preventScroll: true });
}
