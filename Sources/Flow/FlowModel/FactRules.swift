/// The meaning of conditions, counters, `set`, `reset` and `unless`.
///
/// The values of a fact are given as a bit set, by their index. So the same rules serve a run,
/// where a fact has one value, and a proof, where it may have several.
public enum FactRules {
  /// The counters of a step that are incremented when this row is taken.
  public static func counts(of row: Row, at step: Step) -> [Change] {
    let counts = step.counts
    guard !counts.isEmpty, let outcome = row.expectedOutcome else { return [] }
    return counts.filter { $0.outcome == outcome }
  }

  /// The changes when a row is taken, in order: first the counters of the step, then `set` and
  /// `reset`. If the step is skipped, no action has answered, and nothing is counted.
  public static func changes(
    of row: Row, at step: Step, isPassedOver: Bool = false
  ) -> [Change] {
    (isPassedOver ? [] : counts(of: row, at: step)) + row.changes
  }

  // MARK: Sets of values

  /// The possible values of a fact after a change.
  public static func values(after change: Change, from values: UInt64) -> UInt64 {
    guard values != 0 else { return 0 }
    switch change.record.kind {
    case .set: return 1 << UInt64(change.record.value)
    case .reset: return 1
    case .count:
      // Counting stops at the last value.
      let all = change.fact.domain
      let last = all ^ all >> 1
      return values << 1 & all | values & last
    }
  }

  /// The possible values of a fact after a row. Empty if the row cannot be taken with any of them.
  public static func values(
    of fact: Fact, after row: Row, at step: Step, from values: UInt64
  ) -> UInt64 {
    var values = values
    for change in counts(of: row, at: step) where change.fact == fact {
      values = self.values(after: change, from: values)
    }
    for condition in row.conditions where condition.fact == fact { values &= condition.mask }
    for change in row.changes where change.fact == fact {
      values = self.values(after: change, from: values)
    }
    return values
  }

  // MARK: One value each

  /// The values of a flow's facts after some changes. Each value is an index; the order is that of
  /// `Flow.facts`.
  public static func values(after changes: [Change], from values: [UInt8]) -> [UInt8] {
    var values = values
    for change in changes {
      let after = self.values(after: change, from: 1 << UInt64(values[change.fact.index]))
      values[change.fact.index] = UInt8(after.trailingZeroBitCount)
    }
    return values
  }

  /// Whether a condition holds.
  public static func holds(_ condition: Condition, in values: [UInt8]) -> Bool {
    condition.mask >> UInt64(values[condition.fact.index]) & 1 == 1
  }

  /// Whether a step is skipped, since one of its `unless` holds. A step without rows in a reading
  /// is never skipped in it.
  public static func passesOver(_ step: Step, in values: [UInt8]) -> Bool {
    step.unless.contains { holds($0, in: values) }
  }

  /// Whether a row may be taken: all its conditions hold after the step has counted.
  public static func allows(_ row: Row, at step: Step, in values: [UInt8]) -> Bool {
    let conditions = row.conditions
    guard !conditions.isEmpty else { return true }
    let seen = self.values(after: counts(of: row, at: step), from: values)
    return conditions.allSatisfy { holds($0, in: seen) }
  }
}
