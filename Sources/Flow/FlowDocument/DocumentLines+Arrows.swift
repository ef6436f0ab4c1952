internal import Diagnostics

/// Who acts in a step, as an arrow before it says: `->` of the actor, `<-` of the system.
package enum StepArrow {
  case ofActor, ofSystem

  /// The arrow that is all of a cell, or nil.
  init?(_ text: String) {
    switch text.filter({ !"_* ".contains($0) }) {
    case "→", "->", "⇒", "=>", "➔", "➜", "&rarr;": self = .ofActor
    case "←", "<-", "⇐", "<=", "&larr;": self = .ofSystem
    default: return nil
    }
  }
}

/// Steps that begin with an arrow, which says who acts: `-> 1. The tenant asks`, `<- 2. System
/// answers`.
enum ArrowedLines {
  /// The lines of a document without such arrows, if both of them stand there before numbers: also
  /// of a table without names, `| -> | 1. | The tenant asks |`.
  static func freed(_ lines: [DocumentLine]) -> [DocumentLine] {
    let found = lines.map { arrow($0) ?? arrow(ofRow: $0) }
    let arrows = found.compactMap { $0?.arrow }
    guard arrows.contains(.ofActor), arrows.contains(.ofSystem) else { return lines }
    return lines.indices.map { place in
      var free = lines[place]
      if let (arrow, words) = found[place] {
        (free.kind, free.fragment, free.arrow) = (.text, words, arrow)
      } else if case .delimiter = free.kind, place > 0,
        found[place - 1] != nil || heads(place - 1, lines, found)
      {
        (free.kind, free.fragment.text) = (.text, "")
      } else if heads(place, lines, found), case .row(let cells) = free.kind {
        (free.kind, free.fragment) = (.text, cells[0])
      }
      return free
    }
  }

  /// Whether a row is no more than the heading of the rows with arrows below it: `Main flow | |`.
  private static func heads(
    _ place: Int, _ lines: [DocumentLine], _ found: [(arrow: StepArrow, words: Fragment)?]
  ) -> Bool {
    guard case .row(let cells) = lines[place].kind, place + 2 < lines.count,
      case .delimiter = lines[place + 1].kind, found[place + 2] != nil, let first = cells.first,
      cells.dropFirst().allSatisfy(\.text.isEmpty),
      case .main? = HeaderLabel(CellText(first.text).whole)
    else { return false }
    return true
  }

  private static func arrow(ofRow line: DocumentLine) -> (arrow: StepArrow, words: Fragment)? {
    guard case .row(let cells) = line.kind, cells.count == 3, let arrow = StepArrow(cells[0].text),
      case let text = "\(cells[1].text) \(cells[2].text)", !cells[2].text.isEmpty,
      ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(String(text.prefix(80)))) != nil
    else { return nil }
    let span = Span(start: cells[1].span.start, end: cells[2].span.end)
    return (arrow, Fragment(text: text, span: span))
  }

  private static func arrow(_ line: DocumentLine) -> (arrow: StepArrow, words: Fragment)? {
    let text = line.fragment.text
    guard case .text = line.kind, let first = text.utf8.first,
      first >= 0x80 || "-<=_*&".utf8.contains(first)
    else { return nil }
    let mark = text.prefix(12).prefix { !$0.isNumber && $0 != "(" && $0 != "[" }
    guard let arrow = StepArrow(String(mark)), case let rest = text[mark.endIndex...],
      ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(String(rest.prefix(80)))) != nil
        || ExtensionID(String(rest.prefix(80))) != nil
    else { return nil }
    let count = text.unicodeScalars.count - rest.unicodeScalars.count
    let start = line.fragment.span.start + UInt32(truncatingIfNeeded: count)
    return (
      arrow, Fragment(text: String(rest), span: Span(start: start, end: line.fragment.span.end))
    )
  }
}
