internal import FlowModel

/// Matches the steps and rows of two versions of a flow, by their text and not by their numbers.
struct FlowMatch {
  let old: Flow
  let new: Flow
  /// For each step or row, the index of its counterpart in the other version; -1 for none.
  private(set) var newStepOfOld: [Int]
  private(set) var oldStepOfNew: [Int]
  private(set) var newRowOfOld: [Int]
  private(set) var oldRowOfNew: [Int]
  private let oldSteps: [Step]
  private let newSteps: [Step]
  private let oldRows: [Row]
  private let newRows: [Row]

  init(_ old: Flow, _ new: Flow) {
    self.old = old
    self.new = new
    oldSteps = old.steps
    newSteps = new.steps
    oldRows = old.rows
    newRows = new.rows
    newStepOfOld = Array(repeating: -1, count: oldSteps.count)
    oldStepOfNew = Array(repeating: -1, count: newSteps.count)
    newRowOfOld = Array(repeating: -1, count: oldRows.count)
    oldRowOfNew = Array(repeating: -1, count: newRows.count)
    matchSteps()
    matchRows()
  }

  // MARK: Steps

  private mutating func matchSteps() {
    matchSteps { "\($0.id)\u{0}\(FlowMatch.content($0))" }
    matchSteps { FlowMatch.content($0) }
    matchStepsByRows()
    // The same id and the same kind of step: it was reworded.
    matchSteps { "\($0.id)\u{0}\($0.activity.key)" }
    // The same id alone, if it is unambiguous.
    matchSteps { $0.id }
  }

  private static func content(_ step: Step) -> String {
    "\(step.activity.key)\u{0}\(step.subject.lowercased())"
  }

  /// Matches the remaining steps by a key. Among several with the same key, the order decides.
  private mutating func matchSteps(by key: (Step) -> String) {
    var waiting: [String: [Int]] = [:]
    for step in oldSteps.reversed() where newStepOfOld[step.index] < 0 {
      waiting[key(step), default: []].append(step.index)
    }
    guard !waiting.isEmpty else { return }
    for step in newSteps where oldStepOfNew[step.index] < 0 {
      guard let index = waiting[key(step)]?.popLast() else { continue }
      join(step: index, step.index)
    }
  }

  /// Matches by the rows: a reworded and renumbered step still has most of them.
  private mutating func matchStepsByRows() {
    let oldLeft = oldSteps.filter { newStepOfOld[$0.index] < 0 && !$0.hasOwnRow }
    let newLeft = newSteps.filter { oldStepOfNew[$0.index] < 0 && !$0.hasOwnRow }
    guard !oldLeft.isEmpty, !newLeft.isEmpty, oldLeft.count * newLeft.count < 1_000_000 else {
      return
    }
    let contents = oldLeft.map { Set($0.rows(.meant).map(FlowMatch.content)) }
    for step in newLeft {
      let rows = step.rows(.meant).map(FlowMatch.content)
      var best: (place: Int, score: Int)?
      for (place, candidate) in oldLeft.enumerated() where newStepOfOld[candidate.index] < 0 {
        let common = rows.count { contents[place].contains($0) }
        guard common * 2 > max(rows.count, contents[place].count) else { continue }
        let score = common * 2 + (candidate.id == step.id ? 1 : 0)
        if score > best?.score ?? 0 { best = (place, score) }
      }
      if let best { join(step: oldLeft[best.place].index, step.index) }
    }
  }

  private mutating func join(step old: Int, _ new: Int) {
    newStepOfOld[old] = new
    oldStepOfNew[new] = old
  }

  // MARK: Rows

  private mutating func matchRows() {
    let newSide = oldStepOfNew
    let oldSide = newStepOfOld
    let inStep: (Row, Bool) -> Int = { row, isOld in
      isOld ? oldSide[row.step.index] : newSide[row.step.index] < 0 ? -1 : row.step.index
    }
    matchRows { row, isOld in
      let step = inStep(row, isOld)
      return step < 0 ? nil : "\(step)\u{0}\(row.reference)\u{0}\(FlowMatch.content(row))"
    }
    matchRows { row, isOld in
      let step = inStep(row, isOld)
      return step < 0 ? nil : "\(step)\u{0}\(FlowMatch.content(row))"
    }
    // Same id and kind: only the sentence changed.
    matchRows { row, isOld in
      let step = inStep(row, isOld)
      guard step >= 0 else { return nil }
      let own = row.kind == .own ? "" : String(row.reference.dropFirst(row.step.id.count))
      return "\(step)\u{0}\(own)\u{0}\(row.kind.key)"
    }
    // The row moved to another step.
    matchRows { row, _ in
      row.kind == .own ? nil : "\(FlowMatch.content(row))\u{0}\(row.next?.description ?? "")"
    }
  }

  static func content(_ row: Row) -> String {
    row.kind == .own ? "own" : "\(row.kind.key)\u{0}\(row.label.lowercased())"
  }

  private mutating func matchRows(by key: (Row, _ isOld: Bool) -> String?) {
    var waiting: [String: [Int]] = [:]
    for row in oldRows.reversed() where newRowOfOld[row.index] < 0 {
      if let key = key(row, true) { waiting[key, default: []].append(row.index) }
    }
    guard !waiting.isEmpty else { return }
    for row in newRows where oldRowOfNew[row.index] < 0 {
      guard let key = key(row, false), let index = waiting[key]?.popLast() else { continue }
      newRowOfOld[index] = row.index
      oldRowOfNew[row.index] = index
    }
  }
}
