internal import CryptoCore
internal import Dates
internal import Encodings
internal import FlowModel

/// What a row means, apart from all ids: a row that was renumbered means the same.
package struct RowMeaning: Hashable, Sendable {
  /// A part of the meaning.
  package struct Part: Hashable, Sendable {
    /// Its name, such as `says` or `leads to`.
    package let name: String
    /// What the table says of it.
    package let value: String
  }

  /// The parts that the row has, always in the same order.
  package private(set) var parts: [Part]

  /// A meaning with these parts.
  package init(parts: [Part]) { self.parts = parts }

  /// The fingerprint: the first 16 digits of SHA-256 of the parts.
  package var print: String {
    let text = parts.map { "\($0.name)\u{0}\($0.value)\u{0}" }.joined()
    return String(Hexadecimal.text(Hash.sha256.digest(of: Array(text.utf8))).prefix(16))
  }

  /// The sentence of the row.
  package var sentence: String { parts.first { $0.name == Self.says }?.value ?? "" }

  /// How an older meaning differs, in words that follow the proof: `said …`.
  package func difference(from old: RowMeaning) -> String {
    if old.sentence != sentence { return "said `\(old.sentence)`" }
    for part in old.parts where !parts.contains(part) {
      let isChanged = parts.contains { $0.name == part.name }
      return isChanged ? "\(part.name) was `\(part.value)`" : "had \(part.name) `\(part.value)`"
    }
    if let part = parts.first(where: { !old.parts.contains($0) }) {
      return "had no \(part.name)"
    }
    return "was another row"
  }

  private static let says = "says"

  // MARK: Of a row

  init(_ row: Row, as reading: Reading, in catalogue: Catalogue) {
    parts = []
    let step = row.step(reading)
    add("place in the table", RowMeaning.place(of: row, at: step, catalogue))
    add("message of the step", step.message)
    add("action", step.action)
    add("arguments", step.arguments.map { "\($0.parameter): \($0.value)" })
    add("skipped if", step.unless.map(RowMeaning.words))
    add("kind", row.kind.key)
    add(
      Self.says,
      row.kind == .own ? RowMeaning.words(of: step, as: reading, catalogue) : row.text)
    add("outcome", row.expectedOutcome)
    add("condition", row.conditions.map(RowMeaning.words))
    add("changes", FactRules.changes(of: row, at: step).map(RowMeaning.words))
    let wanted = step.inputs.filter { row.enters.contains($0.name) }
    add(
      "entries",
      wanted.map { "\($0.name): \($0.requirement)\($0.isSecret ? ", secret" : "")" })
    if let after = row.after {
      let end = row.restarts ? ", begins again" : ""
      add("timer", "\(WrittenTime.text(after)) in the \(row.scope)\(end)")
    }
    add("side effect", row.does)
    add("message", row.message)
    add("answer", row.answer)
    add("target", RowMeaning.target(of: row, as: reading, catalogue))
  }

  private mutating func add(_ name: String, _ value: String?) {
    if let value, !value.isEmpty { parts.append(Part(name: name, value: value)) }
  }

  private mutating func add(_ name: String, _ values: [String]) {
    add(name, values.joined(separator: "; "))
  }

  /// Where a row may be taken.
  private static func place(of row: Row, at step: Step, _ catalogue: Catalogue) -> String {
    switch row.scope {
    case .step: "\(step.activity.key) \(subject(of: step, .written, catalogue))"
    case .section: "anywhere in \(step.section.title)"
    case .flow: "anywhere"
    }
  }

  /// The sentence of a step, with the title of a flow that it calls.
  private static func words(
    of step: Step, as reading: Reading, _ catalogue: Catalogue
  ) -> String {
    step.activity.sentence(subject(of: step, reading, catalogue))
  }

  private static func subject(
    of step: Step, _ reading: Reading, _ catalogue: Catalogue
  ) -> String {
    guard let callee = step.callee(reading) else { return step.subject }
    return catalogue.flow(id: callee)?.title ?? callee
  }

  private static func words(_ condition: Condition) -> String {
    "\(condition.fact.name): \(condition.values.joined(separator: " or "))"
  }

  private static func words(_ change: Change) -> String {
    switch change.kind {
    case .set(let value): "\(change.fact.name): \(value)"
    case .reset: "\(change.fact.name) begins again"
    case .count: "\(change.fact.name) counts"
    }
  }

  /// Where a row leads, without ids.
  private static func target(
    of row: Row, as reading: Reading, _ catalogue: Catalogue
  ) -> String? {
    guard let target = row.target(reading) else { return nil }
    switch target.kind.destination {
    case .step:
      guard let step = row.next(reading) else { return target.description }
      return words(of: step, as: reading, catalogue)
    case .itself, .screen, .suspension, .end: return target.phrase
    case .caller: return "result \(target.name)"
    case .flow, .errorFlow:
      let word = target.kind.traits.word
      guard let flow = catalogue.flow(id: target.name) else { return target.description }
      guard let place = target.place else { return "\(word) \(flow.title)" }
      let step = flow.step(place).map { words(of: $0, as: reading, catalogue) }
      return "\(word) \(flow.title): \(step ?? flow.row(place)?.text ?? place)"
    }
  }
}
