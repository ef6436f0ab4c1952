// The phone: what a person would see at the current step, with the rows as its buttons.
import { h } from "./dom.js";

const fold = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();

/** The rows that are chosen by a button of the screen, by button. */
function pressed(buttons, rows) {
  const users = rows.filter((row) => row.kind === "user" && !row.enters);
  const found = new Map();
  for (const button of buttons) {
    const wanted = fold(button);
    const row = users.find(({ label }) => fold(label).endsWith(` ${wanted}`)) ?? users.find(({ label }) => fold(label).includes(wanted));
    if (row) found.set(button, row);
  }
  return found;
}

export function drawPhone(app) {
  const { course } = app;
  const { state } = course;
  const rows = course.choices;
  const isShown = ["screen", "prompt", "notice"].includes(state.activity) && !course.isOver;
  if (isShown) app.seen = { step: state.step, title: state.title };
  const content = isShown ? [shown(app, state, rows)] : [behind(app), working(app, course, rows)];
  return h("section", { class: `phone ${isShown ? state.activity : "busy"}`, "aria-label": "Phone" },
    h("div", { class: "bar", "aria-hidden": "true" }, h("span", {}, "9:41"), h("span", {}, "5G")), content);
}

/** The last screen, dimmed, behind a prompt or while the system works. */
function behind(app) {
  return h("p", { class: "behind", "aria-hidden": "true" }, app.under ?? "");
}

function shown(app, state, rows) {
  if (state.activity === "screen") app.under = state.title;
  const buttons = pressed(state.buttons, rows);
  const rest = rows.filter((row) => row.kind === "user" && ![...buttons.values()].includes(row));
  const inputs = state.inputs.map((input) => (input.secret
    ? h("div", { class: "input" }, h("span", {}, input.name), h("span", { class: "rule" }, "•".repeat(Math.min(input.least || 6, 12)), " ", rule(input)))
    : field(app, input.name, rule(input), input)));
  const body = h("div", { class: "card", role: state.activity === "screen" ? null : "group", "aria-label": state.title },
    h("h2", {}, state.title),
    state.message && h("p", {}, state.message),
    state.items && h("ul", {}, state.items.map((item) => h("li", {}, item))),
    inputs, answers(app, state),
    rest.map((row) => press(app, row, row.text, "primary")),
    state.buttons.map((button) => buttons.has(button)
      ? press(app, buttons.get(button), button)
      : h("button", { type: "button", disabled: true, title: "No row is for this button" }, button)),
    happens(app, rows.filter((row) => row.kind !== "user")));
  return state.activity === "screen" ? body : [behind(app), body];
}

/** The rows that no person takes: what the system finds out, and timers. */
function happens(app, rows) {
  return rows.length > 0 && h("div", { class: "happens" }, rows.map((row) => press(app, row, row.label || row.text)));
}

function working(app, course, rows) {
  const { state } = course;
  if (course.isOver) {
    return h("div", { class: "card" }, h("h2", {}, course.left ? "Left the flow" : "The run has ended"), h("p", {}, course.left ?? state.end),
      h("button", { type: "button", class: "primary", onclick: () => app.restart() }, "Start again"));
  }
  return h("div", { class: "card" }, h("h2", {}, state.title), state.loading && h("p", { class: "loading" }, state.loading),
    app.stepping && state.needs !== "event" && h("button", { type: "button", class: "primary", onclick: () => app.goOn() }, "Go on ", h("kbd", {}, "↵")),
    answers(app, state), rows.map((row) => press(app, row, row.label || row.text)));
}

/** What the action answers with, to be typed by the person who plays it. */
function answers(app, state) {
  return (state.action?.values ?? []).map((name) => field(app, name, "value"));
}

/** A field for a value. It is kept for the next time, and shown in texts once a row is taken that brings it. */
function field(app, name, hint, { most = 200, digits = false } = {}) {
  return h("label", { class: "input" }, h("span", {}, name), h("input", {
    name, value: app.given[name] ?? "", placeholder: hint, maxlength: Math.min(most, 200), inputmode: digits ? "numeric" : null, autocomplete: "off",
    spellcheck: "false", oninput: (event) => (app.given[name] = event.target.value),
  }));
}

function press(app, row, text, kind = "") {
  return h("button", {
    type: "button", class: kind, "data-press": row.row, disabled: Boolean(row.refusal), title: row.refusal,
    onclick: () => app.take(row.row),
  }, text, row.key && !row.refusal && h("kbd", {}, row.key));
}

function rule({ digits, least, most }) {
  const what = digits ? "digits" : "characters";
  if (least === most) return `${least} ${what}`;
  return most >= 1000 ? "text" : `${least} to ${most} ${what}`;
}
