internal import FlowModel

/// Matches the steps and rows of two versions of a flow, by their names in code, and without these
/// by their text and not by their numbers.
struct FlowMatch {
  // By numbers, which stay in here: they count a row that holds anywhere once for each step.
  private var steps: Pairing<Step>
  private var rows: Pairing<Row>

  init(_ old: Flow, _ new: Flow) {
    steps = Pairing(old.steps, new.steps)
    rows = Pairing(old.rowsOfSteps, new.rowsOfSteps)
    matchSteps()
    matchRows()
  }

  /// The step of the newer version. Nil if it is gone.
  func new(_ step: Step) -> Step? { steps.new(of: step.index) }
  /// The step of the older version. Nil if it is new.
  func old(_ step: Step) -> Step? { steps.old(of: step.index) }
  /// The row of the newer version; of rows that hold anywhere the one that stands for all of them.
  /// Nil if it is gone.
  func new(_ row: Row) -> Row? { rows.new(of: row.original.index) }
  /// The row of the older version, in the same way. Nil if it is new.
  func old(_ row: Row) -> Row? { rows.old(of: row.original.index) }

  // MARK: Steps

  private mutating func matchSteps() {
    steps.join { step, _ in step.name }
    steps.join { step, _ in "\(step.id)\u{0}\(FlowMatch.content(step))" }
    steps.join { step, _ in FlowMatch.content(step) }
    matchStepsByRows()
    // The same id and the same kind of step: it was reworded.
    steps.join { step, _ in "\(step.id)\u{0}\(step.activity.key)" }
    // The same id alone, if it is unambiguous.
    steps.join { step, _ in step.id }
  }

  private static func content(_ step: Step) -> String {
    "\(step.activity.key)\u{0}\(step.subject.lowercased())"
  }

  /// Matches by the rows: a reworded and renumbered step still has most of them.
  private mutating func matchStepsByRows() {
    let oldLeft = steps.old.filter { steps.newOfOld[$0.index] < 0 && !$0.hasOwnRow }
    let newLeft = steps.new.filter { steps.oldOfNew[$0.index] < 0 && !$0.hasOwnRow }
    guard !oldLeft.isEmpty, !newLeft.isEmpty, oldLeft.count * newLeft.count < 1_000_000 else {
      return
    }
    let contents = oldLeft.map { Set($0.rows(.meant).map(FlowMatch.content)) }
    for step in newLeft {
      let rows = step.rows(.meant).map(FlowMatch.content)
      var best: (place: Int, score: Int)?
      for (place, candidate) in oldLeft.enumerated() where steps.newOfOld[candidate.index] < 0 {
        let common = rows.count { contents[place].contains($0) }
        guard common * 2 > max(rows.count, contents[place].count) else { continue }
        let score = common * 2 + (candidate.id == step.id ? 1 : 0)
        if score > best?.score ?? 0 { best = (place, score) }
      }
      if let best { steps.join(oldLeft[best.place].index, step.index) }
    }
  }

  // MARK: Rows

  private mutating func matchRows() {
    let steps = steps
    /// The key of a row within its step. Nil if the step has no counterpart.
    func inStep(_ key: @escaping (Row) -> String) -> (Row, _ isOld: Bool) -> String? {
      { row, isOld in
        guard row == row.original else { return nil }
        if row.isAnywhere { return "\(row.scope)\u{0}\(key(row))" }
        let index = row.step.index
        let step = isOld ? steps.newOfOld[index] : steps.oldOfNew[index] < 0 ? -1 : index
        return step < 0 ? nil : "\(step)\u{0}\(key(row))"
      }
    }
    rows.join { row, _ in row == row.original && row.kind != .own ? row.name : nil }
    rows.join(by: inStep { "\($0.reference)\u{0}\(FlowMatch.content($0))" })
    rows.join(by: inStep(FlowMatch.content))
    // Same id and kind: only the sentence changed.
    rows.join(
      by: inStep { row in
        let own = row.kind == .own ? "" : String(row.reference.dropFirst(row.step.id.count))
        return "\(own)\u{0}\(row.kind.key)"
      })
    // The row moved to another step.
    rows.join { row, _ in
      row.kind == .own || row != row.original
        ? nil : "\(FlowMatch.content(row))\u{0}\(row.next?.description ?? "")"
    }
    // The row moved, and its target has another number.
    rows.join { row, _ in
      row.kind == .own || row != row.original || row.label.count < 8
        ? nil : FlowMatch.content(row)
    }
  }

  private static func content(_ row: Row) -> String {
    row.kind == .own ? "own" : "\(row.kind.key)\u{0}\(row.label.lowercased())"
  }
}
