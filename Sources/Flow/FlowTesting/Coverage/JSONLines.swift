public import Diagnostics
package import JSON

/// Reads JSON Lines: one JSON object per line. A line that is not an object is reported with its
/// place and skipped.
package struct JSONLines: Sendable {
  /// One object and its line.
  package struct Record: Sendable {
    package let value: JSONValue
    package let span: Span
    fileprivate let bytes: ArraySlice<UInt8>

    /// The place of a string in the object. The whole line if it is spelled with other escapes.
    package func span(of text: String) -> Span {
      let wanted = Array(JSONValue.quoted(text).utf8)
      let line = Array(bytes)
      guard
        let place = line.indices.first(where: { line[$0...].starts(with: wanted) })
      else { return span }
      let start = span.start + UInt32(JSONLines.scalars(line[..<place]))
      return Span(start: start, end: start + UInt32(JSONLines.scalars(wanted[...])))
    }
  }

  package private(set) var records: [Record] = []
  package private(set) var diagnostics: [Diagnostic] = []

  package init(_ file: SourceFile) {
    let bytes = file.bytes
    var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var scalar = 0
    while place < bytes.count {
      let end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
      let line = bytes[place..<end]
      read(line, at: UInt32(truncatingIfNeeded: scalar), file.path)
      let next = min(end + 1, bytes.count)
      scalar += JSONLines.scalars(bytes[place..<next])
      place = next
    }
  }

  private static func scalars(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 & 0xC0 != 0x80 }
  }

  private mutating func read(_ line: ArraySlice<UInt8>, at start: UInt32, _ path: String) {
    var line = line
    while let last = line.last, last == 0x0D || last == 0x20 || last == 0x09 { line.removeLast() }
    guard !line.isEmpty else { return }
    func refuse(_ reason: String, _ offset: Int) {
      let place = start + UInt32(JSONLines.scalars(line.prefix(offset)))
      diagnostics.append(
        Diagnostic(
          .invalidTrace, path: path, span: Span(start: place, end: place + 1),
          "the line is not a JSON object: \(reason)",
          help: "a trace is what `--trace json` prints, an object a line"))
    }
    do {
      let value = try JSONReader.read(Array(line))
      guard case .object = value else { return refuse("it is another value", 0) }
      let span = Span(start: start, end: start + UInt32(JSONLines.scalars(line)))
      records.append(Record(value: value, span: span, bytes: line))
    } catch {
      refuse(error.reason, error.offset)
    }
  }
}

extension Rule {
  /// A line of a trace is not a JSON object of the right form.
  public static let invalidTrace = Rule("invalid-trace")
  /// A trace has a row that no run takes after the rows before it.
  public static let impossibleTrace = Rule("impossible-trace")
  /// A trace has another text for a row than the flows.
  public static let otherText = Rule("other-text")
  /// A trace names a row that no flow has.
  public static let unknownRow = Rule("unknown-row")
}
