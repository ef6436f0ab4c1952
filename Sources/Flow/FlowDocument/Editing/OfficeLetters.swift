internal import MarkupEvents

/// The letters of a document of Word or OpenDocument, each with the characters of its XML. What
/// separates paragraphs, cells and items is `WrittenText.wall`.
struct OfficeLetters {
  private(set) var letters: [(scalar: Unicode.Scalar, characters: Range<Int>)] = []
  /// The places of letters that another part of the document gives: those of fields, and of
  /// controls that are bound to data.
  private(set) var given: Set<Int> = []
  private let source: [Unicode.Scalar]
  private let names: Names
  /// How many elements are open that have text, and how many whose text is not read.
  private var (open, skipped) = (0, 0)
  /// How many fields are open, and for each control whether it is bound.
  private var fields = 0
  private var controls: [Bool] = []

  /// What elements mean.
  private struct Names {
    /// Those that have text.
    let text: Set<String>
    /// Those within a paragraph that are a letter themselves.
    let letters: [String: Unicode.Scalar]
    /// Those whose text is not read.
    let skipped: Set<String>
    let walls: Set<String>
    var isOpenDocument = false
  }

  private static let word = Names(
    text: ["w:t"], letters: ["w:tab": " ", "w:br": "\n", "w:cr": "\n", "w:noBreakHyphen": "-"],
    skipped: ["w:del", "w:moveFrom", "w:pPr", "w:rPr"], walls: ["w:p", "w:tc", "w:tr", "w:tbl"])

  private static let openDocument = Names(
    text: ["text:p", "text:h"],
    letters: ["text:s": " ", "text:tab": " ", "text:line-break": "\n"],
    skipped: ["text:tracked-changes", "office:annotation", "text:note", "text:table-of-content"],
    walls: [
      "text:p", "text:h", "text:list-item", "table:table-cell", "table:table-row", "table:table",
    ], isOpenDocument: true)

  init(_ source: [Unicode.Scalar], _ kind: DocumentArchive.Kind) {
    self.source = source
    names = kind == .word ? OfficeLetters.word : OfficeLetters.openDocument
    var place = 0
    while place < source.count {
      let end: Int
      switch source[place] {
      case "<": end = readTag(at: place)
      case "&": end = readEntity(at: place)
      default:
        end = place + 1
        add(source[place], place..<end)
      }
      place = end
    }
  }

  /// Whether a text is XML without damage.
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    do throws(MarkupReader.Damage) {
      _ = try MarkupReader(whole: bytes)
      return true
    } catch { return false }
  }

  /// Notes where fields and bound controls begin and end.
  private mutating func readField(_ name: String, _ tag: Range<Int>, isEnd: Bool, isWhole: Bool) {
    switch name {
    case "w:fldChar":
      let text = self.text(tag)
      if text.hasBytes("\"begin\"") { fields += 1 }
      if text.hasBytes("\"end\"") { fields = max(0, fields - 1) }
    case "w:sdt" where !isWhole: if isEnd { _ = controls.popLast() } else { controls.append(false) }
    case "w:dataBinding": if !controls.isEmpty { controls[controls.count - 1] = true }
    case "w:fldSimple" where !isWhole: fields = max(0, fields + (isEnd ? -1 : 1))
    default:
      // In OpenDocument, each kind of field is an element.
      guard open > 0, !isWhole, names.isOpenDocument, !OfficeLetters.words.contains(name) else {
        return
      }
      fields = max(0, fields + (isEnd ? -1 : 1))
    }
  }

  /// The elements of a paragraph of OpenDocument whose text is its own.
  private static let words: Set<String> = [
    "text:p", "text:h", "text:span", "text:a", "text:ruby", "text:ruby-base", "text:meta",
    "text:note", "text:note-body", "text:note-citation", "office:annotation", "draw:frame",
    "draw:text-box",
  ]

  private mutating func add(_ scalar: Unicode.Scalar, _ characters: Range<Int>) {
    guard open > 0, skipped == 0 else { return }
    if fields > 0 || controls.contains(true) { given.insert(letters.count) }
    letters.append((scalar, characters))
  }

  private mutating func readEntity(at place: Int) -> Int {
    let next = place + 1
    guard let end = source[next...].prefix(12).firstIndex(of: ";"),
      let letter = CellText.entity(text(next..<end))?.unicodeScalars.first
    else {
      add("&", place..<next)
      return next
    }
    add(letter, place..<(end + 1))
    return end + 1
  }

  private mutating func readTag(at place: Int) -> Int {
    let end = self.end(ofTag: place)
    let isEnd = place + 1 < end && source[place + 1] == "/"
    let start = place + (isEnd ? 2 : 1)
    let name = text(
      start..<(source[start..<max(start, end)].prefix(40).firstIndex {
        WrittenText.isSpace($0) || $0 == "/" || $0 == ">"
      } ?? start))
    let isWhole = end - 2 > place && source[end - 2] == "/"
    if names.walls.contains(name), skipped == 0 { letters.append((WrittenText.wall, place..<end)) }
    if skipped == 0 { readField(name, place..<end, isEnd: isEnd, isWhole: isWhole) }
    let change = isEnd ? -1 : 1
    if isWhole {
      // In Word, a break stands beside the texts of its run.
      if let letter = names.letters[name], skipped == 0 { letters.append((letter, place..<end)) }
    } else if names.text.contains(name) {
      open = max(0, open + change)
    } else if names.skipped.contains(name) {
      skipped = max(0, skipped + change)
    }
    return end
  }

  /// Where a tag ends: after the `>` that is in no quotation marks; or a comment.
  private func end(ofTag place: Int) -> Int {
    for (mark, last) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
    where source[place...].starts(with: mark.unicodeScalars) {
      let rest = source[place...]
      var next = place
      while next < source.count {
        if source[next] == last.unicodeScalars.first,
          rest[next...].starts(with: last.unicodeScalars)
        {
          return next + last.unicodeScalars.count
        }
        next += 1
      }
      return source.count
    }
    var quote: Unicode.Scalar?
    for next in source.indices[(place + 1)...] {
      let scalar = source[next]
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == ">" {
        return next + 1
      }
    }
    return source.count
  }

  private func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(source[range]))
  }
}
