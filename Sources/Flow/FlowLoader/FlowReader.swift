internal import Diagnostics
internal import FlowModel
internal import YAMLTree

/// Turns the tree of one file into the tables of one flow.
///
/// One pass from top to bottom; what refers to something further down is resolved at the end
/// (`FlowReader+Resolve.swift`). What refers to other files is the linker's.
struct FlowReader {
  var reader: TreeReader
  var header = HeaderRecord()
  var facts: [FactRecord] = []
  var sections: [SectionRecord] = []
  var steps: [StepRecord] = []
  var rows: [RowRecord] = []
  var inputs: [InputRecord] = []
  var arguments: [ArgumentRecord] = []
  var conditions: [ConditionRecord] = []
  var changes: [ChangeRecord] = []
  var lines: [LineRecord] = []
  var stepRows: [Int32] = []
  var allowances: [AllowanceRecord] = []
  /// The own row of every step that has one; -1 for the others.
  var ownRows: [Int32] = []
  var stepIndex = TextIndex()
  var sectionIndex = TextIndex()
  var rowIndex = TextIndex()
  /// How often an id has been used so far, for ids that are used more than once.
  var occurrences: [Int32: UInt16] = [:]

  /// The tables of a file, when it could be read at all, and everything that is wrong in it.
  static func read(
    path: String, tree: consuming YAMLTree, diagnostics: [Diagnostic]
  ) -> (tables: FlowTables?, diagnostics: [Diagnostic]) {
    var reader = FlowReader(
      reader: TreeReader(path: path, tree: tree, diagnostics: diagnostics))
    let isComplete = reader.readFlow()
    let found = reader.reader.diagnostics
    guard isComplete, found.isEmpty else { return (nil, found) }
    return (reader.tables(), found)
  }

  private func tables() -> FlowTables {
    FlowTables(
      path: reader.path, pool: reader.pool, header: header, texts: reader.texts, facts: facts,
      sections: sections, steps: steps, rows: rows, inputs: inputs, arguments: arguments,
      conditions: conditions, changes: changes, lines: lines, stepRows: stepRows,
      allowances: allowances)
  }

  private mutating func readFlow() -> Bool {
    guard !reader.tree.isEmpty else {
      if reader.diagnostics.isEmpty {
        reader.report(
          .emptyFile, at: .top, "the file is empty",
          help: "a flow begins with `flow: ID` and `title: ...`; see docs/language.md")
      }
      return false
    }
    var fields = Fields()
    makeRoom()
    guard reader.read(reader.tree.root, .flow, into: &fields) else { return false }
    readHeader(fields)
    if let node = fields[.facts] { readFacts(node) }
    readBody(fields)
    resolve()
    return true
  }

  /// Rows and steps are large: their tables get the right size at once.
  private mutating func makeRoom() {
    let (stepCount, rowCount) = reader.counts()
    steps.reserveCapacity(stepCount)
    ownRows.reserveCapacity(stepCount)
    rows.reserveCapacity(rowCount)
    lines.reserveCapacity(stepCount + rowCount)
  }

  private mutating func readHeader(_ fields: borrowing Fields) {
    header.id = reader.text(fields[.flow])
    header.alias = reader.text(fields[.alias])
    header.title = reader.text(fields[.title])
    header.outline = reader.text(fields[.outline])
    header.summary = reader.text(fields[.summary])
    header.goal = reader.text(fields[.goal])
    header.actor = reader.text(fields[.actor])
    header.slip = reader.text(fields[.slip])
    readAllowances(fields[.allow], of: .flow)
    header.preconditions = reader.list(fields[.preconditions], "a precondition")
    header.postconditions = reader.list(fields[.postconditions], "a postcondition")
    header.triggeredBy = reader.list(fields[.triggeredBy], "what triggers a flow")
    header.usedBy = reader.list(fields[.usedBy], "a flow")
    header.documentation = reader.list(fields[.documentation], "documentation")
    header.tests = reader.list(fields[.tests], "a test case")
    header.notes = reader.list(fields[.notes], "a note")
    header.errors = reader.list(fields[.errors], "an error flow")
    header.parameters = reader.list(fields[.parameters], "a parameter")
    header.results = reader.list(fields[.results], "a result")
    if let node = fields[.kind] {
      let name = reader.string(node)
      if let kind = Flow.Kind(rawValue: name) {
        header.kind = kind
      } else {
        let kinds = Flow.Kind.allCases.map(\.rawValue)
        reader.report(
          .wrongValue, at: reader.tree.span(node), "`\(name)` is no kind of flow",
          help: DidYouMean.question(for: name, in: kinds)
            ?? "write one of: \(kinds.joined(separator: ", "))")
      }
    }
  }

  private mutating func readBody(_ fields: borrowing Fields) {
    let bodies = fields.keys.intersection([.sections, .steps, .outline])
    guard bodies.count == 1 else {
      let span = fields[.flow].map { reader.tree.span($0) } ?? .top
      let got = bodies.isEmpty ? "none of them" : "\(bodies.count) of them"
      if bodies.isEmpty, reader.diagnostics.contains(where: { $0.rule != .fileName }) { return }
      reader.report(
        bodies.isEmpty ? .missingKey : .keysExclude, at: span,
        "a flow has `sections`, or `steps`, or `outline`; this one has \(got)",
        help: "`sections` for a table, `steps` for a main scenario, `outline` if it is not written")
      return
    }
    if let node = fields[.extensions], fields[.steps] == nil {
      reader.report(
        .keysExclude, at: reader.tree.headSpan(node), "`extensions` go with `steps`",
        help: "in a table, give the step a row instead")
    }
    if let node = fields[.sections] {
      var entries = reader.entries(node)
      while let entry = reader.next(&entries) { readSection(entry) }
      if reader.tree.count(node) == 0 {
        reader.report(
          .missingKey, at: reader.tree.headSpan(node), "there is no section here",
          help: "add one, or remove the list")
      }
    } else if let node = fields[.steps] {
      header.form = .scenario
      sections.append(
        SectionRecord(id: .none, title: .none, steps: .none, extensionRow: nil))
      readSteps(node, .step, in: 0, prefix: nil)
      guard let node = fields[.extensions] else { return }
      var entries = reader.entries(node)
      while let entry = reader.next(&entries) { readExtension(entry) }
    }
  }

  private mutating func readSection(_ node: YAMLTree.Node) {
    var fields = Fields()
    guard reader.read(node, .section, into: &fields) else { return }
    let index = sections.count
    let id = reader.text(fields[.section])
    sections.append(
      SectionRecord(
        id: id, title: reader.text(fields[.title]), steps: .none, extensionRow: nil))
    if sectionIndex.insert(id.range, in: reader.pool, value: Int32(index)) != index {
      refuseTwice(id, "section")
    }
    lines.append(.section(Int32(index)))
    if let steps = fields[.steps] { readSteps(steps, .step, in: index, prefix: nil) }
  }

  /// Reads steps or lines into a section. `prefix` is the extension's id for lines.
  private mutating func readSteps(
    _ node: YAMLTree.Node, _ schema: Schema, in section: Int, prefix: Text?
  ) {
    let first = steps.count
    var entries = reader.entries(node)
    while let entry = reader.next(&entries) {
      readStep(entry, schema, in: section, prefix: prefix)
    }
    sections[section].steps = Slice(start: first, count: steps.count - first)
    guard steps.count > first else {
      reader.report(
        .missingKey, at: reader.tree.headSpan(node), "there is no step here",
        help: "add one, or remove the list")
      return
    }
    followOn(from: first)
  }

  /// Gives the rows of steps that have no table and no target the step that follows.
  private mutating func followOn(from first: Int) {
    for index in first..<steps.count where steps[index].hasOwnRow {
      let row = Int(ownRows[index])
      guard rows[row].next == nil else { continue }
      if index + 1 < steps.count {
        rows[row].next = TargetRecord(
          kind: .step, name: steps[index + 1].id, place: .none, step: Int32(index + 1),
          span: steps[index].id.span)
      } else if rows[row].meant == nil {
        reader.report(
          .missingKey, at: steps[index].id.span,
          "the last step `\(reader.string(steps[index].id))` must say what is `next`",
          help: "add `next: end`, or where it leads")
      }
    }
  }

  private mutating func readExtension(_ node: YAMLTree.Node) {
    var fields = Fields()
    guard reader.read(node, .extension, into: &fields) else { return }
    let index = sections.count
    let id = reader.text(fields[.extension])
    var row = RowRecord()
    row.id = id
    row.kind = .extension
    row.label = reader.text(fields[.case])
    row.extensionSection = Int32(index)
    row.span = id.span
    row.line = reader.tree.line(node)
    readTail(fields, into: &row)
    row.step = owner(of: id, fields[.at])
    row.meantStep = fields[.meantAt] == nil ? row.step : owner(of: id, fields[.meantAt])
    let place = rows.count
    addRow(&row)
    readAllowances(fields[.allow], of: .row(Int32(place)))
    lines.append(.row(Int32(place)))
    sections.append(
      SectionRecord(id: id, title: row.label, steps: .none, extensionRow: Int32(place)))
    let first = steps.count
    if let node = fields[.lines] { readSteps(node, .line, in: index, prefix: id) }
    if steps.count > first {
      rows[place].next = TargetRecord(
        kind: .step, name: steps[first].id, place: .none, step: Int32(first), span: id.span)
    }
    if let node = fields[.proposal] {
      rows[place].why = reader.text(node)
      propose(rows[place...].indices)
    }
  }

  /// Makes rows proposals: they exist only as meant.
  private mutating func propose(_ range: Range<Int>) {
    for index in range {
      rows[index].meant = rows[index].meant ?? rows[index].next
      rows[index].next = nil
    }
  }

  /// The step of the main scenario that an extension hangs on: `at`, or the number it starts with.
  private mutating func owner(of id: Text, _ at: YAMLTree.Node?) -> Int32 {
    var name = at.map { reader.text($0) } ?? id
    if at == nil {
      let start = Int(name.offset)
      let digits = reader.pool[start..<start + Int(name.count)].prefix { (48...57).contains($0) }
      name.count = UInt32(digits.count)
    }
    let range = name.range
    if let step = stepIndex.find(range, in: reader.pool, known: reader.pool) { return step }
    reader.report(
      .unknownTarget, at: name.span, "there is no step `\(reader.string(name))` to extend",
      help: "say the step with `at: 7`")
    return 0
  }

  /// Reports an id that another one of its kind has already.
  mutating func refuseTwice(_ id: Text, _ what: String) {
    guard id.isPresent else { return }
    reader.report(
      .duplicateID, at: id.span, "there is a \(what) `\(reader.string(id))` already",
      help: "give one of the two another id")
  }
}

extension TreeReader {
  func string(_ text: Text) -> String {
    String(
      decoding: pool[text.range], as: UTF8.self)
  }
}
