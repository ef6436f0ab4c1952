// Forms for what is new: a step, with what it would change elsewhere, and a flow.
import { count, h, put } from "./dom.js";
import { targetField } from "./picker.js";

/** The lines of a patch, coloured. */
export const patchLines = (patch) =>
  h("pre", { tabindex: "0", "aria-label": "The lines of the file" }, patch.trimEnd().split("\n")
  .map((line) => h(/^-(?!-- )/.test(line) ? "del" : /^\+(?!\+\+ )/.test(line) ? "ins" : "span", {},
  `${line}\n`)));

/** The fields of a step with its first row. `done` gets the step; `changed` hears of every
 * change. */
export function stepForm(app, { activities, title, next, flow, done, changed = () => {} }) {
  const kind = h("select", { "aria-label": "What the step is" }, activities.map(({ key, words }) =>
    h("option", { value: key }, words)));
  const text = h("input", { "aria-label": "The screen, or what happens", placeholder: "Help" });
  const user = h("input", { "aria-label": "What the user does there", value: "selects Continue" });
  const target = targetField(app, flow, "Where it leads then", next);
  const row = h("span", {}, "User ", user, " → ", target.element);
  const read = () => {
    const { isShown } = activities.find(({ key }) => key === kind.value);
    row.firstChild.data = isShown ? "User " : "then ";
    user.hidden = !isShown;
    const rows = isShown ? { rows: { a: { user: user.value, next: target.input.value } } }
      : { next: target.input.value };
    return { [kind.value]: text.value.trim(), ...rows };
  };
  const hear = () => changed(read());
  for (const field of [kind, text, user, target.input]) field.addEventListener("change", hear);
  setTimeout(() => text.focus());
  return h("div", { class: "new" }, h("strong", {}, title), h("p", {}, kind, text),
    h("p", {}, row), h("button", { type: "button", onclick: () => done(read()) }, "Add the step"));
}

/** A step before another one: asks first what would get another number. */
export function newStep(app, flow, known, name, send) {
  const effect = h("div", { class: "effect" });
  const ask = async (step) => {
    if (!Object.values(step)[0]) return;
    const done = await app.live.tryOut({ flow: flow.id, place: known.place, do: "insert", step });
    put(effect, done.error ? h("p", { role: "alert" }, done.error)
      : h("details", {},
      h("summary", {},
      `Steps from ${name} on get the next number, and what names them follows, in `
        + `${count(done.files.length, "file")}; rows that led to ${name} lead to the new step`),
      patchLines(done.patch)));
  };
  return h("div", {}, stepForm(app, { activities: known.activities,
    title: `A new step before ${name}`, next: name, flow, changed: ask, done: (step) =>
    send([{ do: "insert", step }]) }), effect);
}

/** A flow from nothing, or from sentences. */
export function newFlow(app, flow) {
  const status = h("p", { role: "alert" });
  const id = h("input", { "aria-label": "The id", placeholder: "UC9.6", size: 8 });
  const title = h("input", { "aria-label": "The title", placeholder: "Ask for help" });
  const text = h("textarea", { "aria-label": "Numbered sentences, or a document", rows: 9,
    placeholder: "# UC9.6 Ask for help\n\n## Main scenario\n\n1. User selects Help.\n2. System "
      + "shows the screen Help.\n3. User selects Done.\n\n## Extensions\n\n3a. User selects Call "
      + "us:\n  1. System opens the telephone." });
  const make = async (change) => {
    const done = await app.live.edit({ flow: flow.id, place: "file", ...change });
    if (done.error) put(status, done.error);
    else document.getElementById("dialog").close();
  };
  const read = async (file) => {
    if (!file) return;
    put(status, `Reading ${file.name}…`);
    const done = await app.live.read(file, flow.id);
    if (done.error) put(status, done.error);
    else document.getElementById("dialog").close();
  };
  const chosen = h("input", { type: "file", class: "hidden", onchange: () =>
    read(chosen.files[0]) });
  app.open([h("h2", {}, "A new flow"),
    h("div", { class: "field" }, h("h3", {}, "From nothing"), id, title,
      h("button", { type: "button", onclick: () => make({ do: "create", id: id.value.trim(),
      title: title.value.trim() }) }, "Begin it")),
    h("div", { class: "field new-text" },
      h("h3", {}, "From a text"), text,
      h("button", { type: "button", onclick: () => make({ do: "read", text: text.value }) },
      "Read it")),
    h("div", { class: "field" }, h("h3", {}, "From a document: Word, OpenDocument, HTML, Markdown"),
      h("label", { class: "file" }, "Choose a file…", chosen),
      h("small", {}, " or drop it anywhere on the page")), status]);
  id.focus();
}
