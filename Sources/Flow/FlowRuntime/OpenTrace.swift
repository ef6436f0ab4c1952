package import JSON

/// What happened in a run after its last row: it stands in the last line of a trace.
package struct OpenTrace: Hashable, Sendable {
  /// When the run went back to ask for secrets.
  package let returns: [JSONValue]
  /// When it was suspended.
  package let suspensions: [JSONValue]

  /// Nothing.
  package init() { (returns, suspensions) = ([], []) }

  init(_ recorder: TraceRecorder, _ program: Program) {
    returns = recorder.openReturns(program)
    suspensions = recorder.openSuspensions(program)
  }

  /// The members of the last line.
  package var members: [(String, JSONValue)] {
    [("askedAgain", returns), ("suspended", suspensions)].filter { !$0.1.isEmpty }
      .map { ($0.0, .array($0.1)) }
  }
}
