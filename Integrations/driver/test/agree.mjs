// Walks of the driver as JSON lines, for agree.py: `node agree.mjs MODULE FLOWS PATHS SEEDS`. PATHS is what
// `flowrun paths --format json` prints for these flows.
import { readFile } from "node:fs/promises";
import { Engine } from "../../web/flow.mjs";
import { covering, drive, paths, random, shortest, weighted } from "../../web/driver.mjs";

const [, , module, file, listed, seeds] = process.argv;
const engine = await Engine.load(readFile(module));
const flows = engine.open(await readFile(file));
const weights = { user: 4, case: 2, event: 1, error: 0 };

async function tell(kind, options) {
  const { failed, ...report } = await drive(flows, options);
  console.log(JSON.stringify({ kind, ...report, failed: failed?.message }));
}

for (const { flow, reading, paths: list } of JSON.parse(await readFile(listed))) {
  for (const one of list) await tell(`path ${one.end}`, { flow, as: reading, walk: paths([one]) });
  await tell("paths", { flow, as: reading, walk: paths(list) });
  await tell("covering", { flow, as: reading, walk: covering(), until: { rows: 400 } });
  for (let seed = 0; seed < Number(seeds); seed++) {
    await tell("random", { flow, as: reading, walk: random({ seed }), until: { rows: 40 } });
    await tell("weighted", { flow, as: reading, walk: weighted({ seed, weights }), until: { rows: 40, runs: 3 } });
  }
  const last = list.at(-1)?.rows.at(-1);
  if (last) await tell("shortest", { flow, as: reading, walk: shortest({ to: last }) });
}
