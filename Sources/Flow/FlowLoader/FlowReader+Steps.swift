internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// Steps and lines, and what they show.
extension FlowReader {
  static let activities: KeySet = [
    .screen, .prompt, .notice, .determine, .validate, .execute, .system, .os, .call, .await, .user,
    .outside,
  ]

  /// Asked for key by key: by one that is known only at run time, all fields would be copied.
  private static func activity(in fields: borrowing Fields) -> YAMLTree.Node? {
    let shown = fields[.screen] ?? fields[.prompt] ?? fields[.notice]
    let done = fields[.determine] ?? fields[.validate] ?? fields[.execute] ?? fields[.system]
    let other = fields[.os] ?? fields[.call] ?? fields[.await] ?? fields[.user] ?? fields[.outside]
    return shown ?? done ?? other
  }

  private static func activity(_ key: Key) -> Activity {
    switch key {
    case .screen: .screen
    case .prompt: .prompt
    case .notice: .notice
    case .determine: .determine
    case .validate: .validate
    case .execute: .execute
    case .os: .os
    case .call: .call
    case .await: .await
    case .user: .user
    case .outside: .outside
    default: .system
    }
  }

  mutating func readStep(
    _ node: YAMLTree.Node, _ schema: Schema, in section: Int, prefix: Text?
  ) {
    var fields = Fields()
    guard reader.read(node, schema, into: &fields) else { return }
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
    let id = reader.made(prefix.range, 0..<0, from: own.span)
    reader.pool.append(UInt8(ascii: "."))
    let line = reader.made(own.range, 0..<0, from: own.span)
    return Text(offset: id.offset, count: id.count + 1 + line.count, span: own.span)
  }

  private mutating func readActivity(
    _ fields: borrowing Fields, of node: YAMLTree.Node, into step: inout StepRecord
  ) {
    let found = fields.keys.intersection(FlowReader.activities)
    guard let first = found.first, let value = FlowReader.activity(in: fields) else {
      let keys = FlowReader.activities.words
      reader.report(
        .missingKey, at: reader.tree.headSpan(node), "the step does not say what happens",
        help: "add one of: \(keys)")
      return
    }
    step.activity = FlowReader.activity(first)
    step.subject = reader.text(value)
    guard found.count > 1 else { return }
    for key in Key.allCases where key != first && found.contains(key) {
      guard let value = fields[key] else { continue }
      reader.report(
        .keysExclude, at: reader.tree.span(value),
        "a step does one thing; this one has `\(first.word)` and `\(key.word)`",
        help: "keep one of the two, or make two steps")
    }
  }

  private mutating func readInputs(_ node: YAMLTree.Node) -> Slice {
    let start = inputs.count
    var pairs = reader.pairs(node)
    while let (name, value) = reader.next(&pairs) {
      var fields = Fields()
      guard reader.read(value, .input, into: &fields) else { continue }
      var length = 0...4096
      for key in [Key.digits, .length] {
        guard let node = fields[key] else { continue }
        if let range = reader.numbers(node), range.upperBound <= 4096 {
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
    var pairs = reader.pairs(node)
    while let (name, value) = reader.next(&pairs) {
      guard reader.isText(value, "an argument") else { continue }
      arguments.append(
        ArgumentRecord(parameter: reader.text(name), value: reader.text(value)))
    }
    return Slice(start: start, count: arguments.count - start)
  }

  /// `rule: reason`. Whether there is such a rule, the check knows.
  mutating func readAllowances(_ node: YAMLTree.Node?, of owner: AllowanceRecord.Owner) {
    guard let node else { return }
    var pairs = reader.pairs(node)
    while let (rule, reason) = reader.next(&pairs) {
      guard reader.isText(reason, "a reason") else { continue }
      allowances.append(
        AllowanceRecord(rule: reader.text(rule), reason: reader.text(reason), owner: owner))
    }
  }

  private mutating func readCounts(_ node: YAMLTree.Node) -> Slice {
    let start = changes.count
    var pairs = reader.pairs(node)
    while let (name, value) = reader.next(&pairs) {
      guard reader.isText(value, "the outcome that counts"), let fact = fact(name) else { continue }
      changes.append(
        ChangeRecord(
          kind: .count, fact: fact, value: 0, outcome: reader.text(value),
          span: reader.tree.span(name)))
    }
    return Slice(start: start, count: changes.count - start)
  }
}
