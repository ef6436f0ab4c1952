import FlowEngine

// The functions of the WebAssembly module; docs/webassembly.md describes them. A text goes in as
// UTF-8 in memory of `flow_alloc`, and comes out at `flow_result`.
//
// A function that makes something returns its handle, one that tells something the length of a JSON
// text: both are above 0. One that changes a run returns 0. Below 0 it is the length of an error's
// text, negated.

/// What a handle stands for: a catalogue, or a run.
private struct Slot {
  var catalogue: EngineCatalogue?
  var run: EngineRun?

  var isUsed: Bool { catalogue != nil || run != nil }
}

// The module has one thread. Handles are indices; the first one is never given.
nonisolated(unsafe) private var slots: [Slot] = [Slot()]
nonisolated(unsafe) private var unused: [Int32] = []
nonisolated(unsafe) private var result: [UInt8] = []

// MARK: Memory

/// Memory for a text that goes in. It belongs to the host until `flow_free`.
@_expose(wasm, "flow_alloc") @_cdecl("flow_alloc")
public func alloc(_ count: Int32) -> UnsafeMutablePointer<UInt8> {
  UnsafeMutablePointer<UInt8>.allocate(capacity: max(Int(count), 1))
}

@_expose(wasm, "flow_free") @_cdecl("flow_free")
public func free(_ pointer: UnsafeMutablePointer<UInt8>) {
  pointer.deallocate()
}

/// Where the last text is. It stays there until the next call.
@_expose(wasm, "flow_result") @_cdecl("flow_result")
public func lastResult() -> UnsafePointer<UInt8>? {
  result.withUnsafeBufferPointer { $0.baseAddress }
}

/// Forgets a catalogue or a run.
@_expose(wasm, "flow_close") @_cdecl("flow_close")
public func close(_ handle: Int32) {
  guard slots.indices.contains(Int(handle)), slots[Int(handle)].isUsed else { return }
  slots[Int(handle)] = Slot()
  unused.append(handle)
}

// MARK: Catalogues

@_expose(wasm, "flow_open") @_cdecl("flow_open")
public func open(_ bytes: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  answering { () throws(EngineError) in
    let catalogue = try EngineCatalogue(
      Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
    return .made(handle(of: Slot(catalogue: catalogue)))
  }
}

@_expose(wasm, "flow_flows") @_cdecl("flow_flows")
public func flows(_ catalogue: Int32) -> Int32 {
  answering { () throws(EngineError) in .text(try known(catalogue).flows) }
}

@_expose(wasm, "flow_flow") @_cdecl("flow_flow")
public func flow(_ catalogue: Int32, _ name: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  answering { () throws(EngineError) in
    .text(try known(catalogue).flow(read(name, count)))
  }
}

/// Follows a walk: what its moves have led to, what may be done next, and the script that is the same run.
@_expose(wasm, "flow_follow") @_cdecl("flow_follow")
public func follow(_ catalogue: Int32, _ request: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  answering { () throws(EngineError) in
    var opened = try known(catalogue)
    let answer = try opened.follow(read(request, count))
    // It may have compiled the flows for a reading.
    slots[Int(catalogue)].catalogue = opened
    return .text(answer)
  }
}

// MARK: Runs

@_expose(wasm, "flow_start") @_cdecl("flow_start")
public func start(_ catalogue: Int32, _ request: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  answering { () throws(EngineError) in
    try made(catalogue) { (opened: inout EngineCatalogue) throws(EngineError) in
      try EngineRun(read(request, count), in: &opened)
    }
  }
}

@_expose(wasm, "flow_copy") @_cdecl("flow_copy")
public func copy(_ run: Int32) -> Int32 {
  answering { () throws(EngineError) in
    .made(handle(of: Slot(run: try known(run: run))))
  }
}

@_expose(wasm, "flow_state") @_cdecl("flow_state")
public func state(_ run: Int32) -> Int32 {
  answering { () throws(EngineError) in .text(try known(run: run).state) }
}

/// The state as numbers; 0 where only its text says it.
@_expose(wasm, "flow_mark") @_cdecl("flow_mark")
public func mark(_ run: Int32) -> Int32 {
  answering { () throws(EngineError) in
    result = try known(run: run).mark.withUnsafeBytes { Array($0) }
    return .made(Int32(result.count))
  }
}

@_expose(wasm, "flow_take") @_cdecl("flow_take")
public func take(_ run: Int32, _ row: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  changed(run, .take, read(row, count))
}

@_expose(wasm, "flow_answer") @_cdecl("flow_answer")
public func answer(_ run: Int32, _ outcome: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  changed(run, .answer, read(outcome, count))
}

@_expose(wasm, "flow_settle") @_cdecl("flow_settle")
public func settle(_ run: Int32, _ most: Int32) -> Int32 { changed(run, .settle, "", Int64(most)) }

@_expose(wasm, "flow_elapse") @_cdecl("flow_elapse")
public func elapse(_ run: Int32, _ time: Int64, _ isFiring: Int32) -> Int32 {
  changed(run, isFiring != 0 ? .elapseAndFire : .elapse, "", time)
}

@_expose(wasm, "flow_suspend") @_cdecl("flow_suspend")
public func suspend(_ run: Int32, _ flow: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  changed(run, .suspend, read(flow, count))
}

@_expose(wasm, "flow_step") @_cdecl("flow_step")
public func step(_ run: Int32, _ position: Int32) -> Int32 {
  guard slots.indices.contains(Int(run)) else { return -1 }
  return slots[Int(run)].run?.step(Int(position)) ?? -1
}

@_expose(wasm, "flow_trace") @_cdecl("flow_trace")
public func trace(_ run: Int32, _ first: Int32) -> Int32 {
  answering { () throws(EngineError) in .text(try known(run: run).trace(from: Int(first))) }
}

// MARK: Helpers

enum Result {
  case made(Int32)
  case text(String)
}

func answering(_ work: () throws(EngineError) -> Result) -> Int32 {
  do throws(EngineError) {
    switch try work() {
    case .made(let handle): return handle
    case .text(let text):
      result = Array(text.utf8)
      return Int32(result.count)
    }
  } catch {
    result = Array(error.reason.utf8)
    return -Int32(result.count)
  }
}

/// What a function does with a run. One function for all, since the compiler would make a copy of a
/// generic one for each.
private enum Change { case take, answer, settle, elapse, elapseAndFire, suspend }

/// Changes a run. After an error it is as before.
@inline(never)
private func changed(
  _ handle: Int32, _ change: Change, _ text: String = "", _ number: Int64 = 0
) -> Int32 {
  answering { () throws(EngineError) in
    var run = try known(run: handle)
    switch change {
    case .take: try run.take(text)
    case .answer: try run.answer(text)
    // A copy of the trace is the most of what settling costs.
    case .settle where run.isSettled: return .made(0)
    case .settle: try run.settle(number > 0 ? Int(number) : nil)
    case .elapse: try run.elapse(to: number, isFiring: false)
    case .elapseAndFire: try run.elapse(to: number, isFiring: true)
    case .suspend: try run.suspend(into: text)
    }
    return keep(run, handle)
  }
}

/// Keeps a run that has changed.
func keep(_ run: EngineRun, _ handle: Int32) -> Result {
  slots[Int(handle)].run = run
  return .made(0)
}

/// A new run of a catalogue.
func made(
  _ catalogue: Int32, _ make: (inout EngineCatalogue) throws(EngineError) -> EngineRun
) throws(EngineError) -> Result {
  var opened = try known(catalogue)
  let run = try make(&opened)
  // It may have compiled the flows for a reading.
  slots[Int(catalogue)].catalogue = opened
  return .made(handle(of: Slot(run: run)))
}

private func handle(of slot: Slot) -> Int32 {
  if let free = unused.popLast() {
    slots[Int(free)] = slot
    return free
  }
  slots.append(slot)
  return Int32(slots.count - 1)
}

func known(_ handle: Int32) throws(EngineError) -> EngineCatalogue {
  guard slots.indices.contains(Int(handle)), let known = slots[Int(handle)].catalogue else {
    throw EngineError.noSuchCatalogue
  }
  return known
}

func known(run handle: Int32) throws(EngineError) -> EngineRun {
  guard slots.indices.contains(Int(handle)), let known = slots[Int(handle)].run else {
    throw EngineError.noSuchRun
  }
  return known
}

func read(_ bytes: UnsafePointer<UInt8>, _ count: Int32) -> String {
  String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
}
