// A walk: how a run was started, and what was decided since. The engine follows it from its start
// at every change, so going back, changing a fact and loading other flows are all the same thing.
// What a move means is said by the engine alone.

export class Walk {
  /**
   * @param start flow, as, from, facts, clock, only. A move is a row, `suspend FLOW`, or `wait
   * MILLISECONDS`. A row may have the values of its action: `5?surname=Kask&age=7`.
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
    if (this.at) words.set("rows", this.moves.slice(0, this.at).join(","));
    return `walk?${words.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
  }

  static of(link) {
    const words = new URLSearchParams(link.slice("walk?".length));
    const facts = {};
    for (const [name, value] of words) if (name.startsWith("fact.")) facts[name.slice(5)] = value;
    const start = { flow: words.get("flow") ?? "", from: words.get("from") ?? undefined, facts,
      as: words.get("as") === "meant" ? "meant" : "written", only: words.get("only") === "yes",
      clock: Number(words.get("clock")) || undefined };
    return new Walk(start, (words.get("rows") ?? "").split(",").filter(Boolean));
  }

  /** The walk of a named path. */
  static along(path) {
    const { flow, as = "written", from, facts = {}, clock, only = false } = path;
    return new Walk({ flow, as, from, facts, clock, only }, [...path.rows], 0);
  }
}

/** A move as the engine takes it: `5?surname=Kask` is the row 5 with a value. */
export function parts(text) {
  const [values] = /\?[^?:]*=[^?:]*$/.exec(text) ?? [""];
  return { move: text.slice(0, text.length - values.length),
    values: Object.fromEntries(new URLSearchParams(values)) };
}

/** A row with values. */
export function withValues(row, values) {
  return Object.keys(values).length ? `${row}?${new URLSearchParams(values)}` : row;
}

/** Where a walk has led to, what may be done next, and the script that is the same run; with
 * `steps`, only so many steps after its last move. */
export const follow = (catalogue, walk, steps) => catalogue.follow({ ...walk.start, steps },
  walk.moves.slice(0, walk.at).map(parts));

/** The walk of a run that reports to the studio. */
export function ofReport(catalogue, { flow, as, from, facts, rows, step, over }) {
  const start = { flow, as, from, facts };
  const { moves } = catalogue.follow({ ...start, stands: over ? "" : step },
    rows.map((move) => ({ move })));
  return new Walk(start, moves);
}
