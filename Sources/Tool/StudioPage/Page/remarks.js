// What is found at a line, in a file or by a house rule, with its fix and its place.
import { isError } from "./book.js";
import { count, h, prose } from "./dom.js";
import { fixOf } from "./edit.js";

/** Which lines show their remarks. */
const opened = new Set();

/** The remarks at a line: mistakes as they are, of the others a mark with their number, which opens
 * them. */
export function folded(app, flow, id, findings, breaks, slips, failures = []) {
  const [loud, quiet] = [findings.filter(isError), findings.filter((finding) => !isError(finding))];
  const isLoud = ({ rule }) => rule.standing === "open";
  const shown = [...failures.map(failedTest),
    ...loud.map((finding) => remark(app, flow, finding)), ...breaks.filter(isLoud)
    .map((found) => broken(app, found))];
  const hidden = [...slips.map((words) => h("p", { class: "slip" }, words)),
    ...quiet.map((finding) => remark(app, flow, finding)),
    ...breaks.filter((found) => !isLoud(found)).map((found) => broken(app, found))];
  if (!hidden.length) return { mark: null, list: shown };
  const key = `${flow.id}:${id}`;
  const list = h("div", { class: "remarks", hidden: !opened.has(key) }, hidden);
  const mark = h("button", { type: "button", class: "mark", "data-remarks": key,
    "aria-expanded": `${opened.has(key)}`,
    title: `${count(hidden.length, "remark")}: opens or closes`, onclick: () => {
    list.hidden = !list.hidden;
    mark.setAttribute("aria-expanded", `${!list.hidden}`);
    if (list.hidden) opened.delete(key);
    else opened.add(key);
  } }, `${hidden.length}`, h("span", { class: "hidden" },
    ` ${hidden.length === 1 ? "remark" : "remarks"} at ${id || flow.id}`));
  return { mark, list: [shown, list] };
}

/** Opens all remarks of the table, or closes them if none is closed. */
export function openAll() {
  const marks = [...document.querySelectorAll("#pane .mark")];
  const isClosing = marks.every((mark) => mark.getAttribute("aria-expanded") === "true");
  for (const mark of marks) if (isClosing
    || mark.getAttribute("aria-expanded") === "false") mark.click();
}

/** What the check found, with its help. */
function remark(app, flow, finding) {
  const rule = app.book.rules[finding.rule];
  const fix = fixOf(app, finding);
  return h("details", { class: `remark ${finding.severity}`, ontoggle: () => fix?.ask() },
    h("summary", {}, prose(finding.message)),
    finding.help && h("p", {}, "Help: ", prose(finding.help), "."),
    fix, rule && h("p", {}, prose(rule)),
    h("p", {}, `${finding.standing}, ${finding.severity} `, h("code", {}, finding.rule), " at ",
      place(app, flow, finding.line, finding.column)));
}

/** A test of the app that failed here. */
const failedTest = ({ test, message }) => h("details", { class: "remark error", "data-test": test },
  h("summary", {}, "The test ", h("code", {}, test), " failed here"),
  message && h("p", {}, message));

/** What proves a row: a badge that opens what is known, or says that nothing covers it. */
export function proven(evidence) {
  if (!evidence) return null;
  const { status, by = [], of, proofs = [] } = evidence;
  const isGap = status === "missing" || status === "not covered";
  const words = status === "fresh" ? by.join(", ") : isGap ? "gap" : status;
  const about = of ? `${status}, for ${of.join(", ")}` : "no requirement covers this row";
  return h("details", { class: `badge ${isGap ? "gap" : status}`, "data-status": status },
    h("summary", { title: about }, words, h("span", { class: "hidden" }, `: ${about}`)),
    h("p", {}, about), proofs.map((proof) => h("p", {}, proof)));
}

/** A run that breaks a house rule here. */
function broken(app, { rule, why, run }) {
  return h("details", { class: `remark ${rule.standing === "open" ? "error" : ""}`,
    "data-rule": rule.name },
    h("summary", {}, rule.because && `${rule.because}: `, rule.because ? "here" : "Here",
      " a run can break the house rule ", h("code", {}, rule.name)),
    h("p", {}, prose(rule.sentence)), h("p", {}, "Why: ", prose(why), ". ",
      playRun(app, rule, run)));
}

/** Plays a run that breaks a rule. */
export const playRun = (app, rule, run) => h("button", {
  type: "button", "aria-label": `Play the run that breaks ${rule.name} as ${run.as}`,
    onclick: () => app.along(run, true),
}, "Play the run");

/** The place in the file; in the studio it opens in an editor. */
export function place(app, flow, line, column = 1) {
  const words = line ? `${flow.path}:${line}` : flow.path;
  if (!app.live || !flow.absolute) return h("code", { class: "place" }, words);
  return h("a",
    { class: "place", href: `vscode://file${encodeURI(flow.absolute)}:${line ?? 1}:${column}`,
    title: "Opens it in the editor" },
    h("code", {}, words));
}

/** What keeps the files from being read, each with its place. */
export function drawTrouble(app, items, consequence) {
  return h("div", { class: "trouble", role: "alert" },
    h("h2", {}, `${count(items.length, "problem")}: ${consequence}`),
    items.map((item) =>
      h("div", {}, h("p", {}, place(app, { path: item.path, absolute: item.absolute }, item.line,
      item.column), " ", prose(item.message)),
      item.excerpt && h("pre", {}, item.excerpt), item.help && h("p", {}, "Help: ",
        prose(item.help)), mending(app, item))));
}

/** The fix of a problem, as a button. */
function mending(app, { finding }) {
  const fix = finding ? fixOf(app, { finding, standing: "open" }) : null;
  fix?.ask();
  return fix;
}
