internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// Steps and lines, and what they show.
extension FlowReader {
  private static let activities: [(key: Key, activity: Activity)] = [
    (.screen, .screen), (.prompt, .prompt), (.notice, .notice), (.determine, .determine),
    (.validate, .validate), (.execute, .execute), (.system, .system), (.os, .os), (.call, .call),
    (.await, .await), (.user, .user), (.outside, .outside),
  ]

  mutating func readStep(
    _ node: YAMLTree.Node, _ schema: Schema, in section: Int, prefix: Text?
  ) {
    guard let fields = reader.fields(node, schema) else { return }
    var step = StepRecord()
    let own = reader.text(fields[prefix == nil ? .step : .line])
    step.id = prefix.map { join($0, own) } ?? own
    step.isLine = prefix != nil
    step.line = reader.tree.line(node)
    step.section = Int32(section)
    readActivity(fields, of: node, into: &step)
    step.message = reader.text(fields[.message])
    step.note = reader.text(fields[.note])
    step.loading = reader.text(fields[.loading])
    step.action = reader.text(fields[.action])
    step.slip = reader.text(fields[.slip])
    step.why = reader.text(fields[.why])
    step.meantCall = reader.text(fields[.meantCall])
    step.buttons = reader.list(fields[.buttons], "a button")
    step.items = reader.list(fields[.items], "an item")
    step.takes = reader.takes(fields[.takes])
    step.cancelable = reader.flag(fields[.cancelable])
    if let node = fields[.input] { step.inputs = readInputs(node) }
    if let node = fields[.with] { step.arguments = readArguments(node) }
    if let node = fields[.count] { step.counts = readCounts(node) }
    if let node = fields[.unless] { step.unless = readConditions(node) }
    if step.meantCall.isPresent, step.activity != .call {
      reader.report(
        .keysExclude, at: step.meantCall.span, "`meant call` goes with `call`",
        help: "remove it, or say what is called")
    }
    let index = steps.count
    steps.append(step)
    readAllowances(fields[.allow], of: .step(Int32(index)))
    lines.append(.step(Int32(index)))
    if stepIndex.insert(step.id.range, in: reader.pool, value: Int32(index)) != index {
      refuseTwice(step.id, "step")
    }
    if let node = fields[.rows] {
      ownRows.append(-1)
      refuseOwnKeys(fields)
      readRows(node, of: index)
    } else {
      ownRows.append(Int32(rows.count))
      readOwnRow(fields, of: index)
    }
  }

  /// `7b` and `a` make `7b.a`.
  private mutating func join(_ prefix: Text, _ own: Text) -> Text {
    let dot = reader.pool.count
    reader.pool.append(UInt8(ascii: "."))
    return reader.made(
      prefix.range, dot..<dot + 1,
      own.range, from: own.span)
  }

  private mutating func readActivity(
    _ fields: Fields, of node: YAMLTree.Node, into step: inout StepRecord
  ) {
    var found: Key?
    for (key, activity) in FlowReader.activities {
      guard let value = fields[key] else { continue }
      if let found {
        reader.report(
          .keysExclude, at: reader.tree.span(value),
          "a step does one thing; this one has `\(found.word)` and `\(key.word)`",
          help: "keep one of the two, or make two steps")
        continue
      }
      found = key
      step.activity = activity
      step.subject = reader.text(value)
    }
    if found == nil {
      let keys = FlowReader.activities.map(\.key.word).joined(separator: ", ")
      reader.report(
        .missingKey, at: reader.tree.headSpan(node), "the step does not say what happens",
        help: "add one of: \(keys)")
    }
  }

  private mutating func readInputs(_ node: YAMLTree.Node) -> Slice {
    let start = inputs.count
    for (name, value) in reader.pairs(node) {
      guard let fields = reader.fields(value, .input) else { continue }
      var length = 0...4096
      for key in [Key.digits, .length] {
        guard let node = fields[key] else { continue }
        if let range = TreeReader.range(reader.string(node)), range.upperBound <= 4096 {
          length = range
        } else {
          reader.report(
            .wrongValue, at: reader.tree.span(node), "`\(reader.string(node))` is no length",
            help: "write `6` or `4..12`; at most 4096")
        }
      }
      inputs.append(
        InputRecord(
          name: reader.text(name), isSecret: reader.flag(fields[.secret]) ?? false,
          isDigits: fields[.digits] != nil, least: UInt16(length.lowerBound),
          most: UInt16(length.upperBound)))
    }
    return Slice(start: start, count: inputs.count - start)
  }

  private mutating func readArguments(_ node: YAMLTree.Node) -> Slice {
    let start = arguments.count
    for (name, value) in reader.pairs(node) where reader.isText(value, "an argument") {
      arguments.append(
        ArgumentRecord(parameter: reader.text(name), value: reader.text(value)))
    }
    return Slice(start: start, count: arguments.count - start)
  }

  /// `rule: reason`. Whether there is such a rule, the check knows.
  mutating func readAllowances(_ node: YAMLTree.Node?, of owner: AllowanceRecord.Owner) {
    guard let node else { return }
    for (rule, reason) in reader.pairs(node) where reader.isText(reason, "a reason") {
      allowances.append(
        AllowanceRecord(rule: reader.text(rule), reason: reader.text(reason), owner: owner))
    }
  }

  private mutating func readCounts(_ node: YAMLTree.Node) -> Slice {
    let start = changes.count
    for (name, value) in reader.pairs(node) where reader.isText(value, "the outcome that counts") {
      guard let fact = fact(name) else { continue }
      changes.append(
        ChangeRecord(
          kind: .count, fact: fact, value: 0, outcome: reader.text(value),
          span: reader.tree.span(name)))
    }
    return Slice(start: start, count: changes.count - start)
  }
}
