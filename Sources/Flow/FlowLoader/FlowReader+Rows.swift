internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// Rows: the outcomes of steps.
extension FlowReader {
  static let kinds: KeySet = [.user, .case, .result, .event, .error]
  /// The keys of a row that a step with `rows` must not have.
  private static let own: KeySet = [
    .on, .after, .enters, .next, .meant, .set, .reset, .does, .answer,
  ]

  /// The keys of an own row and of an extension that most of them lack.
  static let detailed: KeySet = [.why, .does, .answer, .slip, .meant, .enters, .after]
  /// Those of a row in a step's `rows`.
  private static let detailedInRows = KeySet([
    .why, .does, .answer, .slip, .meant, .enters, .after, .message, .meantID,
  ])

  private static func kind(_ key: Key) -> Row.Kind {
    switch key {
    case .user: .user
    case .case: .case
    case .result: .result
    case .event: .event
    default: .error
    }
  }

  mutating func readRows(_ node: YAMLTree.Node, of step: Int) {
    if reader.tree.count(node) == 0 {
      reader.report(
        .missingKey, at: reader.tree.span(node), "`rows` is empty",
        help: "add a row, or remove `rows` and say what is `next`")
    }
    var pairs = reader.pairs(node)
    while let (key, value) = reader.next(&pairs) {
      guard let fields = reader.read(value, .row) else { continue }
      var row = RowRecord()
      row.step = Int32(step)
      row.meantStep = row.step
      row.line = reader.tree.line(key)
      readID(key, of: step, into: &row)
      readKind(fields, at: key, into: &row)
      readTail(fields, FlowReader.detailedInRows, into: &row)
      if row.next == nil, meant(row) == nil {
        reader.report(
          .missingKey, at: reader.tree.span(key),
          "the row `\(reader.string(row.id))` leads nowhere",
          help: "add `next: ...`: a step, a section, `goto UC1.1`, `back`, `end`, `stay`")
      }
      readAllowances(reader[fields, .allow], of: .row(Int32(tables.rows.count)))
      addRow(&row, isMarked: row.occurrence > 1)
    }
  }

  mutating func readOwnRow(_ fields: Fields, of step: Int) {
    var row = RowRecord()
    row.kind = .own
    row.id = tables.steps[step].id
    row.step = Int32(step)
    row.meantStep = row.step
    row.line = tables.steps[step].line
    readTail(fields, FlowReader.detailed, into: &row)
    tables.steps[step].hasOwnRow = true
    addRow(&row)
  }

  /// A step with `rows` must not also have the keys of a row of its own.
  mutating func refuseOwnKeys(_ fields: Fields) {
    let found = fields.keys.intersection(FlowReader.own)
    guard !found.isEmpty else { return }
    for key in Key.allCases where found.contains(key) {
      guard let node = reader[fields, key] else { continue }
      reader.report(
        .keysExclude, at: reader.tree.headSpan(node),
        "`\(key.word)` belongs to a row, and this step has `rows`",
        help: "move it into the row that it is about")
    }
  }

  /// The key of a row: a letter that follows the step's id, or a whole id; `#2` for the second.
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
          .wrongValue, at: span, "`\(reader.string(key))` is no row id",
          help: "write `a#2` for the second row that the document calls `a`")
      }
      range = range.lowerBound..<mark
    }
    guard !range.isEmpty else { return }
    let id = tables.steps[step].id
    if (48...57).contains(reader.pool[range.lowerBound]) {
      row.id = PooledText(
        offset: UInt32(truncatingIfNeeded: range.lowerBound),
        count: UInt32(truncatingIfNeeded: range.count), span: span)
    } else {
      row.id = reader.made(id.range, range, from: span)
    }
  }

  private mutating func readKind(
    _ fields: Fields, at key: YAMLTree.Node, into row: inout RowRecord
  ) {
    let found = fields.keys.intersection(FlowReader.kinds)
    guard let first = found.first, let value = reader[fields, first] else {
      reader.report(
        .missingKey, at: reader.tree.span(key), "the row does not say what kind it is",
        help: "add one of: \(FlowReader.kinds.words)")
      return
    }
    row.kind = FlowReader.kind(first)
    row.label = reader.text(value)
    if found.count > 1 {
      reader.refuseOthers(
        than: first, of: found, in: fields, "a row is of one kind", help: "keep one of the two")
    }
  }

  /// The keys that every kind of row has. `detailed` are those that go into its rare fields.
  mutating func readTail(
    _ fields: Fields, _ detailed: KeySet, into row: inout RowRecord
  ) {
    row.outcome = reader.text(reader[fields, .on])
    row.next = reader.target(reader[fields, .next])
    if let node = reader[fields, .if] { row.conditions = readConditions(node) }
    let start = tables.changes.count
    if let node = reader[fields, .set] { readSet(node) }
    if let node = reader[fields, .reset] { readReset(node) }
    row.changes = Slice(start: start, count: tables.changes.count - start)
    let found = fields.keys.intersection(detailed)
    if !found.isEmpty { row.rare = readRareFields(fields, found) }
  }

  private mutating func readRareFields(_ fields: Fields, _ found: KeySet) -> Int32 {
    var rare = RowRareFields()
    rare.why = reader.text(reader[fields, .why])
    rare.does = reader.text(reader[fields, .does])
    rare.answer = reader.text(reader[fields, .answer])
    rare.slip = reader.text(reader[fields, .slip])
    rare.meant = reader.target(reader[fields, .meant])
    rare.enters = reader.list(reader[fields, .enters], "an input")
    rare.after = reader.duration(reader[fields, .after])
    // The message of a step that has an own row is the step's.
    if found.contains(.message) { rare.message = reader.text(reader[fields, .message]) }
    rare.meantID = reader.text(reader[fields, .meantID])
    tables.rowRareFields.append(rare)
    return Int32(tables.rowRareFields.count - 1)
  }

  /// Changes the rare fields of a row, which may have had none.
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

  /// Adds a row and sees to it that its reference is its own.
  ///
  /// An extension may carry the number of its step, whose own row has that id already.
  mutating func addRow(_ row: inout RowRecord, isMarked: Bool = false) {
    let index = Int32(tables.rows.count)
    let range = row.id.range
    let first = row.id.isPresent ? rowIndex.insert(range, in: reader.pool, value: index) : index
    if first != index {
      let expected = (occurrences[first] ?? 1) + 1
      let mayShare = row.kind == .extension && tables.rows[Int(first)].kind == .own
      if isMarked ? row.occurrence == expected : mayShare {
        row.occurrence = expected
      } else {
        let id = reader.string(row.id)
        reader.report(
          .duplicateID, at: row.span, "there is a row `\(id)` already",
          help: "if the document uses the id again, write `#\(expected)` behind it")
      }
      occurrences[first] = expected
    } else if isMarked {
      reader.report(
        .wrongValue, at: row.span,
        "this is the first row `\(reader.string(row.id))`, not number \(row.occurrence)",
        help: "remove the `#\(row.occurrence)`")
    }
    tables.rows.append(row)
  }
}
