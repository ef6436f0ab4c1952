/// Leaves out blocks of code, apart from those in which a whole use case is written as text.
enum CodeFences {
  /// The lines with empty ones in place of code.
  static func blanked(_ lines: [DocumentLine]) -> [DocumentLine] {
    var result = lines
    var open: Int?
    for (index, line) in lines.enumerated() {
      guard case .text = line.kind, line.fragment.text.hasPrefix("```") else { continue }
      guard let start = open else {
        open = index
        continue
      }
      open = nil
      let name = lines[start].fragment.text.drop { $0 == "`" }.lowercased()
      let isText = ["", "text", "txt", "markdown", "md"].contains(name)
      // What somebody types, and what is printed then.
      let isConsole = lines[start...index].contains { $0.fragment.text.hasPrefix("$ ") }
      let hasScenario =
        isText && !isConsole
        && lines[start...index].contains { line in
          if case .main? = HeaderLabel(CellText(line.fragment.text).whole) { true } else { false }
        }
      for place in start...index where !hasScenario || place == start || place == index {
        result[place].kind = .text
        result[place].fragment.text = ""
      }
    }
    return result
  }
}
