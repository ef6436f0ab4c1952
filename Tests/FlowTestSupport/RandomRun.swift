package import FlowModel
package import FlowRuntime
package import TestSupport

/// Runs that take any rows that may be taken, let time pass, and are suspended.
package enum RandomRun {
  /// A random run of a flow with random facts. Nil if it cannot start.
  package static func walk(
    _ flow: Flow, on program: Program, _ random: inout SplitMix, moves: Int = 24
  ) -> Walk? {
    let facts = program.facts.filter { _ in random.next(2) == 0 }
      .map { (name: $0.name, value: $0.values[random.next($0.values.count)]) }
    let from = random.next(5) == 0 ? flow.steps[random.next(flow.steps.count)].id : nil
    guard
      var walk = try? Walk(
        flow.id, from: from, facts: facts, clock: 0, only: false, on: program)
    else { return nil }
    do {
      for _ in 0..<moves {
        try walk.settle(.waits)
        guard !walk.isOver else { break }
        try move(&walk, &random)
      }
    } catch {
      // The run ends where it goes round or has no row for a result.
    }
    return walk
  }

  private static func move(_ walk: inout Walk, _ random: inout SplitMix) throws(WalkError) {
    let flows = walk.machine.program.catalogue.flows.filter { $0.firstStep != nil }
    if random.next(6) == 0, let flow = flows.randomElement(using: &random),
      walk.machine.timer.map({ $0.due > walk.machine.clock }) ?? true
    {
      return try walk.suspend(into: flow.id)
    }
    if random.next(6) == 0 {
      let left = walk.machine.timer.map { $0.due - walk.machine.clock } ?? 10_000
      if left > 1 { try walk.wait(Int64(1 + random.next(Int(min(left - 1, 5_000))))) }
    }
    if let timer = walk.machine.timer, random.next(4) == 0 {
      return try walk.perform(walk.deed(for: timer))
    }
    let rows = walk.machine.rows.indices.filter {
      if case .never = walk.machine.access(to: $0) { return false }
      return true
    }
    guard let row = rows.randomElement(using: &random) else {
      guard let timer = walk.machine.timer else { throw .loop(walk.machine.step.qualified) }
      return try walk.perform(walk.deed(for: timer))
    }
    try walk.perform(walk.deed(for: row))
  }
}
