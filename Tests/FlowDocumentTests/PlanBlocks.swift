import TestSupport

/// Random comments and blocks of code with lines like those of a use case, between the lines of a
/// generated document. None of it is text.
struct PlanBlocks {
  private var random: SplitMix
  private let tongue: LanguagesTests.Tongue
  private let style: PlanStyle

  /// What no text of a document says.
  static let mark = "qqq"

  init(seed: UInt64, _ style: PlanStyle, _ tongue: LanguagesTests.Tongue) {
    random = SplitMix(seed: seed)
    (self.style, self.tongue) = (style, tongue)
  }

  /// A document with two paragraphs more, and the same with blocks as well.
  mutating func documents(_ text: String) -> (plain: String, full: String) {
    var plain: [String] = []
    var full: [String] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var isTitled = false
    for (place, line) in lines.enumerated() {
      plain.append(line)
      full.append(line)
      guard isBetweenBlocks(lines, place) else { continue }
      if !isTitled, line.isEmpty || style.ending == "html" && line.hasPrefix("<h1") {
        isTitled = true
        let (paragraph, block) = ledBlock()
        plain += paragraph
        full += paragraph.dropLast(block.isEmpty ? 0 : paragraph.count) + block
      }
      if random.next(3) == 0 {
        full += self.block(isInList: line.first?.isNumber == true)
      }
    }
    return (plain.joined(separator: "\n"), full.joined(separator: "\n"))
  }

  /// Whether a block may follow a line: not in a table, and not between a title and its underline.
  private func isBetweenBlocks(_ lines: [String], _ place: Int) -> Bool {
    let next = place + 1 < lines.count ? lines[place + 1] : ""
    switch style.ending {
    case "html": return lines[place].hasPrefix("</") || lines[place].hasPrefix("<h")
    case "rst":
      func isTable(_ line: String) -> Bool {
        line.contains("  ") && !line.hasPrefix(" ") || line.hasPrefix("==") || line.hasPrefix("--")
      }
      return lines[place].isEmpty && !isTable(next)
    default:
      return !lines[place].hasPrefix("|") && !next.hasPrefix("|") && !lines[place].hasPrefix("[")
    }
  }

  private mutating func decoys() -> [String] {
    let mark = PlanBlocks.mark
    let sentences = [
      "3. \(tongue.system) \(mark)", "2. \(tongue.user) \(mark).", "1a. \(mark)",
      "   1. \(mark) \(tongue.ends)", "- \(mark)", "# \(tongue.heading) UC9: \(mark)",
      "\(tongue.main)", "== \(tongue.extensions)", "| 7 | \(mark) | 1 |", "", "\(mark):",
    ]
    return ["1. \(mark)"] + (0..<(1 + random.next(4))).map { _ in random.pick(sentences) }
      + ["9. \(mark)"]
  }

  private func indented(_ lines: [String], by count: Int) -> [String] {
    lines.map { $0.isEmpty ? "" : String(repeating: " ", count: count) + $0 }
  }

  /// A paragraph, and the same with the code that it leads to.
  private mutating func ledBlock() -> (paragraph: [String], full: [String]) {
    let words = "abc abc"
    switch style.ending {
    case "md":
      return ([words, ""], [words, ""] + indented(decoys(), by: 4 + random.next(3)) + [""])
    case "rst":
      return (
        ["\(words):", ""],
        ["\(words)::", ""] + indented(decoys(), by: 1 + random.next(5)) + [""]
      )
    default: return ([], [])
    }
  }

  private mutating func block(isInList: Bool) -> [String] {
    let lines = decoys()
    let line = lines[0]
    switch style.ending {
    case "md", "txt":
      switch random.next(style.ending == "md" ? 6 : 5) {
      case 0: return ["<!-- \(line) -->"]
      case 1: return ["<!--"] + lines + ["-->"]
      case 2: return ["", "<!-- \(line)"] + lines + ["\(line) -->", ""]
      case 3:
        let name = random.pick(["", "yaml", " text", "{.log}"])
        return ["", "```\(name)"] + lines + ["```", ""]
      case 4: return ["", "~~~~"] + lines + ["```", "~~~"] + lines + ["~~~~~", ""]
      default: return ["", "<pre>"] + lines.filter { !$0.isEmpty } + ["</pre>", ""]
      }
    case "adoc":
      switch random.next(6) {
      case 0: return ["// \(line)"]
      case 1: return ["////"] + lines + ["////"]
      case 2: return ["", "[source,yaml]", "----"] + lines + ["----", ""]
      case 3: return ["", "......"] + lines + ["----", "......", ""]
      case 4: return ["", "[listing]", ".A title"] + lines.filter { !$0.isEmpty } + [""]
      default: return ["", "```yaml"] + lines + ["```", ""]
      }
    case "rst":
      switch random.next(3) {
      case 0: return ["", ".. \(line)"] + indented(lines, by: 3) + [""]
      case 1: return ["", ".. code-block:: yaml", ""] + indented(lines, by: 3) + [""]
      default: return ["", ".."] + indented(lines, by: 4) + [""]
      }
    default:
      let texts = lines.map { $0.replacing("<", with: "&lt;") }
      return random.next(2) == 0
        ? ["<!--"] + lines + ["-->"] : isInList ? [] : ["<pre>"] + texts + ["</pre>"]
    }
  }
}
