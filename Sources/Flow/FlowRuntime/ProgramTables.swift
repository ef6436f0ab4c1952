package import FlowModel

/// What a program consists of: the compiler fills the tables, and the program keeps them.
package struct ProgramTables: Sendable {
  /// For every step its head, then its rows in the order of the document. A block is the place after
  /// a head.
  package var cells: [Cell] = []
  /// What few steps have, by the number of the step.
  package var rareFields: [BlockRareFields] = []
  /// Fact changes, grouped by row. Index 0 is a placeholder, so 0 means "no changes".
  package var changes = [ProgramChange(fact: 0, value: 0, counts: false, isLast: true)]
  /// Conditions, grouped by row or step. Index 0 is a placeholder, so 0 means "no conditions".
  package var conditions = [
    ProgramCondition(mask: 0, fact: 0, last: 0, counts: false, isLast: true)
  ]
  /// The rows that outcomes lead to, grouped by step. Index 0 is for steps that have none.
  package var outcomes = [
    OutcomeRow(symbol: OutcomeRow.person, row: -1, conditions: 0, isLast: true)
  ]
  /// The block of every step, flow by flow.
  package var offsets: [Int32] = []
  /// The number of the first step of every flow, and of its first row.
  package var firstSteps: [Int32] = []
  package var firstRows: [Int32] = []
  /// The flow of every step, and of every row.
  package var flowOfStep: [Int32] = []
  package var flowOfRow: [Int32] = []
  /// All facts of all flows, each once.
  package var facts: [Program.FactDomain] = []
  /// All outcomes and results, each once, and their numbers.
  package var symbols: [String] = []
  package var symbolIndex = NameIndex()
}
