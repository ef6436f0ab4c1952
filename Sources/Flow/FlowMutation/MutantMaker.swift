internal import FlowModel

/// Makes the mutants of a flow's rows and steps.
struct MutantMaker {
  let catalogue: Catalogue
  /// The index of the flow in the catalogue.
  let flow: Int

  init(_ catalogue: Catalogue, _ flow: Int) {
    self.catalogue = catalogue
    self.flow = flow
  }

  private var tables: FlowTables { catalogue.flows[flow].tables }

  func mutant(
    _ kind: Mutant.Kind, _ part: Mutant.Part, _ name: String, _ change: String,
    edit: @escaping Mutant.Edit
  ) -> Mutant {
    Mutant(kind: kind, flow: flow, part: part, name: name, change: change, edit: edit)
  }

  /// A row that holds anywhere has a copy at every step.
  private func copies(of row: Row) -> Range<Int> {
    let anywhere = Int(row.record.anywhere)
    return anywhere > 0
      ? tables.all.anywhere[anywhere - 1].rows.range : row.index..<row.index + 1
  }

  // MARK: Rows

  func mutants(of row: Row) -> [Mutant] {
    ways(of: row) + conditions(of: row) + changes(of: row) + words(of: row)
  }

  /// The row retargeted, dropped, and swapped with the next one.
  ///
  /// The own row of a step is not dropped, since the language has no step without rows. Rows with
  /// the same target are not swapped, since that would change nothing.
  private func ways(of row: Row) -> [Mutant] {
    let record = row.record
    guard let target = record.next ?? row.meantRecord else { return [] }
    let copies = copies(of: row)
    let words = tables.target(target).description
    let new = retarget(row)
    var retargeted = mutant(
      .retargeted, .row(row.index), row.qualified,
      "\(words) becomes \(tables.target(new).description)"
    ) { tables in
      for row in copies {
        if tables.rows[row].next != nil {
          tables.rows[row].next = new
        } else {
          tables.rowRareFields[Int(tables.rows[row].rare)].meant = new
        }
      }
    }
    retargeted.unlinked = Array(copies)
    var mutants = [retargeted]
    guard record.kind != .own else { return mutants }
    mutants.append(
      mutant(.dropped, .row(row.index), row.qualified, "") { tables in
        for row in copies {
          let rare = Int(tables.rows[row].rare)
          tables.rows[row].next = nil
          if rare >= 0 { tables.rowRareFields[rare].meant = nil }
        }
        tables.drop(Int32(copies.lowerBound)..<Int32(copies.upperBound))
      })
    let rest = tables.all.rows.indices.dropFirst(row.index + 1)
    if !row.isAnywhere, record.next != nil,
      let other = rest.first(where: { tables.all.rows[$0].step == record.step }),
      let theirs = tables.all.rows[other].next, tables.target(theirs) != tables.target(target)
    {
      let index = row.index
      var swapped = mutant(
        .swapped, .row(index), row.qualified,
        "\(words) for \(tables.target(theirs).description)"
      ) { tables in
        (tables.rows[index].next, tables.rows[other].next) =
          (tables.rows[other].next, tables.rows[index].next)
      }
      swapped.other = other
      mutants.append(swapped)
    }
    return mutants
  }

  /// Another target for a row: the step after its target, or after its own step.
  private func retarget(_ row: Row) -> TargetRecord {
    let record = row.record
    let count = tables.all.steps.count
    var target =
      record.next ?? row.meantRecord ?? TargetRecord(kind: .end, name: record.id)
    let next = row.next(record.next == nil ? .meant : .written)?.index
    let from = next ?? Int(record.step)
    guard
      let step = (1...max(count, 1)).lazy.map({ (from + $0) % max(count, 1) }).first(where: {
        $0 != next
      })
    else {
      // The flow has a single step, and the row stays there.
      target.kind = .end
      return target
    }
    target.kind = .step
    target.step = Int32(step)
    target.name = tables.all.steps[step].id.said(at: target.span)
    target.placeCount = 0
    return target
  }

  private func conditions(of row: Row) -> [Mutant] {
    let copies = copies(of: row)
    return row.conditions.enumerated().flatMap { place, condition in
      catalogue.negations(of: condition).map { change, mask in
        mutant(.condition, .row(row.index), row.qualified, change) { tables in
          let new = tables.replaced(tables.rows[copies.lowerBound].conditions, place, by: mask)
          for row in copies { tables.rows[row].conditions = new }
        }
      }
    }
  }

  private func changes(of row: Row) -> [Mutant] {
    let copies = copies(of: row)
    func dropped(_ place: Int) -> Mutant.Edit {
      return { tables in
        let old = Array(tables.rows[copies.lowerBound].changes.range)
        let start = tables.changes.count
        for (index, change) in old.enumerated() where index != place {
          tables.changes.append(tables.changes[change])
        }
        for row in copies {
          tables.rows[row].changes = TableRange(start: start, count: old.count - 1)
        }
      }
    }
    return row.changes.enumerated().flatMap { place, change -> [Mutant] in
      let fact = change.fact
      switch change.kind {
      case .count: return []
      case .reset:
        return [
          mutant(
            .reset, .row(row.index), row.qualified, "`\(fact.name)` is not reset",
            edit: dropped(place))
        ]
      case .set(let value):
        let values = fact.values
        let next = ((values.firstIndex(of: value) ?? 0) + 1) % values.count
        return [
          mutant(
            .set, .row(row.index), row.qualified, "`\(fact.name)` is not set",
            edit: dropped(place)),
          mutant(
            .set, .row(row.index), row.qualified, "`\(fact.name)` is set to `\(values[next])`"
          ) { tables in
            let change = tables.rows[copies.lowerBound].changes.range.lowerBound + place
            tables.changes[change].value = UInt8(truncatingIfNeeded: next)
          },
        ]
      }
    }
  }

  private func words(of row: Row) -> [Mutant] {
    let copies = copies(of: row)
    var mutants: [Mutant] = []
    func add(
      _ kind: Mutant.Kind, _ change: String,
      _ edit: @escaping @Sendable (inout Tables, _ row: Int) -> Void
    ) {
      mutants.append(
        mutant(kind, .row(row.index), row.qualified, change) { tables in
          for row in copies { edit(&tables, row) }
        })
    }
    func addRare(
      _ kind: Mutant.Kind, _ change: String,
      _ edit: @escaping @Sendable (inout Tables, inout RowRareFields) -> Void
    ) {
      mutants.append(
        mutant(kind, .row(row.index), row.qualified, change) { tables in
          // Copies may share their rare fields.
          for rare in Set(copies.map { Int(tables.rows[$0].rare) }) {
            var fields = tables.rowRareFields[rare]
            edit(&tables, &fields)
            tables.rowRareFields[rare] = fields
          }
        })
    }
    let record = row.record
    if record.outcome.isPresent {
      add(.outcome, "is for another answer") { tables, row in
        tables.rows[row].outcome = tables.pooled("another", like: tables.rows[row].outcome)
      }
    }
    if row.kind == .error {
      add(.error, "is for another error") { tables, row in
        tables.rows[row].label = tables.pooled("Another error", like: tables.rows[row].label)
      }
    }
    if let after = row.after {
      if after <= Int(UInt32.max / 2) {
        addRare(.timer, "twice as long") { _, fields in fields.after *= 2 }
      }
      addRare(.timer, "not there") { _, fields in fields.after = 0 }
      addRare(.timer, row.restarts ? "goes on when resumed" : "begins again when resumed") {
        $1.restarts.toggle()
      }
      mutants[mutants.count - 1].isAboutResuming = true
    }
    if row.message != nil {
      addRare(.message, "another one") { tables, fields in
        fields.message = tables.other(fields.message)
      }
    }
    if row.does != nil {
      addRare(.effect, "another one") { tables, fields in fields.does = tables.other(fields.does) }
    }
    if row.answer != nil {
      addRare(.effect, "another answer for the caller") { tables, fields in
        fields.answer = tables.other(fields.answer)
      }
    }
    for (place, name) in row.enters.enumerated() {
      addRare(.input, "`\(name)` is not entered") { tables, fields in
        fields.enters = tables.replaced(fields.enters, place..<place + 1, by: [])
      }
    }
    return mutants
  }
}

extension Catalogue {
  /// A condition that was removed, and one that holds for the other values.
  func negations(of condition: Condition) -> [(change: String, mask: UInt64?)] {
    let name = condition.fact.name
    let others = condition.fact.domain & ~condition.mask
    let dropped: (String, UInt64?) = ("`\(name)` does not matter", nil)
    return others == 0
      ? []
      : [
        dropped, ("`\(name)` is \(condition.fact.values(others).joined(separator: ", "))", others),
      ]
  }
}

extension Tables {
  /// A list of conditions in which one has other values, or is missing.
  mutating func replaced(_ slice: TableRange, _ place: Int, by mask: UInt64?) -> TableRange {
    let start = conditions.count
    for (index, condition) in slice.range.enumerated() {
      var new = conditions[condition]
      if index == place {
        guard let mask else { continue }
        new.mask = mask
      }
      conditions.append(new)
    }
    return TableRange(start: start, count: conditions.count - start)
  }

  /// A list of texts in which some are others.
  mutating func replaced(_ slice: TableRange, _ places: Range<Int>, by new: [String]) -> TableRange
  {
    var list = slice.range.map { texts[$0] }
    let span = list.indices.contains(places.lowerBound) ? list[places.lowerBound] : .none
    list.replaceSubrange(places, with: new.map { pooled($0, like: span) })
    texts += list
    return TableRange(start: texts.count - list.count, count: list.count)
  }

  /// Another text in place of one.
  mutating func other(_ text: PooledText) -> PooledText {
    pooled(String(decoding: pool[text.range], as: UTF8.self) + " (another)", like: text)
  }

  /// Removes rows from the lists of all steps.
  fileprivate mutating func drop(_ rows: Range<Int32>) {
    let all = stepRows
    stepRows = []
    func kept(_ slice: TableRange) -> TableRange {
      let start = stepRows.count
      stepRows += slice.range.map { all[$0] }.filter { !rows.contains($0) }
      return TableRange(start: start, count: stepRows.count - start)
    }
    // In the order that the loader uses: all lists as written, then all as meant.
    for index in steps.indices { steps[index].rowsWritten = kept(steps[index].rowsWritten) }
    for index in steps.indices { steps[index].rowsMeant = kept(steps[index].rowsMeant) }
  }
}
