// Lists, which are nested by their marks: one that is not open yet is below the item above it.
extension AsciiDocText {
  /// An open list.
  struct OpenList {
    /// What its items begin with: `.`, `**`.
    let mark: String
    let style: ListStyle
    var count: Int
  }

  /// What `[loweralpha]` and `[start=3]` say of the next list.
  struct ListStyle {
    var letters: [String] = []
    var start = 1

    /// Nil for the attributes of another block.
    init?(_ line: String) {
      let parts = line.dropFirst().dropLast().split { ",%".contains($0) }.map {
        String($0).trimmed
      }
      var isOfList = false
      for part in parts {
        switch part {
        case "loweralpha": letters = ScenarioBuilder.alphabet
        case "upperalpha": letters = ScenarioBuilder.alphabet.map { $0.uppercased() }
        case "arabic", "decimal", "lowerroman", "upperroman": letters = []
        default:
          guard part.hasPrefix("start="),
            let number = Int(part.dropFirst(6).filter { $0 != "\"" }), (0...999).contains(number)
          else { continue }
          start = number
        }
        isOfList = true
      }
      guard isOfList else { return nil }
    }

    init() {}
  }

  /// An item of a list with its number or as a bullet, indented by how deep it is. Nil for another
  /// line.
  mutating func item(_ text: String) -> String? {
    guard let first = text.first, ".*-".contains(first) else { return nil }
    let mark = String(text.prefix { $0 == first })
    guard mark.count < 6, text.dropFirst(mark.count).first == " " else { return nil }
    if let place = open.lastIndex(where: { $0.mark == mark }) {
      // Attributes begin another list.
      open.removeLast(open.count - place - (nextStyle == nil ? 1 : 0))
    }
    if open.last?.mark != mark {
      let style = nextStyle ?? ListStyle()
      open.append(OpenList(mark: mark, style: style, count: style.start - 1))
    }
    (nextStyle, isAttached) = (nil, false)
    open[open.count - 1].count += 1
    let indent = base + String(repeating: " ", count: 4 * (max(open.count, mark.count) - 1))
    let words = AsciiDocText.plain(String(text.dropFirst(mark.count + 1)))
    guard first == ".", let list = open.last else { return "\(indent)- \(words)" }
    let letters = list.style.letters
    let isLetter = letters.indices.contains(list.count - 1)
    return "\(indent)\(isLetter ? letters[list.count - 1] : "\(list.count)"). \(words)"
  }

  /// Whether a line is no part of the item above it: one in bold, or the id of an alternative too.
  func endsList(_ text: String, after above: String?) -> Bool {
    let isBold = text.hasPrefix("*") && text.dropFirst(3).hasSuffix("*")
    return above.map(\.trimmed.isEmpty) ?? false || isBold || ExtensionID(text) != nil
  }

  /// Begins or ends a block between lines of `--`, whose lists are its own. One that is attached to
  /// an item by `+` is below it.
  mutating func toggleBlock() {
    if let outer = blocks.popLast() {
      (open, base) = outer
    } else {
      blocks = [(open, base)]
      if isAttached { base += String(repeating: " ", count: 4 * open.count) }
      open = []
    }
    isAttached = false
  }
}
