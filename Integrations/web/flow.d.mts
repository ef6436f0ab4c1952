/** The engine refused a request; the message says why. */
export class FlowError extends Error {}

export class Engine {
  /** Makes an engine of the bytes of `flow.wasm`, or of a response of `fetch`. */
  static load(source: BufferSource | Response | Promise<BufferSource>): Promise<Engine>;
  /** Opens compiled flows: the bytes of a file of `flowrun compile`. */
  open(bytes: ArrayBuffer | Uint8Array): Catalogue;
  /** Takes a row by its position, without JSON: the number of the row, or -1. */
  step(run: number, position: number): number;
  /** The bytes of memory that the module uses. */
  readonly size: number;
}

export type Reading = "written" | "meant";

export interface FlowSummary {
  flow: string;
  alias?: string;
  kind: "use case" | "partial flow" | "error flow";
  title: string;
  /** What the flow will do; it cannot run yet. */
  outline?: string;
  facts: Record<string, string[]>;
}

export interface FlowDescription {
  flow: string;
  title: string;
  kind: FlowSummary["kind"];
  goal?: string;
  path: string;
  sections: {
    section: string;
    title: string;
    steps: {
      step: string;
      /** The name in code. */
      name?: string;
      activity: string;
      text: string;
      line: number;
      message?: string;
      action?: string;
      /** `next` is missing for a proposed row, `meant` where it is the same. `meantID` also names it as meant. */
      rows: {
        row: string;
        name?: string;
        meantID?: string;
        kind: RowKind;
        text: string;
        next?: string;
        meant?: string;
        why?: string;
        line: number;
        /** Whether the row holds at every step: it stands at each of them. */
        anywhere?: true;
      }[];
    }[];
  }[];
}

export type RowKind = "own" | "user" | "case" | "result" | "event" | "error" | "extension";

export interface StartOptions {
  as?: Reading;
  /** The id of the step at which to enter. */
  from?: string;
  facts?: Record<string, string>;
  /** Milliseconds. */
  clock?: number;
  /** Whether to go on to where somebody has to decide; true if it is left out. */
  settle?: boolean;
}

export class Catalogue {
  readonly flows: FlowSummary[];
  flow(name: string): FlowDescription;
  start(flow: string, options?: StartOptions): Run;
  /** Follows a walk from its start along its moves, and goes on to where somebody has to decide: in one call. */
  follow(start: WalkStart, moves?: Move[]): Course;
  close(): void;
}

/** Its lists and parts are shared by states, and cannot be changed. */
export interface State {
  /** The step with its flow; at the end, the last one. */
  step: string;
  /** The name of the step in code. */
  name?: string;
  flow: string;
  reading: Reading;
  /** `event`: somebody decides. `end`: the run is over. The others go on with `settle`. */
  needs: "event" | "call" | "result" | "pass over" | "nothing" | "end";
  end?: string;
  /** Where the run stands, as the last line of a trace says it. */
  standing?: string;
  activity: string;
  text: string;
  title: string;
  message?: string;
  /** The message while the action runs. */
  loading?: string;
  items?: string[];
  inputs: { name: string; secret: boolean; digits: boolean; least: number; most: number }[];
  buttons: string[];
  /** The action to perform; answer with one of its outcomes. */
  action?: {
    name: string;
    outcomes: string[];
    /** The names of the values that the flow shows of the answer. */
    values?: string[];
    arguments: Record<string, string>;
  };
  /** At a call: the inputs that it passes on, by parameter of the called flow. */
  passes?: Record<string, string>;
  rows: {
    row: string;
    /** The name in code, which `take` accepts as well. */
    name?: string;
    kind: RowKind;
    text: string;
    label: string;
    next?: string;
    /** The answer for which the row is taken. Without one, a person takes it. */
    outcome?: string;
    /** The inputs that the user fills in. */
    enters?: string[];
    /** Milliseconds after entering the step. */
    after?: number;
    /** Why the row cannot be taken now. */
    refusal?: string;
    /** Whether the row holds at every step. */
    anywhere?: true;
  }[];
  /** The row that is taken when the run's clock reaches `due`. */
  timer?: { row: string; due: number };
  /** The calling steps, the innermost first. */
  callers: { step: string; title: string; text: string }[];
  facts: Record<string, string>;
  clock: number;
  enteredAt: number;
}

export interface WalkStart {
  flow: string;
  as?: Reading;
  from?: string;
  facts?: Record<string, string>;
  clock?: number;
  /** Whether the run ends when it leaves its flow; then it enters no call. */
  only?: boolean;
  /** How many steps happen by themselves after the last move. All if it is left out. */
  steps?: number;
  /** The moves are the rows that a run has reported: the step where it stands, or "" if it is over. */
  stands?: string;
}

export interface Move {
  /** A row, with or without its flow; `suspend FLOW`; `wait MILLISECONDS`. */
  move: string;
  /** What the action has answered with, or what was entered. */
  values?: Record<string, string>;
}

export interface Course {
  /** The flow in which the walk began. */
  home: string;
  state: State;
  trace: TakenRow[];
  /** The moves as they were followed. Of a reported run, with the suspensions that its rows do not name. */
  moves: string[];
  /** What each move has done: its rows in the trace from `start` to before `end`, and facts that changed. */
  frames: {
    move: string;
    values: Record<string, string>;
    start: number;
    end: number;
    changes: { fact: string; before: string; after: string }[];
  }[];
  /** The calls that were entered since the last move, each with the rows that skip it. */
  pending: { step: string; text: string; rows: { row: string; text: string; label: string }[] }[];
  /** The rows of the step. `leads` says where to, `wait` how many milliseconds until its time. */
  choices: (State["rows"][number] & { key?: string; wait?: number; leads?: string })[];
  isOver: boolean;
  /** Where the run has left its flow for. */
  left?: string;
  /** How the run stands or ended, as the last line of a trace says it; also by the number of rows. */
  ending: string;
  endings: Record<number, string>;
  /** The first move that is not possible. */
  broken?: { index: number; move: string; reason: string };
  /** Why the run cannot go on. */
  stuck?: string;
  /** The values for the texts, by name. */
  values: Record<string, string>;
  /** The same run for `--rows` or a named path. It has no end if the run cannot go on after its last row. */
  script: { rows: string[]; end?: string };
}

export interface TakenRow {
  row: string;
  step: string;
  kind: RowKind;
  text: string;
  next: string;
  to: string;
  at: number;
  answer?: string;
  passedOver?: boolean;
}

interface Settling {
  settle?: boolean;
}

export class Run {
  /** For `Engine.step`. */
  readonly handle: number;
  /** Where the run stands. Read from the module when somebody asks for it. */
  readonly state: State;
  /** All steps at which nobody decides, or so many. */
  settle(most?: number): State;
  take(row: string, options?: Settling): State;
  answer(outcome: string, options?: Settling & { values?: Record<string, string> }): State;
  elapse(time: number, options?: { fire?: boolean }): State;
  suspend(flow: string, options?: Settling): State;
  readonly trace: TakenRow[];
  /** The taken rows without so many of the first ones. */
  traceFrom(first: number): TakenRow[];
  /** The values for the texts, by name. */
  values: Record<string, string>;
  copy(): Run;
  close(): void;
}
