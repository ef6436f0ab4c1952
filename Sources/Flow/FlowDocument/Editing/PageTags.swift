/// The tags of a page of HTML, with their places in its bytes. Comments, and what is no text in
/// scripts and styles, have none.
struct PageTags {
  /// A tag.
  struct Tag {
    /// In small letters.
    let name: String
    /// Whether an element ends with it.
    let isEnd: Bool
    let range: Range<Int>
    /// Where the element ends that begins here. Nil if it has no end, or for an end.
    var end: Int?
    /// The list, item, table or row that it stands in. Empty if there is none.
    var parent = ""
    /// Whether it stands in a row of a table.
    var isInRow = false
  }

  private(set) var tags: [Tag] = []
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    read()
    pair()
  }

  private static let raw: Set<String> = ["script", "style", "textarea", "title"]

  private mutating func read() {
    var place = 0
    func end(of mark: String, from start: Int) -> Int {
      bytes[start...].firstRange(of: Array(mark.utf8))?.upperBound ?? bytes.count
    }
    while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      let rest = bytes[(open + 1)...]
      if rest.starts(with: "!--".utf8) {
        place = end(of: "-->", from: open)
        continue
      }
      if rest.starts(with: "![CDATA[".utf8) {
        place = end(of: "]]>", from: open)
        continue
      }
      let isEnd = rest.first == UInt8(ascii: "/")
      let name = PageTags.name(rest.dropFirst(isEnd ? 1 : 0))
      guard let first = name.first, first.isLetter else {
        place = open + 1
        continue
      }
      let close = PageTags.end(ofTag: bytes, from: open + 1)
      var tag = Tag(name: name, isEnd: isEnd, range: open..<close)
      // `<br/>`
      if !isEnd, close - 2 > open, bytes[close - 2] == UInt8(ascii: "/") { tag.end = close }
      tags.append(tag)
      place = close
      guard !isEnd, tag.end == nil, PageTags.raw.contains(name) else { continue }
      let last = Array("</\(name)".utf8)
      while place < bytes.count,
        !bytes[place...].prefix(last.count).elementsEqual(
          last, by: { PageTags.small($0) == $1 })
      {
        place += 1
      }
    }
  }

  private static func small(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }

  private static func name(_ bytes: ArraySlice<UInt8>) -> String {
    let name = bytes.prefix(40).prefix { byte in
      let letter = Character(UnicodeScalar(byte))
      return byte < 0x80 && (letter.isLetter || letter.isNumber || letter == ":" || letter == "-")
    }
    return String(decoding: name.map(small), as: UTF8.self)
  }

  /// Where a tag ends: after the `>` that is in no quotation marks.
  private static func end(ofTag bytes: [UInt8], from start: Int) -> Int {
    var quote: UInt8?
    for place in start..<bytes.count {
      let byte = bytes[place]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return place + 1
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    }
    return bytes.count
  }

  static let rows = ["tr", "w:tr", "table:table-row"]
  private static let kept: Set<String> = ["ol", "ul", "table", "tr", "li"]

  private mutating func pair() {
    var open: [Int] = []
    var counts: [String: Int] = [:]
    /// The names of those that are kept, of `open`.
    var parents: [String] = []
    func close(_ name: String, _ end: Int?) {
      while let last = open.popLast() {
        let own = tags[last].name
        counts[own, default: 0] -= 1
        if PageTags.kept.contains(own) { parents.removeLast() }
        guard own == name else { continue }
        tags[last].end = end
        return
      }
    }
    for index in tags.indices {
      let name = tags[index].name
      guard tags[index].isEnd else {
        // An item ends where the next one begins, and so does a row.
        if parents.last == name, name == "li" || name == "tr" { close(name, nil) }
        tags[index].parent = parents.last ?? ""
        tags[index].isInRow = PageTags.rows.contains { counts[$0, default: 0] > 0 }
        guard tags[index].end == nil, !PageTags.empty.contains(name) else { continue }
        open.append(index)
        counts[name, default: 0] += 1
        if PageTags.kept.contains(name) { parents.append(name) }
        continue
      }
      if counts[name, default: 0] > 0 { close(name, tags[index].range.upperBound) }
    }
  }

  private static let empty: Set<String> = ["br", "hr", "img", "input", "col", "meta", "link"]
}
