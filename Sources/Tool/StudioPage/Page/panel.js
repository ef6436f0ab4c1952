// Beside the phone: facts, the clock, what happened, and what can be done with the walk.
import { h, time } from "./dom.js";
import { parts } from "./walk.js";

export function drawPanel(app) {
  return [calls(app), back(app), history(app), actions(app), facts(app)];
}

/** The calls that were entered since the last decision: each may be skipped by choosing its
 * result. */
function calls(app) {
  return app.course.pending.map((call) =>
    h("section", { class: "calls", "aria-label": `Results of ${call.step}` },
    h("p", {}, `${call.text} runs now. Skip it with the result`),
    call.rows.map((row) => h("button", {
      type: "button", "data-skip": row.row, onclick: () => app.take(row.row),
    }, row.label || row.text))));
}

function facts(app) {
  const { walk, course, book } = app;
  const flow = book.byID.get(course.home);
  const names = flow?.facts ?? [];
  return h("section", { class: "facts", "aria-label": "Facts and clock" },
    names.map(({ name, values, counter }) => {
      const now = course.state.facts[name];
      const first = walk.start.facts[name] ?? values[0];
      return h("fieldset", {},
        h("legend", {}, name, counter || now !== first ? h("b", { "data-fact": name }, ` ${now}`)
          : null),
        h("span", { class: "values" }, values.map((value) => h("button", {
          type: "button", "aria-pressed": `${value === first}`, class: value === now ? "now" : "",
          title: `Start with ${name} ${value}`, onclick: () => app.setFact(name, value),
        }, value))));
    }),
    h("fieldset", {}, h("legend", {}, "clock", h("b", { "data-fact": "clock" },
      ` ${time(course.state.clock)}`)),
      h("form", { class: "values", onsubmit: (event) => {
        event.preventDefault();
        app.wait(Number(new FormData(event.target).get("seconds")) * 1000);
      } }, "let ", h("input", { name: "seconds", type: "number", min: "0.1", step: "any",
        value: "90", "aria-label": "Seconds to let pass" }),
      h("button", { disabled: course.isOver }, "s pass"),
      course.state.timer && !course.isOver && !course.choices.some(({ row }) =>
        row === course.state.timer.row) && h("button", {
        type: "button", "data-take": course.state.timer.row, onclick: () =>
          app.take(course.state.timer.row),
      }, `let the timer of ${short(course.state.timer.row, course.home)} run out `
        + `(${time(course.state.timer.due - course.state.clock)})`))),
    h("fieldset", {}, h("legend", {}, "app"),
      h("form", { class: "values", onsubmit: (event) => {
        event.preventDefault();
        app.suspend(new FormData(event.target).get("flow"));
      } }, h("button", { disabled: course.isOver }, "leave, and return to"),
      h("select", { name: "flow", "aria-label": "The flow that starts when the app returns" },
        app.resumers
        .map(({ id, title }) => h("option", { value: id }, `${id} ${title}`))))));
}

/** What a move did to facts: `failures 0 → 1`. */
const words = (changes) => changes
  .map(({ fact, before, after }) => `${fact} ${before} → ${after}`).join(", ");

/** A row without the flow where the walk began, to be read. */
const short = (row, flow) => (row.startsWith(`${flow}:`) ? row.slice(flow.length + 1) : row);

function history(app) {
  const { course, walk } = app;
  const entries = course.frames.flatMap((frame, index) => {
    const rows = course.trace.slice(frame.start, frame.end);
    const place = index + 1;
    const note = [words(frame.changes), ...Object.entries(frame.values)
      .map(([name, value]) => `${name}: ${value}`)].filter(Boolean).join(", ");
    const head = frame.move.startsWith("wait ") ? `let ${time(Number(frame.move.slice(5)))} pass`
      : frame.move.startsWith("suspend ") ? `left the app, returned to ${frame.move.slice(8)}`
        : null;
    const items = head ? [{ id: "", text: head, note, at: null }] : [];
    rows.forEach((row, offset) => items.push({
      id: row.row, text: row.text.replace(/^(Case|Result|Event|Error): /, ""), at: row.at,
      note: [offset === 0 && !head ? note : "", row.answer && `answers ${row.answer}`,
        row.passedOver && "passed over"].filter(Boolean).join(", "),
    }));
    return items.map((item) => ({ ...item, place }));
  });
  const rest = course.trace.slice(course.frames.at(-1)?.end ?? 0)
    .map((row) => ({ id: row.row, text: row.text, note: "", place: walk.at, at: row.at }));
  const ahead = walk.moves.slice(course.broken ? course.broken.index : walk.at)
    .map((move) => parts(move).move);
  const line = (id, ...words) => [id ? h("code", {}, id) : h("span", {}), h("span", {}, words)];
  return h("section", { class: "history", "aria-label": "What happened" },
    h("ol", {},
      h("li", {}, h("button", { type: "button", onclick: () => app.goTo(0) }, line(course.home,
        walk.start.from ? `enters at ${walk.start.from}` : "begins"))),
      [...entries, ...rest].map((item) => h("li", { class: "done" }, h("button", {
        type: "button", "data-place": item.place, onclick: () => app.goTo(item.place),
      }, line(item.id && short(item.id, course.home), item.text, item.note
        && h("small", {}, item.note))))),
      course.broken && h("li", { class: "broken" }, line(course.broken.move, "no longer holds",
        h("small", {}, course.broken.reason))),
      ahead.slice(course.broken ? 1 : 0).map((move, index) => h("li", { class: "ahead" },
        h("button", {
        type: "button", disabled: Boolean(course.broken), onclick: () =>
          app.goTo(walk.at + index + 1),
      }, line(move, index === 0 && !course.broken ? "comes next" : "")))),
      h("li", { class: "now" }, course.isOver ? line("end", course.ending)
        : line(short(course.state.step, course.home), course.stuck ?? course.state.title))),
    walk.branches.map((moves, index) => h("p", { class: "branch" }, h("button", {
      type: "button", onclick: () => app.branch(index),
    }, `Other way: ${moves.slice(-3).map((move) => parts(move).move).join(", ")} `
      + `(${moves.length})`))));
}

/** Back, right below the phone. */
function back(app) {
  const { walk } = app;
  return h("section", { class: "acts", "aria-label": "Back and on" },
    h("button", { type: "button", disabled: walk.at === 0, onclick: () => app.goTo(walk.at - 1) },
      "Back one row ", h("kbd", {}, "⌫")),
    walk.at < walk.moves.length
      && h("button", { type: "button", onclick: () => (app.playing ? app.pause() : app.play()) },
      app.playing ? "Pause" : "Play on"),
    h("button", { type: "button", onclick: () => app.restart() }, "Start again"));
}

function actions(app) {
  return h("section", { class: "acts", "aria-label": "The walk" },
    h("button", { type: "button", onclick: () => app.keep() }, "Keep this walk…"),
    h("button", { type: "button", "aria-pressed": `${app.stepping}`,
      title: "Also the steps at which nobody decides", onclick: () =>
      app.setStepping(!app.stepping) }, "Every step"));
}
