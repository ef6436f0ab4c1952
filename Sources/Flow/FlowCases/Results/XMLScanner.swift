/// Reads the elements of an XML document one after the other, for reports of tests and ReqIF. Names
/// keep their prefixes. A document with its own entities is refused: they could make it any size.
package struct XMLScanner {
  /// What was read.
  package enum Event: Hashable {
    /// An element begins.
    case start(String, [String: String])
    /// An element ends.
    case end(String)
    /// A text between elements.
    case text(String)
  }

  /// Why a document cannot be read.
  package struct Failure: Error {
    /// The reason, in lower case.
    package let reason: String
    /// The place in bytes.
    package let offset: Int
  }

  private let bytes: [UInt8]
  private var place: Int
  private var open: [String] = []
  private var pending: [Event] = []

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The place in bytes after the last event.
  package var offset: Int { place }

  /// The next event. Nil at the end.
  package mutating func next() throws(Failure) -> Event? {
    if let event = pending.popLast() { return event }
    while place < bytes.count {
      if bytes[place] != Self.less {
        let end = bytes[place...].firstIndex(of: Self.less) ?? bytes.count
        defer { place = end }
        return .text(try text(place..<end))
      }
      if starts("<!--") {
        try skip(past: "-->")
      } else if starts("<?") {
        try skip(past: "?>")
      } else if starts("<![CDATA[") {
        let start = place + 9
        try skip(past: "]]>")
        return .text(String(decoding: bytes[start..<place - 3], as: UTF8.self))
      } else if starts("<!") {
        throw fail("it declares its own entities")
      } else {
        return try tag()
      }
    }
    if let name = open.last { throw fail("`\(name)` does not end") }
    return nil
  }

  private static let less = UInt8(ascii: "<")

  private func fail(_ reason: String) -> Failure { Failure(reason: reason, offset: place) }

  private func starts(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  private mutating func skip(past text: String) throws(Failure) {
    let wanted = Array(text.utf8)
    var end = place
    while end + wanted.count <= bytes.count {
      if bytes[end..<end + wanted.count].elementsEqual(wanted) {
        place = end + wanted.count
        return
      }
      end += 1
    }
    throw fail("`\(text)` is missing")
  }

  private mutating func tag() throws(Failure) -> Event {
    place += 1
    let isEnd = place < bytes.count && bytes[place] == UInt8(ascii: "/")
    if isEnd { place += 1 }
    let name = word()
    guard !name.isEmpty else { throw fail("an element has no name") }
    var attributes: [String: String] = [:]
    while place < bytes.count {
      skipSpace()
      if starts("/>"), !isEnd {
        place += 2
        pending = [.end(name)]
        return .start(name, attributes)
      }
      if starts(">") {
        place += 1
        guard isEnd else {
          guard open.count < 1_000 else { throw fail("its elements are nested too deep") }
          open.append(name)
          return .start(name, attributes)
        }
        guard open.popLast() == name else { throw fail("`\(name)` ends here and is not open") }
        return .end(name)
      }
      let key = word()
      skipSpace()
      guard !key.isEmpty, starts("="), !isEnd else { throw fail("`\(name)` is not well-formed") }
      place += 1
      skipSpace()
      guard place < bytes.count, [0x22, 0x27].contains(bytes[place]),
        let end = bytes[(place + 1)...].firstIndex(of: bytes[place])
      else { throw fail("the value of `\(key)` has no quotes") }
      let value = try text(place + 1..<end)
      attributes[key] = value
      place = end + 1
    }
    throw fail("`\(name)` is cut off")
  }

  private mutating func word() -> String {
    let start = place
    while place < bytes.count, bytes[place] > 0x20, !"/>=<".utf8.contains(bytes[place]) {
      place += 1
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func skipSpace() {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
  }

  /// A text with its characters in place of references.
  private func text(_ range: Range<Int>) throws(Failure) -> String {
    let text = String(decoding: bytes[range], as: UTF8.self)
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      guard let end = rest[start...].firstIndex(of: ";") else { throw fail("`&` has no `;`") }
      let name = rest[rest.index(after: start)..<end]
      guard let character = Self.character(name) else {
        throw fail("there is no character `&\(name);`")
      }
      result.unicodeScalars.append(character)
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func character(_ name: Substring) -> Unicode.Scalar? {
    switch name {
    case "lt": "<"
    case "gt": ">"
    case "amp": "&"
    case "quot": "\""
    case "apos": "'"
    case _ where name.hasPrefix("#x"):
      UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
    default: nil
    }
  }
}
