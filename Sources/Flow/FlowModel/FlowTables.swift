/// Everything one flow file says, as tables. Never changes once the loader has made it.
///
/// A class, so that a `Step` or a `Row` is one reference and an index (decision 0002).
package final class FlowTables: Sendable {
  package let path: String
  package let pool: [UInt8]
  package let header: HeaderRecord
  package let texts: [PooledText]
  package let facts: [FactRecord]
  package let sections: [SectionRecord]
  package let steps: [StepRecord]
  package let rows: [RowRecord]
  package let stepDetails: [StepDetails]
  package let rowDetails: [RowDetails]
  package let inputs: [InputRecord]
  package let arguments: [ArgumentRecord]
  package let conditions: [ConditionRecord]
  package let changes: [ChangeRecord]
  /// The rows of every step, one stretch a step and reading: its own rows, then its extensions.
  package let stepRows: [Int32]
  /// The steps that call a flow, in order.
  package let calls: [Int32]
  /// The rows that lead out of the flow, in order: `goto`, `error`, `result`.
  package let leavings: [Int32]
  package let allowances: [AllowanceRecord]

  package init(
    path: String, pool: [UInt8], header: HeaderRecord, texts: [PooledText], facts: [FactRecord],
    sections: [SectionRecord], steps: [StepRecord], rows: [RowRecord],
    stepDetails: [StepDetails], rowDetails: [RowDetails], inputs: [InputRecord],
    arguments: [ArgumentRecord], conditions: [ConditionRecord], changes: [ChangeRecord],
    stepRows: [Int32], calls: [Int32], leavings: [Int32],
    allowances: [AllowanceRecord]
  ) {
    self.path = path
    self.pool = pool
    self.header = header
    self.texts = texts
    self.facts = facts
    self.sections = sections
    self.steps = steps
    self.rows = rows
    self.stepDetails = stepDetails
    self.rowDetails = rowDetails
    self.inputs = inputs
    self.arguments = arguments
    self.conditions = conditions
    self.changes = changes
    self.stepRows = stepRows
    self.calls = calls
    self.leavings = leavings
    self.allowances = allowances
  }

  package func string(_ text: PooledText) -> String {
    String(decoding: pool[Int(text.offset)..<Int(text.offset) + Int(text.count)], as: UTF8.self)
  }

  /// Whether a text is those bytes.
  package func says(_ text: PooledText, _ bytes: [UInt8]) -> Bool {
    Int(text.count) == bytes.count && pool[text.range].elementsEqual(bytes)
  }

  package func optional(_ text: PooledText) -> String? {
    text.isPresent ? string(text) : nil
  }

  package func strings(_ slice: Slice) -> [String] {
    slice.range.map { string(texts[$0]) }
  }

  /// Whether two texts of two flows say the same.
  package func isSame(_ text: PooledText, as other: PooledText, of tables: FlowTables) -> Bool {
    guard text.count == other.count else { return false }
    let start = Int(text.offset)
    let otherStart = Int(other.offset)
    for i in 0..<Int(text.count) where pool[start + i] != tables.pool[otherStart + i] {
      return false
    }
    return true
  }
}
