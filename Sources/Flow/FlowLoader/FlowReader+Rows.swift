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
      var fields = Fields()
      guard reader.read(value, .row, into: &fields) else { continue }
      var row = RowRecord()
      row.step = Int32(step)
      row.meantStep = row.step
      row.span = reader.tree.span(key)
      row.line = reader.tree.line(key)
      readID(key, of: step, into: &row)
      readKind(fields, at: row.span, into: &row)
      row.message = reader.text(fields[.message])
      row.meantID = reader.text(fields[.meantID])
      readTail(fields, into: &row)
      if row.next == nil, row.meant == nil {
        reader.report(
          .missingKey, at: row.span, "the row `\(reader.string(row.id))` leads nowhere",
          help: "add `next: ...`: a step, a section, `goto UC1.1`, `back`, `end`, `stay`")
      }
      if row.next != nil { lines.append(.row(Int32(rows.count))) }
      readAllowances(fields[.allow], of: .row(Int32(rows.count)))
      addRow(&row, isMarked: row.occurrence > 1)
    }
  }

  mutating func readOwnRow(_ fields: borrowing Fields, of step: Int) {
    var row = RowRecord()
    row.kind = .own
    row.id = steps[step].id
    row.step = Int32(step)
    row.meantStep = row.step
    row.span = steps[step].id.span
    row.line = steps[step].line
    readTail(fields, into: &row)
    steps[step].hasOwnRow = true
    addRow(&row)
  }

  /// A step with `rows` must not also have the keys of a row of its own.
  mutating func refuseOwnKeys(_ fields: borrowing Fields) {
    let found = fields.keys.intersection(FlowReader.own)
    guard !found.isEmpty else { return }
    for key in Key.allCases where found.contains(key) {
      guard let node = fields[key] else { continue }
      reader.report(
        .keysExclude, at: reader.tree.headSpan(node),
        "`\(key.word)` belongs to a row, and this step has `rows`",
        help: "move it into the row that it is about")
    }
  }

  /// The key of a row: a letter that follows the step's id, or a whole id; `#2` for the second.
  private mutating func readID(_ key: YAMLTree.Node, of step: Int, into row: inout RowRecord) {
    var range = reader.tree.range(key)
    if let mark = reader.pool[range].firstIndex(of: UInt8(ascii: "#")) {
      let number = String(decoding: reader.pool[(mark + 1)..<range.upperBound], as: UTF8.self)
      if let number = TreeReader.number(number), (2...99).contains(number), mark > range.lowerBound
      {
        row.occurrence = UInt16(number)
      } else {
        reader.report(
          .wrongValue, at: row.span, "`\(reader.string(key))` is no row id",
          help: "write `a#2` for the second row that the document calls `a`")
      }
      range = range.lowerBound..<mark
    }
    guard !range.isEmpty else { return }
    let id = steps[step].id
    if (48...57).contains(reader.pool[range.lowerBound]) {
      row.id = Text(
        offset: UInt32(truncatingIfNeeded: range.lowerBound),
        count: UInt32(truncatingIfNeeded: range.count), span: row.span)
    } else {
      row.id = reader.made(id.range, range, from: row.span)
    }
  }

  private mutating func readKind(
    _ fields: borrowing Fields, at span: Span, into row: inout RowRecord
  ) {
    let found = fields.keys.intersection(FlowReader.kinds)
    // Asked for key by key: by one that is known only at run time, all fields would be copied.
    let value =
      fields[.user] ?? fields[.case] ?? fields[.result] ?? fields[.event] ?? fields[.error]
    guard let first = found.first, let value else {
      reader.report(
        .missingKey, at: span, "the row does not say what kind it is",
        help: "add one of: user, case, result, event, error")
      return
    }
    row.kind = FlowReader.kind(first)
    row.label = reader.text(value)
    guard found.count > 1 else { return }
    for key in Key.allCases where key != first && found.contains(key) {
      guard let value = fields[key] else { continue }
      reader.report(
        .keysExclude, at: reader.tree.span(value),
        "a row is of one kind; this one has `\(first.word)` and `\(key.word)`",
        help: "keep one of the two")
    }
  }

  /// The keys that every kind of row has.
  mutating func readTail(_ fields: borrowing Fields, into row: inout RowRecord) {
    row.outcome = reader.text(fields[.on])
    row.after = reader.duration(fields[.after])
    row.why = reader.text(fields[.why])
    row.does = reader.text(fields[.does])
    row.answer = reader.text(fields[.answer])
    row.slip = reader.text(fields[.slip])
    row.next = reader.target(fields[.next])
    row.meant = reader.target(fields[.meant])
    row.enters = reader.list(fields[.enters], "an input")
    if let node = fields[.if] { row.conditions = readConditions(node) }
    let start = changes.count
    if let node = fields[.set] { readSet(node) }
    if let node = fields[.reset] { readReset(node) }
    row.changes = Slice(start: start, count: changes.count - start)
  }

  /// Adds a row and sees to it that its reference is its own.
  ///
  /// An extension may carry the number of its step, whose own row has that id already.
  mutating func addRow(_ row: inout RowRecord, isMarked: Bool = false) {
    let index = Int32(rows.count)
    let range = row.id.range
    let first = row.id.isPresent ? rowIndex.insert(range, in: reader.pool, value: index) : index
    if first != index {
      let expected = (occurrences[first] ?? 1) + 1
      let mayShare = row.kind == .extension && rows[Int(first)].kind == .own
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
    rows.append(row)
  }
}
