internal import ArgumentParser
internal import Dates
internal import FlowLogs
internal import FlowModel
internal import FlowRuntime
internal import JSON
internal import Markup

/// The format of a printed trace.
enum TraceFormat: String, CaseIterable, Sendable, ExpressibleByArgument {
  /// One object per row, and one for the end.
  case json
  /// One line per row.
  case text
  /// Besides the rows all that is shown, the facts and the stack.
  case full
  /// The same as objects.
  case fullJSON = "full-json"
  /// The run as a log for process mining (IEEE 1849), when it is over.
  case xes
  /// The run as a span of OpenTelemetry in JSON, when it is over.
  case otlp

  /// Whether entries need their states.
  var isFull: Bool { self == .full || self == .fullJSON }

  /// Whether it is for programs.
  var isForPrograms: Bool { self != .text && self != .full }

  /// Prints the rows that were taken.
  ///
  /// - Parameters:
  ///   - previous: the entry before them, of which a full trace tells what has changed since.
  ///   - names: whether rows have their names in code.
  func print(
    _ entries: some Sequence<TraceEntry>, after previous: TraceEntry?, names: Bool = false
  ) {
    var previous = previous
    for entry in entries {
      let name = names ? entry.row.name : nil
      switch self {
      case .json: Console.current.out(entry.json(name: name) + "\n")
      case .fullJSON: Console.current.out(entry.fullJSON(name: name) + "\n")
      case .text: say(entry.text + (name.map { "  [\($0)]" } ?? "") + "\n")
      case .full: say(entry.fullText(after: previous?.state))
      case .xes, .otlp: break
      }
      previous = entry
    }
  }

  /// Prints how the run ended, in the words of the last line of a trace.
  ///
  /// - Parameters:
  ///   - open: what happened after the last row.
  ///   - standing: where the run stands, for a full trace.
  ///   - entries: all rows of the run.
  func print(
    end: String, at time: Int64, _ open: OpenTrace, _ standing: TraceState?,
    _ entries: [TraceEntry]
  ) {
    let previous = entries.last
    let start = SystemTime.milliseconds() - time
    switch self {
    case .xes:
      return Console.current.out(LogWriter.xes(entries, id: TraceFormat.newID(), start: start))
    case .otlp:
      let id = TraceFormat.newID()
      return Console.current.out(LogWriter.otlp(entries, id: id, trace: id, start: start))
    case .json, .text, .full, .fullJSON: break
    }
    guard isForPrograms else {
      for back in open.returns { say(TraceEntry.text(ofReturn: back)) }
      for field in standing?.fields(after: previous?.state) ?? [] { say(field.text) }
      return say(TraceFormat.text(end: end))
    }
    var members = [("end", JSONValue.string(end)), ("at", .integer(time))]
    members += open.members
    Console.current.out(JSONValue.object(members: members + (standing?.members ?? [])).text + "\n")
  }

  /// 32 random hexadecimal digits: the id of a run in a log.
  private static func newID() -> String {
    (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
  }

  /// The last line of a run for people.
  static func text(end: String) -> String { end == "end" ? "ended\n" : "end: \(end)\n" }

  private func say(_ lines: String) {
    for line in lines.split(separator: "\n") {
      Console.current.out(TerminalText.line(String(line)) + "\n")
    }
  }
}
