internal import Encodings

/// A page with its pictures in one file, as MIME has it (RFC 2557): `.mht` files, and what
/// Confluence exports "to Word", which are called `.doc`.
enum WebArchive {
  /// How deep parts are looked for in parts.
  private static let deepest = 4

  /// Whether a file that begins with these bytes is one.
  static func isBeginning(_ bytes: [UInt8]) -> Bool {
    let (fields, _) = split(bytes.prefix(8_192))
    return fields["mime-version"] != nil && fields["content-type"] != nil
  }

  /// The first page of HTML. Nil if there is none.
  static func page(_ bytes: [UInt8]) -> [UInt8]? {
    isBeginning(bytes) ? page(in: bytes[...], depth: 0) : nil
  }

  private static func page(in part: ArraySlice<UInt8>, depth: Int) -> [UInt8]? {
    let (fields, body) = split(part)
    let type = fields["content-type"] ?? ""
    if type.lowercased().hasPrefix("text/html") {
      return decoded(body, fields["content-transfer-encoding"] ?? "")
    }
    guard depth < deepest, type.lowercased().hasPrefix("multipart/"),
      let boundary = boundary(of: type)
    else { return nil }
    let marker = Array("--\(boundary)".utf8)
    var start: Int?
    for line in lines(of: body) where body[line].starts(with: marker) {
      if let start, let page = page(in: body[start..<line.lowerBound], depth: depth + 1) {
        return page
      }
      start = line.upperBound
    }
    return start.flatMap { page(in: body[$0...], depth: depth + 1) }
  }

  /// The fields above the first empty line by their names in small letters, and what is below it.
  private static func split(
    _ part: ArraySlice<UInt8>
  ) -> (fields: [String: String], body: ArraySlice<UInt8>) {
    var fields: [String: String] = [:]
    var last: String?
    for line in lines(of: part) {
      let text = String(decoding: part[line], as: UTF8.self).trimmed
      guard !text.isEmpty else { return (fields, part[line.upperBound...]) }
      if let last, part[line].first == 0x20 || part[line].first == 0x09 {
        fields[last, default: ""] += " " + text
        continue
      }
      guard let colon = text.firstIndex(of: ":") else { break }
      let name = text[..<colon].lowercased()
      fields[name] = String(text[text.index(after: colon)...]).trimmed
      last = name
    }
    return (fields, part.suffix(0))
  }

  private static func boundary(of type: String) -> String? {
    for field in type.split(separator: ";") {
      let words = String(field).trimmed
      guard words.lowercased().hasPrefix("boundary=") else { continue }
      let name = words.dropFirst(9).filter { $0 != "\"" }
      return name.isEmpty ? nil : String(name)
    }
    return nil
  }

  /// The places of the lines, each with its end.
  private static func lines(of part: ArraySlice<UInt8>) -> some Sequence<Range<Int>> {
    sequence(state: part.startIndex) { next in
      guard next < part.endIndex else { return nil }
      let start = next
      next = part[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? part.endIndex
      return start..<next
    }
  }

  private static func decoded(_ body: ArraySlice<UInt8>, _ encoding: String) -> [UInt8]? {
    switch encoding.lowercased() {
    case "quoted-printable": quotedPrintable(body)
    case "base64":
      Base64.decoded(String(decoding: body.filter { $0 > 0x20 }, as: UTF8.self))
    default: Array(body)
    }
  }

  /// RFC 2045, 6.7: `=C3=A9` is a byte each, and `=` at the end of a line joins it with the next.
  private static func quotedPrintable(_ body: ArraySlice<UInt8>) -> [UInt8] {
    func digit(_ byte: UInt8) -> UInt8? {
      Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
    var decoded: [UInt8] = []
    for line in lines(of: body) {
      var end = line.upperBound
      while end > line.lowerBound, body[end - 1] <= 0x20 { end -= 1 }
      var place = line.lowerBound
      var isJoined = false
      while place < end {
        let byte = body[place]
        place += 1
        guard byte == UInt8(ascii: "=") else {
          decoded.append(byte)
          continue
        }
        if place == end {
          isJoined = true
        } else if place + 1 < end, let high = digit(body[place]), let low = digit(body[place + 1]) {
          decoded.append(high << 4 | low)
          place += 2
        } else {
          decoded.append(byte)
        }
      }
      if !isJoined { decoded.append(0x0A) }
    }
    return decoded
  }
}
