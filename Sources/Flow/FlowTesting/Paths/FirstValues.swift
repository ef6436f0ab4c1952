package import FlowModel
package import FlowRuntime

/// The first values of facts with which a flow takes some rows, one after the other.
package struct FirstValues: Sendable {
  /// The values that differ from the usual ones, in the order of the program.
  package let facts: [(name: String, value: String)]
  /// How the run ends.
  package let ending: String

  /// The most combinations of values that are tried where looking at one fact alone is not enough.
  private static let most = 64

  /// Finds them for rows of a flow. Nil if no values were found with which it takes these rows.
  ///
  /// The rows are fixed, so every fact goes its own way along them, whatever the others do: its
  /// first value is one with which none of its own conditions fails. Only what depends on several
  /// facts at once is tried: rows that lead elsewhere, and steps that are passed over because of
  /// another fact, where no condition of the row counts.
  package init?(of rows: [String], in flow: Flow, on program: Program) {
    var script = Script(flow: flow.id, name: "", moves: rows.map { .row($0) })
    script.only = true
    func run(_ facts: [(name: String, value: String)]) -> (entries: [TraceEntry], end: String)? {
      script.facts = facts
      guard let run = try? ScriptRun.run(script, on: program), !run.entries.isEmpty else {
        return nil
      }
      return (run.entries, run.ending)
    }
    if let found = run([]) {
      (facts, ending) = ([], found.end)
      return
    }
    let steps = FirstValues.steps(of: rows, in: flow, on: program)
    let looked = Set(
      steps.flatMap { $0.step.rows(program.reading).flatMap(\.conditions) + $0.step.unless }
        .map(\.fact.name))
    let places = program.facts.indices.filter { looked.contains(program.facts[$0].name) }
    func values(passing: Bool) -> [[Int]] {
      places.map { place in
        FirstValues.values(of: place, along: steps, in: flow, on: program, passing: passing)
      }
    }
    for passing in [false, true] {
      if passing, !steps.contains(where: { $0.position == 0 && !$0.step.unless.isEmpty }) { break }
      if let found = FirstValues.found(in: values(passing: passing), of: places, on: program, run) {
        (facts, ending) = found
        return
      }
    }
    return nil
  }

  /// Tries combinations of values.
  private static func found(
    in domains: [[Int]], of places: [Int], on program: Program,
    _ run: ([(name: String, value: String)]) -> (entries: [TraceEntry], end: String)?
  ) -> (facts: [(name: String, value: String)], ending: String)? {
    guard domains.allSatisfy({ !$0.isEmpty }) else { return nil }
    var tried = 0
    for choice in Choices(domains.map(\.count)) where tried < FirstValues.most {
      tried += 1
      let facts = zip(places, zip(domains, choice)).compactMap { place, chosen in
        let (values, index) = chosen
        let value = program.facts[place].values[values[index]]
        return value == program.facts[place].values.first
          ? nil : (name: program.facts[place].name, value: value)
      }
      if let found = run(facts) { return (facts, found.end) }
    }
    return nil
  }

  /// The steps at which the rows are taken, whatever facts say, and the position of each.
  private static func steps(
    of rows: [String], in flow: Flow, on program: Program
  ) -> [(step: Step, position: Int)] {
    guard var machine = program.start(flow) else { return [] }
    var steps: [(step: Step, position: Int)] = []
    for row in rows {
      guard let position = machine.position(ofRow: row) else { break }
      steps.append((machine.step, position))
      do { try machine.take(position) } catch { break }
    }
    return steps
  }

  /// The first values of a fact with which none of these rows fails because of it.
  ///
  /// - Parameter passing: whether each step that may be passed over is.
  private static func values(
    of place: Int, along steps: [(step: Step, position: Int)], in flow: Flow, on program: Program,
    passing: Bool
  ) -> [Int] {
    let fact = program.facts[place]
    return fact.values.indices.filter { index in
      guard var machine = program.start(flow), machine.set(fact.name, to: fact.values[index]) else {
        return false
      }
      for (step, position) in steps {
        // Where facts lead elsewhere, only a run can tell.
        guard machine.step == step else { return true }
        // Nor which of the fact's values is there after a step that another fact passes over.
        if passing, position == 0, !step.unless.isEmpty { return true }
        guard machine.allows(position, about: Int32(place)) else { return false }
        do { try machine.take(position) } catch { return true }
      }
      return true
    }
  }
}

/// All choices of one number for each of some counts, the last of them changing fastest.
private struct Choices: Sequence, IteratorProtocol {
  private let counts: [Int]
  private var choice: [Int]?

  init(_ counts: [Int]) {
    self.counts = counts
    choice = counts.map { _ in 0 }
  }

  mutating func next() -> [Int]? {
    guard let now = choice else { return nil }
    var following = now
    choice = nil
    for place in counts.indices.reversed() {
      following[place] += 1
      if following[place] < counts[place] {
        choice = following
        break
      }
      following[place] = 0
    }
    return now
  }
}

extension Machine {
  /// Whether the conditions of a row, or those under which its step is not passed over, hold as far
  /// as they are about one fact.
  fileprivate func allows(_ row: Int, about fact: Int32) -> Bool {
    let tables = program.tables
    func conditions(from start: Int32) -> [ProgramCondition] {
      guard start != 0 else { return [] }
      let all = tables.conditions[Int(start)...]
      let last = all.firstIndex(where: \.isLast) ?? Int(start)
      return all[...last].filter { $0.fact == fact }
    }
    let value = factValues[Int(fact)]
    if row != 0, head.flags & Block.hasUnless != 0 {
      let unless = conditions(from: tables.rareFields[Int(head.number)].unless)
      if unless.contains(where: { $0.holds(value) }) { return false }
    }
    var place = Int(head.target)
    while true {
      let outcome = tables.outcomes[place]
      if Int(outcome.row) == row {
        return conditions(from: outcome.conditions).allSatisfy { $0.holds(value) }
      }
      if outcome.isLast { return true }
      place += 1
    }
  }
}
