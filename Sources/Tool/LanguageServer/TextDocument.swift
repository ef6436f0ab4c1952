internal import Diagnostics
internal import JSON

/// The text of a file with places as editors count them: lines from 0, and UTF-16 units within a
/// line.
struct TextDocument: Sendable {
  /// A place in a text.
  struct Place: Hashable, Comparable, Sendable {
    var line: Int
    /// In UTF-16 units, from 0.
    var unit: Int

    static func < (a: Place, b: Place) -> Bool { (a.line, a.unit) < (b.line, b.unit) }

    var json: JSONValue {
      .object(["line": .integer(line), "character": .integer(unit)])
    }

    init(line: Int, unit: Int) {
      self.line = line
      self.unit = unit
    }

    /// Nil unless it is a place of the protocol.
    init?(_ json: JSONValue?) {
      guard let line = json?["line"]?.integer, let unit = json?["character"]?.integer,
        (0...Int64(Int32.max)).contains(line), (0...Int64(Int32.max)).contains(unit)
      else { return nil }
      self.init(line: Int(line), unit: Int(unit))
    }
  }

  private(set) var bytes: [UInt8]
  /// Where the lines begin: offsets of bytes, and indices of Unicode scalars.
  private var starts: [(byte: Int, scalar: Int)] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    findLines()
  }

  private mutating func findLines() {
    // A byte-order mark does not count as a scalar of the text.
    var byte = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var scalar = 0
    starts = [(byte, scalar)]
    while byte < bytes.count {
      let lead = bytes[byte]
      byte += 1
      while byte < bytes.count, bytes[byte] & 0xC0 == 0x80 { byte += 1 }
      scalar += 1
      // CR LF is one line break. So is CR alone.
      let isFollowedByLF = byte < bytes.count && bytes[byte] == 0x0A
      if lead == 0x0A || lead == 0x0D && !isFollowedByLF { starts.append((byte, scalar)) }
    }
  }

  var lineCount: Int { starts.count }

  /// The bytes of a line, without its line break.
  private func range(ofLine line: Int) -> Range<Int> {
    var end = line + 1 < starts.count ? starts[line + 1].byte : bytes.count
    while end > starts[line].byte, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return starts[line].byte..<end
  }

  /// The text of a line, without its line break. Empty after the last one.
  func line(_ line: Int) -> String {
    guard starts.indices.contains(line) else { return "" }
    return String(decoding: bytes[range(ofLine: line)], as: UTF8.self)
  }

  /// How many scalars of a line come before a place. A place inside of a scalar means the scalar.
  func column(_ place: Place) -> Int {
    var unit = 0
    var column = 0
    for scalar in line(place.line).unicodeScalars {
      unit += UTF16.width(scalar)
      if unit > place.unit { break }
      column += 1
    }
    return column
  }

  /// The index of the scalar at a place. A place after the end of its line means that end.
  func scalar(at place: Place) -> Int {
    guard starts.indices.contains(place.line) else {
      return place.line < 0 ? 0 : scalarCount
    }
    return starts[place.line].scalar + column(place)
  }

  private var scalarCount: Int {
    let last = starts.count - 1
    return starts[last].scalar + line(last).unicodeScalars.count
  }

  /// The place of the scalar with this index.
  func place(of scalar: Int) -> Place {
    var low = 0
    var high = starts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle].scalar <= scalar { low = middle } else { high = middle - 1 }
    }
    let rest = line(low).unicodeScalars.prefix(max(scalar - starts[low].scalar, 0))
    return Place(line: low, unit: rest.reduce(0) { $0 + UTF16.width($1) })
  }

  /// The place of the byte at an offset.
  func place(ofByte offset: Int) -> Place {
    var low = 0
    var high = starts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle].byte <= offset { low = middle } else { high = middle - 1 }
    }
    let before = bytes[min(starts[low].byte, offset)..<offset]
    return Place(line: low, unit: String(decoding: before, as: UTF8.self).utf16.count)
  }

  /// The text of a span.
  func text(_ span: Span) -> String {
    let start = offset(of: place(of: Int(span.start)))
    let end = offset(of: place(of: Int(span.end)))
    return String(decoding: bytes[min(start, end)..<end], as: UTF8.self)
  }

  /// A span as a range of the protocol.
  func range(_ span: Span) -> JSONValue {
    TextDocument.range(place(of: Int(span.start)), place(of: Int(span.end)))
  }

  static func range(_ start: Place, _ end: Place) -> JSONValue {
    .object(["start": start.json, "end": end.json])
  }

  /// The offset of the byte at a place.
  private func offset(of place: Place) -> Int {
    guard starts.indices.contains(place.line) else { return place.line < 0 ? 0 : bytes.count }
    var byte = range(ofLine: place.line).lowerBound
    var left = column(place)
    let end = range(ofLine: place.line).upperBound
    while left > 0, byte < end {
      byte += 1
      while byte < end, bytes[byte] & 0xC0 == 0x80 { byte += 1 }
      left -= 1
    }
    return byte
  }

  /// Puts a text in place of what is between two places.
  mutating func replace(from start: Place, to end: Place, with text: String) {
    let first = offset(of: start)
    bytes.replaceSubrange(first..<max(first, offset(of: end)), with: Array(text.utf8))
    findLines()
  }
}
