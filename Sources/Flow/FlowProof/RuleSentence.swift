public import FlowModel

/// A rule read aloud.
public struct RuleSentence: Sendable {
  private let rule: HouseRule

  /// The sentence of a rule.
  public init(_ rule: HouseRule) {
    self.rule = rule
  }

  /// The sentence, with a capital letter and a full stop.
  public var text: String {
    let words = "\(start)\(main)\(frame)."
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// What the sentence is about: `UC7.1` or `UC3.1`.
  var subject: String { list(rule.subject) + conditions(rule.during, " while ") }
  var other: String { list(rule.other) }
  var until: String { list(rule.until) }

  private var main: String {
    switch rule.form {
    case .never: "never \(subject)"
    case .neverBefore: "never \(subject) before \(other)"
    case .neverAfter:
      "never \(subject) after \(other)" + (rule.until.isEmpty ? "" : " until \(until)")
    case .onlyBetween: "\(subject) only between \(other) and \(until)"
    case .eventually: "after \(other) always, sooner or later, \(subject)"
    case .exactlyOnce:
      (rule.other.isEmpty ? "" : "after \(other) ") + "exactly once \(subject)"
    case .justBefore: "just before \(subject) always \(other)"
    case .justAfter: "just after \(subject) always \(other)"
    case .atMost:
      "\(subject) at most \(rule.count) \(rule.count == 1 ? "time" : "times")"
        + (rule.other.isEmpty ? "" : " between \(other) and \(until)")
    case .alwaysPossible: "\(subject) is always possible"
    case .neverBoth: "never both \(subject) and \(other)"
    }
  }

  private var start: String {
    rule.starts.isEmpty ? "" : "in runs from \(list(rule.starts)): "
  }

  private var frame: String {
    conditions(rule.given, ", if at first ")
      + (rule.interruption.map { ", also when `\($0.text)` interrupts" } ?? "")
  }

  private func list(_ phrases: [HouseRule.Phrase]) -> String {
    let words = phrases.map { "`\($0.text)`" }
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  private func conditions(_ values: [HouseRule.Values], _ lead: String) -> String {
    values.isEmpty
      ? ""
      : lead
        + values.map { "`\($0.fact.text)` is \(list($0.values))" }.joined(separator: " and ")
  }
}
