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
  /// The lines of a document without such arrows, if both of them stand there before numbers.
  static func freed(_ lines: [DocumentLine]) -> [DocumentLine] {
    let found = lines.map(arrow)
    let arrows = found.compactMap { $0?.arrow }
    guard arrows.contains(.ofActor), arrows.contains(.ofSystem) else { return lines }
    return zip(lines, found).map { line, found in
      guard let found else { return line }
      var free = line
      free.fragment = Fragment(
        text: String(found.rest),
        span: Span(
          start: line.fragment.span.start
            + UInt32(
              truncatingIfNeeded: line.fragment.text.unicodeScalars.count
                - found.rest.unicodeScalars.count),
          end: line.fragment.span.end))
      free.arrow = found.arrow
      return free
    }
  }

  private static func arrow(_ line: DocumentLine) -> (arrow: StepArrow, rest: Substring)? {
    let text = line.fragment.text
    guard case .text = line.kind, let first = text.utf8.first,
      first >= 0x80 || "-<=_*&".utf8.contains(first)
    else { return nil }
    let mark = text.prefix(12).prefix { !$0.isNumber && $0 != "(" && $0 != "[" }
    guard let arrow = StepArrow(String(mark)), case let rest = text[mark.endIndex...],
      ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(String(rest.prefix(80)))) != nil
        || ExtensionID(String(rest.prefix(80))) != nil
    else { return nil }
    return (arrow, rest)
  }
}
