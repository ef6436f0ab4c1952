public import Diagnostics
public import FlowModel
public import FlowRuntime

/// A replayed script and its result.
public struct Replay: Sendable {
  /// The script.
  public let script: Script
  /// The rows taken, in order; empty if the script could not be run to its end.
  public let entries: [TraceEntry]
  /// How the run ended, in the words of the last line of a trace.
  public let ending: String
  /// The trace, as it is recorded.
  public let trace: String
  /// The reason why it failed. Nil if it passed.
  public let failure: Diagnostic?

  /// Whether it passed.
  public var hasPassed: Bool { failure == nil }

  /// Runs a script and compares the run with the script's expectations.
  ///
  /// - Parameters:
  ///   - trace: the expected trace. Nil if none was recorded.
  ///   - isFull: whether the trace of the run is a full one. By default as the expected one.
  public init(
    _ script: Script, on program: Program, trace: String? = nil, isFull: Bool? = nil
  ) {
    self.script = script
    let isFull = isFull ?? trace.map(TraceBook.isFull) ?? false
    do {
      let run = try ScriptRun.run(script, on: program, isFull: isFull)
      (entries, ending) = (run.entries, run.ending)
      self.trace = TraceBook.text(
        of: run.entries, ending: run.ending, standing: isFull ? TraceState(run.machine) : nil)
      failure = Replay.difference(script, run.ending, self.trace, from: trace)
    } catch {
      (entries, ending, self.trace) = ([], "", "")
      let span = error.move.flatMap { $0 < script.moveSpans.count ? script.moveSpans[$0] : nil }
      var (rule, help) = (Rule.scriptFailed, "`flowrun table \(script.flow)` shows the rows")
      if case .conditionUnmet = error.kind {
        rule = .conditionUnmet
        help = "give the facts that value with `facts:`, or take the row that fits"
      }
      failure = Diagnostic(
        rule, path: script.path, span: span ?? script.span, error.description, help: help)
    }
  }

  /// The replay of a script that was run elsewhere, such as in a world.
  ///
  /// - Parameters:
  ///   - standing: where the run stands at its end. Nil unless the trace is a full one.
  ///   - failure: the first unmet expectation of the script.
  ///   - trace: the expected trace. Nil if none was recorded.
  package init(
    _ script: Script, entries: [TraceEntry], ending: String, standing: TraceState?,
    failure: Diagnostic?, trace: String?
  ) {
    self.script = script
    self.entries = entries
    self.ending = ending
    let text = TraceBook.text(of: entries, ending: ending, standing: standing)
    self.trace = text
    self.failure =
      failure ?? trace.flatMap { TraceBook.difference(of: script, text, from: $0) }
  }

  private static func difference(
    _ script: Script, _ ending: String, _ text: String, from trace: String?
  ) -> Diagnostic? {
    if let end = script.end, end != ending {
      return Diagnostic(
        .otherEnd, path: script.path, span: script.span,
        "`\(script.name)` ended with `\(ending)`, not with `\(end)`")
    }
    return trace.flatMap { TraceBook.difference(of: script, text, from: $0) }
  }
}

extension Rule {
  /// The script could not be run to its end.
  public static let scriptFailed = Rule("script-failed")
  /// The script takes a row whose condition does not hold.
  public static let conditionUnmet = Rule("condition-unmet")
  /// The run ended in another way than the script says.
  public static let otherEnd = Rule("other-end")
  /// The run has another trace than the recorded one.
  public static let otherTrace = Rule("other-trace")
}
