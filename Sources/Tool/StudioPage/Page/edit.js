// Changes a line of the table in its file: a text, a target, a row more or less, and takes changes back.
import { count, h, put } from "./dom.js";

/** The button that opens the fields of a line. Only where a studio is running. */
export function editButton(app, flow, line, id) {
  if (!app.live?.edit) return null;
  return h("button", { type: "button", class: "edit", tabindex: "-1", title: "Change this line (F2)", "aria-label": `Change ${line}`, onclick: (event) => openFields(app, flow, id, event.target.closest("td, div")) }, "Edit");
}

/** Shows the fields of a line in its place, with the text as it stands in the file. */
export async function openFields(app, flow, id, place) {
  const known = await app.live.line(flow.id, id);
  if (known.error) return app.say(known.error, false);
  if (document.querySelector("form.fields")) return app.say("Save or leave the line that is open first", false);
  const content = [...place.childNodes];
  const status = h("p", { role: "alert" });
  const close = () => {
    put(place, content);
    if (app.catchUp) app.catchUp();
    else app.mark();
  };
  const targets = `targets-${flow.id}`;
  const fields = known.keys.map(({ key, text }) => ({ key, text, input: h("input", { value: text, "aria-label": key, list: ["next", "meant"].includes(key) ? targets : null, size: Math.min(60, Math.max(8, text.length)) }) }));
  const send = async (changes) => {
    for (const change of changes) {
      const done = await app.live.edit({ flow: flow.id, place: known.place, ...change });
      if (done.error) return put(status, done.error);
    }
    return close();
  };
  const save = (event) => {
    event?.preventDefault();
    return send(fields.filter(({ text, input }) => input.value !== text).map(({ key, input }) => ({ do: "set", key, text: input.value })));
  };
  const next = known.newRow;
  const fresh = { text: h("input", { "aria-label": "What the user does", placeholder: "selects Help" }), next: h("input", { "aria-label": "Where it leads", list: targets, placeholder: "goto UC9.2" }) };
  const form = h("form", { class: "fields", onsubmit: save, onkeydown: (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    }
  } },
    fields.map(({ key, input }) => h("label", {}, h("span", {}, key), input)),
    h("p", {}, h("button", { class: "primary" }, "Save"), h("button", { type: "button", onclick: close }, "Leave"),
      known.place !== "file" && h("button", { type: "button", onclick: () => send([{ do: "remove" }]) }, "Remove")),
    next && h("p", {}, `New row ${next}: User `, fresh.text, " → ", fresh.next,
      h("button", { type: "button", onclick: () => send([{ do: "add", id: next, key: "user", text: fresh.text.value, next: fresh.next.value }]) }, "Add")),
    status, targetList(app, flow, targets));
  put(place, form);
  fields[0]?.input.focus();
  return fields[0]?.input.select();
}

/** The steps to which a row may lead, those first that nothing leads to. */
function targetList(app, flow, id) {
  const steps = flow.lines.filter(({ kind }) => kind === "step" || kind === "line");
  const unreached = (line) => (line.unreached?.includes(app.reading) ? 0 : 1);
  return h("datalist", { id }, steps.toSorted((a, b) => unreached(a) - unreached(b)).map((line) => h("option", { value: line.id }, `${line.id} ${line.text}`)),
    ["back", "end", "stay"].map((name) => h("option", { value: name })), app.book.flows.filter((other) => other !== flow).map((other) => h("option", { value: `goto ${other.id}` }, other.title)));
}

/** What the last change did to the rest, with its lines, and the way back. */
export function drawChange(app) {
  const { changed: change } = app;
  if (!change) return null;
  const several = (list, one) => count(list.length, one);
  return h("section", { "aria-label": "The last change", class: "changed" },
    h("h2", {}, change.words),
    change.patch !== "" && h("pre", { tabindex: "0", "aria-label": "The lines of the file" }, change.patch.trimEnd().split("\n").map((line) => h(/^-(?!-- )/.test(line) ? "del" : /^\+(?!\+\+ )/.test(line) ? "ins" : "span", {}, `${line}\n`))),
    h("p", {}, change.failing.length ? h("strong", {}, `${several(change.failing, "path")} no longer ${change.failing.length === 1 ? "plays" : "play"} as recorded: ${change.failing.slice(0, 5).join(", ")}${change.failing.length > 5 ? " …" : ""}. `) : "All paths play as before. ",
      change.passing.length > 0 && `${several(change.passing, "path")} ${change.passing.length === 1 ? "plays" : "play"} again. `,
      change.found.length ? h("strong", {}, `New: ${change.found.join("; ")}. `) : "", change.gone.length ? `Gone: ${change.gone.join("; ")}. ` : ""),
    h("p", {}, h("button", { type: "button", disabled: !change.changes.length, onclick: () => app.live.undo() }, "Undo"),
      h("button", { type: "button", disabled: !change.undone.length, onclick: () => app.live.redo() }, "Redo"),
      h("button", { type: "button", onclick: () => {
        app.changed = null;
        app.refresh();
      } }, "Close")));
}

/** Opens the fields of the line that the address names, or of the step where the run stands. */
export function editHere(app) {
  const line = document.querySelector("table.flow tr.target") ?? document.querySelector("table.flow tr.current");
  line?.querySelector("button.edit")?.click();
}
