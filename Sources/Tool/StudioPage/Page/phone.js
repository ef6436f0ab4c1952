// The phone: what a person would see at the current step, with the rows of the person as its
// buttons. Below it stands what the system or the clock decides there.
import { h } from "./dom.js";

export function drawPhone(app) {
  const { course } = app;
  const { state } = course;
  const isShown = ["screen", "prompt", "notice"].includes(state.activity) && !course.isOver;
  // What a person does, also where no screen is shown.
  const isOfPerson = (row) => row.kind === "user" || row.kind === "own"
    && (isShown || state.activity === "user");
  const content = isShown ? shown(app, state, course.choices.filter(isOfPerson))
    : working(app, course, course.choices.filter(isOfPerson));
  return [h("section", { class: `phone ${isShown ? state.activity : "busy"}`,
    "aria-label": "Phone" },
    h("div", { class: "bar", "aria-hidden": "true" }, h("span", {}, "9:41"), h("span", {}, "5G")),
      content),
  decided(app, state, course.choices.filter((row) => !isOfPerson(row)))];
}

/** The last screen, dimmed, behind a prompt or while the system works. */
function behind(app) {
  return h("p", { class: "behind", "aria-hidden": "true" },
    screens(app).slice(0, app.walk.at + 1).findLast(Boolean) ?? "");
}

/** The screens that were drawn on this walk, by the number of moves before them. */
function screens(app) {
  if (app.seen?.start !== app.walk.start) app.seen = { start: app.walk.start, titles: [] };
  return app.seen.titles;
}

function shown(app, state, rows) {
  if (state.activity === "screen") screens(app)[app.walk.at] = state.title;
  // The book says which row a button takes.
  const names = app.book.pressed(state.step, app.walk.start.as)
    .map((name) => `${state.flow}:${name}`);
  const pressed = state.buttons.map((_, index) => rows.find(({ row }) => row === names[index]));
  const rest = rows.filter((row) => !pressed.includes(row));
  const entering = rows.filter((row) => row.enters?.length);
  const first = pressed.find((row) => entering.includes(row)) ?? (entering.length ? null
    : pressed.find(Boolean));
  const body = h("div", { class: "card", role: state.activity === "screen" ? null : "group",
    "aria-label": state.title },
    h("h2", {}, state.title),
    state.message && h("p", {}, state.message),
    state.items && h("ul", {}, state.items.map((item) => h("li", {}, item))),
    state.inputs.map((input) => inputOf(app, input)),
    rest.filter((row) => row.enters?.length).map((row) => press(app, row, saysOf(row, "Done"),
      "entry")),
    state.buttons.map((button, index) => (pressed[index] ? press(app, pressed[index], button,
      pressed[index] === first ? "primary" : "")
      : h("button", { type: "button", disabled: true, title: "No row is for this button" },
        button))),
    rest.filter((row) => !row.enters?.length).map((row) => press(app, row, saysOf(row, "Done"),
      "gesture")));
  return state.activity === "screen" ? body : [behind(app), body];
}

function working(app, course, rows) {
  const { state } = course;
  if (course.isOver) {
    return h("div", { class: "card" }, h("h2", {}, course.left ? "Left the flow"
      : "The run has ended"), h("p", {}, course.left ?? state.end),
      h("button", { type: "button", class: "primary", onclick: () => app.restart() },
        "Start again"));
  }
  return [behind(app), h("div", { class: "card" }, h("h2", {}, state.title), state.loading
    && h("p", { class: "loading" }, state.loading),
    state.inputs.map((input) => inputOf(app, input)),
    app.stepping && state.needs !== "event" && h("button", { type: "button", class: "primary",
      onclick: () => app.goOn() }, "Go on ", h("kbd", {}, "↵")),
    rows.map((row) => press(app, row, saysOf(row, "Done"), "gesture")))];
}

/** The rows that no person takes: what the system finds out, with the values it answers, and
 * timers. */
function decided(app, state, rows) {
  const values = state.action?.values ?? [];
  if (!rows.length && !values.length) return null;
  const timers = rows.filter(({ wait }) => wait !== undefined).length;
  const who = timers === 0 ? "the system" : timers === rows.length ? "the clock"
    : "the system or the clock";
  return h("section", { class: "decided", "aria-label": `What ${who} decides here` },
    h("h2", {}, `What ${who} decides here`),
    values.map((name) => field(app, name, "value")), h("div", { class: "acts" },
      rows.map((row) => press(app, row, saysOf(row, "Go on")))));
}

/** What a row says. That of a step whose only row it is stands above it already. */
const saysOf = (row, own) => (row.kind === "own" ? own : row.label || row.text);

const inputOf = (app, input, label = app.book.steps.get(app.course.state.step)?.labels
  ?.[input.name] ?? input.name) => (input.secret ? secret(input, label)
  : field(app, input.name, rule(input), { ...input, label }));

/** A field for a value, kept for the next time, and shown in texts once a row brings it. */
function field(app, name, hint, { most = 200, digits = false, label = name } = {}) {
  return h("label", { class: "input" }, h("span", {}, label), h("input", {
    name, value: app.given[name] ?? "", placeholder: hint, maxlength: Math.min(most, 200),
      inputmode: digits ? "numeric" : null, autocomplete: "off",
    spellcheck: "false", oninput: (event) => (app.given[name] = event.target.value),
  }));
}

/** A secret is shown as dots and never typed. */
const secret = (input, label) => h("div", { class: "input" }, h("span", {}, label),
  h("span", { class: "rule" }, "•".repeat(Math.min(input.least || 6, 12)), " ", rule(input)));

function press(app, row, text, kind = "") {
  return h("button", {
    type: "button", class: kind, "data-press": row.row, disabled: Boolean(row.refusal),
      title: row.refusal ?? row.text,
    onclick: () => app.take(row.row),
  }, h("span", {}, text), row.key && h("kbd", {}, row.key));
}

function rule({ digits, least, most }) {
  const what = digits ? "digits" : "characters";
  if (least === most) return `${least} ${what}`;
  return most >= 1000 ? "text" : `${least} to ${most} ${what}`;
}
