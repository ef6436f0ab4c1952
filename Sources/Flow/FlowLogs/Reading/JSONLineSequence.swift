internal import Diagnostics
internal import JSON

/// The lines of a file, each read as a JSON object when it is asked for, so that only one is in
/// memory. Empty lines are passed over.
struct JSONLineSequence: Sequence, IteratorProtocol {
  /// A line.
  struct Line {
    let value: Result<JSONValue, JSONReader.Failure>
    /// The place of the line in the file.
    let span: Span
  }

  private let bytes: [UInt8]
  private var place: Int
  private var scalar: UInt32 = 0

  init(_ file: SourceFile) {
    bytes = file.bytes
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func next() -> Line? {
    while place < bytes.count {
      let end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
      var line = bytes[place..<end]
      let start = scalar
      scalar += UInt32(truncatingIfNeeded: line.count { $0 & 0xC0 != 0x80 } + 1)
      place = end + 1
      while let last = line.last, last == 0x0D || last == 0x20 || last == 0x09 {
        line.removeLast()
      }
      guard !line.isEmpty else { continue }
      let span = Span(start: start, end: Swift.max(start + 1, scalar - 1))
      do throws(JSONReader.Failure) {
        return Line(value: .success(try JSONReader.read(Array(line))), span: span)
      } catch {
        return Line(value: .failure(error), span: span)
      }
    }
    return nil
  }
}
