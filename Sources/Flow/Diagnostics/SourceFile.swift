/// The text of a file with the path that diagnostics print.
public struct SourceFile: Sendable {
  /// The path, spelled as the user would type it.
  public let path: String
  /// The bytes of the file, UTF-8 unless a diagnostic says otherwise.
  public let bytes: [UInt8]

  /// A file with this path and text.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// A place in a file, for people.
  public struct Position: Hashable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int
    /// The offset of the line's first byte.
    let lineStart: Int
  }

  /// The position of the scalar with the given index, from 0. An index past the end means the end.
  ///
  /// Reads the file from its beginning; for many positions use ``positions(of:)``.
  public func position(of scalar: UInt32) -> Position {
    positions(of: [scalar])[0]
  }

  /// The positions of the given scalar indices, in the same order, in one pass over the file.
  public func positions(of scalars: [UInt32]) -> [Position] {
    let order = scalars.indices.sorted { scalars[$0] < scalars[$1] }
    var result = Array(repeating: Position(line: 1, column: 1, lineStart: 0), count: scalars.count)
    var next = 0
    var index: UInt32 = 0
    var line = 1
    var column = 1
    var lineStart = 0
    // A byte-order mark does not count as a scalar of the text.
    var byte = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while true {
      while next < order.count, scalars[order[next]] <= index || byte >= bytes.count {
        result[order[next]] = Position(line: line, column: column, lineStart: lineStart)
        next += 1
      }
      guard next < order.count else { return result }
      let lead = bytes[byte]
      byte += 1
      while byte < bytes.count, bytes[byte] & 0xC0 == 0x80 { byte += 1 }
      index += 1
      // CR LF is one line break. So is CR alone, as in YAML.
      if lead == 0x0A || (lead == 0x0D && !(byte < bytes.count && bytes[byte] == 0x0A)) {
        line += 1
        column = 1
        lineStart = byte
      } else {
        column += 1
      }
    }
  }

  /// The text of the line of a position, without its line break.
  public func line(at position: Position) -> String {
    let rest = bytes[min(position.lineStart, bytes.count)...]
    let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}
