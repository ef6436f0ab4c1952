// Drives an app along its flows: the engine says what may happen next, a walk chooses, and the app does it and shows where it is.
// driver.d.mts describes all of it; docs/testing.md leads through it. flowrun_driver makes the same walks in Python.

/** Numbers that are the same in all drivers (SplitMix64). */
class Chance {
  #state;

  constructor(seed = 0) {
    this.#state = BigInt.asUintN(64, BigInt(seed));
  }

  /** A number from 0 to below a limit. */
  below(limit) {
    this.#state = BigInt.asUintN(64, this.#state + 0x9e3779b97f4a7c15n);
    let mixed = this.#state;
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return Number((mixed ^ (mixed >> 31n)) % BigInt(limit));
  }
}

/** The most states that a search looks at. */
const MOST_STATES = 5000;

/** What a row or a step is called: its id and its name in code, each with its flow and without. */
const called = (id, codeName, at = id.indexOf(":") + 1) =>
  [id, id.slice(at), ...(codeName === undefined ? [] : [id.slice(0, at) + codeName, codeName])];
const isCalled = (name, id, codeName) => called(id, codeName).includes(name);
const KINDS = ["own", "user", "case", "result", "event", "error", "extension"];
const namesKnown = new WeakMap();

/** The rows and steps of flows, with their names in code: a name is an id or such a name, with its flow or without. */
function namesOf(flows) {
  if (namesKnown.has(flows)) return namesKnown.get(flows);
  const [rows, steps] = [new Map(), new Map()];
  for (const { flow } of flows.flows)
    for (const step of flows.flow(flow).sections.flatMap(({ steps }) => steps)) {
      steps.set(`${flow}:${step.step}`, step.name);
      for (const row of step.rows) rows.set(`${flow}:${row.row}`, row.name);
    }
  namesKnown.set(flows, {
    rows,
    isRow: (name, row) => isCalled(name, row, rows.get(row)),
    isStep: (name, step) => isCalled(name, step, steps.get(step)),
    hasRow: (name) => [...rows].some(([row, codeName]) => isCalled(name, row, codeName)),
    hasStep: (name) => [...steps].some(([step, codeName]) => isCalled(name, step, codeName)),
  });
  return namesKnown.get(flows);
}

/** What may happen next: the rows of the state that may be taken, and the timer that runs out first. */
export function moves({ state: { end, rows, timer, clock } }) {
  if (end !== undefined) return [];
  const open = rows.filter(({ refusal }) => refusal === undefined)
    .map(({ row, kind, label, outcome, enters = [] }) => ({ row, kind, label, outcome, enters, wait: 0 }));
  if (!timer) return open;
  const { kind = "event", label = "" } = rows.find(({ row }) => row === timer.row) ?? {};
  const due = { row: timer.row, kind, label, outcome: undefined, enters: [], wait: Math.max(timer.due - clock, 1) };
  return [...open.filter(({ row, outcome }) => row !== timer.row || outcome !== undefined), due];
}

/** Makes a move in the engine, with values that the app shows from now on. */
function make(run, { row, wait }, values = {}, enters) {
  Object.assign(run.values, values);
  const { timer, rows } = run.state;
  const isOwn = rows.some((one) => one.row === row);
  if (wait > 0) run.elapse(timer.due, { fire: !isOwn });
  if (isOwn) run.take(row, { settle: false });
  settle(run, enters);
}

/** Goes on to where somebody has to decide. What a flow gives back that is not written, or not entered, is decided, too. */
function settle(run, enters = () => true) {
  for (let left = MOST_STATES; left > 0; left -= 1) {
    const { end, needs } = run.state;
    if (end !== undefined || needs === "event") return;
    if (needs === "call") {
      const inside = run.copy();
      const isUnwritten = inside.settle(1).end !== undefined;
      inside.close();
      if (isUnwritten || !enters(run.state)) return;
    }
    run.settle(1);
  }
  run.settle();
}

/** The shortest list of moves after which something holds of the run and its new rows. Undefined if none was found. */
function search(run, holds) {
  const known = new Set();
  const opened = [run.copy()];
  let level = [{ run: opened[0], path: [], rows: run.trace.length }];
  try {
    while (level.length) {
      const next = [];
      for (const { run, path, rows } of level) {
        for (const move of moves(run)) {
          const further = run.copy();
          opened.push(further);
          try { make(further, move); } catch { continue; }
          const taken = further.traceFrom(rows);
          if (holds(further, taken)) return [...path, move];
          const { step, callers, facts, end } = further.state;
          const key = JSON.stringify([step, callers.map((caller) => caller.step), facts, end]);
          if (known.has(key) || known.size >= MOST_STATES) continue;
          known.add(key);
          next.push({ run: further, path: [...path, move], rows: rows + taken.length });
        }
      }
      level = next;
    }
  } finally {
    for (const one of opened) one.close();
  }
}

// A walk has `next({ run, moves, covered })`, which gives the next move, "restart", or undefined where it is over, and may
// have `begin({ names, flow, as })`, which throws what is wrong with the walk before anything is done.

/** Any move. At the end of a run it begins again. */
export const random = ({ seed = 0 } = {}) => weighted({ seed });

/** Any move; one with a weight of 3 three times as often as one of 1. Weights, whole numbers, are of rows (`UC1:1.1a`, `1.1a`, `signOut`) or kinds. */
export function weighted({ seed = 0, weights = {} } = {}) {
  const chance = new Chance(seed);
  let names;
  const weight = ({ row, kind }) => weights[[...called(row, names?.rows.get(row)), kind].find((name) => Object.hasOwn(weights, name))] ?? 1;
  return {
    begin(at) {
      names = at.names;
      const unknown = Object.keys(weights).find((name) => !KINDS.includes(name) && !names.hasRow(name));
      if (unknown !== undefined) throw new Error(`a weight is of \`${unknown}\`, which is no row and no kind of rows`);
    },
    next({ moves }) {
      const total = moves.reduce((sum, move) => sum + weight(move), 0);
      if (total <= 0) return "restart";
      let left = chance.below(total);
      return moves.find((move) => (left -= weight(move)) < 0);
    },
  };
}

/** The fewest moves to a row or a step. */
export function shortest({ to }) {
  let path;
  return {
    ends: true,
    begin({ names }) {
      if (!names.hasRow(to) && !names.hasStep(to)) throw new Error(`there is no row and no step \`${to}\` to go to`);
    },
    next({ run }) {
      const names = namesOf(run.catalogue);
      path ??= search(run, ({ state }, rows) => names.isStep(to, state.step) || rows.some(({ row }) => names.isRow(to, row)));
      if (!path) throw new Error(`no way to \`${to}\` was found`);
      return path.shift();
    },
  };
}

/** All rows that can be taken, each by the fewest moves from where the run stands, or else from the start. */
export function covering() {
  let path = [];
  let isAtStart = true;
  return {
    ends: true,
    next({ run, covered }) {
      if (!path.length) path = search(run, (_, rows) => rows.some(({ row }) => !covered.has(row))) ?? [];
      const move = path.shift();
      if (!move && isAtStart) return undefined;
      isAtStart = !move;
      return move ?? "restart";
    },
  };
}

/** The paths in what `flowrun paths --format json` prints: of its whole list, of the entry of a flow, or the paths themselves. */
function pathsOf(given, { flow, as = "written" } = {}) {
  const [entries, isPath] = [[given].flat(), (one) => Array.isArray(one?.rows)];
  if (Array.isArray(given) && given.every(isPath)) return given;
  if (!entries.every((one) => Array.isArray(one?.paths) && one.paths.every(isPath))) {
    throw new Error("these are no paths: give what `flowrun paths --follow --format json` prints, or a list of `{ rows, facts }`");
  }
  if (flow === undefined) return [];
  const own = entries.filter((one) => one.flow === flow && (one.reading ?? as) === as);
  if (own.length !== 1) throw new Error(`there ${own.length ? "is more than one list" : "are no paths"} of \`${flow}\` as ${as} among these`);
  return own[0].paths;
}

/** Paths, each in a run of its own: what `flowrun paths --follow --format json` prints, or its list `paths` for a flow. */
export function paths(given) {
  let [list, index, names] = [pathsOf(given), 0];
  let left = list[0]?.rows ?? [];
  const isRow = (name, row) => (names ? names.isRow(name, row) : isCalled(name, row));
  // What happens by itself stands in a path as well.
  const after = (taken) => taken.reduce((rest, row) => (rest.length && isRow(rest[0], row) ? rest.slice(1) : rest), left);
  return {
    ends: true,
    begin(at) {
      names = at.names;
      list = pathsOf(given, at);
      left = list[index]?.rows ?? [];
    },
    /** A path may have the result of a call in place of the called flow. */
    enters: ({ rows }, taken) => !rows.some(({ row, name }) => isCalled(after(taken)[0], row, name)),
    /** The first values of facts of a run, by its number. */
    facts: (number) => list[number]?.facts,
    next({ moves, taken }) {
      left = after(taken);
      if (!left.length) {
        left = list[++index]?.rows ?? [];
        return index < list.length ? "restart" : undefined;
      }
      const [name] = left;
      const move = moves.find(({ row }) => isRow(name, row));
      if (!move) throw new Error(`\`${name}\` cannot be taken now`);
      return move;
    },
  };
}

/** Drives an app. Never throws what the app throws: that is `failed` in the report. Throws if a row or step that is named is not there. */
export async function drive(flows, { flow, walk, app = {}, until = {}, facts = {}, ...options }) {
  const most = { rows: walk.ends ? Infinity : 1000, runs: Infinity, time: Infinity, coverage: 2, row: undefined };
  for (const [name, value] of Object.entries(until)) {
    if (!(name in most)) throw new Error(`there is no \`${name}\` at which a drive stops; say ${Object.keys(most).join(", ")}`);
    most[name] = value ?? most[name];
  }
  const { flow: id, sections } = flows.flow(flow);
  const names = namesOf(flows);
  if (most.row !== undefined && !names.hasRow(most.row)) throw new Error(`there is no row \`${most.row}\` to stop at`);
  walk.begin?.({ names, flow: id, as: options.as ?? "written" });
  const own = sections.flatMap(({ steps }) => steps).flatMap(({ rows }) => rows)
    .filter(({ next, meant }) => (options.as === "meant" ? meant ?? next : next) !== undefined).map(({ row }) => `${id}:${row}`);
  const covered = new Set();
  const report = { flow: id, runs: [], rows: 0, time: 0, covered: [], uncovered: [], failed: undefined };
  let run, first, taken, seen, clock;

  const enters = (state) => walk.enters?.(state, run.traceFrom(seen).map(({ row }) => row)) ?? true;
  const looks = () => {
    taken = run.traceFrom(seen).map(({ row }) => row);
    seen += taken.length;
    taken.forEach((row) => covered.add(row));
    report.runs.at(-1).taken.push(...taken);
    report.time += run.state.clock - clock;
    clock = run.state.clock;
    return app.shows?.(run.state);
  };
  const begin = async () => {
    run?.close();
    first = { ...facts, ...walk.facts?.(report.runs.length) };
    run = flows.start(flow, { ...options, facts: first, settle: false });
    seen = 0;
    settle(run, enters);
    clock = run.state.clock;
    report.runs.push({ facts: first, rows: [], taken: [], command: "" });
    await app.start?.(run.state);
    await looks();
  };
  const isOver = () => report.rows >= most.rows || report.time >= most.time || (most.row && [...covered].some((row) => names.isRow(most.row, row)))
    || own.filter((row) => covered.has(row)).length >= most.coverage * own.length;

  let last;
  try {
    await begin();
    while (!isOver()) {
      const move = walk.next({ run, moves: moves(run), covered, taken });
      if (move === undefined) break;
      if (move === "restart") {
        // A walk that begins again where nothing can be done would do so for ever.
        if (report.runs.length >= most.runs || (!walk.facts && !report.runs.at(-1).rows.length)) break;
        last = undefined;
        await begin();
        continue;
      }
      last = move.row;
      report.runs.at(-1).rows.push(move.row);
      report.rows += 1;
      const values = await app.take?.(move, run.state);
      make(run, move, values ?? {}, enters);
      await looks();
    }
  } catch (error) {
    report.failed = { after: last, at: run?.state.step, message: String(error?.message ?? error), error };
  }
  run?.close();
  report.covered = [...covered];
  report.uncovered = own.filter((row) => !covered.has(row));
  for (const one of report.runs) one.command = command(id, one, options);
  return report;
}

/** The command that does the same in flowrun. */
function command(flow, { taken: rows, facts }, { as, from }) {
  const words = ["flowrun", flow];
  if (as === "meant") words.push("--as-meant");
  if (from) words.push("--from", from);
  for (const [name, value] of Object.entries(facts)) words.push("--fact", `${name}=${value}`);
  if (rows.length) words.push("--rows", rows.join(","));
  return words.map((word) => (/^[\w.,:=@%/+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}
