import FlowModel
import FlowRuntime

/// Snapshots of UC2.3 at the screen for the PIN, written and restored.
package struct SnapshotBench {
  package static let times = 2_000
  private let program: Program
  private let machine: Machine
  /// The snapshot as text.
  package let text: String

  package init(_ catalogue: Catalogue) throws {
    let program = catalogue.compiled()
    guard let flow = catalogue.flow(id: "UC2.3"), var machine = program.start(flow) else {
      throw BenchError("there is no UC2.3")
    }
    for row in ["1.1b", "1.2b", "2.1a"] {
      guard let position = machine.rows.firstIndex(where: { $0.reference == row }) else {
        throw BenchError("UC2.3 has no row \(row)")
      }
      try machine.take(position)
    }
    self.program = program
    self.machine = machine
    guard let snapshot = Snapshot(machine, timeOfDay: 1_790_000_000_000) else {
      throw BenchError("the run has ended")
    }
    text = snapshot.json
  }

  package func write() throws -> Int {
    for _ in 0..<SnapshotBench.times {
      guard Snapshot(machine, timeOfDay: 1_790_000_000_000)?.json == text else {
        throw BenchError("the snapshot differs")
      }
    }
    return SnapshotBench.times
  }

  package func restore() throws -> Int {
    for _ in 0..<SnapshotBench.times {
      let restored = try Snapshot(json: text).machine(on: program, at: 1_790_000_000_001)
      guard restored.step == machine.step else { throw BenchError("another step is restored") }
    }
    return SnapshotBench.times
  }
}
