// Opens damaged compiled flows in both modules, and uses those that open: whatever the bytes are, the module answers or refuses, and
// never traps. `node damage.mjs FOLDER-OF-THE-MODULES COUNT SEED FILE...`; the files are compiled flows, and COUNT is per module.
import { readFile } from "node:fs/promises";
import { Engine, FlowError } from "../flow.mjs";

const [, , folder, count, seed, ...paths] = process.argv;
const files = await Promise.all(paths.map((path) => readFile(path)));

let state = Number(seed) >>> 0;
/** A number from 0 to below a limit (mulberry32). */
function chance(limit) {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
}
const pick = (list) => list[chance(list.length)];

const fields = [0, 1, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0xffff, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff];
const place = (bytes) => (chance(20) ? 32 + chance(Math.max(bytes.length - 32, 1)) : chance(bytes.length)) % bytes.length;
const kinds = {
  bit: (bytes) => { bytes[place(bytes)] ^= 1 << chance(8); return bytes; },
  byte: (bytes) => { bytes[place(bytes)] = chance(256); return bytes; },
  small: (bytes) => { bytes[place(bytes)] = chance(4); return bytes; },
  field: (bytes) => {
    const size = pick([2, 4, 4, 4, 8]);
    const view = new DataView(bytes.buffer);
    const at = Math.max(0, Math.min(place(bytes), bytes.length - size));
    if (size === 2) view.setUint16(at, pick(fields), true);
    else view.setUint32(at, pick(fields), true);
    if (size === 8) view.setUint32(at + 4, pick(fields), true);
    return bytes;
  },
  step: (bytes) => { bytes[place(bytes)] += pick([-1, 1]); return bytes; },
  cut: (bytes) => bytes.slice(0, chance(bytes.length)),
  extend: (bytes) => {
    const longer = new Uint8Array(bytes.length + 1 + chance(64));
    longer.set(bytes);
    return longer;
  },
  insert: (bytes) => {
    const [at, more] = [place(bytes), 1 + chance(16)];
    const longer = new Uint8Array(bytes.length + more);
    longer.set(bytes.subarray(0, at));
    longer.set(bytes.subarray(at), at + more);
    return longer;
  },
  swap: (bytes) => {
    const size = 1 + chance(64);
    const [a, b] = [place(bytes), place(bytes)];
    const first = bytes.slice(a, a + size);
    bytes.copyWithin(a, b, Math.min(b + size, bytes.length));
    bytes.set(first.subarray(0, Math.max(0, bytes.length - b)), b);
    return bytes;
  },
  many: (bytes) => {
    for (let times = 2 + chance(20); times > 0; times--) bytes = (chance(2) ? kinds.field : kinds.byte)(bytes);
    return bytes;
  },
};

/** Gives damaged bytes the beginning of the file and a checksum that fits. */
function seal(bytes, original) {
  if (bytes.length < 32) return bytes;
  bytes.set(original.subarray(0, 8));
  bytes.set(original.subarray(16, 24), 16);
  let [low, high] = [0x84222325, 0xcbf29ce4];
  const word = (at) => ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>> 0;
  for (let at = 16; at < bytes.length; at += 8) {
    const [a, b] = [(low ^ word(at)) >>> 0, (high ^ word(at + 4)) >>> 0];
    // The low 64 bits of the product with 0x9E3779B97F4A7C15.
    const [c, d] = [0x7f4a7c15, 0x9e3779b9];
    const [a0, a1, c0, c1] = [a & 0xffff, a >>> 16, c & 0xffff, c >>> 16];
    const middle = a1 * c0 + Math.floor((a0 * c0) / 65536);
    const other = a0 * c1 + (middle % 65536);
    high = (a1 * c1 + Math.floor(middle / 65536) + Math.floor(other / 65536) + Math.imul(b, c) + Math.imul(a, d)) >>> 0;
    low = (Math.imul(a, c) ^ high) >>> 0;
  }
  new DataView(bytes.buffer).setUint32(8, low, true);
  new DataView(bytes.buffer).setUint32(12, high, true);
  return bytes;
}
for (const file of files) {
  const sealed = seal(new Uint8Array(file), file);
  if (sealed.some((byte, index) => byte !== file[index])) throw new Error("the checksum is made in another way now");
}

/** Asks for something that may be refused. */
function asked(work) {
  try { return work(); } catch (error) {
    if (error instanceof FlowError) return undefined;
    throw error;
  }
}

/** The calls with which a host begins. */
function use(flows, isServer) {
  const all = flows.flows;
  if (isServer) for (const reading of ["written", "meant"]) asked(() => flows.engine.json("flow_actions", flows.handle, reading));
  for (const { flow } of all) {
    asked(() => flows.flow(flow));
    for (const as of ["written", "meant"]) {
      const moves = [];
      const run = asked(() => flows.start(flow, { as, settle: false }));
      if (run === undefined) continue;
      for (let turn = 0; turn < 6; turn++) {
        for (let position = 0; position < run.state.rows.length; position++) {
          const other = run.copy();
          flows.engine.step(other.handle, position);
          asked(() => other.settle());
          asked(() => other.trace);
          other.close();
        }
        if (isServer) {
          const saved = asked(() => flows.engine.json("flow_snapshot", run.handle));
          const restored = saved && asked(() => flows.engine.call("flow_restore", flows.handle, JSON.stringify(saved)));
          if (restored) flows.engine.close(restored);
        }
        if (run.state.rows.length === 0) break;
        const { row } = pick(run.state.rows);
        if (asked(() => (run.take(row), true))) moves.push({ move: row });
        asked(() => run.elapse(run.state.clock + 100_000));
      }
      run.close();
      asked(() => flows.follow({ flow, as }, moves));
      asked(() => flows.follow({ flow, as }, [{ move: "wait 1000" }, { move: `suspend ${all[0].flow}` }]));
    }
  }
}

let traps = 0;
for (const [module, isServer] of [["flow", false], ["flow-server", true]]) {
  const bytes = await readFile(`${folder}/${module}.wasm`);
  const program = await WebAssembly.compile(bytes);
  const fresh = async () => new Engine(await WebAssembly.instantiate(program, {}));
  let [engine, used, opened] = [await fresh(), 0, 0];
  for (let index = 0; index < count; index++) {
    const before = state;
    const original = pick(files);
    const kind = pick(Object.keys(kinds));
    const isSealed = chance(4) > 0;
    let damaged = kinds[kind](new Uint8Array(original));
    if (isSealed) damaged = seal(damaged, original);
    // A module that is used for long has much in its memory, and a new one has little.
    if (used++ === 200) [engine, used] = [await fresh(), 0];
    let flows;
    try {
      flows = asked(() => engine.open(damaged));
      if (flows !== undefined) {
        opened++;
        use(flows, isServer);
        flows.close();
      }
    } catch (error) {
      traps++;
      if (traps <= 20) console.log(`${module}: ${kind}${isSealed ? ", sealed" : ""}, ${flows ? "used" : "opened"}, state ${before}: ${error.stack}`);
      [engine, used] = [await fresh(), 0];
    }
  }
  console.log(`${module}: ${count} damaged files, ${opened} of which opened`);
}
console.log(`${traps} traps`);
process.exitCode = traps > 0 ? 1 : 0;
