package import JSON

/// What happened in a run of a gate: a line of JSON for each start, decision and row, with a code
/// that depends on all lines before it.
package struct GateLog: Sendable {
  /// The lines.
  package private(set) var lines: [JSONValue] = []
  /// The number of the first line that is not as it was written, from 1. Nil if all are.
  package private(set) var broken: Int?

  init(_ bytes: [UInt8], in store: GateStore) {
    var last = ""
    for (number, line) in bytes.split(separator: 0x0A).enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      let value = JSONValue(parsing: text)
      lines.append(value ?? .null)
      guard broken == nil else { continue }
      let end = ",\"code\":\"\(value?["code"]?.string ?? "")\"}"
      guard text.hasSuffix(end),
        store.code(of: String(text.dropLast(end.count)), after: last) == value?["code"]?.string
      else {
        broken = number + 1
        continue
      }
      last = value?["code"]?.string ?? ""
    }
  }

  /// The code of the last line. Nil of an empty log.
  static func head(of bytes: [UInt8]) -> String? {
    bytes.split(separator: 0x0A).last.flatMap { JSONValue(parsing: Array($0))?["code"]?.string }
  }

  /// The rows as `flowrun FLOW --trace json` prints them, for `flowrun cover` and the like.
  package var trace: String {
    lines.compactMap { line in
      line["do"]?.string == "row" ? line["trace"].map { $0.text + "\n" } : nil
    }.joined()
  }

  /// The run in a line: its flow, how many rows it has taken, and where it stands.
  package var summary: String {
    let rows = lines.count { $0["do"]?.string == "row" }
    let standing = lines.last { $0["do"]?.string == "stands" }?["at"]?.string ?? "interrupted"
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
