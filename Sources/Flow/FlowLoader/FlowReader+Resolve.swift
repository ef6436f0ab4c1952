internal import Diagnostics
internal import FlowModel

// Everything that can be resolved only when the whole file was read.
extension FlowReader {
  mutating func resolve() {
    for index in tables.rows.indices {
      var leaves = false
      // The targets of a row that holds anywhere are resolved once, not for each of its steps.
      let isAnywhere = tables.rows[index].anywhere > 0
      if let next = tables.rows[index].next {
        if isOpen(next), !isAnywhere {
          tables.rows[index].next = resolved(next, of: tables.rows[index])
        }
        leaves = next.leaves
      }
      let place = Int(tables.rows[index].rare)
      if place >= 0 {
        if let meant = tables.rowRareFields[place].meant {
          if isOpen(meant), !isAnywhere {
            tables.rowRareFields[place].meant = resolved(meant, of: tables.rows[index])
          }
          leaves = leaves || meant.leaves
        }
        for input in tables.rowRareFields[place].enters.range { checkInput(input, of: index) }
      }
      if leaves { tables.leavings.append(Int32(index)) }
    }
    reportDangling()
    checkNames()
    refuseProposedSteps()
    // If a step could not be read, its rows belong to no step. There will be no tables then.
    if reader.isWhole { distributeRows() }
  }

  func isOpen(_ target: TargetRecord) -> Bool {
    target.kind == .step && target.step < 0
  }

  /// A target with its step. If there is none, it is reported when all others are known.
  mutating func resolved(_ target: TargetRecord, of row: RowRecord) -> TargetRecord {
    var target = target
    let range = target.name.range
    if let step = stepIndex.find(range, in: reader.pool, known: reader.pool) {
      target.step = step
    } else if let section = sectionIndex.find(range, in: reader.pool, known: reader.pool) {
      target.kind = .section
      target.step = Int32(tables.sections[Int(section)].steps.start)
    } else {
      dangling.append(DanglingTarget(target: target, row: row))
    }
    return target
  }

  private mutating func checkInput(_ place: Int, of row: Int) {
    guard tables.steps.indices.contains(Int(tables.rows[row].step)) else { return }
    let range = reader.texts[place].range
    for index in tables.steps[Int(tables.rows[row].step)].inputs.range
    where reader.equal(tables.inputs[index].name.range, range) {
      return
    }
    if flawedSteps.contains(Int(tables.rows[row].step)) { return }
    let wanted = reader.string(reader.texts[place])
    let step = tables.steps[Int(tables.rows[row].step)]
    let names = step.inputs.range.map { reader.string(tables.inputs[$0].name) }
    reader.report(
      .unknownInput, at: reader.texts[place].span,
      "step `\(reader.string(step.id))` has no input `\(wanted)`",
      help: DidYouMean.question(for: wanted, in: names) ?? "declare it under the step's `input:`")
  }

  /// Reports a proposed line to which a row leads as written.
  private mutating func refuseProposedSteps() {
    var proposed: Set<Int32> = []
    for row in tables.rows where row.kind == .own && row.next == nil && meant(row) != nil {
      proposed.insert(row.step)
    }
    guard !proposed.isEmpty else { return }
    for row in tables.rows {
      guard let next = row.next, proposed.contains(next.step) else { continue }
      reader.report(
        .wrongValue, at: next.span,
        "`\(reader.string(row.id))` leads to `\(reader.string(next.name))`, "
          + "which the document does not have",
        help: "say where the document leads with `next`, and lead to the proposal with `meant`")
    }
  }

  /// Assigns the rows to their steps, as written and as meant.
  mutating func distributeRows() {
    distributeRows(as: .written)
    let isSame = tables.rows.allSatisfy { $0.next != nil && $0.meantStep == $0.step }
    if isSame {
      for index in tables.steps.indices {
        tables.steps[index].rowsMeant = tables.steps[index].rowsWritten
      }
    } else {
      distributeRows(as: .meant)
    }
  }

  /// Works in two passes over the rows: count the rows of each step, then place them.
  private mutating func distributeRows(as reading: Reading) {
    func step(of row: RowRecord) -> Int? {
      if reading == .meant { return Int(row.meantStep) }
      return row.next == nil ? nil : Int(row.step)
    }
    var places = [UInt32](repeating: 0, count: tables.steps.count)
    for row in tables.rows {
      if let step = step(of: row) { places[step] += 1 }
    }
    var start = tables.stepRows.count
    for index in tables.steps.indices {
      let slice = TableRange(start: start, count: Int(places[index]))
      if reading == .meant {
        tables.steps[index].rowsMeant = slice
      } else {
        tables.steps[index].rowsWritten = slice
      }
      start += Int(slice.count)
      places[index] = slice.start
    }
    tables.stepRows.append(contentsOf: repeatElement(0, count: start - tables.stepRows.count))
    for (index, row) in tables.rows.enumerated() {
      guard let step = step(of: row) else { continue }
      tables.stepRows[Int(places[step])] = Int32(index)
      places[step] += 1
    }
  }
}
