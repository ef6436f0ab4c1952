public import Diagnostics

/// Reads JSON Lines (a JSON object a line, RFC 8259) strictly: what is not JSON is an error with a
/// place, and reading goes on with the next line.
public struct JSONLines: Sendable {
  /// One object: its members that are texts or numbers, by name, and where they stand.
  public struct Record: Sendable {
    public var members: [String: Member] = [:]
    public var span: Span
  }

  public struct Member: Hashable, Sendable {
    public var text: String
    public var span: Span
  }

  public private(set) var records: [Record] = []
  public private(set) var diagnostics: [Diagnostic] = []
  private let path: String
  private var bytes: [UInt8] = []
  private var place = 0
  private var end = 0
  /// The scalars before the line, and its first byte.
  private var scalars = 0
  private var lineStart = 0

  public init(_ file: SourceFile) {
    path = file.path
    bytes = file.bytes
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while place < bytes.count {
      lineStart = place
      end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
      let next = end + 1
      while end > place, bytes[end - 1] == 0x0D { end -= 1 }
      readLine()
      scalars += count(from: lineStart, to: min(next, bytes.count))
      place = next
    }
  }

  private struct Refusal: Error {
    var message: String
  }

  private mutating func readLine() {
    skipSpaces()
    guard place < end else { return }
    let start = place
    do {
      var record = Record(span: span(from: start, to: end))
      try readObject(into: &record.members, depth: 0)
      skipSpaces()
      guard place == end else { throw Refusal(message: "there is more behind the object") }
      guard String(validating: bytes[start..<end], as: UTF8.self) != nil else {
        throw Refusal(message: "this is not UTF-8")
      }
      records.append(record)
    } catch {
      let reason = (error as? Refusal)?.message ?? "this is not JSON"
      diagnostics.append(
        Diagnostic(
          .invalidTrace, path: path, span: span(from: min(place, end), to: min(place + 1, end)),
          "the line is no JSON object: \(reason)",
          help: "a trace is what `--trace json` prints, an object a line"))
    }
  }

  private func count(from start: Int, to end: Int) -> Int {
    bytes[start..<end].count { $0 & 0xC0 != 0x80 }
  }

  private func span(from start: Int, to end: Int) -> Span {
    let first = scalars + count(from: lineStart, to: start)
    return Span(start: UInt32(first), end: UInt32(first + count(from: start, to: end)))
  }

  private mutating func skipSpaces() {
    while place < end, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws {
    skipSpaces()
    guard place < end, bytes[place] == UInt8(ascii: scalar) else {
      throw Refusal(message: "`\(scalar)` was expected")
    }
    place += 1
  }

  private mutating func readObject(into members: inout [String: Member], depth: Int) throws {
    try expect("{")
    skipSpaces()
    if place < end, bytes[place] == UInt8(ascii: "}") {
      place += 1
      return
    }
    while true {
      skipSpaces()
      let name = try readString()
      guard members[name] == nil else { throw Refusal(message: "`\(name)` stands in it twice") }
      try expect(":")
      skipSpaces()
      let start = place
      let text = try readValue(depth: depth + 1)
      members[name] = Member(text: text, span: span(from: start, to: place))
      skipSpaces()
      if place < end, bytes[place] == UInt8(ascii: ",") {
        place += 1
        continue
      }
      try expect("}")
      return
    }
  }

  /// A value; the text of a string or of a number or word, empty for what holds others.
  private mutating func readValue(depth: Int) throws -> String {
    guard depth < 32 else { throw Refusal(message: "it is nested too deep") }
    guard place < end else { throw Refusal(message: "a value was expected") }
    switch bytes[place] {
    case UInt8(ascii: "\""): return try readString()
    case UInt8(ascii: "{"):
      var members: [String: Member] = [:]
      try readObject(into: &members, depth: depth)
      return ""
    case UInt8(ascii: "["):
      place += 1
      skipSpaces()
      if place < end, bytes[place] == UInt8(ascii: "]") {
        place += 1
        return ""
      }
      while true {
        skipSpaces()
        _ = try readValue(depth: depth + 1)
        skipSpaces()
        if place < end, bytes[place] == UInt8(ascii: ",") {
          place += 1
          continue
        }
        try expect("]")
        return ""
      }
    default: return try readWord()
    }
  }

  private mutating func readWord() throws -> String {
    let start = place
    while place < end, isOfWord(bytes[place]) { place += 1 }
    let word = String(decoding: bytes[start..<place], as: UTF8.self)
    if ["true", "false", "null"].contains(word) || JSONLines.isNumber(word) { return word }
    place = start
    throw Refusal(message: word.isEmpty ? "a value was expected" : "`\(word)` is no value")
  }

  private func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// RFC 8259 §6.
  private static func isNumber(_ word: String) -> Bool {
    var rest = Substring(word)
    func digits() -> Int {
      let count = rest.utf8.prefix { (48...57).contains($0) }.count
      rest.removeFirst(count)
      return count
    }
    if rest.first == "-" { rest.removeFirst() }
    let leading = rest.first
    let whole = digits()
    guard whole == 1 || (whole > 1 && leading != "0") else { return false }
    if rest.first == "." {
      rest.removeFirst()
      guard digits() > 0 else { return false }
    }
    if rest.first == "e" || rest.first == "E" {
      rest.removeFirst()
      if rest.first == "+" || rest.first == "-" { rest.removeFirst() }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  private mutating func readString() throws -> String {
    guard place < end, bytes[place] == UInt8(ascii: "\"") else {
      throw Refusal(message: "a text in double quotes was expected")
    }
    place += 1
    var text: [UInt8] = []
    while place < end {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try readEscape()
      case 0..<0x20:
        place -= 1
        throw Refusal(message: "a control character stands in a text")
      default: text.append(byte)
      }
    }
    throw Refusal(message: "the text has no end")
  }

  private mutating func readEscape() throws -> [UInt8] {
    guard place < end else { throw Refusal(message: "the text has no end") }
    let byte = bytes[place]
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "u"):
      var value = try readHex()
      if (0xD800..<0xDC00).contains(value), place + 1 < end, bytes[place] == UInt8(ascii: "\\"),
        bytes[place + 1] == UInt8(ascii: "u")
      {
        place += 2
        let low = try readHex()
        guard (0xDC00..<0xE000).contains(low) else {
          throw Refusal(message: "half a surrogate pair")
        }
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(value) else {
        throw Refusal(message: "half a surrogate pair")
      }
      return Array(String(Character(scalar)).utf8)
    default:
      place -= 1
      throw Refusal(message: "there is no such escape")
    }
  }

  private mutating func readHex() throws -> UInt32 {
    guard place + 4 <= end,
      let value = UInt32(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16),
      bytes[place] != UInt8(ascii: "+"), bytes[place] != UInt8(ascii: "-")
    else { throw Refusal(message: "`\\u` needs four hexadecimal digits") }
    place += 4
    return value
  }
}

extension Rule {
  public static let invalidTrace = Rule("invalid-trace")
  public static let unknownRow = Rule("unknown-row")
}
