// Tables of steps that are drawn in blocks of code.
extension LiteralBlocks.Markdown {
  private static let (wall, rule): (Unicode.Scalar, Unicode.Scalar) = ("\u{2502}", "\u{251C}")
  private static let edges: Set<Unicode.Scalar> = ["\u{250C}", "\u{2514}", "\u{251C}"]

  /// Writes a table with `│` and `├──┼──┤` as one of Markdown, in its place, if its rows have the
  /// numbers of steps. False for other blocks, such as drawings of parts and arrows.
  mutating func drawsSteps(_ block: Range<Int>) -> Bool {
    let rows = block.filter { first(of: $0) == Self.wall }
    guard rows.count > 1, block.contains(where: { first(of: $0) == Self.rule }),
      rows.contains(where: isNumber)
    else { return false }
    if isNumber(rows[0]) {
      for line in block {
        if first(of: line) == Self.wall { number(line) } else { comments.insert(line) }
      }
      return true
    }
    var hasRule = false
    var above: Int?
    for line in block {
      guard let first = first(of: line) else { continue }
      if Self.edges.contains(first) {
        let isRule = first == Self.rule && !hasRule && above != nil
        if isRule {
          hasRule = true
          for place in lines[line] { scalars[place] = Self.plain(scalars[place]) }
        } else {
          comments.insert(line)
        }
        continue
      }
      let walls = lines[line].filter { scalars[$0] == Self.wall }
      for place in walls { scalars[place] = "|" }
      if hasRule, walls.count == 3, let above,
        let end = lines[above].last(where: { scalars[$0] == "|" }),
        scalars[(walls[0] + 1)..<walls[1]].allSatisfy({ $0 == " " })
      {
        // `│     │ - The name │` goes on with the cell above it.
        scalars[end] = " "
        for place in walls[0]...walls[1] { scalars[place] = " " }
      }
      above = line
    }
    return hasRule
  }

  /// Whether the first cell of a row is the number of a step: `│ 4a  │ Guest pays │`.
  private func isNumber(_ line: Int) -> Bool {
    guard first(of: line) == Self.wall else { return false }
    let word = text(line).split(separator: "\u{2502}").first.map { String($0).trimmed } ?? ""
    return word.utf8.first?.isDigitByte ?? false && word.utf8.count < 4
  }

  /// Writes a row of a table without a header as an item of a list, `4a. Guest pays`, and one
  /// without a number as the line that goes on with it.
  private mutating func number(_ line: Int) {
    let isNumber = isNumber(line)
    for place in lines[line] where scalars[place] == Self.wall { scalars[place] = " " }
    guard isNumber, let start = lines[line].first(where: { scalars[$0] != " " }),
      let end = lines[line].first(where: { $0 > start && scalars[$0] == " " })
    else { return }
    scalars[end] = "."
  }

  private func first(of line: Int) -> Unicode.Scalar? {
    lines[line].lazy.map { self.scalars[$0] }.first { $0 != " " && $0 != "\t" }
  }

  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "\u{251C}", "\u{253C}", "\u{2524}": "|"
    case "\u{2500}": "-"
    default: scalar
    }
  }
}
