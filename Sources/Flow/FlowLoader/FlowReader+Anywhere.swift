internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// Rows that hold anywhere in a flow or a section: `*a`.
extension FlowReader {
  /// Reads such rows, and adds each of them to every step at which it may be taken.
  ///
  /// All other rows must be there, since a step's own row for the same outcome wins.
  mutating func readAnywhere(_ node: YAMLTree.Node, in section: Int) {
    var pairs = reader.pairs(node)
    while let (key, value) = reader.next(&pairs) {
      // An `allow` of the row is for the first of its copies, which comes next; of none if there is
      // no copy.
      let allowances = tables.allowances.count
      var isAdded = false
      defer { if !isAdded { dropAllowances(from: allowances) } }
      var row = RowDraft()
      guard read(value, FlowReader.row, into: &row) != nil else { continue }
      row.record.id = reader.text(key)
      finish(&row, key, value)
      let found = reader.diagnostics.count
      check(row, key)
      if let next = row.record.next, isOpen(next) {
        row.record.next = resolved(next, of: row.record)
      }
      if let meant = row.rare.meant, isOpen(meant) {
        row.rare.meant = resolved(meant, of: row.record)
      }
      guard reader.diagnostics.count == found else { continue }
      isAdded = addAnywhere(&row, in: section)
    }
  }

  /// Adds a row to every step at which it may be taken. Returns false if there is none.
  ///
  /// - Parameter own: the section of the row's own lines, in which it is not taken.
  mutating func addAnywhere(_ row: inout RowDraft, in section: Int, except own: Int = -1) -> Bool {
    let steps = steps(for: row, in: section, except: own)
    if steps.isEmpty {
      reader.report(
        .wrongValue, at: row.record.span,
        "the row `\(reader.string(row.record.id))` can never be taken",
        help:
          "its outcome needs a step of the system, or for a `result` with a `call`, that waits for "
          + "it and has no row of its own for it")
    }
    if tables.anywhere.count == 255 {
      reader.report(
        .wrongValue, at: row.record.span, "a flow has at most 255 rows that hold anywhere",
        help: "give a step a row of its own, or divide the flow")
    }
    guard !steps.isEmpty, tables.anywhere.count < 255 else { return false }
    tables.anywhere.append(
      AnywhereRecord(
        section: Int32(section), rows: TableRange(start: tables.rows.count, count: steps.count)))
    row.record.anywhere = UInt8(tables.anywhere.count)
    copy(&row, to: steps)
    return true
  }

  /// Reports what a row that holds anywhere may not have.
  private mutating func check(_ row: RowDraft, _ key: YAMLTree.Node) {
    let id = reader.pool[reader.tree.range(key)]
    let span = reader.tree.span(key)
    if id.count < 2 || id.first != UInt8(ascii: "*")
      || !id.dropFirst().allSatisfy({ (97...122).contains($0) })
    {
      reader.report(
        .wrongValue, at: span, "`\(reader.string(key))` is not the id of a row that holds anywhere",
        help: "write a star and a letter, in quotes: `'*a'`")
    }
    if !row.rare.enters.isEmpty {
      reader.report(
        .keysExclude, at: span, "a row that holds anywhere cannot have `enters`",
        help: "only a step has inputs; give the step a row of its own")
    }
    if row.record.next?.kind == .stay || row.rare.meant?.kind == .stay {
      reader.report(
        .wrongValue, at: span, "a row that holds anywhere cannot lead to `stay`",
        help: "it has no step of its own to stay at; name a step")
    }
  }

  /// The steps at which the row may be taken: those that can have its outcome and have no row of
  /// their own, or of a smaller part of the flow, for it; for timers, those that do not pass at
  /// once; for the user, those of them that do not call a flow.
  private func steps(for row: RowDraft, in section: Int, except own: Int) -> [Int] {
    var outcome = row.record.outcome
    if !outcome.isPresent, row.kind == .result || row.kind == .error { outcome = row.record.label }
    var rowCount = [Int](repeating: 0, count: tables.steps.count)
    var isHandled = [Bool](repeating: false, count: tables.steps.count)
    for other in tables.rows where Int(other.step) < tables.steps.count {
      let isNamed = !other.outcome.isPresent && (other.kind == .result || other.kind == .error)
      let text = isNamed ? other.label : other.outcome
      let isSame = outcome.isPresent && reader.equal(text.range, outcome.range)
      for step in Set([Int(other.step), Int(other.meantStep)]) {
        if other.anywhere == 0 { rowCount[step] += 1 }
        if isSame, !holds(other, in: section) { isHandled[step] = true }
      }
    }
    return tables.steps.indices.filter { index in
      let step = tables.steps[index]
      guard section < 0 || Int(step.section) == section, Int(step.section) != own,
        !isHandled[index]
      else { return false }
      if row.kind == .result { return step.activity == .call }
      // A run does not wait there for a person. The timers of a caller go on.
      if step.activity == .call { return row.rare.after > 0 }
      let waits = !(step.hasOwnRow && rowCount[index] == 1 && passes(index))
      guard outcome.isPresent, row.rare.after == 0 else { return waits }
      return step.action.isPresent || waits && step.activity.isAnswered
    }
  }

  /// Whether a row holds anywhere in just this section, or in the flow for -1.
  private func holds(_ row: RowRecord, in section: Int) -> Bool {
    row.anywhere > 0 && Int(tables.anywhere[Int(row.anywhere) - 1].section) == section
  }

  /// Whether a run announces the step and continues at once, if it has only its own row.
  private func passes(_ index: Int) -> Bool {
    let step = tables.steps[index]
    guard !step.action.isPresent, ownRows[index] >= 0 else { return false }
    let own = tables.rows[Int(ownRows[index])]
    return step.activity.isPassing
      && (own.rare < 0 || tables.rowRareFields[Int(own.rare)].after == 0)
  }

  /// Adds a copy of the row to each of these steps. At a step that exists only as meant, so does
  /// the copy.
  private mutating func copy(_ row: inout RowDraft, to steps: [Int]) {
    var isWritten = [Bool](repeating: false, count: tables.steps.count)
    for other in tables.rows where other.next != nil { isWritten[Int(other.step)] = true }
    for step in steps {
      row.record.step = Int32(step)
      row.record.meantStep = Int32(step)
      if step == steps.first {
        addRow(&row)
      } else {
        tables.rows.append(row.record)
      }
      guard let next = row.record.next, !isWritten[step] else { continue }
      var rare = row.rare
      rare.meant = rare.meant ?? next
      let place = tables.rows.count - 1
      (tables.rows[place].next, tables.rows[place].rare) = (nil, Int32(tables.rowRareFields.count))
      tables.rowRareFields.append(rare)
    }
  }
}
