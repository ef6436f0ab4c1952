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

/** Chooses. */
export interface Walk {
  /** Whether it ends by itself. Otherwise it ends after 1,000 moves, unless `until` says when. */
  ends?: boolean;
  /** The next move, "restart", or undefined where the walk is over. `taken` are the newest rows of the run. */
  next(at: { run: Run; moves: Move[]; covered: Set<string>; taken: string[] }): Move | "restart" | undefined;
  /** Whether a call is entered. Where it is not, the rows of the calling step are moves. `taken` are the newest rows. */
  enters?(state: State, taken: string[]): boolean;
  /** The first values of facts of a run, by its number. */
  facts?(number: number): Record<string, string> | undefined;
}

export function random(options?: { seed?: number }): Walk;
export function weighted(options?: { seed?: number; weights?: Record<string, number> }): Walk;
export function shortest(options: { to: string }): Walk;
export function covering(): Walk;
export function paths(list: { rows: string[]; facts?: Record<string, string> }[]): Walk;
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
  /** A row. */
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

/** Drives an app. Never throws what the app throws: that is `failed` in the report. */
export function drive(
  flows: Catalogue,
  options: { flow: string; walk: Walk; app?: App; until?: Until } & Omit<StartOptions, "settle">,
): Promise<Report>;
