/// Texts that show values: `{surname}`. A brace that is meant is written twice.
public enum ShownText {
  /// The most bytes of a value that are shown.
  package static let longest = 4096

  /// The text with its values in place.
  ///
  /// - Parameter value: the value with this name. Nil to keep its place as `{surname}`.
  public static func filled(_ text: String, _ value: (_ name: String) -> String?) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      guard byte == open || byte == close else {
        result.append(byte)
        continue
      }
      if place < bytes.count, bytes[place] == byte {
        place += 1
        result.append(byte)
      } else if byte == open, let end = bytes[place...].firstIndex(of: close) {
        let name = String(decoding: bytes[place..<end], as: UTF8.self)
        result += (value(name) ?? "{\(name)}").utf8
        place = end + 1
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The names of the values in a text, in its order.
  package static func names(in text: String) -> [String] {
    var names: [String] = []
    _ = filled(text) {
      names.append($0)
      return nil
    }
    return names
  }

  /// Whether a text has braces. Not generic: the loader asks for every text, and a generic function
  /// of another module is not always specialised.
  package static func hasBraces(_ bytes: ArraySlice<UInt8>) -> Bool {
    for byte in bytes where byte == open || byte == close { return true }
    return false
  }

  private static func hasBraces(_ text: String) -> Bool {
    for byte in text.utf8 where byte == open || byte == close { return true }
    return false
  }

  /// The text as people read it in a table or a document: with `{surname}`, and single braces.
  package static func read(_ text: String) -> String {
    hasBraces(text) ? filled(text) { _ in nil } : text
  }

  /// A text of a document, in which a brace is a brace.
  package static func escaped(_ text: String) -> String {
    guard hasBraces(text) else { return text }
    var result: [UInt8] = []
    for byte in text.utf8 {
      result.append(byte)
      if byte == open || byte == close { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether every brace is part of a name or written twice.
  package static func isWellFormed(_ bytes: [UInt8]) -> Bool {
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      guard byte == open || byte == close else { continue }
      if place < bytes.count, bytes[place] == byte {
        place += 1
        continue
      }
      guard byte == open,
        let end = bytes[place...].firstIndex(where: { $0 == open || $0 == close }),
        bytes[end] == close, end > place
      else { return false }
      place = end + 1
    }
    return true
  }

  /// A value that is no longer than ``longest``: the end of a longer one is cut off.
  package static func cut(_ value: String) -> String {
    guard value.utf8.count > longest else { return value }
    var bytes = Array(value.utf8.prefix(longest - 3))
    // A character is not cut in two.
    while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
    if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self) + "…"
  }

  private static let open: UInt8 = 0x7B
  private static let close: UInt8 = 0x7D
}
