package import Diagnostics
internal import FlowTesting

/// The formats of logs that are read.
package enum LogFormat: String, CaseIterable, Sendable {
  /// JSON Lines: what `--trace json` prints, also with `case`; or OTLP in JSON, an export a line.
  case jsonl
  /// A table with a line of headings, and a mapping file.
  case csv
  /// IEEE 1849, the format of programs for process mining.
  case xes
  /// Spans of OpenTelemetry, as its exporter for files writes them.
  case otlp

  /// The format of a file, by the end of its name and its first bytes.
  package init(of file: SourceFile) {
    let path = file.path.lowercased()
    if path.hasSuffix(".csv") {
      self = .csv
    } else if path.hasSuffix(".xes") || file.bytes.first == UInt8(ascii: "<") {
      self = .xes
    } else {
      let head = String(decoding: file.bytes.prefix(400), as: UTF8.self)
      self = head.contains("\"resourceSpans\"") ? .otlp : .jsonl
    }
  }
}

/// Reads logs into one ``EventLog`` and collects what cannot be read.
package struct LogReader {
  package internal(set) var log = EventLog()
  package internal(set) var diagnostics: [Diagnostic] = []
  /// What the columns of a table mean, and which rows its words stand for.
  let mapping: LogMapping
  /// How many runs without an id were read.
  var unnamed = 0

  package init(mapping: LogMapping = LogMapping()) {
    self.mapping = mapping
  }

  /// Reads a file. Its runs go on where a file before it has events of the same case.
  package mutating func read(_ file: SourceFile, as format: LogFormat? = nil) {
    switch format ?? LogFormat(of: file) {
    case .jsonl: readJSONLines(file)
    case .csv: readCSV(file)
    case .xes: readXES(file)
    case .otlp: readOTLP(file)
    }
  }

  /// All that was read.
  package mutating func finished() -> EventLog {
    log.sort()
    return log
  }

  mutating func refuse(_ message: String, at span: Span?, in file: SourceFile, help: String) {
    // Of a log in another format every line is wrong.
    guard diagnostics.count < LogReader.mostDiagnostics else { return }
    diagnostics.append(
      Diagnostic(
        .invalidTrace, path: file.path, span: span ?? Span(start: 0, end: 1), message, help: help))
  }

  /// The most problems that are reported.
  static let mostDiagnostics = 20
}
