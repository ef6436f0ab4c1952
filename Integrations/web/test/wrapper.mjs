// Tests the JavaScript wrapper on the flows of the project: `FLOWS=UC1.2,UC2.3 node wrapper.mjs FOLDER-OF-THE-MODULE`, with the ids
// of all flows as `flowrun list` prints them.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Engine, FlowError } from "../flow.mjs";

const folder = process.argv[2];
const engine = await Engine.load(readFile(`${folder}/flow.wasm`));
const flows = engine.open(await readFile(`${folder}/app.flows`));

assert.deepEqual(
  flows.flows.map((flow) => flow.flow).sort(),
  process.env.FLOWS.split(",").sort(),
);
const unlock = flows.flow("unlock-the-app");
assert.equal(unlock.flow, "UC2.3");
assert.equal(unlock.sections[0].steps[2].rows[0].row, "1.3a");

// A screen, its input, and a called flow.
const run = flows.start("UC2.3", { facts: { platform: "android" } });
assert.deepEqual(run.state.action.outcomes, ["enabled", "disabled"]);
run.answer("disabled");
assert.equal(run.state.step, "UC2.3:1.2");
const refused = run.state.rows.find((row) => row.row === "UC2.3:1.2b");
assert.match(refused.refusal, /platform is android/);
assert.throws(() => run.take("1.2b"), FlowError);
assert.equal(run.state.step, "UC2.3:1.2");
run.take("1.2d");
assert.equal(run.state.activity, "notice");
const copy = run.copy();
run.take("4.1a");
assert.equal(run.state.title, "Open app with PIN");
assert.deepEqual(run.state.inputs, [{ name: "pin", secret: true, digits: true, least: 6, most: 6 }]);
run.take("1.3a");
assert.equal(run.state.flow, "PF2.8");
assert.equal(run.state.callers[0].step, "UC2.3:1.4");
assert.deepEqual(run.trace.map((taken) => taken.row).slice(-2), ["UC2.3:4.1a", "UC2.3:1.3a"]);
assert.equal(copy.state.step, "UC2.3:4.1");

// Values are in the texts; the name of one that is not there stays.
const reading = flows.start("EID5", { facts: { can: "saved" } });
for (const answer of ["present", "connected"]) {
  while (!reading.state.action) reading.take(reading.state.rows[0].row);
  reading.answer(answer);
}
while (reading.state.action?.name !== "card.read") reading.take(reading.state.rows[0].row);
assert.equal(reading.state.action.values.length, 6);
reading.answer("read", { values: { "first name": "MARI", "last name": "A{B}", sex: "F", other: "x" } });
while (!reading.state.items) reading.take(reading.state.rows[0].row);
assert.deepEqual(reading.state.items.slice(0, 3), ["First name: MARI", "Last name: A{B}", "Personal code: "]);
assert.equal(reading.values.other, undefined);

// A walk in one call: the app is left in a called flow, and comes back.
const walk = flows.follow({ flow: "UC2.3", facts: { platform: "android" } }, [{ move: "1.1b" }, { move: "1.2d" }, { move: "wait 1500" }]);
assert.equal(walk.broken, undefined);
assert.deepEqual(walk.script, { rows: ["1.1b", "1.2d", "wait 1500 ms"], end: "waiting UC2.3:4.1" });
assert.equal(walk.state.clock, 1500);
assert.deepEqual(walk.choices.map(({ row, key }) => [row, key])[0], ["UC2.3:4.1a", "a"]);
const broken = flows.follow({ flow: "UC2.3", facts: { platform: "android" } }, [{ move: "1.1b" }, { move: "1.2b" }]);
assert.equal(broken.broken.index, 1);
assert.equal(broken.state.step, "UC2.3:1.2");
assert.match(broken.choices.find(({ row }) => row === "UC2.3:1.2b").refusal, /platform is android/);

// Wrong requests change nothing and say why.
assert.throws(() => flows.start("UC0"), /there is no flow `UC0`/);
assert.throws(() => flows.start("UC2.3", { facts: { platform: "x" } }), /no fact `platform`/);
assert.throws(() => flows.start("UC2.3", { as: "spoken" }), /not a reading/);
assert.throws(() => engine.open(new Uint8Array(64)), /not a file of compiled flows/);
copy.close();
assert.throws(() => copy.take("4.1a"), /no run with this handle/);

// A thousand runs leave no memory behind.
const settled = () => {
  const one = flows.start("UC2.3");
  one.answer("disabled");
  one.close();
};
settled();
const before = engine.size;
for (let i = 0; i < 1000; i++) settled();
assert.equal(engine.size, before);
console.log("the JavaScript wrapper works");
