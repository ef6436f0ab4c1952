internal import FlowModel
package import FlowRuntime

/// The first values of facts with which a path runs, as the engine finds them.
package struct CaseExamples: Hashable, Sendable {
  /// The facts that matter, in the order of the program.
  package private(set) var names: [String] = []
  /// For each example, the values of these facts. The first one is that of the script.
  package private(set) var rows: [[String]] = [[]]

  /// The most combinations of values that are tried.
  static let limit = 64

  /// Runs the script of a case with the values of every fact that its rows look at. Counters begin
  /// at their first value, unless the script says otherwise.
  package init(of test: TestCase, on program: Program) {
    let given = Dictionary(test.script.facts.map { ($0.name, $0.value) }) { $1 }
    let looked = Set(
      test.entries.flatMap { $0.step.rows(program.reading).flatMap(\.conditions) + $0.step.unless }
        .map(\.fact).filter { !$0.isCounter }.map(\.name))
    let facts = program.facts.filter { looked.contains($0.name) || given[$0.name] != nil }
    let own = facts.map { given[$0.name] ?? $0.values.first ?? "" }
    guard !facts.isEmpty else { return }
    let count = facts.reduce(1) { min($0 * $1.values.count, CaseExamples.limit + 1) }
    var found = [own]
    if count <= CaseExamples.limit {
      let all = facts.reduce([[]]) { rows, fact in
        rows.flatMap { row in fact.values.map { row + [$0] } }
      }
      found += all.filter { $0 != own && Self.runs(test, facts.map(\.name), $0, program) }
    }
    // A fact with which nothing changes does not belong to the case.
    let kept = facts.indices.filter { place in
      guard given[facts[place].name] == nil, count <= CaseExamples.limit else { return true }
      return !found.allSatisfy { row in
        facts[place].values.allSatisfy { value in
          var other = row
          other[place] = value
          return found.contains(other)
        }
      }
    }
    names = kept.map { facts[$0].name }
    var seen: Set<[String]> = []
    rows = found.map { row in kept.map { row[$0] } }.filter { seen.insert($0).inserted }
  }

  /// Whether the same rows are taken with these values.
  private static func runs(
    _ test: TestCase, _ names: [String], _ values: [String], _ program: Program
  ) -> Bool {
    var script = test.script
    script.facts = zip(names, values).map { ($0, $1) }
    guard let run = try? ScriptRun.run(script, on: program) else { return false }
    return run.ending == test.ending && run.entries.map(\.row) == test.entries.map(\.row)
  }
}
