import Diagnostics
import Files
import FlowLoader
import FlowModel
import FlowRuntime

/// UC2.3, closed to a circle of twelve rows, so that a run never ends.
package struct Cycle {
  package let program: Program
  package let flow: Flow
  /// The rows in order, by their position in their step.
  package let rows: [Int]
  /// The answers of handlers for which the rows are taken.
  package let answers: [Answer]
  /// The same flow as a table for the C code, and the index of its first step.
  package let table: [Int32]
  package let start: Int32
  /// The same flow as the best table, for the C code that checks nothing: only targets.
  package let bare: [Int32]
  package let bareStart: Int32
  /// The same flow for the C code that does the work of the machine.
  package let limit: LimitProgram

  /// The references of the rows. They count failures, show two screens, go back, and visit three
  /// sections.
  package static let references = [
    "1.1a", "1.2b", "2.1b", "1.2c", "3.1a", "1.3b", "6.1b", "1.3a", "1.4a", "1.5a", "1.6a", "1.7b",
  ]

  /// The flow in the benchmark's folder.
  package init(in folder: String) throws {
    let path = "\(folder)/Flows/UC2.3.yaml"
    try self.init(file: SourceFile(path: path, bytes: try FileSystem.read(path)))
  }

  private init(file: SourceFile) throws {
    let result = FlowLoader().load([file])
    guard let catalogue = result.catalogue, let flow = catalogue.flows.first else {
      throw BenchError("the flow of the step benchmark does not load: \(result.diagnostics)")
    }
    let program = catalogue.compiled()
    var rows: [Int] = []
    guard var machine = program.start(flow) else { throw BenchError("cannot start") }
    for reference in Cycle.references {
      guard let position = machine.rows.firstIndex(where: { $0.reference == reference }) else {
        throw BenchError("step \(machine.step.id) has no row \(reference)")
      }
      rows.append(position)
      try machine.take(position)
    }
    guard machine.step.id == flow.steps.first?.id else { throw BenchError("the circle is open") }
    self.program = program
    self.flow = flow
    self.rows = rows
    answers = Cycle.references.compactMap { flow.row($0)?.outcome.map { Answer($0) } }
    (table, start) = Cycle.table(of: flow)
    (bare, bareStart) = Cycle.bare(table)
    limit = LimitProgram(flow)
  }

  /// The table without counts of rows and without their numbers.
  private static func bare(_ table: [Int32]) -> ([Int32], Int32) {
    var offsets: [Int: Int32] = [:]
    var place = 0
    var next: Int32 = 0
    while place < table.count {
      offsets[place] = next
      next += table[place]
      place += 1 + 2 * Int(table[place])
    }
    var bare: [Int32] = []
    for start in offsets.keys.sorted() {
      for row in 0..<Int(table[start]) {
        bare.append(offsets[Int(table[start + 1 + 2 * row])] ?? 0)
      }
    }
    return (bare, 0)
  }

  /// One block per step: the number of rows, then where each leads. Back leads to 1.3 in this
  /// circle.
  private static func table(of flow: Flow) -> ([Int32], Int32) {
    let steps = flow.steps
    var offsets: [Int32] = []
    var next: Int32 = 0
    for step in steps {
      offsets.append(next)
      next += 1 + 2 * Int32(step.rows(.written).count)
    }
    let back = steps.firstIndex { $0.id == "1.3" } ?? 0
    var table: [Int32] = []
    for step in steps {
      let rows = step.rows(.written)
      table.append(Int32(rows.count))
      for row in rows {
        table.append(offsets[row.next(.written)?.index ?? back])
        table.append(Int32(row.index))
      }
    }
    return (table, offsets[0])
  }
}

package struct BenchError: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
