// What a copy of an element leaves out.
extension PageTags {
  /// What stands at a place of a document of Word or OpenDocument without being text: marks of
  /// places and comments.
  private static let anchors: Set<String> = [
    "w:bookmarkstart", "w:bookmarkend", "w:commentrangestart", "w:commentrangeend",
    "w:commentreference", "w:footnotereference", "w:endnotereference", "w:prooferr",
    "text:bookmark", "text:bookmark-start", "text:bookmark-end",
  ]

  /// A text of tags without the attributes by which an element is known, and without marks of
  /// places: there is one of each.
  static func withoutIDs(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var place = 0
    for tag in PageTags(bytes).tags where !tag.isEnd {
      if anchors.contains(tag.name), tag.end == tag.range.upperBound {
        result += bytes[place..<tag.range.lowerBound]
        place = tag.range.upperBound
        continue
      }
      for attribute in attributes(bytes, tag) where isID(attribute.name, tag.name) {
        result += bytes[place..<attribute.range.lowerBound]
        place = attribute.range.upperBound
      }
    }
    return String(decoding: result + bytes[place...], as: UTF8.self)
  }

  /// Whether an element has nothing besides words and how they look: a copy of a picture, a field
  /// or a tracked change would be a second one.
  static func isPlain(_ text: String) -> Bool {
    let tags = PageTags(Array(text.utf8)).tags
    guard text.ranges(of: "text:start-value").isEmpty, text.ranges(of: "<w:br w:type").isEmpty
    else {
      return false
    }
    return tags.allSatisfy { tag in
      let parts = tag.name.split(separator: ":", maxSplits: 1)
      guard let name = parts.last.map(String.init), parts.count == 2 else {
        return !["img", "svg", "iframe", "input", "object", "video", "script"].contains(tag.name)
      }
      return switch parts[0] {
      case "w": !name.hasSuffix("change") && !notCopied.contains(name)
      case "text": copied.contains(name)
      case "table": name.hasPrefix("table-")
      default: false
      }
    }
  }

  private static let notCopied: Set<String> = [
    "ins", "del", "movefrom", "moveto", "movefromrangestart", "movetorangestart", "sectpr",
    "fldchar", "fldsimple", "instrtext", "sdt", "sdtpr", "sdtcontent", "object", "pict", "drawing",
    "vanish", "specvanish", "pagebreakbefore", "vmerge", "ruby", "customxml", "altchunk",
    "hyperlink", "permstart", "permend", "deltext", "smarttag",
  ]

  private static let copied: Set<String> = [
    "p", "h", "span", "s", "tab", "line-break", "list", "list-item", "soft-page-break",
  ]

  private static func isID(_ name: String, _ tag: String) -> Bool {
    name == "id" || name.hasSuffix("-id") || name.hasSuffix(":id") || name == "name" && tag == "a"
      || name.hasPrefix("w14:") && name.hasSuffix("id")
  }

  /// Whether an element of a text says its number itself: `<li value="3">`.
  static func isNumbered(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let tag = PageTags(bytes).tags.first else { return false }
    return attributes(bytes, tag).contains { $0.name == "value" }
  }

  /// The attributes of a tag, each with the space before it.
  private static func attributes(
    _ bytes: [UInt8], _ tag: Tag
  ) -> [(name: String, range: Range<Int>)] {
    var found: [(name: String, range: Range<Int>)] = []
    let end = max(tag.range.lowerBound, tag.range.upperBound - 1)
    var place = min(end, tag.range.lowerBound + 1 + tag.name.utf8.count)
    func skip(while fits: (UInt8) -> Bool) {
      while place < end, fits(bytes[place]) { place += 1 }
    }
    func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    while place < end {
      let start = place
      skip(while: isSpace)
      let name = place
      skip { !isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "/") }
      let text = String(decoding: bytes[name..<place], as: UTF8.self).lowercased()
      let last = place
      skip(while: isSpace)
      if place < end, bytes[place] == UInt8(ascii: "=") {
        place += 1
        skip(while: isSpace)
        if place < end, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") {
          let quote = bytes[place]
          place += 1
          skip { $0 != quote }
          place = min(end, place + 1)
        } else {
          skip { !isSpace($0) }
        }
      } else {
        place = last
      }
      if text.isEmpty { place = max(place, start + 1) } else { found.append((text, start..<place)) }
    }
    return found
  }

  private static let details: Set<String> = ["ul", "ol", "table", "p", "div", "blockquote"]

  /// A text of HTML without the lists, paragraphs and tables in it. Nil if it has none.
  static func withoutDetails(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var place = 0
    for tag in PageTags(bytes).tags where !tag.isEnd && details.contains(tag.name) {
      guard let end = tag.end, tag.range.lowerBound >= place else { continue }
      result += bytes[place..<tag.range.lowerBound]
      while let last = result.last, [0x20, 0x09, 0x0A, 0x0D].contains(last) { result.removeLast() }
      place = end
    }
    return place == 0 ? nil : String(decoding: result + bytes[place...], as: UTF8.self)
  }
}
