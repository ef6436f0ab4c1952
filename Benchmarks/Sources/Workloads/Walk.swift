import CLimits
import FlowModel
import FlowRuntime

/// Rows to take one after the other, by position in their step.
package struct Walk {
  /// The rows for the machine and for the C code that does its work.
  package let rows: [Int]
  /// The rows for the C tables, which do not go back: where the machine does, they go to 1.3.
  package let tableRows: [Int]

  /// The twelve rows of the circle, so often that the work between two starts is as long as for
  /// ``random(_:)``.
  package static func circle(_ cycle: Cycle) -> Walk {
    let rows = (0..<10_000).flatMap { _ in cycle.rows }
    return Walk(rows: rows, tableRows: rows)
  }

  /// 120,000 rows, each chosen at random from those of its step that do not end the run.
  package static func random(_ cycle: Cycle) throws -> Walk {
    var state: UInt64 = 1
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    guard var machine = cycle.program.start(cycle.flow) else { throw BenchError("cannot start") }
    var rows: [Int] = []
    var tableRows: [Int] = []
    var place = cycle.start
    while rows.count < 120_000 {
      let row = next(machine.rows.count)
      var tried = machine
      try tried.take(row)
      if tried.end != nil { continue }
      machine = tried
      rows.append(row)
      let tableRow = next(Int(cycle.table[Int(place)]))
      place = cycle.table[Int(place) + 1 + 2 * tableRow]
      tableRows.append(tableRow)
    }
    return Walk(rows: rows, tableRows: tableRows)
  }

  /// Throws unless the C code stands where the machine stands after the walk, with the same facts.
  package func check(_ cycle: Cycle) throws {
    guard var machine = cycle.program.start(cycle.flow) else { throw BenchError("cannot start") }
    for row in rows { try machine.take(row) }
    let isSame = StepBench.withLimitMachine(cycle) { run in
      for row in rows { limit_machine_take(&run, Int32(row)) }
      return run.place == cycle.limit.blocks[machine.step.index]
        && machine.value(of: "failures") == String(run.facts.1)
    }
    guard isSame else { throw BenchError("the machine in C does other work") }
  }
}
