import CLimits
import FlowRuntime

/// Takes steps, one call per step: a C table, and the machine with all its features.
package enum StepBench {
  package static let turns = 200_000

  package static func limit(_ cycle: Cycle, turns: Int = turns) -> Int {
    cycle.table.withUnsafeBufferPointer { table in
      var run = limit_run(blocks: table.baseAddress, block: cycle.start, taken: 0)
      for _ in 0..<turns {
        for row in cycle.rows { limit_step(&run, Int32(truncatingIfNeeded: row)) }
      }
      return Int(run.taken)
    }
  }

  package static func machine(_ cycle: Cycle, turns: Int = turns) throws -> Int {
    guard var machine = cycle.program.start(cycle.flow) else { return 0 }
    for _ in 0..<turns {
      for row in cycle.rows { try machine.take(row) }
    }
    return turns * cycle.rows.count
  }

  /// The number of allocations of a run after its start.
  package static func allocations(_ cycle: Cycle) throws -> UInt64 {
    guard var machine = cycle.program.start(cycle.flow) else { return .max }
    for row in cycle.rows { try machine.take(row) }
    let before = limit_allocations()
    for _ in 0..<10_000 {
      for row in cycle.rows { try machine.take(row) }
    }
    return limit_allocations() - before
  }
}
