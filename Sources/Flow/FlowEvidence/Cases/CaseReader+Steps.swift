internal import Diagnostics

// Steps that say themselves that they are steps.
extension CaseReader {
  /// A line that is a step wherever it stands in a case: `Step 2: Press OK`, an item with what is
  /// seen behind an arrow, and the next number of a list whose results stand below its items.
  ///
  /// - Parameter raw: the line with its number. Empty for a heading.
  mutating func step(_ text: String, number raw: String, _ span: Span) -> Bool {
    guard current != nil, !isSkipped, columns.isEmpty else { return false }
    if let rest = CaseReader.afterStepNumber(text) {
      (field, isFresh) = (.step, rest.isEmpty)
      let phrases = rest.isEmpty ? [] : [EvidenceEntry.Phrase(rest, span)]
      add(phrases, to: .step, isNew: true)
      return true
    }
    let number = CaseReader.number(of: raw) > 0 ? Int(raw.prefix { $0.isNumber }) : nil
    if field == .result, isInline, number == (current?.steps.count ?? 0) + 1 {
      field = .step
      add([EvidenceEntry.Phrase(text, span)], to: .step, isNew: true)
      return true
    }
    guard number != nil, field == .step || field == nil && current?.id.isEmpty == false,
      let (deed, result) = CaseReader.atArrow(text)
    else { return false }
    let seen = EvidenceEntry.Phrase(result, span)
    current?.steps.append(
      WrittenCase.Step(deed: EvidenceEntry.Phrase(deed, span), result: seen))
    current?.results.append(seen)
    current?.hasResultsBeside = true
    return true
  }

  /// What stands behind `Step 2:`, `Schritt 2 –` or `Test step 2.`; empty if nothing does.
  private static func afterStepNumber(_ text: String) -> String? {
    let small = text.lowercased()
    for word in ["test step ", "step ", "schritt ", "testschritt "] where small.hasPrefix(word) {
      let rest = text.dropFirst(word.count)
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty, digits.count <= 3 else { return nil }
      let tail = rest.dropFirst(digits.count)
      let marks = tail.prefix { $0.isWhitespace || ":.)–—-".contains($0) }
      guard tail.isEmpty || marks.contains(where: { !$0.isWhitespace }) else { return nil }
      return String(tail.dropFirst(marks.count))
    }
    return nil
  }

  /// A text without the box of a list of tasks.
  static func unticked(_ text: String) -> String {
    ["[ ] ", "[x] ", "[X] "].contains { text.hasPrefix($0) } ? String(text.dropFirst(4)) : text
  }

  private static func atArrow(_ text: String) -> (deed: String, result: String)? {
    for arrow in [" -> ", " => ", " → ", " ⇒ "] {
      let parts = text.split(separator: arrow, maxSplits: 1)
      if parts.count == 2 { return (String(parts[0]), String(parts[1])) }
    }
    return nil
  }

  /// The label at the beginning of a line, and the text behind it: `Steps: …`, and in a case also
  /// `Expected result. …`.
  func labelled(_ text: String) -> (label: CaseLabel, value: String)? {
    func parts(at place: String.Index?) -> (CaseLabel, String)? {
      guard let place, let label = CaseLabel(String(text[..<place])) else { return nil }
      return (label, String(text[text.index(after: place)...].drop(while: \.isWhitespace)))
    }
    if let found = parts(at: text.firstIndex(of: ":")) { return found }
    let stop = text.firstRange(of: ". ")?.lowerBound
    guard current != nil, let found = parts(at: stop) else { return nil }
    return [.given, .step, .result, .about].contains(found.0) ? found : nil
  }

  /// Whether a bold line is the heading of a case: `**TC-4: Leave**`, `**Test case 4.** Leave`.
  func isBoldHeading(_ raw: String, _ plain: String) -> Bool {
    guard raw.hasPrefix("**"), CaseLabel(plain) == nil, labelled(plain) == nil else { return false }
    let isAnnounced = ["test case", "testcase", "testfall"].contains {
      plain.lowercased().hasPrefix($0 + " ")
    }
    guard isAnnounced || raw.hasSuffix("**") && !raw.dropFirst(2).dropLast(2).contains("**") else {
      return false
    }
    return CaseID.leading(plain) != nil
  }

  /// What a field is about in this case. A scenario is the title of a case that has none, and else
  /// its steps, unless the form has a field for these too.
  mutating func settled(_ label: CaseLabel) -> CaseLabel {
    switch label {
    case .scenario:
      guard let current, !current.title.isEmpty, current.steps.isEmpty else { return .title }
      stepsAreScenario = true
      return .step
    case .step where stepsAreScenario && field != .step:
      current?.steps = []
      stepsAreScenario = false
      return .step
    default: return label
    }
  }
}
