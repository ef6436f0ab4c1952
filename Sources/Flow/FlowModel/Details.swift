// What most steps and rows lack, in tables of their own: so the others are small (docs/speed.md).

package struct StepDetails: Sendable {
  package var note = PooledText.none
  package var loading = PooledText.none
  package var slip = PooledText.none
  package var why = PooledText.none
  package var meantCall = PooledText.none
  package var items = Slice.none
  package var arguments = Slice.none
  package var unless = Slice.none
  package var takes: TakesRecord?
  package var cancelable: Bool?

  package init() {}

  fileprivate static let none = StepDetails()
}

package struct RowDetails: Sendable {
  package var why = PooledText.none
  package var meantID = PooledText.none
  package var does = PooledText.none
  package var message = PooledText.none
  package var answer = PooledText.none
  package var slip = PooledText.none
  package var meant: TargetRecord?
  package var enters = Slice.none
  /// The timer in milliseconds; 0 for none.
  package var after: UInt32 = 0

  package init() {}

  fileprivate static let none = RowDetails()
}

extension FlowTables {
  package func details(of step: StepRecord) -> StepDetails {
    step.details < 0 ? .none : stepDetails[Int(step.details)]
  }

  package func details(of row: RowRecord) -> RowDetails {
    row.details < 0 ? .none : rowDetails[Int(row.details)]
  }

  package func details(ofStep step: Int) -> StepDetails { details(of: steps[step]) }
  package func details(ofRow row: Int) -> RowDetails { details(of: rows[row]) }

  /// The target that must have been meant, where the file says so.
  package func meant(_ row: RowRecord) -> TargetRecord? {
    row.details < 0 ? nil : rowDetails[Int(row.details)].meant
  }
}
