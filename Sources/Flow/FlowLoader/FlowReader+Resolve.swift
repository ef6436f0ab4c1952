internal import Diagnostics
internal import FlowModel

// What could only be settled once the whole file was read.
extension FlowReader {
  mutating func resolve() {
    for index in rows.indices {
      if let next = rows[index].next, isOpen(next) {
        rows[index].next = resolved(next)
      }
      let place = Int(rows[index].details)
      guard place >= 0 else { continue }
      if let meant = rowDetails[place].meant, isOpen(meant) {
        rowDetails[place].meant = resolved(meant)
      }
      for input in rowDetails[place].enters.range { checkInput(input, of: index) }
    }
    refuseProposedSteps()
    // Rows of steps that could not be read belong nowhere; there will be no tables then.
    if reader.diagnostics.isEmpty { distributeRows() }
  }

  private func isOpen(_ target: TargetRecord) -> Bool {
    target.kind == .step && target.step < 0
  }

  private mutating func resolved(_ target: TargetRecord) -> TargetRecord {
    var target = target
    let range = target.name.range
    if let step = stepIndex.find(range, in: reader.pool, known: reader.pool) {
      target.step = step
    } else if let section = sectionIndex.find(range, in: reader.pool, known: reader.pool) {
      target.kind = .section
      target.step = Int32(sections[Int(section)].steps.start)
    } else {
      let name = reader.string(target.name)
      reader.report(
        .unknownTarget, at: target.span, "step `\(name)` does not exist", help: help(for: name))
    }
    return target
  }

  private func help(for name: String) -> String {
    let ids = steps.map { reader.string($0.id) } + sections.map { reader.string($0.id) }
    let words = ["back", "resume", "end", "stay"]
    let question = DidYouMean.question(for: name, in: ids + words)
    let prefix = name.prefix { $0 != "." }
    if let section = sections.first(where: { reader.string($0.id) == prefix }),
      let last = section.steps.range.last
    {
      let ends = "section \(prefix) ends at \(reader.string(steps[last].id))"
      return question.map { "\(ends); \($0)" } ?? ends
    }
    return question
      ?? "a target is a step, a section, `goto ID`, `back`, `resume`, `end`, `stay`, "
      + "`result NAME` or `error NAME`"
  }

  private mutating func checkInput(_ place: Int, of row: Int) {
    guard steps.indices.contains(Int(rows[row].step)) else { return }
    let range = reader.texts[place].range
    for index in steps[Int(rows[row].step)].inputs.range
    where reader.equal(inputs[index].name.range, range) {
      return
    }
    let wanted = reader.string(reader.texts[place])
    let step = steps[Int(rows[row].step)]
    let names = step.inputs.range.map { reader.string(inputs[$0].name) }
    reader.report(
      .unknownInput, at: reader.texts[place].span,
      "step `\(reader.string(step.id))` has no input `\(wanted)`",
      help: DidYouMean.question(for: wanted, in: names) ?? "declare it under the step's `input:`")
  }

  /// A line that is only proposed must not be where the document leads.
  private mutating func refuseProposedSteps() {
    var proposed: Set<Int32> = []
    for row in rows where row.kind == .own && row.next == nil && meant(row) != nil {
      proposed.insert(row.step)
    }
    guard !proposed.isEmpty else { return }
    lines.removeAll { line in
      switch line {
      case .step(let index): proposed.contains(index)
      case .row(let index): rows[Int(index)].next == nil
      case .section: false
      }
    }
    for row in rows {
      guard let next = row.next, proposed.contains(next.step) else { continue }
      reader.report(
        .wrongValue, at: next.span,
        "`\(reader.string(row.id))` leads to `\(reader.string(next.name))`, "
          + "which the document does not have",
        help: "say where the document leads with `next`, and lead to the proposal with `meant`")
    }
  }

  /// Gives every step its rows, as written and as meant, in two passes over the rows.
  private mutating func distributeRows() {
    var written = [UInt32](repeating: 0, count: steps.count)
    var meant = written
    for row in rows {
      if row.next != nil { written[Int(row.step)] += 1 }
      meant[Int(row.meantStep)] += 1
    }
    var place = 0
    for index in steps.indices {
      steps[index].rowsWritten = Slice(start: place, count: Int(written[index]))
      place += Int(written[index])
      steps[index].rowsMeant = Slice(start: place, count: Int(meant[index]))
      place += Int(meant[index])
      written[index] = steps[index].rowsWritten.start
      meant[index] = steps[index].rowsMeant.start
    }
    stepRows = [Int32](repeating: 0, count: place)
    for (index, row) in rows.enumerated() {
      if row.next != nil {
        stepRows[Int(written[Int(row.step)])] = Int32(index)
        written[Int(row.step)] += 1
      }
      stepRows[Int(meant[Int(row.meantStep)])] = Int32(index)
      meant[Int(row.meantStep)] += 1
    }
  }
}
