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

  private static func split(_ text: String) -> (sentence: String, effect: String?) {
    for arrow in ["->", "→", "=>"] {
      guard let range = text.firstRange(of: arrow) else { continue }
      let effect = CellText.collapsed(String(text[range.upperBound...]))
      let sentence = CellText.collapsed(String(text[..<range.lowerBound]))
      guard !effect.isEmpty, !sentence.isEmpty else { continue }
      return (sentence, effect)
    }
    return (text, nil)
  }

  /// `1 second passes` is a timer of one second.
  private static func timer(_ label: String) -> String? {
    let words = label.lowercased().split(separator: " ")
    guard words.count == 3, ["passes", "pass", "elapses", "elapse"].contains(words[2]),
      let time = WrittenTime.milliseconds("\(words[0]) \(words[1])"), time % 1_000 == 0,
      (1...86_400).contains(time / 1_000)
    else { return nil }
    return words[1].hasPrefix("m") ? "\(time / 60_000) min" : "\(time / 1_000) s"
  }
}
