internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// Steps and lines, and what they show.
extension FlowReader {
  static let activities: KeySet = [
    .screen, .prompt, .notice, .determine, .validate, .execute, .system, .os, .call, .await, .user,
    .outside,
  ]

  /// The keys that most steps lack.
  private static let detailedInSteps: KeySet = [
    .note, .loading, .slip, .why, .meantCall, .items, .takes, .cancelable, .with, .unless,
  ]

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
    _ node: YAMLTree.Node, _ schema: Schema, in section: Int, prefix: PooledText?
  ) {
    guard let fields = reader.read(node, schema) else { return }
    var step = StepRecord()
    let own = reader.text(reader[fields, prefix == nil ? .step : .line])
    step.id = prefix.map { join($0, own) } ?? own
    step.isLine = prefix != nil
    step.line = reader.tree.line(node)
    step.section = Int32(section)
    readActivity(fields, of: node, into: &step)
    step.message = reader.text(reader[fields, .message])
    step.action = reader.text(reader[fields, .action])
    if let node = reader[fields, .buttons] { step.buttons = reader.list(node, "a button") }
    if let node = reader[fields, .input] { step.inputs = readInputs(node) }
    if let node = reader[fields, .count] { step.counts = readCounts(node) }
    if !fields.keys.intersection(FlowReader.detailedInSteps).isEmpty {
      step.rare = readStepRareFields(fields, of: step.activity)
    }
    let index = tables.steps.count
    tables.steps.append(step)
    if step.activity == .call { tables.calls.append(Int32(index)) }
    readAllowances(reader[fields, .allow], of: .step(Int32(index)))
    if stepIndex.insert(step.id.range, in: reader.pool, value: Int32(index)) != index {
      refuseTwice(step.id, "step")
    }
    if let node = reader[fields, .rows] {
      ownRows.append(-1)
      refuseOwnKeys(fields)
      readRows(node, of: index)
    } else {
      ownRows.append(Int32(tables.rows.count))
      readOwnRow(fields, of: index)
    }
  }

  private mutating func readStepRareFields(
    _ fields: Fields, of activity: Activity
  ) -> Int32 {
    var rare = StepRareFields()
    rare.note = reader.text(reader[fields, .note])
    rare.loading = reader.text(reader[fields, .loading])
    rare.slip = reader.text(reader[fields, .slip])
    rare.why = reader.text(reader[fields, .why])
    rare.meantCall = reader.text(reader[fields, .meantCall])
    rare.items = reader.list(reader[fields, .items], "an item")
    rare.takes = reader.takes(reader[fields, .takes])
    rare.cancelable = reader.flag(reader[fields, .cancelable])
    if let node = reader[fields, .with] { rare.arguments = readArguments(node) }
    if let node = reader[fields, .unless] { rare.unless = readConditions(node) }
    if rare.meantCall.isPresent, activity != .call {
      reader.report(
        .keysExclude, at: rare.meantCall.span, "`meant call` goes with `call`",
        help: "remove it, or say what is called")
    }
    tables.stepRareFields.append(rare)
    return Int32(tables.stepRareFields.count - 1)
  }

  /// `7b` and `a` make `7b.a`.
  private mutating func join(_ prefix: PooledText, _ own: PooledText) -> PooledText {
    let id = reader.made(prefix.range, 0..<0, from: own.span)
    reader.pool.append(UInt8(ascii: "."))
    let line = reader.made(own.range, 0..<0, from: own.span)
    return PooledText(offset: id.offset, count: id.count + 1 + line.count, span: own.span)
  }

  private mutating func readActivity(
    _ fields: Fields, of node: YAMLTree.Node, into step: inout StepRecord
  ) {
    let found = fields.keys.intersection(FlowReader.activities)
    guard let first = found.first, let value = reader[fields, first] else {
      let keys = FlowReader.activities.words
      reader.report(
        .missingKey, at: reader.tree.headSpan(node), "the step does not say what happens",
        help: "add one of: \(keys)")
      return
    }
    step.activity = FlowReader.activity(first)
    step.subject = reader.text(value)
    if found.count > 1 {
      reader.refuseOthers(
        than: first, of: found, in: fields, "a step does one thing",
        help: "keep one of the two, or make two steps")
    }
  }

  private mutating func readInputs(_ node: YAMLTree.Node) -> Slice {
    let start = tables.inputs.count
    var pairs = reader.pairs(node)
    while let (name, value) = reader.next(&pairs) {
      guard let fields = reader.read(value, .input) else { continue }
      var length = 0...4096
      for key in [Key.digits, .length] {
        guard let node = reader[fields, key] else { continue }
        if let range = reader.numbers(node), range.upperBound <= 4096 {
          length = range
        } else {
          reader.report(
            .wrongValue, at: reader.tree.span(node), "`\(reader.string(node))` is no length",
            help: "write `6` or `4..12`; at most 4096")
        }
      }
      tables.inputs.append(
        InputRecord(
          name: reader.text(name), isSecret: reader.flag(reader[fields, .secret]) ?? false,
          isDigits: reader[fields, .digits] != nil, least: UInt16(length.lowerBound),
          most: UInt16(length.upperBound)))
    }
    return Slice(start: start, count: tables.inputs.count - start)
  }

  private mutating func readArguments(_ node: YAMLTree.Node) -> Slice {
    let start = tables.arguments.count
    var pairs = reader.pairs(node)
    while let (name, value) = reader.next(&pairs) {
      guard reader.isText(value, "an argument") else { continue }
      tables.arguments.append(
        ArgumentRecord(parameter: reader.text(name), value: reader.text(value)))
    }
    return Slice(start: start, count: tables.arguments.count - start)
  }

  /// `rule: reason`. Whether there is such a rule, the check knows.
  mutating func readAllowances(_ node: YAMLTree.Node?, of owner: AllowanceRecord.Owner) {
    guard let node else { return }
    var pairs = reader.pairs(node)
    while let (rule, reason) = reader.next(&pairs) {
      guard reader.isText(reason, "a reason") else { continue }
      tables.allowances.append(
        AllowanceRecord(rule: reader.text(rule), reason: reader.text(reason), owner: owner))
    }
  }

  private mutating func readCounts(_ node: YAMLTree.Node) -> Slice {
    let start = tables.changes.count
    var pairs = reader.pairs(node)
    while let (name, value) = reader.next(&pairs) {
      guard reader.isText(value, "the outcome that counts"), let fact = fact(name) else { continue }
      tables.changes.append(
        ChangeRecord(
          kind: .count, fact: fact, value: 0, outcome: reader.text(value),
          span: reader.tree.span(name)))
    }
    return Slice(start: start, count: tables.changes.count - start)
  }
}
