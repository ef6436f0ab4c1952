// Runs use cases in a page or in Node: a wrapper of the WebAssembly module (docs/webassembly.md, flow.d.mts).
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The engine refused a request; the message says why. */
export class FlowError extends Error {}

/** The module. It has one memory and one thread. */
export class Engine {
  #wasm;
  // Views of the memory, and a place in it for short texts.
  #bytes;
  #words;
  #numbers;
  #short;
  constructor(instance) {
    this.#wasm = instance.exports;
    this.#short = this.#wasm.flow_alloc(SHORT);
    this.#view();
  }
  /** When the memory grows, it has another buffer, and the views of the one before are empty. */
  #view() {
    const { buffer } = this.#wasm.memory;
    this.#bytes = new Uint8Array(buffer);
    this.#words = new Int32Array(buffer);
    this.#numbers = new DataView(buffer);
  }
  /** Makes an engine of the bytes of `flow.wasm`, or of a response of `fetch`. */
  static async load(source) {
    const bytes = source instanceof Response ? await source.arrayBuffer() : await source;
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Engine(instance);
  }
  /** Opens compiled flows: the bytes of a file of `flowrun compile`. */
  open(bytes) { return new Catalogue(this, this.call("flow_open", new Uint8Array(bytes))); }
  /** Calls a function with a handle, or with a text or bytes as the last argument. */
  call(name, ...args) {
    const wasm = this.#wasm;
    const last = args.at(-1);
    const isText = typeof last === "string";
    if (!isText && !(last instanceof Uint8Array)) return this.#answer(wasm[name](...args));
    const bytes = isText ? encoder.encode(last) : last;
    const place = wasm.flow_alloc(bytes.length);
    try {
      new Uint8Array(wasm.memory.buffer, place, bytes.length).set(bytes);
      return this.#answer(wasm[name](...args.slice(0, -1), place, bytes.length));
    } finally {
      wasm.flow_free(place);
    }
  }
  /** The same for a function of a run with a text: a short one, as names are, is written without an encoder. */
  tell(name, run, text) {
    if (this.#bytes.length === 0) this.#view();
    const bytes = this.#bytes, place = this.#short, length = text?.length ?? Infinity;
    let at = length > SHORT ? -1 : 0;
    while (at >= 0 && at < length) {
      const unit = text.charCodeAt(at);
      if (unit < 0x80) bytes[place + at++] = unit;
      else at = -1;
    }
    return at < 0 ? this.call(name, run, text) : this.#answer(this.#wasm[name](run, place, length));
  }
  /** The same for a function that answers with JSON. */
  json(name, ...args) { return JSON.parse(this.#text(this.call(name, ...args))); }
  /** A state, with values in its texts. It comes from the module as text once, and then whenever its numbers are the same. */
  state(run, known, values) {
    const wasm = this.#wasm;
    const count = wasm.flow_mark(run);
    if (count <= 0) return filled(count < 0 ? this.#answer(count) : this.json("flow_state", run), values);
    const place = wasm.flow_result();
    if (this.#words.length === 0) this.#view();
    const numbers = this.#numbers, key = (place >> 2) + TIMES, end = (place + count) >> 2;
    const clock = numbers.getFloat64(place, true), enteredAt = numbers.getFloat64(place + 8, true), due = numbers.getFloat64(place + 16, true);
    const kept = known.find(this.#words, key, end, () => this.json("flow_state", run));
    const state = { ...kept.state };
    state.clock = clock;
    state.enteredAt = enteredAt;
    if (state.timer) state.timer = { row: state.timer.row, due };
    return kept.hasValues ? filled(state, values) : state;
  }
  /** Takes a row by its position, without JSON: the number of the row, or -1. */
  step(run, position) { return this.#wasm.flow_step(run, position); }
  close(handle) { this.#wasm.flow_close(handle); }
  /** The bytes of memory that the module uses. */
  get size() { return this.#wasm.memory.buffer.byteLength; }
  #text(count) { return decoder.decode(new Uint8Array(this.#wasm.memory.buffer, this.#wasm.flow_result(), count)); }
  #answer(value) {
    if (value < 0) throw new FlowError(this.#text(-value));
    return value;
  }
}

/** Texts up to this length are short. */
const SHORT = 256;
/** So many words of a mark are times, before its key. */
const TIMES = 6;
/** So many states of a catalogue are kept. */
const MOST_STATES = 4096;

/** The states that runs of a catalogue have had, by the keys of their marks: what these do not say is the same. */
class States {
  #kept = new Map();
  get size() { return this.#kept.size; }
  /** What is kept for the key that the words from `first` to `end` are; `read` gives its state if it is new. */
  find(words, first, end, read) {
    let hash = end - first;
    for (let at = first; at < end; at++) {
      hash = Math.imul(hash ^ words[at], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const kept = this.#kept.get(hash);
    search: for (let one = kept; one; one = one.next) {
      if (one.key.length !== end - first) continue;
      for (let at = first; at < end; at++) if (one.key[at - first] !== words[at]) continue search;
      return one;
    }
    // Reading it may give the memory another buffer.
    const key = words.slice(first, end), state = frozen(read());
    const texts = [state.message, state.loading, state.title, ...(state.items ?? [])];
    if (this.size >= MOST_STATES) this.#kept.clear();
    const one = { key, state, hasValues: texts.some((text) => /[{}]/.test(text)), next: this.#kept.get(hash) };
    this.#kept.set(hash, one);
    return one;
  }
}
/** A value that several states share. */
function frozen(value) {
  if (typeof value === "object") Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** Compiled flows. */
export class Catalogue {
  states = new States();
  constructor(engine, handle) { Object.assign(this, { engine, handle }); }
  /** All flows: id, alias, kind, title, facts. */
  get flows() { return this.engine.json("flow_flows", this.handle); }
  /** A flow with its sections, steps and rows, by its id or alias. */
  flow(name) { return this.engine.json("flow_flow", this.handle, name); }
  /** Starts a run, and goes on to where somebody has to decide. */
  start(flow, { settle = true, ...options } = {}) {
    const handle = this.engine.call("flow_start", this.handle, started({ flow, ...options }).join("\n"));
    const run = new Run(this, handle);
    if (settle) run.settle();
    return run;
  }
  /** Follows a walk from its start along its moves, and goes on to where somebody has to decide: in one call. */
  follow({ only = false, steps, stands, ...start }, moves = []) {
    const lines = started(start);
    if (only) lines.push("only yes");
    if (steps !== undefined) lines.push(`steps ${steps}`);
    if (stands !== undefined) lines.push(`stands ${stands}`);
    for (const { move, values = {} } of moves) {
      lines.push(`move ${move}`);
      for (const [name, value] of Object.entries(values)) lines.push(`value ${name}=${value}`.replaceAll("\n", " "));
    }
    const course = this.engine.json("flow_follow", this.handle, lines.join("\n"));
    filled(course.state, course.values);
    for (const choice of course.choices) if (choice.leads) choice.leads = inserted(choice.leads, course.values);
    return course;
  }
  close() { this.engine.close(this.handle); }
}
/** The lines of a request that say how a run starts. */
function started({ facts = {}, ...options }) {
  const lines = Object.entries(options).filter(([, value]) => value !== undefined).map(([word, value]) => `${word} ${value}`);
  for (const [name, value] of Object.entries(facts)) lines.push(`fact ${name} ${value}`);
  return lines;
}
/** A text with values in it. The name of one that is not there stays in its braces. */
const inserted = (text, values) =>
  text.replace(/\{\{|\}\}|\{([^{}]+)\}/g, (all, name) => (name ? values[name] ?? all : all[0]));
/** A state with values in its texts. */
function filled(state, values) {
  for (const key of ["message", "loading"]) if (state[key] !== undefined) state[key] = inserted(state[key], values);
  if (state.items) state.items = state.items.map((item) => inserted(item, values));
  if (state.activity === "notice") state.title = inserted(state.title, values);
  return state;
}

/** A run. After each method, `state` says where it stands; after an error it is as before. */
export class Run {
  /** The values for the texts, by name: those of answers, and those that the host sets, such as inputs. */
  values;
  #state;
  constructor(catalogue, handle, values = {}) {
    Object.assign(this, { catalogue, engine: catalogue.engine, handle, values: { ...values } });
  }
  /** Where the run stands. Read from the module when somebody asks for it. */
  get state() { return (this.#state ??= this.engine.state(this.handle, this.catalogue.states, this.values)); }
  #go(name, ...args) {
    this.engine.call(name, this.handle, ...args);
    this.#state = undefined;
    return this;
  }
  #tell(name, text) {
    this.engine.tell(name, this.handle, text);
    this.#state = undefined;
  }
  /** Goes into calls, out of them, and over steps at which nobody decides; all, or so many steps. */
  settle(most = 0) { return this.#go("flow_settle", most).state; }
  /** Takes a row of the current step, by its id. */
  take(row, { settle = true } = {}) {
    // Where no time is involved, the position in a state that was read says which row it is.
    const { rows, timer, flow } = this.#state ?? {};
    const full = `${flow}:${row}`;
    const place = !rows || timer ? -1 : rows.findIndex((one) => (one.row === row || one.row === full) && !one.refusal);
    if (place >= 0 && this.engine.step(this.handle, place) >= 0) this.#state = undefined;
    else this.#tell("flow_take", row);
    return settle ? this.settle() : this.state;
  }
  /** Gives the answer of the step's action, with values to be shown. */
  answer(outcome, { values = {}, settle = true } = {}) {
    const declared = this.state.action?.values ?? [];
    this.#tell("flow_answer", outcome);
    for (const name of declared) this.values[name] = String(values[name] ?? "");
    return settle ? this.settle() : this.state;
  }
  /** Lets time pass, in milliseconds of the run's clock. Timers that run out are taken. */
  elapse(time, { fire = true } = {}) { return this.#go("flow_elapse", BigInt(time), fire ? 1 : 0).state; }
  /** Puts the run into the background and starts another flow; its row `resume` leads back. */
  suspend(flow, { settle = true } = {}) {
    this.#tell("flow_suspend", flow);
    return settle ? this.settle() : this.state;
  }
  /** The taken rows, oldest first. */
  get trace() { return this.traceFrom(0); }
  /** The taken rows without so many of the first ones. */
  traceFrom(first) { return this.engine.json("flow_trace", this.handle, first); }
  /** A second run at the same place. */
  copy() { return new Run(this.catalogue, this.engine.call("flow_copy", this.handle), this.values); }

  close() { this.engine.close(this.handle); }
}
