package import FlowModel
internal import FlowRuntime

/// A result of a test that belongs to a case, and where it failed.
package struct CaseOutcome: Sendable {
  /// Where a test failed.
  package enum Place: Hashable, Sendable {
    /// At the beginning, before the first row.
    case beginning
    /// What must be shown after these rows was not.
    case after([Row])
    /// While this row was taken or arranged.
    case at(Row)
    /// The report does not say where.
    case unknown
  }

  /// The case.
  package let test: TestCase
  /// What the report says.
  package let result: TestResult
  /// Where it failed. Nil if it did not.
  package let place: Place?

  /// The rows that may be to blame, in the order of the path.
  package var rows: [Row] {
    switch place {
    case .after(let rows)?: rows
    case .at(let row)?: [row]
    case .beginning?, .unknown?, nil: []
    }
  }

  /// The rows that were seen to be right before the failure; all of a green test.
  package var passed: Int {
    switch result.status {
    case .green: return test.entries.count
    case .skipped: return 0
    case .failed: break
    }
    guard let first = rows.first else { return 0 }
    return test.entries.firstIndex { $0.row.original == first.original } ?? 0
  }

  /// The results that belong to cases, in the order of the reports, and those that belong to none.
  package static func all(
    _ results: [TestResult], of tests: [TestCase]
  ) -> (outcomes: [CaseOutcome], others: [TestResult]) {
    let named = Dictionary(tests.map { (key($0.name), $0) }) { first, _ in first }
    var outcomes: [CaseOutcome] = []
    var others: [TestResult] = []
    for result in results {
      guard let test = keys(result.name).lazy.compactMap({ named[$0] }).first else {
        others.append(result)
        continue
      }
      outcomes.append(
        CaseOutcome(
          test: test, result: result,
          place: result.status == .failed ? place(of: result, in: test) : nil))
    }
    return (outcomes, others)
  }

  /// A name as all tools write it.
  private static func key(_ name: String) -> String {
    String(TestData.identifier(name).drop { $0 == "_" })
  }

  /// The names that a report may mean: without the number of an example (` -- @1.1 `), the words of
  /// groups before it, and what languages add.
  private static func keys(_ name: String) -> [String] {
    var names = [name]
    if let end = name.firstRange(of: " -- @")?.lowerBound { names.append(String(name[..<end])) }
    if let start = name.ranges(of: "› ").last?.upperBound { names.append(String(name[start...])) }
    if name.hasSuffix("()") { names.append(String(name.dropLast(2))) }
    return names.map { name in
      let key = key(name)
      return key.hasPrefix("test_") ? String(key.dropFirst(5)) : key
    }
  }

  private static func place(of result: TestResult, in test: TestCase) -> Place {
    let rows = { (act: TestCase.Act) in act.moves.map(\.row) }
    if let act = test.acts.first(where: { result.message.contains($0.after + ":") }) {
      return .after(rows(act))
    }
    let waiting = test.acts.first { result.message.contains($0.before + ":") }
    if let row = waiting?.done?.row { return .at(row) }
    if result.message.contains("at the beginning:") { return .beginning }
    if let place = place(of: result.sentences, in: test) { return place }
    // Maestro says which text it looked for, and not after which row.
    for act in test.acts {
      if case .screen(let screen, let tells) = act.expected {
        let texts = [screen.step.subject, screen.step.message, tells] + screen.step.buttons
        let isMeant = texts.compactMap(\.self).contains { text in
          let pattern = ShownPattern(text) { _ in nil }
          return result.message.contains("\"\(pattern.expression)\" is visible")
            || result.message.contains("\"\(pattern.text)\" is visible")
        }
        if isMeant { return .after(rows(act)) }
      }
    }
    return .unknown
  }

  /// The place of the last of some sentences.
  private static func place(of sentences: [String], in test: TestCase) -> Place? {
    guard let last = sentences.last else { return nil }
    if let move = test.acts.flatMap(\.moves).last(where: { $0.sentence == last }) {
      return .at(move.row)
    }
    let acts = test.acts.filter { $0.opening != nil }
    let taken = Set(acts.compactMap(\.opening))
    let count = sentences.count { taken.contains($0) }
    if count == 0 { return .beginning }
    return count <= acts.count ? .after(acts[count - 1].moves.map(\.row)) : nil
  }
}
