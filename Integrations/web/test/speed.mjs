// Times steps as a page takes them, through all flows of a file: `node speed.mjs FOLDER-OF-THE-MODULE FLOWS [ROUNDS]`. A step is
// `take` or `answer` with the state that it returns, on 40 walks through each flow that are drawn beforehand. Runs are started, and
// each state is read once, outside of what is timed. In turn with the steps, the same process reads and writes JSON of 700 bytes: the
// ratio of the two depends less on the machine, and on what else it does, than a time does. Medians, processor time.
import { readFile } from "node:fs/promises";
import { Engine } from "../flow.mjs";

const [, , folder, file, rounds = "7"] = process.argv;
const engine = await Engine.load(readFile(`${folder}/flow.wasm`));
const flows = engine.open(await readFile(file));

let random = 1;
/** A number from 0 to below a limit (mulberry32). */
function chance(limit) {
  random = (random + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(random ^ (random >>> 15), random | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
}

/** A walk from the start of a flow: what is done at each step. */
function walk(flow) {
  const run = flows.start(flow), deeds = [];
  while (deeds.length < 30 && run.state.end === undefined) {
    const open = run.state.rows.filter(({ refusal, after }) => refusal === undefined && after === undefined);
    if (open.length === 0) break;
    const { row, outcome } = open[chance(open.length)];
    const deed = outcome !== undefined && run.state.action ? ["answer", outcome] : ["take", row];
    deeds.push(deed);
    run[deed[0]](deed[1]);
  }
  run.close();
  return deeds;
}

/** The microseconds of the processor that something takes. */
function cost(body) {
  const begun = process.cpuUsage();
  body();
  const { user, system } = process.cpuUsage(begun);
  return user + system;
}

let read = 0;
/** Takes all walks from their starts, and gives the microseconds of a step. */
function stepped(flow, walks, steps) {
  const turns = Math.ceil(4000 / steps);
  let time = 0;
  for (let turn = 0; turn < turns; turn++) {
    const runs = walks.map(() => flows.start(flow));
    time += cost(() => {
      for (const [at, walk] of walks.entries()) for (const [deed, what] of walk) read += runs[at][deed](what).rows.length;
    });
    for (const run of runs) run.close();
  }
  return time / turns / steps;
}

const text = JSON.stringify({ ...flows.start("UC2.3", { from: "2.1" }).state, facts: {} }).slice(0, 600);
const json = JSON.stringify({ text, numbers: [...Array(20).keys()], rows: [{ row: "UC2.3:2.1b", kind: "user" }] });
const beside = () => cost(() => { for (let i = 0; i < 4000; i++) read += JSON.stringify(JSON.parse(json)).length; }) / 4000;
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];

const measured = [];
for (const { flow, outline } of flows.flows) {
  if (outline !== undefined) continue;
  const walks = Array.from({ length: 40 }, () => walk(flow));
  const steps = walks.flat().length;
  if (steps === 0) continue;
  const times = [], ratios = [], units = [];
  // The first rounds are for the compiler.
  for (let round = -3; round < Number(rounds); round++) {
    const unit = beside(), time = stepped(flow, walks, steps);
    if (round < 0) continue;
    times.push(time);
    units.push(unit);
    ratios.push(time / unit);
  }
  measured.push({ flow, length: steps / 40, time: median(times), ratio: median(ratios), unit: median(units) });
}
measured.sort((a, b) => b.ratio - a.ratio);
for (const { flow, length, time, ratio } of measured) {
  console.log(`${ratio.toFixed(2)}  ${time.toFixed(2)} µs  ${flow}, ${length.toFixed(1)} steps`);
}
const all = (key) => median(measured.map((one) => one[key])).toFixed(2);
console.log(`${measured.length} flows, in the middle ${all("ratio")} and ${all("time")} µs; JSON of ${json.length} bytes ${all("unit")} µs`);

// A step without its state: one call of `flow_step`.
const run = flows.start("UC2.3", { from: "2.1", settle: false });
const position = run.state.rows.findIndex(({ row }) => row === "UC2.3:2.1b");
const bare = Array.from({ length: 5 }, () => cost(() => {
  for (let i = 0; i < 5_000_000; i++) if (engine.step(run.handle, position) < 0) throw new Error("refused");
}));
console.log(`${(5_000_000 / median(bare)).toFixed(1)} M steps a second without their states`);
