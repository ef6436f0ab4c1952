// A walk: how a run was started, and what was decided since. The engine replays it from its start at every change, so going
// back, changing a fact and loading other flows are all the same thing.

export class Walk {
  /**
   * @param start flow, as, from, facts, clock, only. A move is a row, `suspend FLOW`, or `wait MILLISECONDS`. A row may have the values
   * that its action has answered with: `5?surname=Kask&age=7`.
   */
  constructor(start, moves = [], at = moves.length) {
    Object.assign(this, { start, moves, at });
    this.branches = [];
  }

  /** Goes on with a move. What was decided otherwise from here stays as a branch. */
  add(move, from = this.at) {
    if (from < this.moves.length && this.moves[from] !== move) {
      this.branches.unshift(this.moves);
      this.branches.length = Math.min(this.branches.length, 8);
      this.moves = this.moves.slice(0, from);
    }
    this.moves[from] = move;
    this.at = from + 1;
  }

  /** Exchanges the walk for a branch of it. */
  take(branch) {
    const [moves] = this.branches.splice(branch, 1, this.moves);
    this.moves = moves;
    this.at = moves.length;
  }

  /** The part of an address that opens this walk again. */
  get link() {
    const { flow, as, from, facts, clock, only } = this.start;
    const words = new URLSearchParams({ flow });
    if (as === "meant") words.set("as", as);
    if (from) words.set("from", from);
    if (clock) words.set("clock", clock);
    if (only) words.set("only", "yes");
    for (const [name, value] of Object.entries(facts)) words.set(`fact.${name}`, value);
    if (this.at) words.set("rows", this.moves.slice(0, this.at).map((move) => own(move, flow)).join(","));
    return `walk?${words.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
  }

  static of(link) {
    const words = new URLSearchParams(link.slice("walk?".length));
    const facts = {};
    for (const [name, value] of words) if (name.startsWith("fact.")) facts[name.slice(5)] = value;
    const start = {
      flow: words.get("flow") ?? "", as: words.get("as") === "meant" ? "meant" : "written", from: words.get("from") ?? undefined,
      clock: Number(words.get("clock")) || undefined, only: words.get("only") === "yes", facts,
    };
    return new Walk(start, (words.get("rows") ?? "").split(",").filter(Boolean));
  }

  /** The walk of a named path. */
  static along(path) {
    const { flow, as = "written", from, facts = {}, clock, only = false } = path;
    return new Walk({ flow, as, from, facts, clock, only }, [...path.rows], 0);
  }
}

/** A move without its values. */
export const bare = (move) => move.replace(/\?[^?:]*=[^?:]*$/, "");

/** The values of a move, by name. */
const valuesOf = (move) => Object.fromEntries(new URLSearchParams(move.slice(bare(move).length)));

/** A row with values. */
export function withValues(row, values) {
  return Object.keys(values).length ? `${row}?${new URLSearchParams(values)}` : row;
}

/** A row without the flow where the walk began. */
export const own = (move, flow) => (move.startsWith(`${flow}:`) ? move.slice(flow.length + 1) : move);

/** The row of the step that a move names: with or without its flow, and without the number of a row whose id occurs twice. */
function named(state, move) {
  return state.rows.find(({ row }) => {
    const short = row.slice(row.indexOf(":") + 1);
    const plain = short.replace(/#\d+$/, "");
    return [row, short, plain, `${state.flow}:${plain}`].includes(move);
  });
}

/**
 * Replays a walk, and goes on to where somebody has to decide; with `steps`, only so many steps of these.
 *
 * The result has the run with its `state`, its `trace`, for every move the part of the trace that belongs to it (`frames`), the
 * calls that could be skipped (`pending`), how the run stands in the words of a trace (`ending`; `endings` by the number of rows
 * taken), and with `broken` the first move that is not possible.
 */
export function follow(catalogue, walk, steps = null) {
  const { flow, as, from, facts, clock, only } = walk.start;
  const options = { as, facts, settle: false };
  if (from) options.from = from;
  if (clock) options.clock = clock;
  const course = { frames: [], pending: [], broken: null, left: null };
  const run = catalogue.start(flow, options);
  const home = run.state.flow;
  let length = 0;
  let endings = null;
  // A script that names no more rows ends before it enters a call.
  const stand = () => {
    if (course.left === null && ["pass over", "result"].includes(run.state.needs)) return;
    endings[run.trace.length] ??= course.left ?? run.state.end ?? run.state.standing;
  };
  const go = (move, values) => {
    const before = run.state;
    const call = before.needs === "call" ? before : null;
    if (move === undefined) run.settle(1);
    else if (move.startsWith("suspend ")) run.suspend(move.slice(8), { settle: false });
    else if (move.startsWith("wait ")) run.elapse(before.clock + Number(move.slice(5)));
    else {
      const row = named(before, move);
      // The timer of a calling step, whose rows are not among those of this one.
      if (!row && before.timer?.row === move) run.elapse(before.timer.due);
      else if (!row) throw new Error(`\`${before.step}\` has no row \`${move}\``);
      if (row && before.timer?.row === row.row) run.elapse(before.timer.due, { fire: false });
      if (row?.outcome) for (const name of before.action?.values ?? []) delete run.values[name];
      Object.assign(run.values, values);
      if (row) run.take(row.row, { settle: false });
    }
    if (move !== undefined) course.pending = [];
    else if (call && run.state.callers[0]?.step === call.step) course.pending.push(call);
    if (only && run.state.flow !== home && run.state.needs !== "end") course.left = run.trace.at(-1)?.next ?? null;
    if (endings) stand();
  };
  // Goes on until a move can be made. True if the move has happened by itself.
  const reach = (move) => {
    while (course.left === null) {
      const { needs } = run.state;
      if (needs === "event" || needs === "end") return false;
      if (move !== undefined && !move.startsWith("wait ")) {
        if (needs === "nothing" && (move.startsWith("suspend ") || named(run.state, move))) return false;
        if (needs === "call" && named(run.state, move)) return false;
      }
      if (only && needs === "call") return false;
      if (needs === "call" || needs === "nothing") go();
      else {
        const at = run.trace.length;
        const row = move === undefined ? undefined : named(run.state, move);
        go();
        if (row && run.trace[at]?.row === row.row) return true;
      }
    }
    return false;
  };
  for (let index = 0; index < walk.at; index += 1) {
    const move = bare(walk.moves[index]);
    const values = valuesOf(walk.moves[index]);
    const { facts: before } = run.state;
    try {
      if (!reach(move)) {
        if (course.left !== null) throw new Error("the run has left the flow");
        go(move, values);
      }
    } catch (error) {
      course.broken = { index, move, reason: error.message };
      break;
    }
    const trace = run.trace.length;
    course.frames.push({ move, values, start: length, end: trace, before, after: run.state.facts });
    length = trace;
  }
  endings = course.endings = {};
  stand();
  try {
    if (steps === null || course.broken) reach();
    else for (let left = steps; left > 0 && !["event", "end"].includes(run.state.needs) && course.left === null; left -= 1) go();
  } catch (error) {
    course.stuck = error.message;
  }
  course.pending = course.pending.filter((call) => run.state.callers.some((caller) => caller.step === call.step));
  course.trace = run.trace;
  course.ending = endings[course.trace.length] ?? run.state.standing;
  course.run = run;
  course.state = run.state;
  course.home = home;
  course.isOver = course.left !== null || run.state.needs === "end";
  return course;
}

/** The rows that may be taken now, each with its key and why it may not. */
export function choices(course) {
  const { state } = course;
  if (course.isOver) return [];
  const used = new Set();
  return state.rows.map((row) => {
    const isTimer = state.timer?.row === row.row;
    const letter = /([a-z])(?:#\d+)?$/.exec(row.row)?.[1];
    let key = letter && !used.has(letter) ? letter : [..."abcdefghijklmnopqrstuvwxyz"].find((other) => !used.has(other));
    const refusal = isTimer ? undefined : row.refusal;
    if (refusal) key = undefined;
    else used.add(key);
    return { ...row, refusal, key, wait: isTimer ? state.timer.due - state.clock : undefined };
  });
}

/** Where a row would lead, found by taking it in a copy of the run. */
export function preview(course, row) {
  const copy = course.run.copy();
  try {
    if (copy.state.timer?.row === row) copy.elapse(copy.state.timer.due, { fire: false });
    const state = copy.take(row);
    return state.needs === "end" ? `ends: ${state.end}` : `leads to ${state.step} ${state.title}`;
  } catch (error) {
    return error.message;
  } finally {
    copy.close();
  }
}

/**
 * The walk of a run that reports to the studio. Its rows do not say that the app was left for another flow: that is added where it
 * must have happened.
 */
export function ofReport(catalogue, { flow, as, from, facts, rows, step, over }) {
  const walk = new Walk({ flow, as, from, facts }, [...rows]);
  for (let left = 20; left > 0; left -= 1) {
    const course = follow(catalogue, walk);
    course.run.close();
    const place = course.broken?.index ?? walk.moves.length;
    const other = (course.broken?.move ?? (over ? "" : step)).split(":")[0];
    const move = `suspend ${other}`;
    if (!other || other === course.state.flow || walk.moves[place - 1] === move) break;
    walk.moves.splice(place, 0, move);
    walk.at += 1;
  }
  return walk;
}

/** The walk as rows: what `--rows` and a named path say. */
export function script(course, walk) {
  const rows = [];
  for (const { move, start, end } of course.frames) {
    if (move.startsWith("suspend ")) rows.push(move);
    // If a timer has run out meanwhile, its row says how long that took.
    else if (move.startsWith("wait ") && start === end) rows.push(`${move} ms`);
    rows.push(...course.trace.slice(start, end).map(({ row }) => own(row, course.home)));
  }
  rows.push(...course.trace.slice(course.frames.at(-1)?.end ?? 0).map(({ row }) => own(row, course.home)));
  return { ...walk.start, flow: course.home, rows, end: course.ending };
}
