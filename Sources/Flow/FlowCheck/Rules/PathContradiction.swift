internal import FlowModel

extension Check {
  static let pathContradiction = Check(
    "path-contradiction", "a row for one platform that leads into a section for another"
  ) { context, findings in
    for fact in context.tables.facts.indices {
      guard let demands = demands(fact, context) else { continue }
      let possible = PossibleValues(fact, demands, context)
      let name = context.tables.string(context.tables.facts[fact].name)
      context.forEachRow { step, row in
        guard let next = context.graph.next(row) else { return }
        let section = Int(context.tables.steps[next].section)
        guard let demand = demands[section], Int(context.tables.steps[step].section) != section
        else { return }
        let wrong = possible.after(row, possible.masks[step]) & ~demand
        guard wrong != 0 else { return }
        let id = context.tables.string(context.tables.sections[section].id)
        findings.add(
          at: .row(row), key: name, span: context.graph.targetSpan(row),
          "row `\(context.graph.reference(row))` leads into section `\(id)`, which is for "
            + "\(values(demand, fact, context)), and may be taken when `\(name)` is "
            + values(wrong, fact, context),
          help: "lead elsewhere, or give the row an `if`")
      }
    }
  }

  /// The values of a fact that sections are for, by their titles. Nil where rows do not decide on it.
  private static func demands(_ fact: Int, _ context: CheckContext) -> [Int: UInt64]? {
    let tables = context.tables
    let record = tables.facts[fact]
    guard record.lowerBound == nil,
      tables.rows.contains(where: { row in
        row.conditions.range.contains { Int(tables.conditions[$0].fact) == fact }
      })
    else { return nil }
    let values = tables.strings(record.values).map { $0.lowercased() }
    var demands: [Int: UInt64] = [:]
    for (index, section) in tables.sections.enumerated() {
      let words = Words.of(tables.string(section.title)).map { $0.lowercased() }
      var mask: UInt64 = 0
      for (place, value) in values.enumerated() where words.contains(value) {
        mask |= 1 << UInt64(place)
      }
      if mask != 0, mask.nonzeroBitCount < values.count { demands[index] = mask }
    }
    return demands.isEmpty ? nil : demands
  }

  private static func values(_ mask: UInt64, _ fact: Int, _ context: CheckContext) -> String {
    let texts = context.tables.strings(context.tables.facts[fact].values)
    return Words.list(texts.indices.filter { mask >> UInt64($0) & 1 == 1 }.map { texts[$0] })
  }
}

/// The values that a fact may have at every step, spread along the rows until nothing changes.
///
/// A section that is for some values is taken to have no others, so that one wrong row is told once.
private struct PossibleValues {
  private(set) var masks: [UInt64]
  private let fact: Int
  private let tables: FlowTables
  private let all: UInt64

  init(_ fact: Int, _ demands: [Int: UInt64], _ context: CheckContext) {
    self.fact = fact
    tables = context.tables
    let count = tables.facts[fact].values.range.count
    all = count >= 64 ? .max : (1 << UInt64(count)) - 1
    masks = Array(repeating: 0, count: tables.steps.count)
    var waiting: [Int] = []
    for step in context.world.entries[context.graph.index] {
      masks[step] = all
      waiting.append(step)
    }
    while let step = waiting.popLast() {
      for row in context.graph.rows(of: step) {
        guard let next = context.graph.next(row) else { continue }
        var mask = after(row, masks[step])
        if let demand = demands[Int(tables.steps[next].section)] { mask &= demand }
        guard mask & ~masks[next] != 0 else { continue }
        masks[next] |= mask
        waiting.append(next)
      }
    }
  }

  /// What is possible behind a row.
  func after(_ row: Int, _ mask: UInt64) -> UInt64 {
    var mask = mask
    for index in tables.rows[row].conditions.range
    where Int(tables.conditions[index].fact) == fact { mask &= tables.conditions[index].mask }
    for index in tables.rows[row].changes.range where Int(tables.changes[index].fact) == fact {
      mask = tables.changes[index].kind == .set ? 1 << UInt64(tables.changes[index].value) : 1
    }
    return mask
  }
}
