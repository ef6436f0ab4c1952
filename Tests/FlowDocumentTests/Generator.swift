import TestSupport

/// Makes use-case documents, the same ones for the same seed.
struct Generator {
  private var random: SplitMix
  private let isPlain: Bool
  private(set) var rowCount = 0

  /// - Parameter isPlain: without bullets in cells and empty Next cells, for forms that lose them.
  init(seed: UInt64, isPlain: Bool = false) {
    random = SplitMix(seed: seed)
    self.isPlain = isPlain
  }

  private static let words = [
    "card", "PIN", "wallet", "the user's phone", "é", "screen", "«quoted»", "“smart”", "a – b",
    "100%", "A & B", "x < y", "snake_case", "#1", "yes", "no", "~", "null", "1.10", "ünï", "\"q\"",
    "it's", "end:", "- dash", "? what", "!bang", "@at", "100", "(new)", "{brace}", "[bracket]",
    "a|b", "*star", "back\\slash", "`tick`",
  ]

  private mutating func words(_ count: Int) -> String {
    let text = (0..<count).map { _ in random.pick(Generator.words) }.joined(separator: " ")
    return "w \(text) z"
  }

  /// A text as a Markdown cell has it.
  private mutating func cell(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "|", "*", "`", "\\", "[", "_": result += "\\\(character)"
      case "&": result += random.pick(["&amp;", "&#38;", "&#x26;"])
      case "<": result += "&lt;"
      default: result.append(character)
      }
    }
    return result
  }

  mutating func document() -> String {
    var text =
      """
      # Use Case \(random.next(9) + 1).\(random.next(20)) \(cell("Title \(words(1))"))\n\n## \
      Overview\n\n
      """
    text += "| Aspect | Description |\n| --- | --- |\n"
    text += "| **Summary** | \(cell(words(4))) |\n| **Goal** | \(cell(words(2))) |\n"
    if isPlain {
      text += "| **Preconditions** | \(cell(words(2))) |\n"
    } else {
      text +=
        "| **Preconditions** | <ul><li>\(cell(words(2)))</li><li>\(cell(words(3)))</li></ul> |\n"
      text += "| **Possible errors** | \(cell(words(1)))<br>\(cell(words(2))) |\n"
      text += "| **Triggered by** | *None* |\n"
    }
    text += "\n## Flow\n\n| # | Description | Next |\n| :-- | --- | ---: |\n"
    let sections = 1 + random.next(3)
    let counts = (0..<sections).map { _ in 1 + random.next(4) }
    var ids: [String] = []
    for (section, count) in counts.enumerated() {
      ids += (1...count).map { "\(section + 1).\($0)" } + ["\(section + 1)"]
    }
    for (section, count) in counts.enumerated() {
      text += "| **\(section + 1)** | **WHEN \(cell(words(2)))** | |\n"
      for step in 1...count {
        text += "| **\(section + 1).\(step)** | **\(sentence())**\(details()) | |\n"
        for row in 0..<(1 + random.next(3)) {
          let letter = "abc".dropFirst(row).prefix(1)
          let effect = !isPlain && random.next(5) == 0 ? " -> \(cell(words(1)))" : ""
          let kind = random.pick(["User ", "Case: ", "Result: ", "Event: ", "Error: "])
          text +=
            """
            | \(section + 1).\(step)\(letter) | \(kind)\(cell(words(2)))\(effect) | \
            \(target(ids)) |\n
            """
          rowCount += 1
        }
      }
    }
    return text
  }

  private mutating func sentence() -> String {
    let name = cell(words(1))
    return random.pick([
      "System displays screen '\(name)'", "System shows prompt ‘\(name)’",
      "System displays message \(name)", "System determines whether \(name)",
      "System validates \(name), displays loading message", "System executes \(name)",
      "System executes partial flow PF\(random.next(9) + 1).1 Title of it",
      "Operating system asks \(name)",
      "System retrieves \(name)", "System awaits \(name)", "User opens \(name)",
    ])
  }

  private mutating func details() -> String {
    guard !isPlain, random.next(2) == 0 else { return "" }
    let all = [
      "Message: \(cell(words(2)))", "Actions: Back, Info \(random.next(9))",
      "Duration: 0.0 - 0.1 seconds",
      "Input: \(random.next(8) + 1) digits (0-9) field", "Not cancelable", "Options: A, B, C",
      cell(words(2)),
    ]
    let some = all.filter { _ in random.next(3) == 0 }
    if some.isEmpty { return "" }
    return random.next(2) == 0
      ? "<ul>\(some.map { "<li>\($0)</li>" }.joined())</ul>"
      : some.map { "<br>• \($0)" }.joined()
  }

  private mutating func target(_ ids: [String]) -> String {
    switch random.next(isPlain ? 7 : 8) {
    case 0: "Go to: [UC\(random.next(9) + 1).2 Title of that](UC9.2_Some.md)"
    case 1: "Back"
    case 2: "End"
    case 3: "Resume"
    case 4: "Result: \(cell(words(1)))"
    case 5: "Error flow: No internet"
    case 6: random.pick(ids)
    default: ""
    }
  }

  /// The document as a rendered page gives it: a cell a line, blank cells gone.
  func page(of text: String) -> String {
    var page = ""
    for line in text.split(separator: "\n") {
      if line.contains("---") { continue }
      guard line.hasPrefix("|") else {
        page += line.drop { $0 == "#" || $0 == " " } + "\n\n"
        continue
      }
      var cells: [String] = [""]
      var isEscaped = false
      for character in line.dropFirst() {
        if character == "|", !isEscaped {
          cells.append("")
        } else {
          cells[cells.count - 1].append(character)
        }
        isEscaped = character == "\\" && !isEscaped
      }
      for cell in cells where cell.contains(where: { $0 != " " }) {
        page += "\(cell.drop { $0 == " " })\n\n"
      }
    }
    return page
  }
}
