internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// Rows: the outcomes of steps.
extension FlowReader {
  mutating func readRows(_ node: YAMLTree.Node, of step: Int) {
    if reader.tree.count(node) == 0 {
      reader.report(
        .missingKey, at: reader.tree.span(node), "`rows` is empty",
        help: "add a row, or remove `rows` and add `next`")
    }
    var pairs = reader.pairs(node)
    while let (key, value) = reader.next(&pairs) {
      let allowances = tables.allowances.count
      var row = RowDraft()
      guard read(value, FlowReader.row, into: &row) != nil else {
        dropAllowances(from: allowances)
        continue
      }
      row.record.step = Int32(step)
      row.record.meantStep = Int32(step)
      readID(key, of: step, into: &row.record)
      finish(&row, key, value)
      checkTaker(of: row)
      addRow(&row, isMarked: row.record.occurrence > 1)
    }
  }

  /// Stores the kind of a row that has its id, and reports what it lacks.
  mutating func finish(_ row: inout RowDraft, _ key: YAMLTree.Node, _ value: YAMLTree.Node) {
    row.record.line = reader.tree.line(key)
    if let kind = row.kind {
      row.record.kind = kind
    } else if !reader.wasMeant(oneOf: FlowReader.row.mapping.choices, in: value) {
      reader.report(
        .missingKey, at: reader.tree.span(key), "the row does not say what kind it is",
        help: "add one of: \(FlowReader.row.mapping.choices.joined(separator: ", "))")
    }
    if row.record.next == nil, row.rare.meant == nil,
      !reader.wasMeant(oneOf: ["next", "meant"], in: value)
    {
      reader.report(
        .missingKey, at: reader.tree.span(key),
        "the row `\(reader.string(row.record.id))` leads nowhere",
        help: "add `next: ...`: a step, a section, `goto UC1.1`, `back`, `end`, `stay`")
    }
  }

  /// Reads the key of a row: a letter to append to the step's id, or a whole id; `#2` for the
  /// second use.
  private mutating func readID(_ key: YAMLTree.Node, of step: Int, into row: inout RowRecord) {
    var range = reader.tree.range(key)
    let span = reader.tree.span(key)
    if let mark = reader.pool[range].firstIndex(of: UInt8(ascii: "#")) {
      let number = String(decoding: reader.pool[(mark + 1)..<range.upperBound], as: UTF8.self)
      if let number = TreeReader.number(number), (2...99).contains(number), mark > range.lowerBound
      {
        row.occurrence = UInt16(number)
      } else {
        reader.report(
          .wrongValue, at: span, "`\(reader.string(key))` is not a row id",
          help: "write `a#2` for the second row that the document calls `a`")
      }
      range = range.lowerBound..<mark
    }
    guard !range.isEmpty else { return }
    let id = tables.steps[step].id
    if (48...57).contains(reader.pool[range.lowerBound]) {
      row.id = PooledText(range, span: span)
    } else {
      row.id = reader.made(id.range, range, from: span)
    }
  }

  /// Reports a second key that says what a step or row is.
  mutating func refuseChoice(
    _ key: String, beside first: String, _ node: YAMLTree.Node, _ law: String, orElse: String = ""
  ) {
    reader.report(
      .keysExclude, at: reader.tree.span(node), "\(law); this one has `\(first)` and `\(key)`",
      help: "keep one of the two\(orElse)")
  }

  mutating func readKind(_ kind: Row.Kind, _ node: YAMLTree.Node, into row: inout RowDraft) {
    if let first = row.kind {
      return refuseChoice(kind.key, beside: first.key, node, "a row is of one kind")
    }
    row.kind = kind
    row.record.label = reader.text(node)
  }

  /// Changes the rare fields of a row, adding them if it has none.
  mutating func changeRareFields(to row: Int, _ change: (inout RowRareFields) -> Void) {
    if tables.rows[row].rare < 0 {
      tables.rows[row].rare = Int32(tables.rowRareFields.count)
      tables.rowRareFields.append(RowRareFields())
    }
    change(&tables.rowRareFields[Int(tables.rows[row].rare)])
  }

  func meant(_ row: RowRecord) -> TargetRecord? {
    row.rare < 0 ? nil : tables.rowRareFields[Int(row.rare)].meant
  }

  func meant(_ row: Int) -> TargetRecord? { meant(tables.rows[row]) }

  /// Adds a row and makes its reference unique.
  ///
  /// An extension may have the number of its step, whose own row already has that id.
  mutating func addRow(_ draft: inout RowDraft, isMarked: Bool = false) {
    if draft.hasRareFields {
      draft.record.rare = Int32(tables.rowRareFields.count)
      tables.rowRareFields.append(draft.rare)
    }
    let index = Int32(tables.rows.count)
    let range = draft.record.id.range
    let first =
      draft.record.id.isPresent ? rowIndex.insert(range, in: reader.pool, value: index) : index
    if first != index {
      let expected = (occurrences[first] ?? 1) + 1
      let mayShare = draft.record.kind == .extension && tables.rows[Int(first)].kind == .own
      if isMarked ? draft.record.occurrence == expected : mayShare {
        draft.record.occurrence = expected
      } else {
        let id = reader.string(draft.record.id)
        reader.report(
          .duplicateID, at: draft.record.span, "there is a row `\(id)` already",
          help: "if the document uses the id again, write `#\(expected)` after it")
      }
      occurrences[first] = expected
    } else if isMarked {
      reader.report(
        .wrongValue, at: draft.record.span,
        """
        this is the first row `\(reader.string(draft.record.id))`, not number \
        \(draft.record.occurrence)
        """,
        help: "remove the `#\(draft.record.occurrence)`")
    }
    tables.rows.append(draft.record)
  }
}
