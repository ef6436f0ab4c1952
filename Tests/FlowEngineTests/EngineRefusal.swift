@testable import FlowEngine

/// Why the engine refuses to do something. Nil if it does it.
func refusal(_ work: () throws(EngineError) -> Void) -> String? {
  do {
    try work()
    return nil
  } catch {
    return error.reason
  }
}
