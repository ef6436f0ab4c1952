// UC2.3 of the step benchmark for XState 5: an actor that is sent the twelve events, and the pure
// function. Reads what `circle.py --json` prints. Prints lines of the table.
const { assign, createActor, createMachine, transition } = require("xstate");

const { steps, events } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const guards = {
  first: ({ context }) => context.failures < 1,
  second: ({ context }) => context.failures >= 1,
  never: () => false,
};
const changes = {
  count: assign({ failures: ({ context }) => context.failures + 1 }),
  reset: assign({ failures: 0 }),
};
const states = {};
for (const [step, ways] of Object.entries(steps)) {
  const on = {};
  for (const { event, target, guard, change } of ways) {
    (on[event] ??= []).push({ target, guard: guards[guard], actions: changes[change] ?? [] });
  }
  states[step] = { on };
}
const machine = createMachine({ id: "circle", initial: "s1_1", context: { failures: 0 }, states });
const sent = events.map((type) => ({ type }));

function measure(name, turn, state) {
  turn();
  if (state() !== "s1_1") throw new Error(`${name} stands at ${state()} after a turn`);
  let best = Infinity;
  for (let round = 0; round < 5; round++) {
    const start = process.hrtime.bigint();
    for (let turns = 0; turns < 2000; turns++) turn();
    best = Math.min(best, Number(process.hrtime.bigint() - start) / (2000 * sent.length));
  }
  console.log(`| a step, ${name} | ${(1000 / best).toFixed(4)} M/s |`);
}

const actor = createActor(machine).start();
measure("XState, actor", () => sent.forEach((e) => actor.send(e)), () => actor.getSnapshot().value);
let snapshot = createActor(machine).getSnapshot();
const pure = () => sent.forEach((e) => { [snapshot] = transition(machine, snapshot, e); });
measure("XState, pure function", pure, () => snapshot.value);
