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
  /// The reason why it failed. Nil if it passed.
  public let failure: Diagnostic?

  /// Whether it passed.
  public var hasPassed: Bool { failure == nil }

  /// Runs a script and compares the run with the script's expectations.
  ///
  /// - Parameter trace: the expected trace. Nil if none was recorded.
  public init(_ script: Script, on program: Program, trace: String? = nil) {
    self.script = script
    do {
      let run = try ScriptRun.run(script, on: program)
      (entries, ending) = (run.entries, run.ending)
      failure = Replay.difference(script, run, trace)
    } catch {
      (entries, ending) = ([], "")
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
  ///   - failure: the first unmet expectation of the script.
  ///   - trace: the expected trace. Nil if none was recorded.
  package init(
    _ script: Script, entries: [TraceEntry], ending: String, failure: Diagnostic?, trace: String?
  ) {
    self.script = script
    self.entries = entries
    self.ending = ending
    self.failure =
      failure
      ?? trace.flatMap {
        TraceBook.difference(of: script, TraceBook.text(of: entries, ending: ending), from: $0)
      }
  }

  private static func difference(
    _ script: Script, _ run: ScriptRun, _ trace: String?
  ) -> Diagnostic? {
    if let end = script.end, end != run.ending {
      return Diagnostic(
        .otherEnd, path: script.path, span: script.span,
        "`\(script.name)` ended with `\(run.ending)`, not with `\(end)`")
    }
    return trace.flatMap {
      TraceBook.difference(
        of: script, TraceBook.text(of: run.entries, ending: run.ending), from: $0)
    }
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
