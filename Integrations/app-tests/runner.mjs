// Runs generated Playwright tests in Chromium where the package @playwright/test cannot be installed: its `test` and `expect` by hand,
// over the browsers' library of Playwright. runner.mjs LIBRARY CHROMIUM FOLDER PAGE [--mutants]: FOLDER has the tests in JavaScript,
// PAGE the app.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { readdir, readFile } from "node:fs/promises";
import Module from "node:module";
import path from "node:path";

const [library, executablePath, folder, page, option] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const { chromium } = require(library);

const tests = [];
const timeout = 1500;
const test = (name, details, body) => tests.push({ name, details, body });
test.step = async (title, body) => {
  try { await body(); } catch (error) {
    error.step ??= title;
    throw error;
  }
};
const expect = (locator, message) => {
  const wait = (state) => async () => {
    await locator.waitFor({ state, timeout }).catch((error) => { throw new Error(`${message}\n${error.message}`); });
  };
  return { toBeVisible: wait("visible"), toBeHidden: wait("hidden") };
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "@playwright/test" ? { test, expect } : load(name, ...rest));

for (const flow of (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())) {
  for (const file of (await readdir(path.join(folder, flow.name))).sort()) {
    if (file.endsWith(".spec.js")) require(path.resolve(folder, flow.name, file));
  }
}

const types = { html: "text/html", mjs: "text/javascript", wasm: "application/wasm" };
/** The page, after the change that a mutant makes. */
let change = (text) => text;
const server = createServer(async (request, response) => {
  const name = request.url === "/" ? "index.html" : request.url.slice(1);
  try {
    const bytes = await readFile(path.join(page, path.basename(name)));
    response.setHeader("Content-Type", types[name.split(".").at(-1)] ?? "application/octet-stream");
    response.end(name === "index.html" ? change(bytes.toString()) : bytes);
  } catch {
    response.statusCode = 404;
    response.end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
process.env.APP_URL = `http://127.0.0.1:${server.address().port}/`;

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
/** Runs all tests, or only up to the first failure: the errors by name. */
async function runAll(isShort = false) {
  const failures = [];
  for (const { name, body } of tests) {
    const context = await browser.newContext();
    context.setDefaultTimeout(timeout);
    try { await body({ page: await context.newPage() }); } catch (error) { failures.push({ name, error }); }
    await context.close();
    if (isShort && failures.length) break;
  }
  return failures;
}

/** One mistake each, made in what the engine says before the page shows it, and the rows at which it shows. */
async function mistakes() {
  const { Engine } = await import(path.resolve(page, "flow.mjs"));
  const engine = await Engine.load(readFile(path.join(page, "flow.wasm")));
  const flow = engine.open(await readFile(path.join(page, "app.flows"))).flow("UC1");
  const steps = flow.sections.flatMap((section) => section.steps.map((step, index) => ({
    ...step, section: index ? "" : section.section, title: step.text.match(/'(.*)'/)?.[1],
    buttons: step.rows.filter((row) => row.kind === "user").map((row) => row.text.replace("User selects ", "")),
  })));
  const all = steps.flatMap((step) => step.rows.map((row) => ({ ...row, step })));
  const shown = steps.filter((step) => step.buttons.length);
  const mutants = [];
  for (const step of shown) {
    const leading = all.filter((row) => [step.step, step.section].includes(row.next));
    const rows = [...leading, ...all.filter((row) => row.step === step)].map((row) => `UC1:${row.row}`);
    if (step === steps[0]) rows.push("at the beginning");
    const add = (code) => mutants.push({ rows, code: `if (state.step === "UC1:${step.step}") { ${code} }` });
    add('state.title = "Wrong"');
    add("state.title = \"\"");
    if (step.message) add('state.message = "Wrong"');
    if (step.message) add("delete state.message");
    step.buttons.forEach((button, place) => {
      add(`state.buttons.splice(${place}, 1)`);
      add(`state.buttons[${place}] = "Wrong"`);
    });
    if (step.rows.some((row) => row.kind === "event")) add("delete state.timer");
    for (const other of shown.filter((one) => one !== step)) {
      add(`state.title = ${JSON.stringify(other.title)}; state.buttons = ${JSON.stringify(other.buttons)}`);
    }
    const buttons = step.rows.filter((row) => row.kind === "user");
    for (const row of buttons) for (const other of buttons.filter((one) => one !== row)) {
      add(`const one = state.rows.find((row) => row.row === "UC1:${row.row}"); one.row = "UC1:${other.row}"`);
    }
  }
  return mutants;
}

const failures = await runAll();
const escaped = (text) => text.replace(/\u001b\[[0-9;]*m/g, "").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const cases = tests.map(({ name }) => {
  const failure = failures.find((one) => one.name === name);
  return failure ? `<testcase name="${name}"><failure>${escaped(failure.error.message)}</failure></testcase>` : `<testcase name="${name}"/>`;
});
console.log(`<testsuite name="chromium">${cases.join("\n")}</testsuite>`);
let status = failures.length ? 1 : 0;

if (option === "--mutants") {
  const mutants = await mistakes();
  let noticed = 0, blamed = 0;
  for (const { rows, code } of mutants) {
    change = (text) => text.replace("const state = run.state;", `const state = structuredClone(run.state); ${code}`);
    const found = await runAll(true);
    const said = found.map(({ error }) => `${error.step ?? ""} ${error.message.split("\n")[0]}`);
    if (said.length) noticed += 1;
    else console.error(`not noticed: ${code}`);
    const first = said.filter((text) => !rows.some((row) => text.includes(row)));
    if (said.length && !first.length) blamed += 1;
    else if (said.length) console.error(`blamed elsewhere: ${code}: ${first[0]}`);
  }
  console.error(`${mutants.length} mutants: ${noticed} noticed, ${blamed} blamed on the right row or the next`);
  if (noticed < mutants.length * 0.95) status = 1;
}
await browser.close();
server.close();
process.exit(status);
