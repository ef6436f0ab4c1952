// Judges what walks and limits may name: `node names.mjs MODULE FLOWS PATHS`, of the flow in names.py. Prints a line for
// each question.
import { readFile } from "node:fs/promises";
import { Engine } from "../../web/flow.mjs";
import { drive, paths, random, shortest, weighted } from "../../web/driver.mjs";

const [, , module, file, listed] = process.argv;
const engine = await Engine.load(readFile(module));
const flows = engine.open(await readFile(file));
const all = JSON.parse(await readFile(listed));

async function say(make) {
  try {
    const { failed, runs, rows } = await drive(flows, { flow: "UC1", ...make() });
    console.log(failed ? failed.message : `${rows} ${runs.at(-1).taken.join(" ")}`);
  } catch (error) {
    console.log(error.message);
  }
}

await say(() => ({ walk: shortest({ to: "signOut" }) }));
await say(() => ({ walk: shortest({ to: "UC1:news" }) }));
await say(() => ({ walk: shortest({ to: "9.9z" }) }));
await say(() => ({ walk: paths([{ rows: ["next", "signOut"] }]) }));
await say(() => ({ walk: paths([{ rows: ["nxt"] }]) }));
await say(() => ({ walk: random(), until: { row: "signOut", rows: undefined } }));
await say(() => ({ walk: random(), until: { row: "9.9z" } }));
await say(() => ({ walk: weighted({ weights: { signOut: 0, "UC1:refresh": 0, toString: 3 } }) }));
await say(() => ({ walk: weighted({ weights: { signOut: 0, "UC1:refresh": 0, event: 3 } }), until: { rows: 2 } }));
await say(() => ({ walk: paths(all) }));
await say(() => ({ walk: paths(all.find(({ flow, reading }) => flow === "UC1" && reading === "written")) }));
await say(() => ({ walk: paths(all.filter(({ flow }) => flow !== "UC1")) }));
await say(() => ({ walk: paths({ rows: ["next"] }) }));
await say(() => ({ walk: paths("next") }));
