// Random runs in which each state that the wrapper makes of numbers is compared with the module's own text of it:
// `node states.mjs FOLDER-OF-THE-MODULE RUNS SEED FLOWS...`.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Engine, FlowError } from "../flow.mjs";

const [, , folder, count, seed, ...files] = process.argv;
const engine = await Engine.load(readFile(`${folder}/flow.wasm`));

let random = Number(seed) >>> 0;
/** A number from 0 to below a limit (mulberry32). */
function chance(limit) {
  random = (random + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(random ^ (random >>> 15), random | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
}
const pick = (list) => list[chance(list.length)];

/** Does something at random; most of it may be refused. */
function act(run, all) {
  const { rows, timer, clock, action } = run.state;
  const settle = chance(4) > 0;
  switch (chance(12)) {
    case 0: return run.suspend(pick(all).flow, { settle });
    case 1: return run.elapse(clock + chance(3000), { fire: false });
    case 2: return run.elapse(clock + chance(40_000), { fire: chance(2) === 0 });
    case 3: return timer && run.elapse(timer.due + chance(3) - 1, { fire: chance(2) === 0 });
    case 4: return run.settle(chance(3));
    case 5: {
      // Each value is the place where it is shown, so that the text stays as it is.
      const values = Object.fromEntries((action?.values ?? []).map((name) => [name, `{${name}}`]));
      return action && run.answer(pick(action.outcomes), { settle, values });
    }
    default: {
      if (!rows.length) return;
      // A copy, of which no state has been read, goes through the row's id.
      const { row } = pick(rows);
      const twin = run.copy();
      let refused;
      try { twin.take(row, { settle }); } catch (error) { refused = error.message; }
      if (refused) assert.throws(() => run.take(row, { settle }), { message: refused });
      else run.take(row, { settle });
      assert.deepEqual([run.trace, run.state], [twin.trace, twin.state]);
      twin.close();
    }
  }
}

const totals = { states: 0, kept: 0, refused: 0, over: 0 };
for (const file of files) {
  const flows = engine.open(await readFile(file));
  const all = flows.flows.filter(({ outline }) => outline === undefined);
  for (let number = 0; number < Number(count); number++) {
    const { flow, facts } = pick(all);
    const start = { as: pick(["written", "meant"]), facts: {}, settle: chance(3) > 0 };
    for (const [fact, values] of Object.entries(facts)) if (chance(2) === 0) start.facts[fact] = pick(values);
    if (chance(9) === 0) start.clock = 2 ** 40 + chance(1000);
    let run;
    try { run = flows.start(flow, start); } catch (error) { assert(error instanceof FlowError, error); continue; }
    for (let left = 30; left > 0 && !run.state.end; left--) {
      try { act(run, all); } catch (error) { assert(error instanceof FlowError, error); totals.refused++; }
      // A brace in a text is written as two.
      const text = engine.json("flow_state", run.handle);
      const plain = (value) => JSON.parse(JSON.stringify(value), (_, part) =>
        typeof part === "string" ? part.replaceAll("{{", "{").replaceAll("}}", "}") : part);
      assert.deepEqual(plain(run.state), plain(text), `${file} ${flow}`);
      totals.states++;
    }
    totals.over += run.state.end !== undefined;
    run.close();
  }
  totals.kept += flows.states.size;
  flows.close();
}
assert(totals.kept < totals.states / 2 && totals.over > 0 && totals.refused > 0, JSON.stringify(totals));
console.log(`${totals.states} states are what their text says; ${totals.kept} texts were read for them`);
