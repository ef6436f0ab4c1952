internal import Dates
internal import FlowModel

/// The parts of an outcome's sentence, such as "User selects Website -> opens the browser".
struct RowText {
  /// Nil if the sentence does not begin with a kind.
  let kind: Row.Kind?
  /// What happens, without the kind.
  let label: String
  /// The side effect after an arrow.
  let effect: String?
  /// The timer, if the event names one.
  let after: String?

  private static let kinds: [(lead: String, kind: Row.Kind)] = [
    ("user ", .user), ("case:", .case), ("result:", .result), ("event:", .event),
    ("error:", .error),
  ]

  init(_ text: String) {
    let (sentence, effect) = RowText.split(text)
    self.effect = effect
    guard let found = RowText.kinds.first(where: { sentence.lowercased().hasPrefix($0.lead) })
    else {
      kind = nil
      label = sentence
      after = nil
      return
    }
    kind = found.kind
    label = CellText.collapsed(String(sentence.dropFirst(found.lead.count)))
    after = found.kind == .event ? RowText.timer(label) : nil
  }

  /// Splits a text at its first arrow.
  static func split(_ text: String) -> (sentence: String, effect: String?) {
    // Most texts have none.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ">") || $0 == 0xE2 }),
      let range = arrows.compactMap({ text.firstRange(of: $0) }).min(by: {
        $0.lowerBound < $1.lowerBound
      })
    else { return (text, nil) }
    let effect = CellText.collapsed(String(text[range.upperBound...]))
    let sentence = CellText.collapsed(String(text[..<range.lowerBound]))
    return effect.isEmpty || sentence.isEmpty ? (text, nil) : (sentence, effect)
  }

  private static let arrows = ["->", "→", "=>", "⇒"]

  /// The side effect that a text with an arrow in front describes. Nil for another text.
  static func sideEffect(_ text: String) -> String? {
    guard let first = text.utf8.first,
      first == UInt8(ascii: "-") || first == UInt8(ascii: "=")
        || first == 0xE2, let arrow = arrows.first(where: { text.hasPrefix($0) })
    else { return nil }
    let effect = CellText.collapsed(String(text.dropFirst(arrow.count)))
    return effect.isEmpty ? nil : effect
  }

  /// `1 second passes` is a timer of one second.
  private static func timer(_ label: String) -> String? {
    let words = label.lowercased().split(separator: " ")
    guard words.count == 3, ["passes", "pass", "elapses", "elapse"].contains(words[2]),
      let time = WrittenTime.milliseconds("\(words[0]) \(words[1])"), time % 1_000 == 0,
      (1...45 * 86_400).contains(time / 1_000)
    else { return nil }
    switch words[1].first {
    case "d": return "\(words[0]) days"
    case "h": return "\(words[0]) h"
    case "m" where words[1] != "ms": return "\(words[0]) min"
    default: return "\(time / 1_000) s"
    }
  }
}
