public import Diagnostics
public import FlowModel
public import FlowRuntime

/// The traces of one file of scripts, as text: one heading per script, then its lines.
public enum TraceBook {
  /// The text of a run: every taken row with its time, then how it ended.
  ///
  /// - Parameter standing: for a full trace, where the run stands at its end.
  public static func text(
    of entries: [TraceEntry], ending: String, standing: TraceState? = nil
  ) -> String {
    var text = ""
    guard let standing else {
      for entry in entries { text += entry.text + "\n" }
      return text + "end: \(ending)\n"
    }
    var previous: TraceState?
    for entry in entries {
      text += entry.fullText(after: previous)
      previous = entry.state
    }
    for field in standing.fields(after: previous) { text += field.text }
    return text + "end: \(ending)\n"
  }

  /// Whether a recorded trace is a full one.
  public static func isFull(_ trace: String) -> Bool {
    trace.split(separator: "\n").contains { $0.hasPrefix(TraceState.indent) }
  }

  /// The first line in which the text of a run differs from the recorded one; nil without any.
  public static func difference(
    of script: Script, _ text: String, from trace: String
  ) -> Diagnostic? {
    let got = text.split(separator: "\n")
    let wanted = trace.split(separator: "\n")
    guard got != wanted else { return nil }
    let place = zip(got, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let line = place ?? min(got.count, wanted.count)
    let (expected, taken) = (
      line < wanted.count ? wanted[line] : "nothing", line < got.count ? got[line] : "nothing"
    )
    let field = field(expected) ?? field(taken)
    let what = field.map { "has another `\($0)`" } ?? "took another way"
    return Diagnostic(
      .otherTrace, path: script.path, span: script.span,
      "`\(script.name)` \(what) at line \(line + 1) of its trace:\n"
        + "    expected: \(expected)\n"
        + "    taken:    \(taken)",
      help: "if the flow was changed on purpose, record the traces anew with "
        + "`flowrun replay\(script.world == nil ? "" : " --real") --record`")
  }

  /// The name of the field in a line of a full trace. Nil for a row or an end.
  private static func field(_ line: Substring) -> Substring? {
    line.hasPrefix(TraceState.indent)
      ? line.dropFirst(TraceState.indent.count).prefix { $0 != ":" } : nil
  }

  /// The traces in the text of a trace file, by script name.
  static func split(_ text: String) -> [String: String] {
    var result: [String: String] = [:]
    var name: Substring = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# ") {
        name = line.dropFirst(2)
        result[String(name)] = ""
      } else {
        result[String(name), default: ""] += line + "\n"
      }
    }
    return result
  }

  /// The whole file, for the texts of runs in their order.
  public static func text(of runs: [(name: String, text: String)]) -> String {
    runs.map { "# \($0.name)\n\($0.text)" }.joined(separator: "\n")
  }
}
