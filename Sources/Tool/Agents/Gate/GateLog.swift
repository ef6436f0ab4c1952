package import JSON

/// What happened in a run of a gate: a line of JSON for each start, decision and row, with a code
/// that depends on all lines before it.
package struct GateLog: Sendable {
  /// The lines.
  package private(set) var lines: [JSONValue] = []
  /// The number of the first line that is not as it was written, from 1. Nil if all are.
  package private(set) var broken: Int?

  /// The lines as they were written.
  package let texts: [String]

  init(_ texts: [String], of run: String, in store: GateStore) {
    self.texts = texts
    // The code of the first line depends on the run, so a log cannot stand for another run.
    var last = run
    for (number, text) in texts.enumerated() {
      let value = JSONValue(parsing: text)
      lines.append(value ?? .null)
      guard broken == nil else { continue }
      let end = ",\"code\":\"\(value?["code"]?.string ?? "")\"}"
      guard text.hasSuffix(end), value?["run"]?.string == run,
        store.code(of: String(text.dropLast(end.count)), after: last) == value?["code"]?.string
      else {
        broken = number + 1
        continue
      }
      last = value?["code"]?.string ?? ""
    }
  }

  /// The rows as `flowrun FLOW --trace json` prints them, for `flowrun cover` and the like.
  package var trace: String {
    let rows = lines.compactMap { line in
      line["do"]?.string == "row" ? line["trace"].map { $0.text + "\n" } : nil
    }
    return rows.joined() + JSONValue.object(["end": .string(standing)]).text + "\n"
  }

  private var standing: String {
    lines.last { $0["do"]?.string == "stands" }?["at"]?.string ?? "interrupted"
  }

  /// The run in a line: its flow, how many rows it has taken, and where it stands.
  package var summary: String {
    let rows = lines.count { $0["do"]?.string == "row" }
    return "\(lines.first?["flow"]?.string ?? "?")  \(rows) rows  \(standing)"
  }

  /// The log for people.
  package var text: String {
    lines.map { line in
      func text(_ key: String) -> String { line[key]?.string ?? "" }
      switch text("do") {
      case "start": return "start \(text("flow"))\n"
      case "take": return "\(text("by")) takes \(text("row"))\n"
      case "row":
        let trace = line["trace"]
        return "  \(trace?["row"]?.string ?? "")  \(trace?["text"]?.string ?? "")"
          + " -> \(trace?["next"]?.string ?? "")\n"
      case "stands": return "  \(text("at"))\n"
      case "failed": return "  failed: \(text("why"))\n"
      case "confirmed", "refused": return "a person has \(text("do")) \(text("row"))\n"
      default: return "?\n"
      }
    }.joined()
  }
}
