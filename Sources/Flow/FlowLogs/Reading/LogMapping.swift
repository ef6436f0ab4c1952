package import Diagnostics
internal import FlowLoader

/// What the columns of a table or the fields of a log mean, and the rows for which its own words
/// stand: a YAML file.
package struct LogMapping: Sendable {
  /// The columns or fields of the case, the row and the time.
  package private(set) var caseID = "case"
  package private(set) var row = "row"
  package private(set) var at = "at"
  /// Columns that say something of the whole run, by the names that reports use.
  package private(set) var attributes: [String: String] = [:]
  /// Rows by the words of the log.
  package private(set) var rows: [String: String] = [:]

  package init() {}

  /// The row that is meant by words of the log.
  func row(for words: String) -> String { rows[words] ?? words }

  /// Reads a mapping file.
  package static func read(
    _ file: SourceFile
  ) -> (mapping: LogMapping, diagnostics: [Diagnostic]) {
    var (entries, diagnostics) = TextMapping.read(file)
    var mapping = LogMapping()
    for entry in entries.entries {
      switch (entry.key, entry.value) {
      case ("case", .text(let text)): mapping.caseID = text
      case ("row", .text(let text)): mapping.row = text
      case ("at", .text(let text)): mapping.at = text
      case ("attributes", .mapping(let found)):
        mapping.attributes = texts(of: found, file, &diagnostics)
      case ("rows", .mapping(let found)): mapping.rows = texts(of: found, file, &diagnostics)
      case ("case", _), ("row", _), ("at", _), ("attributes", _), ("rows", _):
        let wants = ["attributes", "rows"].contains(entry.key) ? "a mapping" : "a text"
        diagnostics.append(
          Diagnostic(
            .wrongKind, path: file.path, span: entry.valueSpan,
            "`\(entry.key)` must be \(wants)",
            help: "docs/conform.md shows a mapping file"))
      default:
        let keys = ["case", "row", "at", "attributes", "rows"]
        diagnostics.append(
          Diagnostic(
            .unknownKey, path: file.path, span: entry.span,
            "a mapping file has no key `\(entry.key)`",
            help: DidYouMean.question(for: entry.key, in: keys)
              ?? "it may have: \(keys.joined(separator: ", "))"))
      }
    }
    return (mapping, diagnostics)
  }

  private static func texts(
    of mapping: TextMapping, _ file: SourceFile, _ diagnostics: inout [Diagnostic]
  ) -> [String: String] {
    var texts: [String: String] = [:]
    for entry in mapping.entries {
      if case .text(let text) = entry.value {
        texts[entry.key] = text
      } else {
        diagnostics.append(
          Diagnostic(
            .wrongKind, path: file.path, span: entry.valueSpan, "`\(entry.key)` must be a text",
            help: "docs/conform.md shows a mapping file"))
      }
    }
    return texts
  }
}
