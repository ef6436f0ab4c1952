internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// Steps and lines, with their contents.
extension FlowReader {
  mutating func readStep(
    _ node: YAMLTree.Node, _ schema: Schema<FlowReader, StepDraft>, in section: Int,
    prefix: PooledText?
  ) {
    let allowances = tables.allowances.count
    var draft = StepDraft()
    guard let keys = read(node, schema, into: &draft) else {
      dropAllowances(from: allowances)
      hidesSteps = true
      return
    }
    if !draft.record.id.isPresent { hidesSteps = true }
    if let prefix { draft.record.id = join(prefix, draft.record.id) }
    draft.record.isLine = prefix != nil
    draft.record.line = reader.tree.line(node)
    draft.record.section = Int32(section)
    if let activity = draft.activity {
      draft.record.activity = activity
    } else if !reader.wasMeant(oneOf: schema.mapping.choices, in: node) {
      reader.report(
        .missingKey, at: reader.tree.headSpan(node), "the step has no key that says what happens",
        help: "add one of: \(FlowReader.step.mapping.choices.joined(separator: ", "))")
    }
    if draft.rare.meantCall.isPresent, draft.record.activity != .call {
      reader.report(
        .keysExclude, at: draft.rare.meantCall.span, "`meant call` goes with `call`",
        help: "remove it, or say what is called")
    }
    if draft.rare.values.count > 0 || draft.rare.isTraced { checkValues(of: draft) }
    if draft.record.showsValues { tables.header.showsValues = true }
    if draft.hasRareFields {
      draft.record.rare = Int32(tables.stepRareFields.count)
      tables.stepRareFields.append(draft.rare)
    }
    draft.record.hasOwnRow = draft.rows == nil
    let index = tables.steps.count
    tables.steps.append(draft.record)
    if reader.wasMeant(oneOf: ["next", "meant", "rows", "input"], in: node) {
      flawedSteps.insert(index)
    }
    if draft.record.activity == .call { tables.calls.append(Int32(index)) }
    if stepIndex.insert(draft.record.id.range, in: reader.pool, value: Int32(index)) != index {
      refuseTwice(draft.record.id, "step")
    }
    let firstRow = tables.rows.count
    defer { checkTaker(of: draft, rows: firstRow..<tables.rows.count) }
    if let rows = draft.rows {
      ownRows.append(-1)
      reader.refuse(
        keys & schema.mapping.own, of: schema.mapping, "belongs to a row, and this step has `rows`",
        help: "move it into the row that it is about")
      readRows(rows, of: index)
    } else {
      ownRows.append(Int32(tables.rows.count))
      draft.row.record.id = draft.record.id
      draft.row.record.step = Int32(index)
      draft.row.record.meantStep = Int32(index)
      draft.row.record.line = draft.record.line
      addRow(&draft.row)
    }
  }

  mutating func readActivity(
    _ activity: Activity, _ node: YAMLTree.Node, into step: inout StepDraft
  ) {
    if let first = step.activity {
      return refuseChoice(
        activity.key, beside: first.key, node, "a step does one thing",
        orElse: ", or make two steps")
    }
    step.activity = activity
    step.record.subject =
      activity == .notice ? shown(node, &step.record.showsValues) : reader.text(node)
  }

  /// `7b` and `a` make `7b.a`.
  private mutating func join(_ prefix: PooledText, _ own: PooledText) -> PooledText {
    let id = reader.made(prefix.range, 0..<0, from: own.span)
    reader.pool.append(UInt8(ascii: "."))
    let line = reader.made(own.range, 0..<0, from: own.span)
    return PooledText(offset: id.offset, count: id.count + 1 + line.count, span: own.span)
  }

  mutating func readInputs(_ node: YAMLTree.Node) -> TableRange {
    let start = tables.inputs.count
    var pairs = reader.pairs(node)
    while let (name, value) = reader.next(&pairs) {
      var input = InputRecord()
      input.name = reader.text(name)
      if reader.isText(value) {
        refuseShort(value, as: reader.string(name))
      } else {
        read(value, FlowReader.input, into: &input)
      }
      tables.inputs.append(input)
    }
    return TableRange(start: start, count: tables.inputs.count - start)
  }

  /// Reports an input that says in a text what it is: `code: 6 digits`.
  private mutating func refuseShort(_ node: YAMLTree.Node, as name: String) {
    let words = reader.string(node).split(separator: " ")
    let isNumber = words.first.map { $0.allSatisfy { $0.isNumber || $0 == "." } } ?? false
    let key = words.contains("digits") ? "digits" : "length"
    let wanted = isNumber && words.count < 3 ? "{ \(key): \(words[0]) }" : "{ length: 1..40 }"
    reader.report(
      .wrongKind, at: reader.tree.span(node),
      "the input `\(name)` must be a mapping of keys, not a text",
      help: "write `\(name): \(wanted)`, and `secret: yes` in it if nobody may see it")
  }

  mutating func readLength(_ node: YAMLTree.Node, of input: inout InputRecord) {
    if let range = reader.numbers(node), range.upperBound <= Int(InputRecord.longest) {
      input.least = UInt16(range.lowerBound)
      input.most = UInt16(range.upperBound)
    } else {
      reader.report(
        .wrongValue, at: reader.tree.span(node), "`\(reader.string(node))` is not a length",
        help: "write `6` or `4..12`; at most \(InputRecord.longest)")
    }
  }

  mutating func readArguments(_ node: YAMLTree.Node) -> TableRange {
    let start = reader.texts.count
    var pairs = reader.pairs(node)
    while let (name, value) = reader.next(&pairs) {
      guard reader.isText(value, "an argument") else { continue }
      reader.texts.append(reader.text(name))
      reader.texts.append(reader.text(value))
    }
    return TableRange(start: start, count: reader.texts.count - start)
  }

  /// Reads `rule: reason`. The check reports unknown rules.
  mutating func readAllowances(_ node: YAMLTree.Node, of owner: AllowanceRecord.Owner) {
    var pairs = reader.pairs(node)
    while let (rule, reason) = reader.next(&pairs) {
      guard reader.isText(reason, "a reason") else { continue }
      tables.allowances.append(
        AllowanceRecord(rule: reader.text(rule), reason: reader.text(reason), owner: owner))
    }
  }

  /// Forgets what was allowed in a part that is not there.
  mutating func dropAllowances(from count: Int) {
    tables.allowances.removeSubrange(count...)
  }

  mutating func readCounts(_ node: YAMLTree.Node) -> TableRange {
    let start = tables.changes.count
    var pairs = reader.pairs(node)
    while let (name, value) = reader.next(&pairs) {
      guard reader.isText(value, "the outcome that counts"), let fact = fact(name) else { continue }
      tables.changes.append(
        ChangeRecord(
          kind: .count, fact: fact, outcome: reader.text(value), span: reader.tree.span(name)))
    }
    return TableRange(start: start, count: tables.changes.count - start)
  }
}
