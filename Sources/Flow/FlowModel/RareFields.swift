// Rarely used fields, kept in side tables so that the common records stay small (docs/speed.md).

package struct StepRareFields: Sendable {
  package var note = PooledText.none
  package var loading = PooledText.none
  package var slip = PooledText.none
  package var why = PooledText.none
  package var meantCall = PooledText.none
  package var items = TableRange.none
  /// In `Tables.texts`: parameter, input, parameter, input ...
  package var arguments = TableRange.none
  package var unless = TableRange.none
  /// In milliseconds.
  package var takes: ClosedRange<UInt32>?
  package var cancelable: Bool?
  /// The names of the values that its action or the called flow returns.
  package var values = TableRange.none
  /// Whether traces have the values.
  package var isTraced = false
  /// Whether an agent may take its rows. Nil if the table does not say.
  package var byAgent: Bool?
  /// Its name in code.
  package var name = PooledText.none

  package init() {}

  fileprivate static let none = StepRareFields()
}

package struct RowRareFields: Sendable {
  package var why = PooledText.none
  package var meantID = PooledText.none
  package var does = PooledText.none
  package var message = PooledText.none
  package var answer = PooledText.none
  package var slip = PooledText.none
  package var meant: TargetRecord?
  package var enters = TableRange.none
  /// The timer in milliseconds; 0 for none.
  package var after: UInt32 = 0
  /// Whether the timer begins again when a suspended run is resumed.
  package var restarts = false
  /// Whether the message has braces, for values.
  package var showsValues = false
  /// Whether an agent may take it. Nil if the table does not say.
  package var byAgent: Bool?
  /// Its name in code; for a step's own row, that of the step.
  package var name = PooledText.none

  package init() {}

  fileprivate static let none = RowRareFields()
}

extension FlowTables {
  package func rareFields(of step: StepRecord) -> StepRareFields {
    step.rare < 0 ? .none : all.stepRareFields[Int(step.rare)]
  }

  package func rareFields(of row: RowRecord) -> RowRareFields {
    row.rare < 0 ? .none : all.rowRareFields[Int(row.rare)]
  }

  package func rareFields(ofStep step: Int) -> StepRareFields { rareFields(of: all.steps[step]) }
  package func rareFields(ofRow row: Int) -> RowRareFields { rareFields(of: all.rows[row]) }

  /// The target that was meant, if the file gives one.
  package func meant(_ row: RowRecord) -> TargetRecord? {
    row.rare < 0 ? nil : all.rowRareFields[Int(row.rare)].meant
  }
}
