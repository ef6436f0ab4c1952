// The table of a flow as the document has it. Its rows are what one clicks.
import { byID, count, h, put } from "./dom.js";
import { isError } from "./book.js";
import { editButton } from "./edit.js";
import { folded, openAll, place, proven } from "./remarks.js";

const KINDS = { Case: "case", Result: "result", Event: "event", Error: "error" };

/** Builds the table of the flow that is shown. `mark` then says where the run stands. */
export function drawTable(app) {
  const { book, flow, reading } = app;
  const lines = book.linesOf(flow, reading);
  const share = book.share(app.coverage, flow, reading);
  const remarks = book.remarksOf(flow, reading);
  const mistakes = remarks.filter(isError).length;
  const failed = lines.filter((line) => book.failuresAt(flow, line, reading).length).length;
  const steps = lines.filter((line) => line.kind === "step" || line.kind === "line").length;
  const used = new Set();
  const about = folded(app, flow, "", book.remarksAt(flow, "", reading), [], []);
  const covers = { replays: "replays", real: "real replays",
    tests: "green tests", dropped: "dropped traces" }[app.coverage];
  return h("div", { class: "sheet" },
    h("div", { class: "head" },
      h("h1", {}, h("code", {}, flow.id), " ", flow.title), editButton(app, flow, "the header", ""),
      flow.summary && h("p", {}, flow.summary),
      flow.outline && h("p", {}, `Not yet written: ${flow.outline}`),
      h("p", { class: "meta" },
        `${count(steps, "step")} · ${count(share.all, "row")} · `, book.isCounted(app.coverage,
          reading) && `${share.taken} of ${share.all} covered by ${covers} · `,
        failed > 0 && [h("strong", { class: "bad" }, `${count(failed, "row")} failed in tests`),
          " · "],
        mistakes > 0 && [h("strong", { class: "bad" }, count(mistakes, "mistake")),
          remarks.length > mistakes && " · "],
        remarks.length > mistakes ? h("button", { type: "button", class: "link slip",
          title: "Opens or closes all of them", onclick: openAll },
          count(remarks.length - mistakes, "remark")) : mistakes === 0 && "no remarks",
        " · ", place(app, flow, 1), " ",
        book.evidence?.page && [h("a", { href: book.evidence.page }, "evidence"), " "],
        about.mark),
      about.list,
      flow.about.length > 0 && h("details", { class: "about" }, h("summary", {}, "About this flow"),
        h("dl", {}, flow.about.map(([name, text]) => [h("dt", {}, name), h("dd", {}, text)])))),
    h("table", { class: "flow", "data-flow": flow.id },
      h("caption", { class: "hidden" }, `${flow.id} ${flow.title}, as ${reading}`),
      columns(app, lines),
      h("thead", {}, h("tr", {}, [["m", "order"], ["id", "id"], ["t", "what happens"],
        ["r", "remarks"], ["n", "next"], ["c", "taken"], ["k", "key"]]
        .map(([name, title]) => h("th", { scope: "col", class: name, title: name === "c"
          ? `How often ${covers} take it` : null },
          ["m", "r", "k", ...(book.isCounted(app.coverage, reading) ? [] : ["c"])].includes(name)
          ? h("span", { class: "hidden" }, title) : title)))),
      h("tbody", {}, lines.map((line) => {
        const id = line.row ?? line.id;
        const anchor = used.has(id) ? null : id;
        used.add(id);
        return row(app, flow, line, anchor);
      }))));
}

/** The columns. Those of ids and targets are as wide as what stands in them, so that no word
 * breaks, and the text has the rest. */
function columns(app, lines) {
  const widest = (texts, least, most) => Math.min(most,
    Math.max(least, ...texts.map((text) => text.length)));
  const width = { wid: widest(lines.map(({ id }) => id), 4, 12),
    wn: widest(lines.flatMap((line) => arrow(app.book.target(line, app.reading) ?? "")
    .split(/ (?!→)/)), 8, 16) };
  return h("colgroup", {}, ["wm", "wid", "wt", "wr", "wn", "wc", "wk"].map((name) => {
    const column = h("col", { class: name });
    if (width[name]) column.style.setProperty("--letters", width[name]);
    return column;
  }));
}

function row(app, flow, line, anchor) {
  const { book, reading } = app;
  const target = book.target(line, reading) ?? "";
  const id = line.row ?? line.id;
  const differs = [line.meant, line.only, line.moved, line.call]
    .some((value) => value !== undefined);
  const taken = line.row && book.isCounted(app.coverage, reading) ? book.taken(app.coverage, flow,
    line, reading) : null;
  const silent = line.unreached?.includes(reading);
  const [, kind, rest] = /^(Case|Result|Event|Error): ([^]*)$/.exec(line.text) ?? [];
  const isButton = line.kind === "outcome" && kind;
  const text = isButton ? [h("span", { class: "kind" }, `${kind}:`), " ", rest] : [line.text];
  const other = reading === "meant" ? line.leads ?? line.next : line.meant;
  const failures = book.failuresAt(flow, line, reading);
  const remarks = folded(app, flow, id, book.remarksAt(flow, id, reading),
    book.breaksAt(flow, line, reading), [
    line.moved && `Meant at step ${line.moved}.`,
    other && line.meant !== undefined
      && `${reading === "meant" ? "Written" : "Meant"}: `
        + `${arrow(other)}${line.why ? `; ${line.why}` : ""}`,
    line.call && `Meant: calls ${line.call}.`, line.slip].filter(Boolean), failures);
  return h("tr", {
    id: anchor,
      class: `${line.kind}${silent ? " dead" : ""}${differs ? " differs" : ""} `
        + `${failures.length ? "failed " : ""}`
        + `${KINDS[kind] ?? ""}`,
    "data-id": line.id, "data-kind": line.kind, "data-text": line.text, "data-next": line.next
      ?? "",
    "data-row": line.row && `${flow.id}:${line.row}`, "data-step": line.kind === "step"
      || line.kind === "line" ? `${flow.id}:${line.id}` : null,
  },
    h("td", { class: "m" }),
    h("th", { scope: "row", class: "id" }, h("a", { href: app.address(flow, id), tabindex: "-1" },
      line.id)),
    h("td", { class: "t" }, h("span", { class: "text" }, text), line.missingCall?.includes(reading)
      && [" ", stub("no such flow")],
      line.only === undefined && editButton(app, flow, id, id),
      line.at && h("small", {}, `at ${line.at}`),
      line.message && h("small", {}, `“${line.message}”`),
      line.note && h("small", {}, `Note: ${line.note}`),
      h("small", { class: "why", hidden: true }),
      silent && h("small", { class: "why" }, line.kind === "section"
        ? "nothing leads into this section" : "nothing leads here"),
      line.only && h("small", { class: "slip" }, "The document has no such row."),
      proven(book.evidenceAt(flow, line, reading)), remarks.list),
    h("td", { class: "r" }, remarks.mark),
    h("td", { class: "n" }, line.missing?.includes(reading) ? stub(arrow(target))
      : destination(app, flow, line.only ? line.meant ?? "" : target)),
    h("td", { class: `c${taken === 0 && target ? " none" : ""}` }, taken === null || !target ? ""
      : h("span", {}, h("span", { class: "hidden" }, "taken "), `${taken}`,
      h("span", { class: "hidden" }, " times"))),
    h("td", { class: "k" }));
}

/** A target in words; one in another flow leads there. */
function destination(app, flow, target) {
  const name = /^(?:goto|error) ([^:]+)/.exec(target)?.[1];
  const other = name && app.book.flows.find(({ id, alias, title }) => id === name || alias === name
    || title === name);
  if (!other) return arrow(target);
  const place = target.split(":")[1];
  return h("a", { href: app.address(other, place ?? "") }, arrow(target));
}

/** A target that does not exist, as in a document that is being written. A run ends there. */
const stub = (words) => h("span", { class: "stub", title: "It does not exist; a run ends there" },
  words, h("span", { class: "hidden" }, " does not exist"));

const arrow = (target) => target.replace(/^goto /, "→ ");

/** Marks the step where the run stands, the rows that were taken, and those that can be taken. */
export function mark(app) {
  const { course } = app;
  const table = document.querySelector("table.flow");
  if (!table) return;
  const numbers = new Map();
  course.trace.forEach(({ row }, index) => numbers.set(row, [...(numbers.get(row) ?? []),
    index + 1]));
  const open = new Map(course.choices.map((choice) => [choice.row, choice]));
  const skips = new Map();
  for (const call of course.pending) {
    for (const row of call.rows) skips.set(row.row, { ...row, skips: call.step });
  }
  const here = course.isOver ? null : course.state.step;
  for (const line of table.tBodies[0].rows) {
    // It is marked again when somebody has changed it.
    if (line.querySelector("form.fields")) continue;
    const { row, step } = line.dataset;
    const choice = open.get(row);
    const skip = choice ? undefined : skips.get(row);
    const isHere = step === here;
    const order = numbers.get(row);
    line.classList.toggle("taken", Boolean(order));
    line.classList.toggle("current", isHere);
    line.classList.toggle("open", Boolean(choice && !choice.refusal));
    line.classList.toggle("skip", Boolean(skip));
    line.classList.toggle("off", Boolean(choice?.refusal));
    if (isHere) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
    const caller = course.state.callers.some((caller) => caller.step === step);
    put(line.querySelector(".m"),
      isHere ? h("i", { class: "here", title: "The run stands here" },
        h("span", { class: "hidden" }, "The run stands here")) : null,
      caller && !isHere ? h("i", { class: "caller", title: "Waits for the called flow" }) : null,
      order && h("i", { class: "number", title: `Taken as number ${order.join(", ")}` },
        order.length > 1 ? `${order.at(-1)}+` : `${order[0]}`));
    button(app, line, choice?.refusal ? undefined : choice ?? skip);
    const why = line.querySelector(".why");
    const words = choice?.refusal ?? (choice && hint(choice))
      ?? (skip && "takes this result without running the called flow");
    why.hidden = !words;
    why.textContent = words ?? "";
    put(line.querySelector(".k"), choice?.key ? h("kbd", {}, choice.key) : null);
  }
}

/** Says for Back, Resume and the like where they lead, and for a timer how long it takes. */
function hint(choice) {
  if (choice.wait) return `after ${Math.round(choice.wait / 100) / 10} s`;
  return /^(back|resume|result|goto|error)/.test(choice.next ?? "") ? choice.leads : null;
}

/** Makes the text of a row a button, or a text again. It does not move. */
function button(app, line, choice) {
  const text = line.querySelector(".text");
  const isButton = text.tagName === "BUTTON";
  if (isButton && choice && text.dataset.take === choice.row) return;
  if (!isButton && !choice) return;
  const made = choice
    ? h("button", { class: "text", type: "button", "data-take": choice.row, onclick: () =>
      app.take(choice.row) })
    : h("span", { class: "text" });
  made.append(...text.childNodes);
  text.replaceWith(made);
}

/** Scrolls so that the step where the run stands and its rows can be seen, if they cannot. */
export function reveal(app) {
  const current = document.querySelector("table.flow .current");
  if (!current) return;
  let last = current;
  while (last.nextElementSibling?.matches(".open, .off")) last = last.nextElementSibling;
  const pane = byID("pane");
  // On a small screen the phone is above the table, and stays there.
  if (getComputedStyle(pane).overflowY === "visible"
    && !pane.contains(document.activeElement)) return;
  const box = pane.getBoundingClientRect();
  if (current.getBoundingClientRect().top < box.top || last.getBoundingClientRect()
    .bottom > box.bottom) {
    current.scrollIntoView({ block: "center", behavior: app.calm ? "auto" : "smooth" });
  }
}
