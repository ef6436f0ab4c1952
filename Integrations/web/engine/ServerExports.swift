import FlowEngine

// The functions that only `flow-server.wasm` has: what a host needs that keeps runs for months.

/// The run as text.
@_expose(wasm, "flow_snapshot") @_cdecl("flow_snapshot")
public func snapshot(_ run: Int32) -> Int32 {
  answering { () throws(EngineError) in .text(try known(run: run).snapshot) }
}

/// A run that continues from such a text, on these flows.
@_expose(wasm, "flow_restore") @_cdecl("flow_restore")
public func restore(_ catalogue: Int32, _ text: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  answering { () throws(EngineError) in
    try made(catalogue) { (opened: inout EngineCatalogue) throws(EngineError) in
      try EngineRun(restoring: read(text, count), in: &opened)
    }
  }
}

/// Checks that a person may take a row with what was entered.
@_expose(wasm, "flow_choice") @_cdecl("flow_choice")
public func choice(_ run: Int32, _ request: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  answering { () throws(EngineError) in .text(try known(run: run).choice(read(request, count))) }
}

/// The steps with an action, with the outcomes that have a row.
@_expose(wasm, "flow_actions") @_cdecl("flow_actions")
public func actions(
  _ catalogue: Int32, _ reading: UnsafePointer<UInt8>, _ count: Int32
) -> Int32 {
  answering { () throws(EngineError) in
    .text(try known(catalogue).actions(read(reading, count)))
  }
}

/// Takes the row of the timer that runs out first.
@_expose(wasm, "flow_expire") @_cdecl("flow_expire")
public func expire(_ run: Int32, _ time: Int64) -> Int32 {
  answering { () throws(EngineError) in
    var changed = try known(run: run)
    try changed.expire(at: time)
    return keep(changed, run)
  }
}
