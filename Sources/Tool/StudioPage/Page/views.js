// The other views: all flows, named paths, house rules.
import { count, h, prose } from "./dom.js";
import { has, isError } from "./book.js";
import { editButton } from "./edit.js";
import { withAll } from "./parts.js";
import { place, playRun } from "./remarks.js";

/** The flows by folder, with remarks and coverage; or the rows that a search finds. */
export function drawFlows(app, words) {
  const { book } = app;
  const wanted = words.trim();
  const groups = [];
  if (app.runs.length && !wanted) {
    groups.push(h("h2", {}, "Runs"), h("ul", { class: "runs" },
      app.runs.map((run) => h("li", {}, h("button", { type: "button", "data-run": run.run,
        "aria-pressed": `${run.run === app.watched}`, onclick: () => app.watch(run.run) },
      run.name, h("small", {}, run.stands))))));
  }
  for (const [folder, flows] of book.folders) {
    const shown = wanted ? flows.filter(({ id, alias, title }) =>
      has(`${id} ${alias ?? ""} ${title}`, wanted)) : flows;
    if (!shown.length) continue;
    groups.push(h("h2", {}, folder || book.name), h("ul", {}, shown.map((flow) => {
      const { all, taken } = book.share(app.coverage, flow, app.reading);
      const remarks = book.remarksOf(flow, app.reading);
      const errors = remarks.filter(isError).length;
      // An id that is a sentence, or a long word, stands below the title.
      const isLong = flow.id.length > 6;
      return h("li", {},
        h("a", { href: app.address(flow, ""), class: [isLong && "long", flow.outline !== undefined
        && "outline"].filter(Boolean).join(" "), title: flow.outline !== undefined
        ? "Not yet written" : null, "aria-current": flow === app.flow ? "page" : null },
        flow.id !== flow.title && h("code", {}, flow.id), h("span", { class: "title" }, flow.title),
        h("span", { class: "marks" }, errors
          ? h("em", { class: "bad", title: count(errors, "mistake") },
          h("span", { class: "hidden" }, "mistakes: "), `${errors}`)
          : remarks.length > 0 && h("em", { title: count(remarks.length, "remark") },
            h("span", { class: "hidden" }, "remarks: "), `${remarks.length}`),
        // Only what is missing is said.
        flow.outline !== undefined ? h("span", { class: "hidden" }, "not yet written")
          : taken < all && book.isCounted(app.coverage, app.reading) && bar(taken, all))));
    })));
  }
  const rows = wanted.length > 1 ? book.find(wanted, 100) : [];
  if (rows.length) {
    groups.push(h("h2", {}, rows.length === 100 ? "The first 100 rows"
      : count(rows.length, "row")), h("ul", { class: "rows" }, rows.map(({ flow, line }) =>
      h("li", {}, h("a", { href: app.address(flow, line.row ?? line.id) },
        h("code", {}, `${flow.id}:${line.id}`), h("span", { class: "title" }, line.text))))));
  }
  return groups.length ? groups : [h("p", {}, "Nothing has these words.")];
}

/** Everything that the list of flows says, as a text. */
export const listed = ({ book, flow: shown, coverage, reading, runs, watched }) =>
  JSON.stringify([shown?.id, watched, runs.map(({ run, name, stands }) => [run, name, stands]),
    book.isCounted(coverage, reading), [...book.folders].map(([folder, flows]) => [folder,
    flows.map((flow) => [flow.id, flow.title, flow.page, flow.outline !== undefined,
      book.share(coverage, flow, reading), book.remarksOf(flow, reading).map(isError)])])]);

/** How much of the rows is covered, as a short bar. */
function bar(taken, all) {
  const inner = h("i");
  inner.style.width = `${100 * taken / all}%`;
  return h("span", { class: "share part", title: `${taken} of ${all} rows covered` }, inner,
    h("span", { class: "hidden" }, `${taken} of ${all} rows covered`));
}

/** The first page: all flows with their numbers. */
export function drawOverview(app) {
  const { book } = app;
  const total = book.flows.reduce((sum, flow) => {
    const { all, taken } = book.share(app.coverage, flow, app.reading);
    return { all: sum.all + all, taken: sum.taken + taken };
  }, { all: 0, taken: 0 });
  const remarks = book.flows.reduce(
    (sum, flow) => sum + book.remarksOf(flow, app.reading).length, 0);
  const houseRules = book.houseRules ?? book.proofs?.rules.length ?? 0;
  return h("div", { class: "sheet" },
    h("div", { class: "head" }, h("h1", {}, book.name), h("p", { class: "meta" },
      `${count(book.flows.length, "flow")} · `, book.isPart ? h("button",
        { type: "button", onclick: () => withAll(app, () => app.draw()) }, "count the rows")
        : `${count(total.all, "row")} · ${total.taken} covered`,
      ` · ${count(remarks, "remark")} · ${count(book.paths.length, "path")}`,
      houseRules > 0 && [" · ", h("button",
        { type: "button", onclick: () => app.look("rules") },
        count(houseRules, "house rule"))]),
    book.notes?.map(({ flow, words }) => h("p", { class: "note" }, flow ? h("a", { class: "link",
      href: app.address(book.byID.get(flow), "") }, prose(words)) : prose(words)))),
    [...book.folders].map(([folder, flows]) => h("table", { class: "list" },
      h("caption", {}, folder || book.name),
      h("thead", {}, h("tr", {}, ["Flow", "Title", "Rows", "Covered", "Remarks", "Paths"]
        .map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, flows.map((flow) => {
        const { all, taken } = book.share(app.coverage, flow, app.reading);
        return h("tr", {}, h("th", { scope: "row" }, h("a", { href: app.address(flow, "") },
          flow.id)), h("td", {}, flow.title, flow.outline !== undefined
          && h("small", {}, "not yet written")),
          [all || "", all ? taken : "", book.remarksOf(flow, app.reading).length || "",
            book.paths.filter((path) => path.flow === flow.id).length || ""]
            .map((value) => h("td", { class: "number" }, `${value}`)));
      })))));
}

/** The named paths of the flow. */
export function drawPaths(app) {
  const { book, flow } = app;
  const paths = book.paths.filter((path) => path.flow === flow.id);
  return h("div", { class: "sheet" }, h("div", { class: "head" },
    h("h1", {}, h("code", {}, flow.id), " ", flow.title),
    h("p", { class: "meta" }, count(paths.length, "named path"))),
  h("ul", { class: "paths" }, paths.map((path) => h("li", { "data-path": path.name },
    h("div", {}, h("strong", {}, path.about ?? path.name),
      h("small", {}, h("code", {}, path.name),
        ` · as ${path.as ?? "written"} · ${count(path.rows.length, "row")}`,
        path.from && ` · enters at ${path.from}`, Object.entries(path.facts ?? {})
          .map(([name, value]) => ` · ${name} ${value}`), path.end && ` · ends: ${path.end}`)),
    h("span", { class: "acts" },
      h("button", { type: "button", onclick: () => app.along(path, true),
      "aria-label": `Play ${path.name}` }, "Play"),
      h("button", { type: "button", onclick: () => app.along(path, false),
        "aria-label": `Take ${path.name} row by row` }, "Row by row"))))));
}

/** The house rules, those first that a run through this flow breaks. */
export function drawRules(app) {
  const { book, flow } = app;
  const head = h("div", { class: "head" }, h("h1", {}, "House rules"),
    h("p", {},
    "Sentences about all runs of all flows. Each was decided for every run, in both readings."));
  if (!book.proofs) return h("div", { class: "sheet" }, head, h("p", { role: "status" },
    "They are being decided…"));
  const { rules, problems = [] } = book.proofs;
  const isHere = ({ verdicts }) => flow && verdicts.some(({ run }) => run && (run.flow === flow.id
    || run.rows.some((row) => row.startsWith(`${flow.id}:`))));
  const order = [...rules].sort((a, b) => Boolean(isHere(b)) - Boolean(isHere(a)));
  return h("div", { class: "sheet" }, head, problems.map((problem) => h("p", { role: "alert" },
    problem)),
    rules.length === 0 && h("p", {}, "These flows have no house rules."),
    h("ul", { class: "paths rules" }, order.map((rule) => h("li", { "data-rule": rule.name },
      h("div", {},
      h("strong", {}, rule.because ? `${rule.because}.` : prose(rule.sentence)), rule.because
        && h("p", {}, prose(rule.sentence)),
      h("small", {}, h("code", {}, rule.name),
        ` · ${rule.standing === "good" ? "holds" : rule.standing} · `,
        place(app, rule, rule.line), editButton(app, { id: "", facts: [], lines: [] },
        `the rule ${rule.name}`, rule.name)),
      rule.reason && h("small", {}, `Allowed: ${rule.reason}.`), (rule.problems ?? [])
        .map((problem) => h("p", { class: "slip" }, prose(problem))),
      rule.verdicts.map(({ as, words, why, run }) => h("p", { class: run || why ? "verdict slip"
        : "verdict" }, h("span", { class: "kind" }, `as ${as}`), ` ${words}`, why
        && [": ", prose(why)],
        run?.loop && `; the last ${count(run.loop, "row")} again and again`, run
          && [" ", playRun(app, rule, { ...run, as })])))))));
}

export function drawHelp() {
  const keys = [["a b c …", "take a row of the current step"], ["Backspace", "back one row"],
    ["Enter", "go on, if every step is shown"], ["/", "find a flow, a row, a word"],
    ["F2", "change the line of the address, or of the step, in its file"],
    ["1 2 3 4 5", "table, diagram, paths, house rules, what differs"], ["0", "all flows"],
      ["m", "as written or as meant, where no row has the key"],
      ["+ − =", "the diagram larger, smaller, as a whole"],
      ["n p", "the next or the previous change, where two versions are compared"],
      ["Escape", "close, stop playing"], ["?", "this list"]];
  return [h("h2", {}, "Keys"), h("dl", { class: "keys" },
    keys.map(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)]))];
}
