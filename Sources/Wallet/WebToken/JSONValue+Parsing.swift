extension JSONValue {
  /// Reads a whole text strictly; nil for anything that is not exactly one value.
  ///
  /// Doubled members, numbers with a fraction or exponent, lone surrogates, bytes that are not
  /// UTF-8 and more than 16 levels are refused, since two readers could disagree about them.
  public init?(parsing bytes: [UInt8]) {
    var parser = JSONParser(bytes: bytes)
    guard let value = parser.document() else { return nil }
    self = value
  }

  public init?(parsing text: String) {
    self.init(parsing: Array(text.utf8))
  }
}

private struct JSONParser {
  let bytes: [UInt8]
  var place = 0

  static let maximumDepth = 16

  mutating func document() -> JSONValue? {
    guard let value = value(depth: 0) else { return nil }
    skipSpace()
    return place == bytes.count ? value : nil
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      place += 1
    }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: byte) else { return false }
    place += 1
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard bytes[place...].starts(with: word.utf8) else { return false }
    place += word.utf8.count
    return true
  }

  private mutating func value(depth: Int) -> JSONValue? {
    skipSpace()
    guard depth < JSONParser.maximumDepth, let byte = next else { return nil }
    switch byte {
    case UInt8(ascii: "{"): return object(depth: depth)
    case UInt8(ascii: "["): return array(depth: depth)
    case UInt8(ascii: "\""): return string().map(JSONValue.string)
    case UInt8(ascii: "t"): return take(word: "true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take(word: "false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object(depth: Int) -> JSONValue? {
    place += 1
    var members: [JSONValue.Member] = []
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\""), let name = string(), take(":"),
        let value = value(depth: depth + 1), !members.contains(where: { $0.name == name })
      else { return nil }
      members.append(JSONValue.Member(name, value))
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func array(depth: Int) -> JSONValue? {
    place += 1
    var values: [JSONValue] = []
    if take("]") { return .array([]) }
    repeat {
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
    } while take(",")
    return take("]") ? .array(values) : nil
  }

  private mutating func number() -> JSONValue? {
    let start = place
    if next == UInt8(ascii: "-") { place += 1 }
    let digits = place
    while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
    let count = place - digits
    guard count > 0, count == 1 || bytes[digits] != 0x30 else { return nil }
    if let byte = next, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e") || byte == 0x45 {
      return nil
    }
    return Int64(String(decoding: bytes[start..<place], as: UTF8.self)).map(JSONValue.number)
  }

  private mutating func string() -> String? {
    place += 1
    var text: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text.append(contentsOf: Array(String(Character(scalar)).utf8))
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    place += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let first = unit() else { return nil }
      if let scalar = Unicode.Scalar(first) { return scalar }
      // The first half of a pair; the second must follow.
      guard (0xD800..<0xDC00).contains(first), take(word: "\\u"), let second = unit(),
        (0xDC00..<0xE000).contains(second)
      else { return nil }
      return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    default: return nil
    }
  }

  private mutating func unit() -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    let digits = bytes[place..<place + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }) else {
      return nil
    }
    place += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
