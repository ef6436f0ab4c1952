/// Reads JSON strictly (RFC 8259): UTF-8, one value, no duplicate keys, at most 64 levels.
public struct JSONReader {
  /// Why a text is not JSON.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, in lower case.
    public let reason: String
    /// Where: the offset of the byte, from 0.
    public let offset: Int
    public var description: String { "\(reason) at byte \(offset)" }
  }

  /// How deep objects and arrays may be nested.
  public static let maximumDepth = 64

  private let bytes: [UInt8]
  private var place = 0

  /// The value that a whole text holds.
  public static func read(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    var reader = JSONReader(bytes: bytes)
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.place == bytes.count else { throw reader.failure("something follows the value") }
    return value
  }

  /// The value that a whole text holds.
  public static func read(_ text: String) throws(Failure) -> JSONValue {
    try read(Array(text.utf8))
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private func failure(_ reason: String) -> Failure { Failure(reason: reason, offset: place) }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      place += 1
    }
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONValue {
    guard depth < JSONReader.maximumDepth else { throw failure("nested too deep") }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ text: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue
  {
    let isThere = text.withUTF8Buffer { bytes[place...].starts(with: $0) }
    guard isThere else { throw failure("a value is missing") }
    place += text.utf8CodeUnitCount
    return value
  }

  private mutating func object(depth: Int) throws(Failure) -> JSONValue {
    var keys: Set<String> = []
    let members = try list(until: UInt8(ascii: "}")) { reader throws(Failure) in
      guard reader.next == UInt8(ascii: "\"") else { throw reader.failure("a key is missing") }
      let key = try reader.string()
      guard keys.insert(key).inserted else { throw reader.failure("the key is here twice") }
      reader.skipSpace()
      guard reader.next == UInt8(ascii: ":") else { throw reader.failure("a colon is missing") }
      reader.place += 1
      return JSONValue.Member(key: key, value: try reader.value(depth: depth + 1))
    }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(Failure) -> JSONValue {
    let values = try list(until: UInt8(ascii: "]")) { reader throws(Failure) in
      try reader.value(depth: depth + 1)
    }
    return .array(values)
  }

  /// Reads the elements between brackets, which are separated by commas.
  private mutating func list<Element>(
    until bracket: UInt8, _ element: (inout JSONReader) throws(Failure) -> Element
  ) throws(Failure) -> [Element] {
    var elements: [Element] = []
    repeat {
      // Skips the opening bracket or a comma.
      place += 1
      skipSpace()
      if elements.isEmpty, next == bracket { break }
      elements.append(try element(&self))
      skipSpace()
    } while next == UInt8(ascii: ",")
    guard next == bracket else { throw failure("a comma or a closing bracket is missing") }
    place += 1
    return elements
  }

  private mutating func number() throws(Failure) -> String {
    let start = place
    if next == UInt8(ascii: "-") { place += 1 }
    let whole = digits()
    guard whole > 0 else { throw failure("a value is missing") }
    let first = bytes[place - whole]
    if whole > 1, first == UInt8(ascii: "0") { throw failure("a number begins with 0") }
    if next == UInt8(ascii: ".") {
      place += 1
      guard digits() > 0 else { throw failure("digits are missing") }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      place += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { place += 1 }
      guard digits() > 0 else { throw failure("digits are missing") }
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func digits() -> Int {
    let start = place
    while let byte = next, (48...57).contains(byte) { place += 1 }
    return place - start
  }

  private mutating func string() throws(Failure) -> String {
    place += 1
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        guard let result = String(validating: text, as: UTF8.self) else {
          throw failure("a string is not UTF-8")
        }
        return result
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw failure("a string has a control character")
      default:
        text.append(byte)
        place += 1
      }
    }
    throw failure("a string is not closed")
  }

  private mutating func escape(into text: inout [UInt8]) throws(Failure) {
    place += 1
    guard let byte = next else { throw failure("a string is not closed") }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "u"):
      var code = try hexadecimal()
      if (0xD800..<0xDC00).contains(code) {
        guard bytes[place...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
          throw failure("half of a surrogate pair")
        }
        place += 2
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else { throw failure("half of a surrogate pair") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw failure("half of a surrogate pair") }
      text.append(contentsOf: Array(String(scalar).utf8))
    default: throw failure("an unknown escape")
    }
  }

  private mutating func hexadecimal() throws(Failure) -> UInt32 {
    guard place + 4 <= bytes.count else { throw failure("an escape is cut off") }
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue else {
        throw failure("an escape is not hexadecimal")
      }
      code = code << 4 | UInt32(digit)
      place += 1
    }
    return code
  }
}
