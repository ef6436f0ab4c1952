/// The content of one flow file, as tables. The reader fills them, and the views of a flow read
/// them.
package struct Tables: Sendable {
  package var path = ""
  /// The bytes of all texts.
  package var pool: [UInt8] = []
  package var header = HeaderRecord()
  /// The entries of all lists, one list after the other.
  package var texts: [PooledText] = []
  package var facts: [FactRecord] = []
  package var sections: [SectionRecord] = []
  package var steps: [StepRecord] = []
  package var rows: [RowRecord] = []
  package var stepRareFields: [StepRareFields] = []
  package var rowRareFields: [RowRareFields] = []
  package var inputs: [InputRecord] = []
  package var conditions: [ConditionRecord] = []
  package var changes: [ChangeRecord] = []
  /// For every reading and step, its rows: first its own, then its extensions.
  package var stepRows: [Int32] = []
  /// The steps that call a flow, in order.
  package var calls: [Int32] = []
  /// The rows that lead out of the flow, in order: `goto`, `error`, `result`.
  package var leavings: [Int32] = []
  package var allowances: [AllowanceRecord] = []
  /// House rules, whose texts are not in the pool: few flows have any.
  package var rules: [HouseRule] = []
  package var anywhere: [AnywhereRecord] = []

  package init() {}
}
