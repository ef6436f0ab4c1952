/// The text of a document as people read it, each letter with the bytes that write it.
struct WrittenText {
  /// How a document is written.
  enum Format {
    case markdown, plain, html, asciiDoc, structured, feature, csv, word, openDocument

    /// Whether marks of Markdown are read. In plain text, none are written.
    var isMarkdown: Bool { self == .markdown || self == .plain }

    /// Whether the text is a file of an archive.
    var isOffice: Bool { self == .word || self == .openDocument }

    /// Whether tags stand around the words.
    var isMarkup: Bool { self == .html || isOffice }

    init(_ kind: DocumentArchive.Kind) { self = kind == .word ? .word : .openDocument }

    /// The format of a file that is text.
    init(_ path: String) {
      let path = path.lowercased()
      func ends(_ endings: String...) -> Bool { endings.contains(where: path.hasSuffix) }
      self =
        ends(".html", ".htm", ".xhtml", ".doc", ".xml")
        ? .html
        : ends(".adoc", ".asciidoc", ".asc")
          ? .asciiDoc
          : ends(".rst")
            ? .structured
            : ends(".feature")
              ? .feature : ends(".csv") ? .csv : ends(".txt") ? .plain : .markdown
    }
  }

  let format: Format
  /// The letters. A tag between two parts of a page is one that no sentence has.
  private(set) var scalars: [Unicode.Scalar] = []
  /// The bytes of each.
  private(set) var places: [Range<Int>] = []
  /// Those that a field gives. Empty but for Word and OpenDocument.
  private(set) var given: Set<Int> = []
  private let source: [Unicode.Scalar]
  private let starts: [Int]
  private let marks: Set<Unicode.Scalar>

  /// What stands for the tags around a paragraph, an item or a cell.
  static let wall: Unicode.Scalar = "\u{1E}"

  init(_ bytes: [UInt8], _ format: Format) {
    self.format = format
    marks = Set(format.marks.unicodeScalars)
    source = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var starts: [Int] = []
    starts.reserveCapacity(source.count + 1)
    var place = 0
    for scalar in source {
      starts.append(place)
      place += UTF8.width(scalar)
    }
    self.starts = starts + [place]
    read()
  }

  // MARK: Reading

  private mutating func read() {
    guard !format.isOffice else {
      let office = OfficeLetters(source, format == .word ? .word : .openDocument)
      let letters = office.letters
      given = office.given
      scalars = letters.map(\.scalar)
      places = letters.map { starts[$0.characters.lowerBound]..<starts[$0.characters.upperBound] }
      return
    }
    var place = 0
    while place < source.count {
      let (scalar, end) = part(at: place)
      if let scalar {
        scalars.append(scalar)
        places.append(starts[place]..<starts[end])
      }
      place = end
    }
  }

  /// The letter that is written at a place, if it is one, and where what is written there ends.
  private func part(at place: Int) -> (scalar: Unicode.Scalar?, end: Int) {
    let (scalar, next) = (source[place], place + 1)
    switch (scalar, format) {
    case ("\\", .markdown), ("\\", .plain), ("\\", .asciiDoc):
      guard next < source.count, WrittenText.isMark(source[next]) else { break }
      return (source[next], next + 1)
    case ("&", .markdown), ("&", .plain), ("&", .html), ("&", .asciiDoc):
      guard let end = source[next...].prefix(12).firstIndex(of: ";") else { break }
      let name = String(String.UnicodeScalarView(source[next..<end]))
      guard let letter = CellText.entity(name)?.unicodeScalars.first else { break }
      return (letter, end + 1)
    case ("<", .markdown), ("<", .plain), ("<", .html):
      guard let end = endOfTag(place) else { break }
      let name = String(String.UnicodeScalarView(source[next..<end - 1])).lowercased()
      return (WrittenText.isPart(name) ? nil : WrittenText.wall, end)
    case (":", .structured), (" ", .structured), ("_", .structured):
      if let end = endOfRole(place) { return (nil, end) }
    case (_, .asciiDoc):
      if let end = AsciiDocText.endOfMacroName(source, at: place) { return (nil, end) }
    case ("\"", .csv):
      // A quotation mark within a cell that has them.
      guard place > 0, !",;\t\r\n".unicodeScalars.contains(source[place - 1]),
        next < source.count, source[next] == "\""
      else { break }
      return (scalar, next + 1)
    case ("(", .markdown), ("(", .plain):
      // The address of a link.
      guard place > 0, source[place - 1] == "]",
        let end = source[next...].prefix(400).firstIndex(of: ")")
      else { break }
      return (nil, end + 1)
    default: break
    }
    return (scalar, next)
  }

  /// Where a role, the address of a link or the mark after a link ends that begins at a place.
  private func endOfRole(_ place: Int) -> Int? {
    let next = place + 1
    switch source[place] {
    case ":":
      let name = source[next...].prefix { $0.properties.isAlphabetic || $0 == "-" || $0 == ":" }
      guard name.last == ":", name.endIndex < source.count, source[name.endIndex] == "`",
        place == 0 || !WrittenText.isLetter(source[place - 1])
      else { return nil }
      return name.endIndex
    case " ":
      guard next < source.count, source[next] == "<",
        let end = source[next...].prefix(400).firstIndex(where: { $0 == ">" || $0 == "\n" }),
        source[end] == ">", end + 1 < source.count, source[end + 1] == "`"
      else { return nil }
      return end + 1
    default:
      guard place > 0, source[place - 1] == "`" || source[place - 1] == "_" else { return nil }
      return source[..<place].last { $0 != "_" } == "`" ? next : nil
    }
  }

  private func endOfTag(_ place: Int) -> Int? {
    let rest = source[(place + 1)...]
    guard let first = rest.first else { return nil }
    if rest.starts(with: "!--".unicodeScalars) {
      return rest.ranges(of: Array("-->".unicodeScalars)).first?.upperBound
    }
    guard first == "/" || first == "!" || first == "?" || first.properties.isAlphabetic else {
      return nil
    }
    return rest.prefix(2_000).firstIndex(of: ">").map { $0 + 1 }
  }

  private static let inline: Set<String> = [
    "a", "b", "code", "del", "em", "font", "i", "img", "ins", "kbd", "mark", "s", "small", "span",
    "strong", "sub", "tt", "u", "!--",
  ]

  /// Whether a tag stands within a sentence.
  private static func isPart(_ tag: String) -> Bool {
    if tag.hasPrefix("!") { return true }
    let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber || $0 == ":" }
    return inline.contains(String(name))
  }

  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.generalCategory != .control && scalar != " "
      && !isLetter(scalar)
  }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

  // MARK: Places

  /// The letters that stand in these bytes.
  func letters(in bytes: Range<Int>) -> Range<Int> {
    func first(_ byte: Int) -> Int {
      var (low, high) = (0, places.count)
      while low < high {
        let middle = (low + high) / 2
        if places[middle].lowerBound < byte { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let start = first(bytes.lowerBound)
    return start..<max(start, first(bytes.upperBound))
  }

  /// The bytes of letters.
  func bytes(of letters: Range<Int>) -> Range<Int> {
    guard !letters.isEmpty else {
      let place = letters.lowerBound < places.count ? places[letters.lowerBound].lowerBound : ends
      return place..<place
    }
    return places[letters.lowerBound].lowerBound..<places[letters.upperBound - 1].upperBound
  }

  private var ends: Int { starts.last ?? 0 }

  func string(_ letters: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[letters]))
  }

  /// The bytes of a scalar of the file.
  func byte(ofScalar place: Int) -> Int { starts[min(max(place, 0), source.count)] }

  /// Where the line begins in which a letter stands. What ends a line stands in it.
  func lineStart(_ letter: Int) -> Int {
    var end = min(letter, scalars.count)
    if end > 0, end < scalars.count, scalars[end] == "\n", scalars[end - 1] == "\r" { end -= 1 }
    return scalars[..<end].lastIndex { $0 == "\n" || $0 == "\r" }.map { $0 + 1 } ?? 0
  }

  /// Where it ends, before what ends it.
  func lineEnd(_ letter: Int) -> Int {
    scalars[min(letter, scalars.count)...].firstIndex { $0 == "\n" || $0 == "\r" }
      ?? scalars.count
  }

  /// The place after the end of a line.
  func nextLine(_ letter: Int) -> Int {
    let end = lineEnd(letter)
    guard end < scalars.count else { return end }
    return end + (scalars[end...].prefix(2).elementsEqual(["\r", "\n"]) ? 2 : 1)
  }

  // MARK: Finding

  /// The places where a text is written, each as the places of its letters: whatever marks and line
  /// ends are in it. Only whole words are found.
  func places(of text: [Unicode.Scalar], in range: Range<Int>) -> [[Int]] {
    guard let first = text.first else { return [] }
    var found: [[Int]] = []
    var place = range.lowerBound
    while place < range.upperBound {
      defer { place += 1 }
      guard WrittenText.isSame(scalars[place], first, isFirst: true),
        !WrittenText.isLetter(first) || place == 0 || !WrittenText.isLetter(scalars[place - 1]),
        let letters = match(text, at: place, before: range.upperBound)
      else { continue }
      let end = (letters.last ?? place) + 1
      guard
        end >= scalars.count || !WrittenText.isLetter(scalars[end - 1])
          || !WrittenText.isLetter(scalars[end])
      else { continue }
      found.append(letters)
    }
    return found
  }

  private func match(_ text: [Unicode.Scalar], at start: Int, before end: Int) -> [Int]? {
    var letters: [Int] = []
    letters.reserveCapacity(text.count)
    var place = start
    for (index, letter) in text.enumerated() {
      let isBlank = WrittenText.isSpace(letter)
      func fits(_ scalar: Unicode.Scalar) -> Bool {
        isBlank
          ? WrittenText.isSpace(scalar)
          : WrittenText.isSame(scalar, letter, isFirst: index == 0)
      }
      while place < end, !fits(scalars[place]), marks.contains(scalars[place]) { place += 1 }
      guard place < end, fits(scalars[place]) else { return nil }
      letters.append(place)
      place += 1
      if isBlank { while place < end, WrittenText.isSpace(scalars[place]) { place += 1 } }
    }
    return letters
  }

  private static let quotes: Set<Unicode.Scalar> = ["'", "\"", "‘", "’", "“", "”", "„", "`"]

  private static func isSame(
    _ one: Unicode.Scalar, _ other: Unicode.Scalar, isFirst: Bool
  ) -> Bool {
    one == other || quotes.contains(one) && quotes.contains(other)
      || isFirst && one.properties.lowercaseMapping == other.properties.lowercaseMapping
  }
}
