internal import Diagnostics

/// Leaves out what stands in a document and is no text of it: comments, and blocks of code. All
/// places stay where they are.
enum LiteralBlocks {
  /// Whether a block of code is one in which a whole use case is written as text.
  ///
  /// - Parameters:
  ///   - block: the lines of the block.
  ///   - outside: the other lines of the document, which have no use case then.
  static let plainNames: Set<String> = ["", "bash", "sh", "shell", "console"]

  static func isUseCase(
    _ block: some Sequence<String>, outside: @autoclosure () -> some Sequence<String>
  ) -> Bool {
    // What somebody types, and what is printed then.
    guard !block.contains(where: { $0.trimmed.hasPrefix("$ ") }), block.contains(where: isMain)
    else { return false }
    return !outside().contains { isMain($0) || isFlowTable($0) }
  }

  private static func isMain(_ line: String) -> Bool {
    // Also a heading of AsciiDoc.
    let text = String(line.trimmed.drop { $0 == "=" }).trimmed
    guard !text.isEmpty, text.count < 90, text.first != "|" else { return false }
    if case .main? = HeaderLabel(CellText(text).whole) { return true }
    return false
  }

  private static func isFlowTable(_ line: String) -> Bool {
    let text = line.trimmed
    guard text.first == "|" else { return false }
    let cells = text.split(separator: "|").map { Fragment(text: String($0).trimmed, span: .top) }
    return cells.count > 1 && DocumentReader.isFlowTable(cells)
  }

  /// What a line is for a block that is indented below it.
  enum Lead {
    /// A heading, or a label such as `Main flow:`. `isScenario` if steps belong below it.
    case heading(isScenario: Bool)
    /// A line with a number or a bullet.
    case item
    case paragraph

    init(_ text: String) {
      if text.hasPrefix("#") || text.hasPrefix("**") && text.hasSuffix("**") {
        self = .heading(isScenario: Lead.isScenario(text))
      } else if let label = HeaderLabel(text) {
        self = .heading(isScenario: !label.isHeader)
      } else if Lead.isItem(text) {
        self = .item
      } else {
        self = ScenarioBuilder.headsAlternative(text) ? .heading(isScenario: true) : .paragraph
      }
    }

    private static func isScenario(_ text: String) -> Bool {
      let text = CellText(String(text.drop { $0 == "#" })).whole
      return HeaderLabel(text).map { !$0.isHeader } ?? ScenarioBuilder.headsAlternative(text)
    }

    var isItem: Bool { if case .item = self { true } else { false } }

    /// Whether a line has a number or a bullet.
    static func isItem(_ text: String) -> Bool {
      let word = text.prefix { $0 != " " && $0 != "\t" }
      if ["-", "*", "+", "•"].contains(word) || ExtensionID(text) != nil { return true }
      return word.contains(where: \.isNumber) && word.last.map { ".):]".contains($0) } ?? false
        || TurnWords.steps.contains(PlainWords.folded(String(word)))
    }
  }
}
