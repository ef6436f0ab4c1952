// Changes a line of the table in its file: its texts, where it leads, its place; and new lines and
// flows.
import { copy, count, h, prose, put } from "./dom.js";
import { valueField } from "./fields.js";
import { newFlow, newStep, patchLines, stepForm } from "./newlines.js";
import { withAll } from "./parts.js";
import { targetField } from "./picker.js";

/** The button that opens the fields of a line. Only where a studio is running. */
export function editButton(app, flow, line, id) {
  if (!app.live?.edit) return null;
  return h("button", { type: "button", class: "edit", tabindex: "-1",
    title: "Change this line (F2)", "aria-label": `Change ${line}`, onclick: (event) =>
    openFields(app, flow, id, event.target) }, "Edit");
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const isEmpty = (value) => Object.keys(value).length === 0;

/** Shows the fields of a line in its place, with the text as it stands in the file. */
export async function openFields(app, flow, id, button) {
  const title = button.getAttribute("aria-label");
  const known = await app.live.line(flow.id, id);
  if (known.error) return app.say(known.error, false);
  // The table may have been drawn again meanwhile.
  const found = button.isConnected ? button : [...document.querySelectorAll("button.edit")]
    .find((other) => other.getAttribute("aria-label") === title);
  const place = found?.closest("td, div");
  if (!place) return app.say("This line is gone", false);
  if (document.querySelector("form.fields")) return app.say("Save or leave the line that is open "
    + "first", false);
  const content = [...place.childNodes];
  const status = h("p", { role: "alert" });
  const close = () => {
    put(place, content);
    app.isFree();
  };
  const send = async (changes) => {
    for (const change of changes) {
      // What the line was when it was opened: it may have changed in its file since.
      const seen = change === changes[0] ? known.keys : undefined;
      const done = await app.live.edit({ flow: flow.id, place: known.place, seen, ...change });
      if (done.error) return put(status, done.error);
    }
    return close();
  };
  const lead = () =>
    put(more, stepForm(app, { activities: known.activities,
    title: "A new step, to which this row leads", next: fields.find(({ key }) =>
    key === "next")?.value ?? "end", flow, done: (step) =>
    send([{ do: "lead", key: "next", step }]) }));
  // Only what somebody has changed is written: a field may show a value in other words than the
  // file.
  const made = ({ key, shape, value }) => {
    const field = valueField(app, flow, key, shape, value, known.section
      && !known.place.startsWith("section") ? lead : null);
    return { key, value, before: value === undefined ? "" : field.read(), ...field };
  };
  const fields = known.keys.map(made);
  const rows = h("div", {}, fields.map(fieldRow));
  const save = (event) => {
    event?.preventDefault();
    const values = fields.map((field) => ({ ...field, now: field.read() }))
      .filter(({ before, now }) => !same(before, now) && !(before === "" && isEmpty(now)))
      .map(({ key, now }) => [key, now]);
    return send(values.length ? [{ do: "set", values: Object.fromEntries(values) }] : []);
  };
  const add = h("select", { "aria-label": "Another key", onchange: () => {
    const field = made(known.newKeys.find(({ key }) => key === add.value));
    fields.push(field);
    rows.append(fieldRow(field));
    add.options[add.selectedIndex].remove();
    add.value = "";
    field.input?.focus();
  } }, h("option", { value: "" }, "Say more…"), known.newKeys.map(({ key }) => h("option", {},
    key)));
  const more = h("div", { class: "more" });
  const [kind, name] = [known.place.split(" ")[0], known.place.slice(known.place.indexOf(" ") + 1)];
  const isFile = kind === "file";
  const act = (words, label, onclick, isOff = false) =>
    h("button", { type: "button", disabled: isOff, "aria-label": label, title: label, onclick },
    words);
  const form = h("form", { class: "fields", onsubmit: save, onkeydown: (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    }
    if (event.altKey && ["ArrowUp", "ArrowDown"].includes(event.key) && !isFile) {
      event.preventDefault();
      send([{ do: event.key === "ArrowUp" ? "up" : "down" }]);
    }
  } }, rows,
  h("p", {}, h("button", { class: "primary" }, "Save"),
    h("button", { type: "button", onclick: close }, "Leave"), add,
    !isFile && [act("↑", "Move up (Alt ↑)", () => send([{ do: "up" }]), known.isFirst),
      act("↓", "Move down (Alt ↓)", () => send([{ do: "down" }]), known.isLast),
      act("Remove", `Remove ${known.place}`, () => send([{ do: "remove" }]))],
    fields.some(({ key }) => key.startsWith("meant")) && act("Write what is meant",
      "What is meant becomes what is written", () => send([{ do: "accept" }])),
    !known.isInDocument && ["step", "row", "section"].includes(kind) && act("Other id…",
        `Give ${known.place} another id`,
      () => put(more, renameForm([{ name }], send))),
    isFile && act("Other name…", "Give the flow, a fact or a result another name",
      () => put(more, renameForm(known.names, send)))),
  h("p", { class: "adds" },
    known.newRow && act("+ Row", "Add a row to this step",
      () => put(more, rowForm(app, flow, known, send))),
    kind === "step" && [act("+ Step before", "Insert a step before this one",
      () => put(more, newStep(app, flow, known, name, send))), !known.isInDocument && !known.isFirst
      && known.section?.startsWith("section") && act("Begin a section here",
      "Begin a section with this step", () => put(more, splitForm(send)))],
    kind === "section" && !known.isInDocument && act("Make it a flow…",
      "Make a flow of this section, and call it here",
      () => put(more, extractForm(flow, name, send))),
    (kind === "section" || isFile && !flow.lines.some((line) => line.kind === "section"))
      && act("+ Step", "Add a step at the end",
      () => put(more, stepForm(app, { activities: known.activities, title: "A new step at the end",
      next: "end", flow, done: (step) => send([{ do: "append", step }]) }))),
    isFile && [act("+ Fact", "Add a fact to this flow", () => put(more, factForm(send))),
      act("+ Flow", "Begin another flow", () => {
      close();
      newFlow(app, flow);
    })]),
  more, status);
  // The heading of the page is what is changed.
  put(place, isFile && h("h1", { class: "hidden" }, `${flow.id} ${flow.title}`), form);
  fields[0]?.input?.focus();
  return fields[0]?.input?.select?.();
}

/** A field with its key. */
const fieldRow = ({ key, element }) => h("div", { class: "field-row" }, h("span", { class: "key" },
  key), element);

function rowForm(app, flow, known, send) {
  const kind = h("select", { "aria-label": "What happens" }, known.rowKinds.map(({ key, words }) =>
    h("option", { value: key }, words)));
  const text = h("input", { "aria-label": "What the user does", placeholder: "selects Help" });
  const next = targetField(app, flow, "Where it leads", "");
  setTimeout(() => text.focus());
  return h("p", {}, h("code", {}, known.newRow), kind, text, " → ", next.element,
    h("button", { type: "button", onclick: () =>
      send([{ do: "add", id: known.newRow, key: kind.value, text: text.value,
      next: next.input.value }]) }, "Add"));
}

/** Another id for a place, or another name for one of several things. */
function renameForm(names, send) {
  const of = h("select", { "aria-label": "What gets another name", hidden: names.length < 2,
    onchange: () => { to.value = names[of.selectedIndex].name; } },
  names.map(({ kind, name }) => h("option", {}, kind ? `${kind} ${name}` : name)));
  const to = h("input", { "aria-label": names[0].kind ? "Another name" : "Another id",
    value: names[0].name });
  setTimeout(() => to.select());
  return h("p", {}, of, to, h("button", { type: "button", onclick: () =>
    send([{ do: "rename", ...names[of.selectedIndex], to: to.value.trim() }]) }, "Rename"),
  h("small", {}, "Everything that names it follows."));
}

function splitForm(send) {
  const id = h("input", { "aria-label": "The id of the section", placeholder: "2", size: 4 });
  const title = h("input", { "aria-label": "The title of the section", placeholder: "Payment" });
  setTimeout(() => id.focus());
  return h("p", {}, id, title,
    h("button", { type: "button", onclick: () =>
    send([{ do: "split", id: id.value, title: title.value }]) }, "Begin it"));
}

function extractForm(flow, section, send) {
  const id = h("input", { "aria-label": "The id of the flow", value: `${flow.id}-${section}` });
  setTimeout(() => id.select());
  return h("p", {}, id, h("button", { type: "button", onclick: () =>
    send([{ do: "extract", id: id.value.trim() }]) }, "Make it"), h("small", {},
  "It is called here. Back does not lead into a flow that has returned."));
}

function factForm(send) {
  const name = h("input", { "aria-label": "The name of the fact", placeholder: "tries", size: 12 });
  const values = h("input", { "aria-label": "Its values", placeholder: "0..3, or: no, yes" });
  setTimeout(() => name.focus());
  const read = () => (/^\d+\s*\.\.\s*\d+$/.test(values.value.trim()) ? values.value.trim()
    : values.value.split(",").map((one) => one.trim()).filter(Boolean));
  return h("p", {}, name, values,
    h("button", { type: "button", onclick: () =>
    send([{ do: "fact", name: name.value.trim(), values: read() }]) }, "Add"));
}

const TURNED = { good: "holds now", open: "does not hold any more",
  "known slip": "does not hold as written, which is a known slip" };

/** What the last change did to the rest, with its lines, and the way back. */
export function drawChange(app) {
  const { changed: change } = app;
  if (!change) return null;
  const { failing, passing, differing } = change;
  const play = (path) => app.book.paths.find(({ flow, name }) => flow === path.flow
    && name === path.name);
  return h("section", { "aria-label": "The last change", class: "changed" },
    h("h2", {}, change.words),
    change.notes.length > 0 && h("ul", {}, change.notes.map((note) => h("li", {}, prose(note)))),
    h("p", {}, failing.length
      ? h("strong", {},
      `${count(failing.length, "path")} no longer ${failing.length === 1 ? "plays" : "play"} as `
        + `recorded. `) : "No other path differs. ",
      passing.length > 0
        && `${count(passing.length, "path")} ${passing.length === 1 ? "plays" : "play"} again. `,
      change.found.length ? h("strong", {}, ["New: ", prose(change.found.join("; ")), ". "]) : "",
        change.gone.length ? ["Gone: ", prose(change.gone.join("; ")), ". "] : ""),
    change.turned && h("p", { class: "turned" }, change.turned.length
      ? change.turned.map((rule) => h("span", { class: rule.standing === "good" ? "ok" : "bad" },
      `The house rule ${rule.name} ${TURNED[rule.standing] ?? `is now: ${rule.standing}`}. `))
        : "No house rule turned."),
    app.moved.length > 0 && h("ul", { class: "moved" }, app.moved.map(({ run, why }) => h("li", {},
      `The run ${run.name} waits at ${run.step}; ${why}.`))),
    differing.length > 0
      && h("details", {},
      h("summary", {},
      `${count(differing.length, "path")} ${differing.length === 1 ? "differs" : "differ"} from `
        + `what was recorded`),
      h("ul", {}, differing.slice(0, 50)
        .map((path) => h("li", {}, h("button", { type: "button",
        disabled: !play(path) && !app.book.isPart,
        onclick: () => withAll(app, () => app.along(play(path), false)) }, path.name),
        h("small", {}, path.why))))),
    h("p", {}, differing.length > 0 && h("button", { type: "button", class: "primary",
      onclick: () => app.live.accept() },
      `Accept ${differing.length === 1 ? "it" : `all ${differing.length}`}`),
      h("button", { type: "button", disabled: !change.changes.length, onclick: () =>
        app.live.undo() }, "Undo"),
      h("button", { type: "button", disabled: !change.undone.length, onclick: () =>
        app.live.redo() }, "Redo"),
      change.git !== "" && h("button", { type: "button", title: "For git apply", onclick: () =>
        copy(change.git).then(() => app.say("The patch is copied")) }, "Copy as patch"),
      h("button", { type: "button", onclick: () => {
        app.changed = null;
        app.refresh();
      } }, "Close")),
    change.patch !== "" && patchLines(change.patch),
    change.traces.length > 0
      && h("p", {}, `${count(change.traces.length, "file")} of traces as well.`),
    change.changes.length > 1
      && h("details", {}, h("summary", {}, count(change.changes.length, "change")),
      h("ol", {}, change.changes.toReversed().map(({ words, patch }) => h("li", {},
        h("details", {}, h("summary", {}, words), patchLines(patch)))))));
}

/** Opens the fields of the line that the address names, or of the step where the run stands. */
export function editHere(app) {
  const line = document.querySelector("table.flow tr.target")
    ?? document.querySelector("table.flow tr.current");
  line?.querySelector("button.edit")?.click();
}

/** What mends a finding, once somebody has opened it. */
export function fixOf(app, finding) {
  if (!app.live?.fix || finding.standing !== "open") return null;
  const place = h("p", { class: "fix" });
  place.ask = async () => {
    if (place.childNodes.length) return;
    put(place, "…");
    const fix = await app.live.fix(finding.finding);
    put(place, fix && !fix.error
      ? [h("button", { type: "button", onclick: () => app.live.mend(finding.finding) },
      `Mend it: ${fix.title}`), !fix.safe && h("small", {}, " a proposal; look at it afterwards")]
      : null);
  };
  return place;
}
