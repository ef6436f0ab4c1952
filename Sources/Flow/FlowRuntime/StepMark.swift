package import FlowModel

/// A step as a snapshot knows it: by its name, by its id, by what it is, and by what can happen
/// there.
///
/// What a step is does not depend on ids, so that it is found again if it was renumbered.
package struct StepMark: Hashable, Sendable {
  /// The id with the flow.
  package var id: String
  /// The name in code. Nil for a step without one.
  package var name: String?
  /// A checksum of the step itself: who acts, the screen or sentence, the action, the called flow.
  package var content: UInt32
  /// A checksum of what can happen there: inputs, `unless`, `count` and the rows with their kinds,
  /// words, outcomes, timers, conditions, changes and targets. A name stands for the words of a row
  /// or a target, and what a user can do has no order if it has names.
  package var rows: UInt32

  package init(_ step: Step, _ reading: Reading) {
    // A run is the same in every language.
    let step = step.source
    id = step.qualified
    name = step.name
    content = step.content(reading)
    rows = step.rowsMark(reading, named: true)
  }

  /// Whether the same can happen at a step, also if its rows have got names since.
  func hasRows(of step: Step, _ reading: Reading) -> Bool {
    let step = step.source
    return step.rowsMark(reading, named: true) == rows
      || step.rowsMark(reading, named: false) == rows
  }

  /// Whether a step is this one, whatever its id.
  func isContent(of step: Step, _ reading: Reading) -> Bool {
    step.source.content(reading) == content
  }

  /// `9f3a1c2b7d4e0011 UC2.3:1.3`, or with a name `9f3a1c2b7d4e0011=enterPIN UC2.3:1.3`.
  var text: String {
    var text = Checksum.hexadecimal(UInt64(content) << 32 | UInt64(rows), digits: 16)
    if let name { text += "=" + name }
    return text + " " + id
  }

  init?(_ text: Substring) {
    guard let space = text.firstIndex(of: " ") else { return nil }
    var sum = text[..<space]
    if let mark = sum.firstIndex(of: "=") {
      name = String(sum[sum.index(after: mark)...])
      sum = sum[..<mark]
    }
    guard sum.utf8.count == 16, let sums = UInt64(sum, radix: 16) else { return nil }
    content = UInt32(truncatingIfNeeded: sums >> 32)
    rows = UInt32(truncatingIfNeeded: sums)
    id = String(text[text.index(after: space)...])
  }
}

extension Step {
  /// The checksum of the step without its id and its rows.
  fileprivate func content(_ reading: Reading) -> UInt32 {
    var sum = Checksum()
    addContent(to: &sum, reading)
    return UInt32(truncatingIfNeeded: sum.sum ^ sum.sum >> 32)
  }

  private func addContent(to sum: inout Checksum, _ reading: Reading) {
    let record = record
    sum.add(bytes: activity.key.utf8)
    add(record.subject, to: &sum)
    add(record.action, to: &sum)
    if activity == .call, reading == .meant, let callee = callee(.meant) {
      sum.add(bytes: callee.utf8)
    }
  }

  private func add(_ text: PooledText, to sum: inout Checksum) {
    sum.add(number: text.count)
    sum.add(bytes: tables.all.pool[text.range])
  }

  /// - Parameter named: whether names stand for words.
  fileprivate func rowsMark(_ reading: Reading, named: Bool) -> UInt32 {
    var sum = Checksum()
    for input in inputs {
      sum.add(bytes: input.name.utf8)
      sum.add(number: input.length.lowerBound << 16 | input.length.upperBound)
      sum.add(number: (input.isSecret ? 2 : 0) | (input.isDigits ? 1 : 0))
    }
    add(conditions: unless, to: &sum)
    add(changes: counts, to: &sum)
    var free: UInt64 = 0
    for row in rows(reading) {
      guard named, row.kind == .user, row.name != nil else {
        add(row, to: &sum, reading, named: named)
        continue
      }
      var own = Checksum()
      add(row, to: &own, reading, named: true)
      free &+= own.sum
    }
    if free != 0 { sum.add(number: free) }
    return UInt32(truncatingIfNeeded: sum.sum ^ sum.sum >> 32)
  }

  private func add(_ row: Row, to sum: inout Checksum, _ reading: Reading, named: Bool) {
    let record = row.record
    sum.add(bytes: row.kind.key.utf8)
    if named, row.kind != .own, let name = row.name {
      sum.add(bytes: name.utf8)
    } else {
      add(record.label, to: &sum)
    }
    add(record.outcome, to: &sum)
    sum.add(number: row.after ?? 0)
    if row.isAnywhere || row.restarts {
      sum.add(number: Int(row.scope.rawValue) << 1 | (row.restarts ? 1 : 0))
    }
    for name in row.enters { sum.add(bytes: name.utf8) }
    add(conditions: row.conditions, to: &sum)
    add(changes: row.changes, to: &sum)
    guard let target = row.target(reading) else { return }
    // The step that the row leads to, by what it is, since its number may be another one.
    if let next = row.next(reading) {
      if named, let name = next.name {
        sum.add(bytes: name.utf8)
      } else {
        next.addContent(to: &sum, reading)
      }
    } else {
      sum.add(bytes: target.description.utf8)
    }
  }

  private func add(conditions: [Condition], to sum: inout Checksum) {
    for condition in conditions {
      sum.add(bytes: condition.fact.name.utf8)
      for value in condition.values { sum.add(bytes: value.utf8) }
    }
  }

  private func add(changes: [Change], to sum: inout Checksum) {
    for change in changes {
      sum.add(bytes: change.fact.name.utf8)
      switch change.kind {
      case .set(let value): sum.add(bytes: value.utf8)
      case .reset: sum.add(number: 1)
      case .count: sum.add(number: 2)
      }
      if let outcome = change.outcome { sum.add(bytes: outcome.utf8) }
    }
  }
}
