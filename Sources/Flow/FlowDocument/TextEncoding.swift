internal import Diagnostics

/// The encoding of a file of text, as its bytes tell it.
enum TextEncoding: Equatable {
  case utf8
  /// UTF-16, with or without a mark of the byte order at the beginning.
  case utf16(isBig: Bool, isMarked: Bool)
  case latin1, windows1252
  /// UTF-8 but for some bytes.
  case damaged

  init(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      self = .utf16(isBig: bytes[0] == 0xFE, isMarked: true)
      return
    }
    // Every other byte of most letters is 0.
    let zeros = [0, 1].map { side in
      stride(from: side, to: min(bytes.count, 4_096), by: 2).count { bytes[$0] == 0 }
    }
    let half = min(bytes.count, 4_096) / 2
    if half > 1, max(zeros[0], zeros[1]) * 2 > half, min(zeros[0], zeros[1]) * 8 < half {
      self = .utf16(isBig: zeros[0] > zeros[1], isMarked: false)
      return
    }
    guard !TextEncoding.isUTF8(bytes[...]) else {
      self = .utf8
      return
    }
    let lines = bytes.split(separator: 0x0A).filter { $0.contains { $0 >= 0x80 } }
    if lines.contains(where: TextEncoding.isUTF8) {
      self = .damaged
    } else {
      self = bytes.contains { (0x80...0x9F).contains($0) } ? .windows1252 : .latin1
    }
  }

  private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }

  /// The bytes of a text in UTF-8.
  func utf8(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .utf8, .damaged: return bytes
    case .utf16(let isBig, let isMarked):
      let units = stride(from: isMarked ? 2 : 0, to: bytes.count - 1, by: 2).map { place in
        let (one, other) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
        return isBig ? one << 8 | other : other << 8 | one
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    case .latin1, .windows1252:
      return bytes.flatMap { Array(String(Character(Unicode.Scalar($0))).utf8) }
    }
  }

  /// Its name, for people. Nil for UTF-8.
  var name: String? {
    switch self {
    case .utf8: nil
    case .damaged: "UTF-8 with bytes that are no letters"
    case .utf16(_, let isMarked): isMarked ? "UTF-16" : "UTF-16 without a byte-order mark"
    case .latin1: "Latin-1 (ISO 8859-1)"
    case .windows1252: "Windows-1252"
    }
  }

  /// How UTF-8 is made of a file.
  func remedy(_ path: String) -> String {
    let code: String
    switch self {
    case .utf8, .damaged: return "save it as UTF-8"
    case .utf16(let isBig, let isMarked):
      code = isMarked ? "UTF-16" : isBig ? "UTF-16BE" : "UTF-16LE"
    case .latin1: code = "ISO-8859-1"
    case .windows1252: code = "WINDOWS-1252"
    }
    func quoted(_ path: String) -> String {
      let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) }
      return isPlain ? path : "'\(path.replacing("'", with: "'\\''"))'"
    }
    let (old, new) = (quoted(path), quoted(path + ".utf8"))
    return "`iconv -f \(code) -t UTF-8 \(old) >\(new) && mv \(new) \(old)` makes UTF-8 of it"
  }
}
