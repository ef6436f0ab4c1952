package import FlowModel

/// The content of a program. The compiler fills the tables, and the program keeps them.
package struct ProgramTables: Sendable {
  /// For every step its head, then its rows in document order. A block is the index after a head.
  package var cells: [Cell] = []
  /// Rarely used fields of steps, by the number of the step.
  package var rareFields: [BlockRareFields] = []
  /// Fact changes, grouped by row. Index 0 is a placeholder, so 0 means "no changes".
  package var changes = [ProgramChange(fact: 0, value: 0, counts: false, isLast: true)]
  /// Conditions, grouped by row or step. Index 0 is a placeholder, so 0 means "no conditions".
  package var conditions = [
    ProgramCondition(mask: 0, fact: 0, last: 0, counts: false, isLast: true)
  ]
  /// The rows for outcomes, grouped by step. Index 0 is for steps that have none.
  package var outcomes = [
    OutcomeRow(symbol: OutcomeRow.person, row: -1, conditions: 0, isLast: true)
  ]
  /// The rows with timers, grouped by step. Index 0 is a placeholder, so 0 means "no timers".
  package var timers = [
    ProgramTimer(row: 0, after: .max, scope: .step, restarts: false, isLast: true)
  ]
  /// Whether some timer runs longer than a step: at a call, or in a section or flow.
  package var hasLongTimers = false
  /// The blocks of all steps, flow by flow.
  package var offsets: [Int32] = []
  /// For every flow, the numbers of its first step and of its first row.
  package var firstSteps: [Int32] = []
  package var firstRows: [Int32] = []
  /// For every step and every row, its flow.
  package var flowOfStep: [Int32] = []
  package var flowOfRow: [Int32] = []
  /// The facts of all flows, without duplicates.
  package var facts: [Program.FactDomain] = []
  /// All outcomes and results, without duplicates, and their numbers.
  package var symbols: [String] = []
  package var symbolIndex = NameIndex()
}
