internal import Diagnostics
internal import FlowModel

// Rows of one outcome must take every combination of the declared facts, and none twice. The rows
// are boxes: a set of values for every fact. What no box covers is split off and named.
extension Check {
  static let conditionsIncomplete = Check(
    "conditions-incomplete", severity: .error,
    "a combination of facts for which an outcome has no row"
  ) { context, findings in
    for step in context.steps {
      for group in OutcomeRows.groups(of: step, in: context) where group.isConditional {
        let missing = group.uncovered
        guard let first = missing.first else { continue }
        let id = context.graph.id(ofStep: step)
        let more = missing.count > 1 ? " (and \(missing.count - 1) more)" : ""
        findings.add(
          at: .step(step), key: "\(group.outcome): \(group.words(first))",
          span: context.tables.rows[group.rows[0]].span,
          "step `\(id)` has no row for `\(group.outcome)` when \(group.words(first))\(more)",
          help: "add a row for it, or widen the `if` of another one")
      }
    }
  }

  static let conditionsOverlap = Check(
    "conditions-overlap", "two rows of one outcome that hold at the same time"
  ) { context, findings in
    for step in context.steps {
      for group in OutcomeRows.groups(of: step, in: context) where group.rows.count > 1 {
        var budget = 10_000
        for later in group.rows.indices.dropFirst() {
          for earlier in 0..<later {
            budget -= 1
            guard budget > 0 else { break }
            guard let both = group.boxes[earlier].intersection(group.boxes[later]) else { continue }
            let names = (group.rows[earlier], group.rows[later])
            let words = group.words(both)
            findings.add(
              at: .row(names.1), span: context.tables.rows[names.1].span,
              "row `\(context.graph.reference(names.1))` is never taken"
                + (words.isEmpty ? "" : " when \(words)")
                + ": `\(context.graph.reference(names.0))` comes first",
              help: "give the two rows conditions that exclude each other")
            break
          }
        }
      }
    }
  }
}

/// A set of values for every fact of a flow that some row is decided on.
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
}

/// The rows of a step that stand for one outcome.
struct OutcomeRows {
  let outcome: String
  private(set) var rows: [Int]
  /// What every row holds for, within the domain.
  private(set) var boxes: [FactBox] = []
  /// Every combination that can be when the outcome comes.
  private(set) var domain = FactBox(masks: [])
  private var facts: [Int32] = []
  private let tables: FlowTables
  var isConditional: Bool { !facts.isEmpty }

  static func groups(of step: Int, in context: CheckContext) -> [OutcomeRows] {
    // Most steps have no condition and no outcome twice.
    var groups: [OutcomeRows] = []
    var places: [String: Int] = [:]
    for row in context.graph.rows(of: step) {
      guard let outcome = context.graph.outcome(row) else { continue }
      if let place = places[outcome] {
        groups[place].rows.append(row)
      } else {
        places[outcome] = groups.count
        groups.append(OutcomeRows(outcome: outcome, rows: [row], tables: context.tables))
      }
    }
    for index in groups.indices { groups[index].complete(step) }
    return groups
  }

  private init(outcome: String, rows: [Int], tables: FlowTables) {
    self.outcome = outcome
    self.rows = rows
    self.tables = tables
  }

  private mutating func complete(_ step: Int) {
    for row in rows {
      for index in tables.rows[row].conditions.range {
        let fact = tables.conditions[index].fact
        if !facts.contains(fact) { facts.append(fact) }
      }
    }
    facts.sort()
    domain = FactBox(masks: facts.map { possible($0, step) })
    boxes = rows.map { row in
      var box = domain
      for index in tables.rows[row].conditions.range {
        let condition = tables.conditions[index]
        guard let place = facts.firstIndex(of: condition.fact) else { continue }
        box.masks[place] &= condition.mask
      }
      return box
    }
  }

  /// The values of a fact when the outcome comes: a counter that it counts is not at its first.
  private func possible(_ fact: Int32, _ step: Int) -> UInt64 {
    let count = tables.facts[Int(fact)].values.range.count
    let all: UInt64 = count >= 64 ? .max : (1 << UInt64(count)) - 1
    let isCounted = tables.steps[step].counts.range.contains { index in
      tables.changes[index].fact == fact
        && tables.string(tables.changes[index].outcome) == outcome
    }
    return isCounted && count > 1 ? all & ~1 : all
  }

  /// What no row covers, as boxes; stops after ten thousand, as hostile rows could make that many.
  var uncovered: [FactBox] {
    var missing: [FactBox] = []
    var waiting = [(box: domain, next: 0)]
    var budget = 10_000
    while let (box, next) = waiting.popLast(), budget > 0 {
      budget -= 1
      let place = (next..<boxes.count).first { box.intersection(boxes[$0]) != nil }
      guard let place, let both = box.intersection(boxes[place]) else {
        missing.append(box)
        continue
      }
      // What lies outside the row's box, a fact at a time; the last part comes first again.
      var rest = box
      for fact in facts.indices.reversed() {
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

  /// `platform` is `android` and `failures` is `5`; facts that do not matter are left out.
  func words(_ box: FactBox) -> String {
    facts.indices.compactMap { place in
      guard box.masks[place] != domain.masks[place] || domain.masks[place].nonzeroBitCount == 1
      else { return nil }
      let fact = tables.facts[Int(facts[place])]
      let values = fact.values.range.enumerated().filter { box.masks[place] >> $0.offset & 1 == 1 }
        .map { tables.string(tables.texts[$0.element]) }
      let isRun = fact.lowerBound != nil && values.count > 2
      let words =
        isRun && box.masks[place].isOneRun
        ? "`\(values[0])..\(values[values.count - 1])`" : Words.list(values)
      return "`\(tables.string(fact.name))` is \(words)"
    }.joined(separator: " and ")
  }
}

extension UInt64 {
  /// Whether the bits that are set stand beside each other.
  fileprivate var isOneRun: Bool {
    let low = self >> UInt64(trailingZeroBitCount)
    return low & (low &+ 1) == 0
  }
}
