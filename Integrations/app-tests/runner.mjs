// Runs generated Playwright tests in Chromium where the package @playwright/test cannot be installed: its `test` and `expect` by hand,
// over the browsers' library of Playwright. runner.mjs LIBRARY CHROMIUM FOLDER PAGE [--mistakes COUNT|KINDS|all]: FOLDER has the tests
// in JavaScript, PAGE the app. With --mistakes, the report of the tests goes to standard output, and what came of mistakes to standard error.
import { createRequire } from "node:module";
import { readdir, readFile } from "node:fs/promises";
import Module from "node:module";
import path from "node:path";
import { mistaken, mistakes } from "./mistakes.mjs";

const [library, executablePath, folder, page, option, count] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const { chromium } = require(library);

const tests = [];
/** How long a button or a field is waited for. A page that is only slow must not look wrong, also on a busy machine. */
const timeout = 15_000;
const test = (name, details, body) => tests.push({ name, details, body });
test.step = async (title, body) => {
  try { await body(); } catch (error) {
    error.step ??= title;
    throw error;
  }
};
const expect = (locator, message) => {
  // Looks again after the page had time for its work, which is counted by its answers and not by the clock.
  const wait = (isWanted) => async () => {
    for (let round = 0; round < 12; round += 1) {
      const isVisible = await locator.isVisible().catch((error) => { throw new Error(`${message}\n${error.message}`); });
      if (isVisible === isWanted) return;
      await new Promise((resolve) => setTimeout(resolve, 60));
      await locator.page().evaluate("0");
    }
    throw new Error(message);
  };
  return { toBeVisible: wait(true), toBeHidden: wait(false) };
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "@playwright/test" ? { test, expect } : load(name, ...rest));

for (const flow of (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())) {
  for (const file of (await readdir(path.join(folder, flow.name))).sort()) {
    if (file.endsWith(".spec.js")) require(path.resolve(folder, flow.name, file));
  }
}

const types = { html: "text/html", mjs: "text/javascript", wasm: "application/wasm" };
const files = new Map();
for (const name of await readdir(page)) files.set(name, await readFile(path.join(page, name)));
const index = files.get("index.html").toString();
// Nothing is served: the browser gets what it asks for from here, so that pages with other mistakes can be open beside it.
process.env.APP_URL = "http://app.test/";

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
/** Runs tests on a page, all or only up to the first failure: the errors by name. */
async function runAll(tests, html = index, isShort = false) {
  const failures = [];
  for (const { name, body } of tests) {
    const context = await browser.newContext();
    context.setDefaultTimeout(timeout);
    context.setDefaultNavigationTimeout(60_000);
    await context.route("**/*", (route) => {
      const name = new URL(route.request().url()).pathname.slice(1) || "index.html";
      if (!files.has(name)) return route.fulfill({ status: 404 });
      const contentType = types[name.split(".").at(-1)] ?? "application/octet-stream";
      return route.fulfill({ contentType, body: name === "index.html" ? html : files.get(name) });
    });
    try { await body({ page: await context.newPage() }); } catch (error) { failures.push({ name, error }); }
    await context.close();
    if (isShort && failures.length) break;
  }
  return failures;
}

const failures = await runAll(tests);
const escaped = (text) => text.replace(/\u001b\[[0-9;]*m/g, "").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const cases = tests.map(({ name }) => {
  const failure = failures.find((one) => one.name === name);
  return failure ? `<testcase name="${name}"><failure>${escaped(failure.error.message)}</failure></testcase>` : `<testcase name="${name}"/>`;
});
console.log(`<testsuite name="chromium">${cases.join("\n")}</testsuite>`);
let status = failures.length ? 1 : 0;

/** Makes mistakes in the page, and says which of them the tests notice and which rows they blame. */
async function judge() {
  const { Engine } = await import(path.resolve(page, "flow.mjs"));
  const engine = await Engine.load(files.get("flow.wasm"));
  const all = mistakes(engine.open(files.get("app.flows")));
  const most = Math.min(Number(count), all.length);
  const chosen = most
    ? Array.from({ length: most }, (_, place) => all[Math.floor((place * all.length) / most)])
    : all.filter(({ kind }) => count === "all" || count.split(",").some((one) => kind.startsWith(one)));
  const kinds = new Map();
  const open = [...chosen];
  const work = async () => {
    for (let mistake = open.shift(); mistake; mistake = open.shift()) {
      // The tests that take the most of its rows come first: one that fails is enough.
      const share = ({ details }) => mistake.rows.filter((row) => details.tag.includes(`@${row}`)).length;
      const order = tests.toSorted((one, other) => share(other) - share(one));
      const [found] = await runAll(order, mistaken(index, mistake), true);
      const said = found && `${found.error.step ?? ""} ${found.error.message.split("\n")[0]}`;
      const kind = kinds.get(mistake.kind.split(":")[0]) ?? { made: 0, noticed: 0, blamed: 0 };
      kinds.set(mistake.kind.split(":")[0], kind);
      kind.made += 1;
      if (found) kind.noticed += 1;
      if (found && mistake.rows.some((row) => said.includes(row))) kind.blamed += 1;
      else console.error(`${found ? "blamed elsewhere" : "not noticed"}: ${mistake.kind}: ${mistake.rows.join(" ")}: ${said ?? ""}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  const sum = (key) => [...kinds.values()].reduce((total, kind) => total + kind[key], 0);
  for (const [name, { made, noticed, blamed }] of kinds) console.error(`${name}: ${made} made, ${noticed} noticed, ${blamed} blamed there`);
  console.error(`${chosen.length} mistakes of ${all.length}: ${sum("noticed")} noticed, ${sum("blamed")} blamed on the right row or the next`);
  // Of few, those that no test can see weigh more.
  const least = chosen.length === all.length ? 0.95 : 0.85;
  if (sum("noticed") < chosen.length * least || sum("blamed") < sum("noticed") * 0.95) status = 1;
}
if (option === "--mistakes") await judge();
await browser.close();
process.exit(status);
