public import Diagnostics
package import JSON

/// The lines of a file, each read as a JSON object when it is asked for, so that only one is in
/// memory. Empty lines are passed over.
package struct JSONLines: Sequence, IteratorProtocol {
  /// Why a line is not an object, and at which of its bytes.
  package struct Failure: Error {
    package let reason: String
    fileprivate let offset: Int
  }

  /// A line.
  package struct Line {
    package let value: Result<JSONValue, Failure>
    /// The place of the line in the file.
    package let span: Span
    private let bytes: [UInt8]

    fileprivate init(_ bytes: [UInt8], _ span: Span) {
      (self.bytes, self.span) = (bytes, span)
      do throws(JSONReader.Failure) {
        let value = try JSONReader.read(bytes)
        guard case .object = value else {
          self.value = .failure(Failure(reason: "it is another value", offset: 0))
          return
        }
        self.value = .success(value)
      } catch {
        value = .failure(Failure(reason: error.reason, offset: error.offset))
      }
    }

    /// The place of a string in the object. The whole line if it is spelled with other escapes.
    package func span(of text: String) -> Span {
      let wanted = Array(JSONValue.quoted(text).utf8)
      guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: wanted) }) else {
        return span
      }
      let start = span.start + UInt32(JSONLines.scalars(bytes[..<place]))
      return Span(start: start, end: start + UInt32(JSONLines.scalars(wanted[...])))
    }

    /// The place of a failure.
    package func span(of failure: Failure) -> Span {
      let place = span.start + UInt32(JSONLines.scalars(bytes.prefix(failure.offset)))
      return Span(start: place, end: place + 1)
    }
  }

  private let bytes: [UInt8]
  private var place: Int
  private var scalar: UInt32 = 0

  package init(_ file: SourceFile) {
    bytes = file.bytes
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  package mutating func next() -> Line? {
    while place < bytes.count {
      let end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
      var line = bytes[place..<end]
      let start = scalar
      let count = line.count
      scalar += UInt32(truncatingIfNeeded: JSONLines.scalars(line))
      place = end + 1
      while let last = line.last, last == 0x0D || last == 0x20 || last == 0x09 { line.removeLast() }
      let span = Span(start: start, end: scalar - UInt32(count - line.count))
      scalar += 1
      if !line.isEmpty { return Line(Array(line), span) }
    }
    return nil
  }

  private static func scalars(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 & 0xC0 != 0x80 }
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
