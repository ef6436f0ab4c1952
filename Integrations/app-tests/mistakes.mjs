// Mistakes to make in the hotel's page, one at a time, and the rows at which each of them shows.
//
// A mistake is code that the page gets where it reads the state of its run. `state` is a copy of it, `came` the row that led
// there; `after` does something when the page was drawn, and `show` draws a screen that the run does not stand at.

/** The place in the page that gets the code of a mistake. */
const place = "const state = run.state;";

/** The page with a mistake in it. */
export function mistaken(page, { code, replaced }) {
  if (replaced) return changed(page, ...replaced);
  return changed(page, place, `const came = run.trace.at(-1)?.row ?? "";
    const state = structuredClone(run.state);
    const after = (work) => queueMicrotask(() => work([...main.querySelectorAll("button")]));
    const show = (screen) => main.replaceChildren(...[
      make(screen.activity === "screen" ? "h1" : "p", {}, screen.title), screen.message && make("p", {}, screen.message),
      ...screen.buttons.map((button) => make("button", {}, button))].filter(Boolean));
    ${code}`);
}

function changed(page, old, text) {
  if (page.split(old).length !== 2) throw new Error(`the page has not exactly one \`${old}\``);
  return page.replace(old, () => text);
}

/** What can be wrong with a text: another one, or a typing error, as code that makes it of the right one. */
function wrongTexts(text, others) {
  const middle = Math.floor(text.length / 2);
  const wrong = [["wrong", '"Wrong"'], ["empty", '""']];
  for (const other of others) if (other !== text) wrong.push(["another", JSON.stringify(other)]);
  if (text.includes(" ")) wrong.push(["short", 'text.replace(/ \\S+$/, "")']);
  wrong.push(["longer", "`${text} now`"]);
  wrong.push(["letter", `text.slice(0, ${middle}) + text.slice(${middle + 1})`]);
  if (text[middle - 1] !== text[middle]) wrong.push(["swapped", `text.slice(0, ${middle - 1}) + text[${middle}] + text[${middle - 1}] + text.slice(${middle + 1})`]);
  wrong.push(["case", "text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()"]);
  return wrong;
}

/** All mistakes in a page for the flow UC1: what each is (`kind`), the `rows` at which it shows, and how it is made. */
export function mistakes(flows) {
  const steps = flows.flow("UC1").sections.flatMap((section) => section.steps.map(({ step, rows }, index) => {
    const run = flows.start("UC1", { from: step, settle: false });
    const { title, message, buttons, inputs, activity, loading } = run.state;
    const users = rows.filter((row) => row.kind === "user");
    return { step, rows, users, opens: index ? "" : section.section, title, message, buttons, inputs, activity, loading };
  }));
  const first = steps[0];
  const shown = steps.filter((step) => step.users.length);
  const all = steps.flatMap((step) => step.rows.map((row) => ({ ...row, step })));
  const name = (row) => `UC1:${row.row}`;
  const next = (row) => steps.find((step) => [step.step, step.opens].includes(row.next));
  const texts = [...new Set(shown.flatMap((step) => [
    step.title, step.message, ...step.buttons, ...step.inputs.map((input) => input.name),
  ]))].filter(Boolean);
  const screen = ({ title, message, buttons, activity }) => JSON.stringify({ title, message, buttons, activity });
  const list = [];

  for (const step of shown) {
    const leading = all.filter((row) => next(row) === step);
    const ways = leading.map((row) => ({ when: ` && came === "${name(row)}"`, rows: [row] }));
    if (step === first) ways.push({ when: ' && came === ""', rows: [] });
    // A screen to which one way leads has its mistakes once.
    if (ways.length > 1) ways.push({ when: "", rows: leading });
    for (const { when, rows: by } of ways) {
      const rows = [...by, ...step.rows].map(name);
      if (!by.length) rows.push("at the beginning");
      const add = (kind, code, more = []) => list.push({
        kind, rows: [...rows, ...more.map(name)], code: `if (state.step === "UC1:${step.step}"${when}) { ${code} }`,
      });
      const write = (what, target, text) => {
        for (const [how, code] of wrongTexts(text, texts)) {
          add(`${what}: ${how}`, `${target} = ((text) => ${code})(${target});`);
        }
      };
      write("title", "state.title", step.title);
      if (step.message) write("message", "state.message", step.message);
      if (step.message?.includes("{name}")) add("message: value", 'state.message = state.message.replace(/ for \\S+/, " for nobody");');
      if (step.message?.includes("{room}")) add("message: value", 'state.message = state.message.replace(/Room \\S+/, "Room 13");');
      step.inputs.forEach((input, index) => {
        write("label", `state.inputs[${index}].name`, input.name);
        add("field: missing", `state.inputs.splice(${index}, 1);`);
        add("field: locked", `after(() => { main.querySelectorAll("input")[${index}].disabled = true; });`);
        // The page makes no use of what is secret.
        if (!input.secret) add("field: keeps nothing", `after(() => { main.querySelectorAll("input")[${index}].oninput = ({ target }) => { target.value = ""; }; });`);
      });

      step.users.forEach((row, index) => {
        write("button", `state.buttons[${index}]`, step.buttons[index]);
        const button = (kind, code, more) => add(`button: ${kind}`, `after((buttons) => { const button = buttons[${index}]; ${code} });`, more);
        add("button: missing", `state.buttons.splice(${index}, 1);`);
        button("hidden", 'button.style.display = "none";');
        button("disabled", "button.disabled = true;");
        const then = next(row)?.rows ?? [];
        button("not a button", 'button.replaceWith(make("div", { onclick: button.onclick }, button.textContent));');
        button("dead", "button.onclick = null;", then);
        button("throws", 'button.onclick = () => { throw new Error("broken"); };', then);
        button("second press", "const press = button.onclick; button.onclick = () => { button.onclick = press; };", then);
        button("takes, does not draw", `button.onclick = () => run.take("${name(row)}");`, then);
        for (const other of step.rows) {
          if (other.row === row.row) continue;
          button("does another row", other.kind === "user"
            ? `button.onclick = () => choose("${name(other)}");`
            : "button.onclick = () => { run.elapse(state.timer.due); draw(); };", then);
        }
        for (const other of shown) {
          if (other === next(row)) continue;
          button("leads elsewhere", `button.onclick = () => show(${screen(other)});`, then);
        }
        // What an app shows after the end is not in the table.
        if (row.next !== "end") button("leads elsewhere", "button.onclick = () => main.replaceChildren();", then);
      });

      if (step.rows.some((row) => row.kind === "event")) {
        add("timer: dead", "delete state.timer;");
        for (const late of [10, 60, 900]) add("timer: late", `state.timer.due += ${late * 1000};`);
        for (const early of [60, 300, 600, 840]) {
          add("timer: early", `const { due } = state.timer; delete state.timer;
            timer = setTimeout(() => { run.elapse(due); draw(); }, due - ${early * 1000} - (Date.now() - begun));`);
        }
        add("timer: does not draw", "state.timer.due += 1e9; setTimeout(() => run.elapse(Date.now() - begun), 9e5);");
        for (const other of shown) {
          const led = next(step.rows.find((row) => row.kind === "event"));
          if (other !== led) add("timer: leads elsewhere", `state.timer.due += 1e9; setTimeout(() => show(${screen(other)}), 9e5);`);
        }
      }

      add("screen: blank", "return;");
      if (step.activity === "screen") add("screen: not a heading", 'after(() => main.querySelector("h1")?.replaceWith(make("p", {}, state.title)));');
      for (const other of shown) {
        if (other !== step) add("screen: another", `return show(${screen(other)});`);
      }
      {
        // More than what must be there.
        const other = shown[(shown.indexOf(step) + 1) % shown.length];
        add("screen: more buttons", `after(() => main.append(make("button", {}, ${JSON.stringify(other.buttons[0])})));`);
        add("screen: more text", `after(() => main.append(make("p", {}, ${JSON.stringify(other.title)})));`);
      }
    }
  }

  for (const row of all.filter((row) => row.kind === "case")) {
    const rivals = row.step.rows.filter((other) => other !== row && other.row !== row.row);
    const then = [row, ...row.step.rows, ...(next(row)?.rows ?? []), ...all.filter((one) => next(one) === row.step)];
    const decide = (kind, taken) => list.push({ kind, rows: then.map(name), replaced: ["run.take(name);", taken] });
    for (const rival of rivals) decide("system: decides otherwise", `run.take(name === "${name(row)}" ? "${name(rival)}" : name);`);
    decide("system: never decides", `if (name === "${name(row)}") return; run.take(name);`);
  }
  for (const row of all.filter((row) => row.next === "end")) {
    const rows = [row, ...row.step.rows, ...all.filter((one) => next(one) === row.step)].map(name);
    for (const other of shown) {
      list.push({ kind: "end: shows a screen", rows, code: `if (state.end && came === "${name(row)}") return show(${screen(other)});` });
    }
  }
  for (const step of steps.filter((one) => one.loading)) {
    list.push({ kind: "loading", rows: step.rows.map(name), code: `if (state.step === "UC1:${step.step}") state.loading = "Wrong";` });
  }
  return list;
}
