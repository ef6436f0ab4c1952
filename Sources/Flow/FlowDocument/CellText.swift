/// The text of a cell or a line, without its markup: HTML, Markdown emphasis, links, entities.
package struct CellText {
  /// The sentence.
  var text = ""
  /// The bullets and further lines below it.
  var details: [String] = []
  /// Footnote marks: `<sup>1</sup>`, `[^1]`.
  private(set) var marks: [String] = []
  /// The entries that are titles: in bold to their end, or to what stands in parentheses there.
  private(set) var titles: Set<String> = []
  /// Whether all of it was bold.
  private(set) var isBold = false

  /// The addresses of the links.
  private(set) var addresses: [String] = []

  private let input: [Character]
  private let keepsLinks: Bool
  private var place = 0
  private var segments: [String] = [""]
  /// Where the words in bold end with which an entry begins; 0 before their end.
  private var boldEnd: Int?
  /// How many backticks begin a code span that does not end.
  private var openTicks: Set<Int> = []
  /// Where the next tag may end.
  private var tagEnd = -1

  /// - Parameter keepsLinks: keeps links as `[text](address)`, as the header of a flow does.
  package init(_ raw: String, keepsLinks: Bool = false) {
    self.keepsLinks = keepsLinks
    guard CellText.hasMarkup(raw) else {
      // Most cells are plain text.
      input = []
      text = CellText.withoutBullet(CellText.collapsed(raw))
      return
    }
    if let inner = CellText.bold(raw) {
      input = []
      isBold = true
      text = CellText.withoutBullet(CellText.collapsed(inner))
      return
    }
    input = Array(raw)
    isBold = raw.hasPrefix("**")
    while place < input.count { step() }
    endSegment()
    let whole = segments.map(CellText.collapsed)
    let shown = whole.enumerated().filter { $0.offset == 0 || !$0.element.isEmpty }.map(\.element)
    text = CellText.withoutBullet(shown.first ?? "")
    details = shown.dropFirst().map(CellText.withoutBullet).filter { !$0.isEmpty }
  }

  /// The text with its details as further sentences.
  package var whole: String { entries.joined(separator: " ") }

  /// The sentence and the details as a list, without empty ones.
  package var entries: [String] { ([text] + details).filter { !$0.isEmpty } }

  private mutating func step() {
    let character = input[place]
    switch character {
    case "\\" where place + 1 == input.count:
      // The line goes on below it.
      place += 1
    case "\\" where place + 1 < input.count && CellText.isPunctuation(input[place + 1]):
      append(input[place + 1])
      place += 2
    case "*" where place + 1 < input.count && input[place + 1] == "*" && !isBetweenSpaces:
      // Counted once, since letters are counted from the beginning.
      let entry = segments[segments.count - 1]
      if entry.isEmpty { boldEnd = 0 } else if boldEnd == 0 { boldEnd = entry.count }
      place += 2
    case "*":
      if isBetweenSpaces || isListed { append(character) }
      place += 1
    case "_" where isDoubleInsideWord:
      append(character)
      append(character)
      place += 2
    case "_":
      if isInsideWord || isBetweenSpaces || isUnpaired { append(character) }
      place += 1
    case "`": readCode()
    case "<": readTag()
    case "&": readEntity()
    case "[": readLink()
    case "!" where place + 1 < input.count && input[place + 1] == "[":
      place += 1
      readLink(orElse: "!")
    case "•":
      endSegment()
      place += 1
    default:
      append(character)
      place += 1
    }
  }

  private mutating func append(_ character: Character) {
    if character.isWhitespace, segments[segments.count - 1].isEmpty { return }
    segments[segments.count - 1].append(character)
  }

  /// Begins the next entry.
  private mutating func endSegment() {
    let entry = segments[segments.count - 1]
    if let boldEnd, boldEnd > 0 {
      let rest = CellText.collapsed(String(entry.dropFirst(boldEnd)))
      if rest.isEmpty || rest.hasPrefix("(") && rest.hasSuffix(")") {
        titles.insert(CellText.collapsed(entry))
      }
    }
    boldEnd = nil
    segments.append("")
  }

  private var isBetweenSpaces: Bool {
    let before = place == 0 || input[place - 1].isWhitespace
    let after = place + 1 == input.count || input[place + 1].isWhitespace
    return before && after
  }

  /// Whether a star is one of several signs: `(+, -, *, /)`.
  private var isListed: Bool {
    guard place > 0, place + 1 < input.count, input[place - 1] == " " else { return false }
    return ",;)".contains(input[place + 1])
  }

  /// Whether nothing ends what an underscore begins: `the suffix "_old"`.
  private var isUnpaired: Bool {
    guard place > 0, place + 1 < input.count, "\"'“„«".contains(input[place - 1]),
      input[place + 1].isLetter
    else {
      return false
    }
    return !input[(place + 1)...].prefix(200).contains("_")
  }

  /// Whether two underscores are part of a name: `High_Risk__c`.
  private var isDoubleInsideWord: Bool {
    guard place > 0, place + 2 < input.count, input[place + 1] == "_" else { return false }
    return (input[place - 1].isLetter || input[place - 1].isNumber)
      && (input[place + 2].isLetter || input[place + 2].isNumber)
  }

  private var isInsideWord: Bool {
    guard place > 0, place + 1 < input.count else { return false }
    return (input[place - 1].isLetter || input[place - 1].isNumber)
      && (input[place + 1].isLetter || input[place + 1].isNumber)
  }

  // MARK: Markup

  /// Reads a code span, whose text is kept as it is. A single backtick is left out.
  private mutating func readCode() {
    let ticks = input[place...].prefix { $0 == "`" }.count
    var end = openTicks.contains(ticks) ? input.count : place + ticks
    while end < input.count {
      let run = input[end...].prefix { $0 == "`" }.count
      if run == ticks { break }
      end += max(run, 1)
    }
    guard end < input.count else {
      openTicks.insert(ticks)
      place += ticks
      return
    }
    for character in input[(place + ticks)..<end] { append(character) }
    place = end + ticks
  }

  /// The tags whose text is part of the sentence. Other words in angle brackets are text
  /// themselves.
  private static let tags: Set<String> = [
    "a", "b", "code", "del", "div", "em", "font", "i", "img", "ins", "kbd", "mark", "s", "small",
    "span", "strong", "sub", "tt", "u",
  ]

  private mutating func readTag() {
    if tagEnd < place { tagEnd = input[place...].firstIndex(of: ">") ?? input.count }
    guard place + 1 < input.count,
      input[place + 1].isLetter || input[place + 1] == "/" || input[place + 1] == "!",
      tagEnd < min(input.count, place + 2_000)
    else {
      append("<")
      place += 1
      return
    }
    let end = tagEnd
    let inside = String(input[(place + 1)..<end]).lowercased()
    let name = inside.prefix { $0.isLetter || $0.isNumber || $0 == "/" }
    let isTag = inside.hasPrefix("!--") || CellText.tags.contains(name.filter { $0 != "/" })
    let start = place
    place = end + 1
    switch name {
    case "br", "br/", "/br", "li", "/li", "ul", "/ul", "ol", "/ol", "p", "/p": endSegment()
    case "sup":
      let rest = input[place...]
      let stop = rest.prefix(40).firstIndex(of: "<") ?? rest.startIndex
      marks.append(String(rest[..<stop]))
      place = stop
    case "/sup", "hr", "hr/": break
    default:
      if !isTag { for character in input[start...end] { append(character) } }
    }
  }

  private static let entities: [String: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "emsp": " ",
    "ensp": " ", "thinsp": " ", "ndash": "–",
    "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "hellip": "…",
    "rarr": "→", "larr": "←", "harr": "↔", "bull": "•", "middot": "·", "copy": "©", "reg": "®",
    "trade": "™",
    "euro": "€", "eacute": "é", "euml": "ë", "ouml": "ö", "auml": "ä", "uuml": "ü", "otilde": "õ",
    "szlig": "ß", "deg": "°", "times": "×", "shy": "\u{AD}",
  ]

  static func entity(_ name: String) -> Character? { entities[name] ?? numbered(name) }
  private mutating func readEntity() {
    let end = input[place...].prefix(12).firstIndex(of: ";")
    if let end {
      let name = String(input[(place + 1)..<end])
      if let character = CellText.entity(name) {
        append(character)
        place = end + 1
        return
      }
    }
    append("&")
    place += 1
  }

  private static func numbered(_ name: String) -> Character? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let value =
      digits.hasPrefix("x") || digits.hasPrefix("X")
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init).map(Character.init)
  }

  /// Reads `[text](address)` as its text and `[^1]` as a mark. Any other bracket is kept.
  private mutating func readLink(orElse lead: Character? = nil) {
    let close = end(of: "[", "]", from: place, within: 400)
    if let close, place + 1 < close, input[place + 1] == "^" {
      marks.append(String(input[(place + 2)..<close]))
      place = close + 1
      return
    }
    if let close, close + 1 < input.count, input[close + 1] == "(",
      let end = end(of: "(", ")", from: close + 1, within: 1_000)
    {
      let inner = CellText(String(input[(place + 1)..<close]), keepsLinks: keepsLinks)
      let words = inner.whole
      let link = "[\(words)](\(String(input[(close + 2)..<end])))"
      for character in keepsLinks && lead == nil ? link : words { append(character) }
      addresses += inner.addresses + [String(input[(close + 2)..<end])]
      place = end + 1
      return
    }
    if let lead { append(lead) }
    append("[")
    place += 1
  }

  /// The place of the bracket that closes the one at `start`.
  private func end(
    of open: Character, _ close: Character, from start: Int, within limit: Int
  ) -> Int? {
    var depth = 0
    for place in input[start...].prefix(limit).indices {
      if place > start, input[place - 1] == "\\" { continue }
      if input[place] == open { depth += 1 }
      if input[place] == close { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }
}
