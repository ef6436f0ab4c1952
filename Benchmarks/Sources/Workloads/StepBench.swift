import CLimits
import FlowRuntime

/// Takes steps, one call per step: a C table, and the machine with all its features.
package enum StepBench {
  package static let turns = 200_000

  package static func limit(_ cycle: Cycle, turns: Int = turns) -> Int {
    limit(cycle, cycle.rows, turns: turns)
  }

  /// Takes rows by the C table that only checks that the row exists.
  package static func limit(_ cycle: Cycle, _ rows: [Int], turns: Int) -> Int {
    cycle.table.withUnsafeBufferPointer { table in
      var run = limit_run(blocks: table.baseAddress, block: cycle.start, taken: 0)
      for _ in 0..<turns {
        for row in rows { limit_step(&run, Int32(truncatingIfNeeded: row)) }
      }
      return Int(run.taken)
    }
  }

  /// Takes rows by the best table.
  package static func bare(_ cycle: Cycle, _ rows: [Int], turns: Int) -> Int {
    cycle.bare.withUnsafeBufferPointer { table in
      var state = cycle.bareStart
      for _ in 0..<turns {
        for row in rows {
          state = limit_bare_step(table.baseAddress, state, Int32(truncatingIfNeeded: row))
        }
      }
      return turns * rows.count + (state < 0 ? 1 : 0)
    }
  }

  /// Takes rows by the C code that does the work of the machine.
  package static func limitMachine(_ cycle: Cycle, _ rows: [Int], turns: Int) -> Int {
    withLimitMachine(cycle) { run in
      for _ in 0..<turns {
        for row in rows { limit_machine_take(&run, Int32(truncatingIfNeeded: row)) }
      }
      return turns * rows.count
    }
  }

  /// A run of the C machine at the first step, with its stack.
  static func withLimitMachine<R>(_ cycle: Cycle, _ work: (inout limit_machine) -> R) -> R {
    let program = cycle.limit
    return program.cells.withUnsafeBufferPointer { cells in
      program.changes.withUnsafeBufferPointer { changes in
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 512) { history in
          var run = limit_machine()
          run.cells = cells.baseAddress
          run.changes = changes.baseAddress
          run.history = history.baseAddress
          run.count = Int32(cells.count)
          run.place = program.blocks[0]
          run.returned = -1
          return work(&run)
        }
      }
    }
  }

  package static func machine(_ cycle: Cycle, turns: Int = turns) throws -> Int {
    try machine(cycle, cycle.rows, turns: turns)
  }

  /// Takes rows by the machine.
  package static func machine(_ cycle: Cycle, _ rows: [Int], turns: Int) throws -> Int {
    guard var machine = cycle.program.start(cycle.flow) else { return 0 }
    for _ in 0..<turns {
      for row in rows { try machine.take(row) }
    }
    return turns * rows.count
  }

  /// The bytes of a waiting machine with everything that belongs to it, and of the value alone.
  package static func bytes(_ cycle: Cycle) -> (all: Int, value: Int) {
    let count = 10_000
    var machines: [Machine] = []
    machines.reserveCapacity(count)
    let before = limit_heap()
    for _ in 0..<count {
      if let machine = cycle.program.start(cycle.flow) { machines.append(machine) }
    }
    let own = Int(limit_heap() - before) / count
    let value = MemoryLayout<Machine>.stride
    return withExtendedLifetime(machines) { (own + value, value) }
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
