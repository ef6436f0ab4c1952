internal import Diagnostics
package import FlowModel

// The rows of an outcome must cover every combination of the declared facts, and none twice. A row
// is treated as a box: a set of values for every fact. The combinations that no box covers are
// reported.
extension Check {
  static let conditionsIncomplete = Check(
    "conditions-incomplete", severity: .error,
    "a combination of facts for which an outcome has no row"
  ) { context, findings in
    for step in context.steps(withRows: .conditions) {
      let groups = OutcomeRows.groups(
        of: step, in: context.graph, where: { $0.contains(where: \.hasConditions) })
      for group in groups {
        let missing = group.uncovered
        guard let first = missing.first else { continue }
        let more = missing.count > 1 ? " (and \(missing.count - 1) more)" : ""
        // Rows that hold anywhere lack the same at each of their steps.
        let isAnywhere = group.rows.allSatisfy(\.isAnywhere)
        findings.add(
          at: isAnywhere ? .row(group.rows[0]) : .step(step),
          key: "\(group.outcome): \(group.words(first))",
          span: group.rows[0].span,
          "step `\(step.id)` has no row for `\(group.outcome)` when \(group.words(first))\(more)",
          help: "add a row for it, or widen the `if` of another one")
      }
    }
  }

  static let conditionsOverlap = Check(
    "conditions-overlap", "two rows of one outcome that hold at the same time"
  ) { context, findings in
    for step in context.steps where context.graph.mayRepeatOutcome(ofStep: step.index) {
      for group in OutcomeRows.groups(of: step, in: context.graph, where: { $0.count > 1 }) {
        var budget = 10_000
        for later in group.rows.indices.dropFirst() {
          for earlier in 0..<later {
            budget -= 1
            guard budget > 0 else { break }
            guard let both = group.boxes[earlier].intersection(group.boxes[later]) else { continue }
            let words = group.words(both)
            findings.add(
              at: .row(group.rows[later]),
              "row `\(group.rows[later].reference)` is never taken"
                + (words.isEmpty ? "" : " when \(words)")
                + ": `\(group.rows[earlier].reference)` comes first",
              help: "give the two rows conditions that exclude each other")
            break
          }
        }
      }
    }
  }
}

/// A set of values for each fact of a flow that some row depends on.
struct FactBox {
  var masks: [UInt64]

  func intersection(_ other: FactBox) -> FactBox? {
    var both = self
    for place in masks.indices {
      both.masks[place] &= other.masks[place]
      if both.masks[place] == 0 { return nil }
    }
    return both
  }

  /// The parts that none of some boxes covers. Stops after ten thousand, since hostile rows could
  /// produce that many.
  func uncovered(by boxes: [FactBox]) -> [FactBox] {
    var missing: [FactBox] = []
    var waiting = [(box: self, next: 0)]
    var budget = 10_000
    while let (box, next) = waiting.popLast(), budget > 0 {
      budget -= 1
      let place = (next..<boxes.count).first { box.intersection(boxes[$0]) != nil }
      guard let place, let both = box.intersection(boxes[place]) else {
        missing.append(box)
        continue
      }
      // Splits off the part outside the row's box, one fact at a time. The last part is examined
      // first.
      var rest = box
      for fact in masks.indices.reversed() {
        let outside = rest.masks[fact] & ~both.masks[fact]
        guard outside != 0 else { continue }
        var part = rest
        part.masks[fact] = outside
        waiting.append((part, place + 1))
        rest.masks[fact] = both.masks[fact]
      }
    }
    return missing
  }

  /// The part for which some conditions hold.
  ///
  /// - Parameter facts: the facts of the box.
  func holding(_ conditions: [Condition], on facts: [Fact]) -> FactBox {
    var box = self
    for condition in conditions {
      guard let place = facts.firstIndex(of: condition.fact) else { continue }
      box.masks[place] &= condition.mask
    }
    return box
  }
}

/// The rows of a step for one outcome.
struct OutcomeRows {
  let outcome: String
  let rows: [Row]
  /// The combinations for which each row holds, within the domain.
  let boxes: [FactBox]
  /// The combinations that are possible when the outcome comes.
  private let domain: FactBox
  private let facts: [Fact]

  /// The outcomes of a step in the order of their first rows.
  ///
  /// - Parameter isWanted: whether a group of these rows is.
  static func groups(
    of step: Step, in graph: FlowGraph, where isWanted: ([Row]) -> Bool
  ) -> [OutcomeRows] {
    var groups: [(outcome: String, rows: [Row])] = []
    // Most steps have so few rows that looking up takes longer than comparing.
    let isLong = graph.rows(of: step).count > 16
    var places: [String: Int] = [:]
    for row in graph.rows(of: step) {
      guard let outcome = row.expectedOutcome else { continue }
      if let place = isLong ? places[outcome] : groups.firstIndex(where: { $0.outcome == outcome })
      {
        groups[place].rows.append(row)
      } else {
        if isLong { places[outcome] = groups.count }
        groups.append((outcome, [row]))
      }
    }
    return groups.filter { isWanted($0.rows) }.map {
      OutcomeRows(outcome: $0.outcome, rows: $0.rows, of: step)
    }
  }

  private init(outcome: String, rows: [Row], of step: Step) {
    self.outcome = outcome
    self.rows = rows
    let conditions = rows.map(\.conditions)
    var facts: [Fact] = []
    for fact in conditions.joined().map(\.fact).sorted(by: { $0.index < $1.index })
    where facts.last != fact {
      facts.append(fact)
    }
    // A counter that counts this outcome cannot have its first value.
    let counts = facts.isEmpty ? [] : FactRules.counts(of: rows[0], at: step)
    let domain = FactBox(
      masks: facts.map { fact in
        counts.first { $0.fact == fact }
          .map { FactRules.values(after: $0, from: fact.domain) } ?? fact.domain
      })
    boxes = conditions.map { domain.holding($0, on: facts) }
    self.facts = facts
    self.domain = domain
  }

  /// The combinations that no row covers, as boxes.
  var uncovered: [FactBox] { domain.uncovered(by: boxes) }

  /// `platform` is `android` and `failures` is `5`. Facts that make no difference are omitted.
  func words(_ box: FactBox) -> String {
    conditions(of: box).map { fact, values, isRange in
      "`\(fact)` is \(isRange ? "`\(OutcomeRows.range(values))`" : Words.list(values))"
    }.joined(separator: " and ")
  }

  /// The facts that make a difference for a box, with its values, and whether these are shown as a
  /// range.
  fileprivate func conditions(
    of box: FactBox
  ) -> [(fact: String, values: [String], isRange: Bool)] {
    facts.indices.compactMap { place in
      let mask = box.masks[place]
      guard mask != domain.masks[place] || mask.nonzeroBitCount == 1 else { return nil }
      let values = facts[place].values(mask)
      let isRange = facts[place].isCounter && values.count > 2 && mask.isOneRun
      return (facts[place].name, values, isRange)
    }
  }

  fileprivate static func range(_ values: [String]) -> String {
    "\(values[0])..\(values[values.count - 1])"
  }
}

/// A combination of facts for which an outcome of a step has no row.
package struct MissingCase: Sendable {
  /// A row of the outcome, which the missing one may be like.
  package let like: Row
  /// The facts, and what a row writes as their values.
  package let conditions: [(fact: String, values: [String])]

  /// What is missing at a step.
  package static func all(at step: Step, in graph: FlowGraph) -> [MissingCase] {
    let groups = OutcomeRows.groups(of: step, in: graph) { $0.contains(where: \.hasConditions) }
    return groups.flatMap { group in
      group.uncovered.map { box in
        MissingCase(
          like: group.rows[group.rows.count - 1],
          conditions: group.conditions(of: box).map { fact, values, isRange in
            (fact, isRange ? [OutcomeRows.range(values)] : values)
          })
      }
    }
  }
}

extension UInt64 {
  /// Whether the set bits are adjacent.
  fileprivate var isOneRun: Bool {
    let low = self >> UInt64(trailingZeroBitCount)
    return low & (low &+ 1) == 0
  }
}
