import type { Catalogue, RowKind, Run, StartOptions, State } from "./flow.mjs";

/** What may happen next. */
export interface Move {
  row: string;
  kind: RowKind;
  label: string;
  /** The answer of the step's action for which the row is taken. */
  outcome?: string;
  /** The inputs that the user fills in. */
  enters: string[];
  /** Above 0 where so many milliseconds have to pass, after which it happens by itself. */
  wait: number;
}

/** The app under test. What it throws is `failed` in the report. */
export interface App {
  /** Opens the app anew, for a run with the facts of `state`. */
  start?(state: State): void | Promise<void>;
  /** Does what the move says. Gives the values that the app shows from now on. */
  take?(move: Move, state: State): Values | Promise<Values>;
  /** Makes sure that the app is where the run is. */
  shows?(state: State): void | Promise<void>;
}
type Values = Record<string, string> | void;

/** The rows and steps of the flows. A name is an id or a name in code, with its flow or without. */
export interface Names {
  isRow(name: string, row: string): boolean;
  isStep(name: string, step: string): boolean;
  hasRow(name: string): boolean;
  hasStep(name: string): boolean;
}

/** Chooses. */
export interface Walk {
  /** Whether it ends by itself. Otherwise it ends after 1,000 moves, unless `until` says when. */
  ends?: boolean;
  /** Is called before the first run, and may throw what is wrong with the walk. */
  begin?(at: { names: Names; flow: string; as: "written" | "meant" }): void;
  /** The next move, "restart", or undefined where the walk is over. `taken` are the newest rows of the run. */
  next(at: { run: Run; moves: Move[]; covered: Set<string>; taken: string[] }): Move | "restart" | undefined;
  /** Whether a call is entered. Where it is not, the rows of the calling step are moves. `taken` are the newest rows. */
  enters?(state: State, taken: string[]): boolean;
  /** The first values of facts of a run, by its number. */
  facts?(number: number): Record<string, string> | undefined;
}

export function random(options?: { seed?: number }): Walk;
export function weighted(options?: { seed?: number; weights?: Record<string, number> }): Walk;
/** `to` is a row or a step: its id or its name in code, with its flow or without. */
export function shortest(options: { to: string }): Walk;
export function covering(): Walk;
/** What `flowrun paths --follow --format json` prints, an entry of it, or the paths themselves. */
export function paths(given: Path[] | Listed | Listed[]): Walk;
type Path = { rows: string[]; facts?: Record<string, string> };
type Listed = { flow: string; reading?: string; paths: Path[] };
export function moves(run: Run): Move[];

/** When to stop. Any of them is enough. */
export interface Until {
  /** So many moves; by default 1,000 for a walk that does not end by itself. */
  rows?: number;
  runs?: number;
  /** Milliseconds of the runs' clocks. */
  time?: number;
  /** So much of the flow's rows, from 0 to 1. */
  coverage?: number;
  /** A row: its id or its name in code, with its flow or without. */
  row?: string;
}

export interface Report {
  flow: string;
  /** `rows` were chosen, `taken` are all. `command` does the same in flowrun. */
  runs: { facts: Record<string, string>; rows: string[]; taken: string[]; command: string }[];
  /** How many moves were made. */
  rows: number;
  /** Milliseconds of the runs' clocks. */
  time: number;
  /** All rows that were taken. */
  covered: string[];
  /** The rows of the flow that were not. */
  uncovered: string[];
  /** After which row the app was not at this step, and why. */
  failed?: { after?: string; at?: string; message: string; error: unknown };
}

/**
 * Drives an app. Never throws what the app throws: that is `failed` in the report. Throws if there is no such flow, or if the
 * walk or `until` name a row or a step that is in no flow.
 */
export function drive(
  flows: Catalogue,
  options: { flow: string; walk: Walk; app?: App; until?: Until } & Omit<StartOptions, "settle">,
): Promise<Report>;
