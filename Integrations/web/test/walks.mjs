// Walks at random through flows in the engine of the page, and writes each walk that the page would keep as a named path, with
// the trace that it must have: `node walks.mjs FOLDER-OF-THE-MODULE FOLDER COUNT SEED`. FOLDER has the flows and, compiled, app.flows.
// walks.py then compares them with what flowrun makes of the paths and of a command.
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { command, entry } from "../../../Sources/Tool/StudioPage/Page/keep.js";
import { Engine } from "../flow.mjs";

const [, , moduleFolder, folder, count, firstSeed] = process.argv;
const engine = await Engine.load(readFile(`${moduleFolder}/flow.wasm`));
const flows = engine.open(await readFile(`${folder}/app.flows`));
const all = flows.flows.filter(({ outline }) => outline === undefined).map(({ flow, facts }) => ({ flow, facts, ...flows.flow(flow) }));
const meantIDs = new Map(all.flatMap(({ flow, sections }) => sections.flatMap(({ steps }) => steps).flatMap(({ rows }) => rows)
  .filter(({ meantID }) => meantID).map(({ row, meantID }) => [`${flow}:${row}`, meantID])));

const anywhere = new Set(all.flatMap(({ flow, sections }) => sections.flatMap(({ steps }) => steps).flatMap(({ rows }) => rows)
  .filter((row) => row.anywhere).map(({ row }) => `${flow}:${row}`)));

let state = BigInt(firstSeed);
/** A number from 0 to below a limit (SplitMix64). */
function chance(limit) {
  state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
  let mixed = state;
  mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
  mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
  return Number((mixed ^ (mixed >> 31n)) % BigInt(limit));
}
const pick = (list) => list[chance(list.length)];

/** A name by which a script may call a row. */
function name(row) {
  const short = row.slice(row.indexOf(":") + 1);
  return pick([row, row, short, meantIDs.get(row) ?? row]);
}

/** What a person may do next. Undefined if there is nothing. */
function next({ state: { timer, clock }, choices, pending }) {
  switch (chance(10)) {
    case 0: return `wait ${chance(5000)}`;
    case 1: return `wait ${Math.max(1, (timer ? timer.due - clock : 10_000) + chance(3) - 1 + chance(2) * 20_000)}`;
    case 2: return `suspend ${pick(all).flow}`;
    case 3: {
      const rows = pending.flatMap(({ rows }) => rows);
      return rows.length ? name(pick(rows).row) : "wait 1";
    }
    case 4: return timer ? timer.row : "wait 1000";
    default: {
      const open = choices.filter(({ refusal }) => refusal === undefined);
      return open.length ? name(pick(open).row) : undefined;
    }
  }
}

/** A line of a trace, as `flowrun FLOW --rows` prints it. */
function line({ at, row, text, next, step, passedOver, answer }) {
  let line = `${`${at} ms`.padStart(10)}  ${row}  ${text} -> ${next}`;
  if (anywhere.has(row)) line += `  (at ${step.slice(step.indexOf(":") + 1)})`;
  if (passedOver) line += "  (passed over)";
  if (answer !== undefined) line += `  (answers ${answer})`;
  return line;
}

const files = new Map();
const commands = [];
let kept = 0;
while (kept < Number(count)) {
  const { flow, facts, sections } = pick(all);
  const start = { flow, as: pick(["written", "meant"]), only: chance(5) === 0, facts: {} };
  if (chance(3) === 0) start.from = pick(sections.flatMap(({ steps }) => steps)).step;
  for (const [fact, values] of Object.entries(facts)) if (chance(4) === 0) start.facts[fact] = pick(values);
  if (chance(6) === 0) start.clock = chance(9000) + 1;
  const moves = [];
  let course = flows.follow(start);
  for (let left = 1 + chance(9); left > 0 && !course.isOver && !course.stuck; left -= 1) {
    const move = next(course);
    if (move === undefined) break;
    const further = flows.follow(start, [...moves, { move }]);
    if (further.broken) continue;
    moves.push({ move });
    course = further;
  }
  const { script, home, trace } = course;
  if (script.end === undefined || script.rows.length === 0) continue;
  kept += 1;
  const path = { ...start, flow: home, ...script };
  const title = `walk-${kept}`;
  const wanted = [...trace.map(line), `end: ${script.end}`];
  if (!files.has(home)) files.set(home, { entries: [], wanted: {} });
  files.get(home).entries.push(entry(path, title, ""));
  files.get(home).wanted[title] = wanted;
  const words = command(path);
  if (words !== null) commands.push({ words, wanted });
}
assert.ok(commands.length > 0);
await mkdir(`${folder}/paths`, { recursive: true });
let number = 0;
const wanted = {};
for (const [flow, { entries, wanted: traces }] of files) {
  number += 1;
  wanted[`walks-${number}`] = traces;
  await writeFile(`${folder}/paths/walks-${number}.yaml`, `flow: ${flow}\npaths:\n${entries.join("\n")}`);
}
await writeFile(`${folder}/wanted.json`, JSON.stringify({ wanted, commands: [commands[chance(commands.length)]] }));
