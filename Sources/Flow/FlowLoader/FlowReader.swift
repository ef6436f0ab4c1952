internal import Diagnostics
internal import FlowModel
internal import YAMLTree

/// Turns the tree of a file into the tables of a flow, one file after the other.
///
/// One pass from top to bottom; what refers to something further down is resolved at the end
/// (`FlowReader+Resolve.swift`). What refers to other files is the linker's.
///
/// Its own tables keep their memory from file to file; what is read is copied out of them.
struct FlowReader: ~Copyable {
  var reader = TreeReader()
  var header = HeaderRecord()
  var facts: [FactRecord] = []
  var sections: [SectionRecord] = []
  var steps: [StepRecord] = []
  var rows: [RowRecord] = []
  var stepDetails: [StepDetails] = []
  var rowDetails: [RowDetails] = []
  var inputs: [InputRecord] = []
  var arguments: [ArgumentRecord] = []
  var conditions: [ConditionRecord] = []
  var changes: [ChangeRecord] = []
  var stepRows: [Int32] = []
  var calls: [Int32] = []
  var leavings: [Int32] = []
  var allowances: [AllowanceRecord] = []
  /// The own row of every step that has one; -1 for the others.
  var ownRows: [Int32] = []
  var stepIndex = TextIndex()
  var sectionIndex = TextIndex()
  var rowIndex = TextIndex()
  /// How often an id has been used so far, for ids that are used more than once.
  var occurrences: [Int32: UInt16] = [:]

  /// The tables of a file, when it could be read at all, and everything that is wrong in it.
  mutating func read(_ file: SourceFile) -> (tables: FlowTables?, diagnostics: [Diagnostic]) {
    // What is only half there would be called incomplete; that is no second problem.
    guard reader.begin(file) else { return (nil, reader.diagnostics) }
    clear(for: reader.tree.nodeCount)
    let isComplete = readFlow()
    let found = reader.diagnostics
    guard isComplete, found.isEmpty else { return (nil, found) }
    return (tables(), found)
  }

  /// Forgets the file before, and has room for what one of so many nodes says.
  private mutating func clear(for nodes: Int) {
    header = HeaderRecord()
    facts.removeAll(keepingCapacity: true)
    sections.removeAll(keepingCapacity: true)
    steps.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    stepDetails.removeAll(keepingCapacity: true)
    rowDetails.removeAll(keepingCapacity: true)
    inputs.removeAll(keepingCapacity: true)
    arguments.removeAll(keepingCapacity: true)
    conditions.removeAll(keepingCapacity: true)
    changes.removeAll(keepingCapacity: true)
    stepRows.removeAll(keepingCapacity: true)
    calls.removeAll(keepingCapacity: true)
    leavings.removeAll(keepingCapacity: true)
    allowances.removeAll(keepingCapacity: true)
    ownRows.removeAll(keepingCapacity: true)
    stepIndex.clear()
    sectionIndex.clear()
    rowIndex.clear()
    if !occurrences.isEmpty { occurrences = [:] }
    steps.reserveCapacity(nodes / 16)
    ownRows.reserveCapacity(nodes / 16)
    rows.reserveCapacity(nodes / 8)
    rowDetails.reserveCapacity(nodes / 32)
    stepDetails.reserveCapacity(nodes / 32)
    conditions.reserveCapacity(nodes / 32)
    changes.reserveCapacity(nodes / 32)
  }

  private func tables() -> FlowTables {
    FlowTables(
      path: reader.path, pool: reader.pool.trimmed, header: header, texts: reader.texts.trimmed,
      facts: facts.trimmed, sections: sections.trimmed, steps: steps.trimmed, rows: rows.trimmed,
      stepDetails: stepDetails.trimmed, rowDetails: rowDetails.trimmed, inputs: inputs.trimmed,
      arguments: arguments.trimmed, conditions: conditions.trimmed, changes: changes.trimmed,
      stepRows: stepRows.trimmed, calls: calls.trimmed,
      leavings: leavings.trimmed,
      allowances: allowances.trimmed)
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
    guard let fields = reader.read(reader.tree.root, .flow) else { return false }
    readHeader(fields)
    if let node = reader[fields, .facts] { readFacts(node) }
    readBody(fields)
    resolve()
    return true
  }

  private mutating func readHeader(_ fields: Fields) {
    header.id = reader.text(reader[fields, .flow])
    header.alias = reader.text(reader[fields, .alias])
    header.title = reader.text(reader[fields, .title])
    header.outline = reader.text(reader[fields, .outline])
    header.summary = reader.text(reader[fields, .summary])
    header.goal = reader.text(reader[fields, .goal])
    header.actor = reader.text(reader[fields, .actor])
    header.slip = reader.text(reader[fields, .slip])
    readAllowances(reader[fields, .allow], of: .flow)
    header.preconditions = reader.list(reader[fields, .preconditions], "a precondition")
    header.postconditions = reader.list(reader[fields, .postconditions], "a postcondition")
    header.triggeredBy = reader.list(reader[fields, .triggeredBy], "what triggers a flow")
    header.usedBy = reader.list(reader[fields, .usedBy], "a flow")
    header.documentation = reader.list(reader[fields, .documentation], "documentation")
    header.tests = reader.list(reader[fields, .tests], "a test case")
    header.notes = reader.list(reader[fields, .notes], "a note")
    header.errors = reader.list(reader[fields, .errors], "an error flow")
    header.parameters = reader.list(reader[fields, .parameters], "a parameter")
    header.results = reader.list(reader[fields, .results], "a result")
    if let node = reader[fields, .kind] {
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

  private mutating func readBody(_ fields: Fields) {
    let bodies = fields.keys.intersection([.sections, .steps, .outline])
    guard bodies.count == 1 else {
      let span = reader[fields, .flow].map { reader.tree.span($0) } ?? .top
      let got = bodies.isEmpty ? "none of them" : "\(bodies.count) of them"
      if bodies.isEmpty, reader.diagnostics.contains(where: { $0.rule != .fileName }) { return }
      reader.report(
        bodies.isEmpty ? .missingKey : .keysExclude, at: span,
        "a flow has `sections`, or `steps`, or `outline`; this one has \(got)",
        help: "`sections` for a table, `steps` for a main scenario, `outline` if it is not written")
      return
    }
    if let node = reader[fields, .extensions], reader[fields, .steps] == nil {
      reader.report(
        .keysExclude, at: reader.tree.headSpan(node), "`extensions` go with `steps`",
        help: "in a table, give the step a row instead")
    }
    if let node = reader[fields, .sections] {
      var entries = reader.entries(node)
      while let entry = reader.next(&entries) { readSection(entry) }
      if reader.tree.count(node) == 0 {
        reader.report(
          .missingKey, at: reader.tree.headSpan(node), "there is no section here",
          help: "add one, or remove the list")
      }
    } else if let node = reader[fields, .steps] {
      header.form = .scenario
      sections.append(
        SectionRecord(id: .none, title: .none, steps: .none, extensionRow: nil))
      readSteps(node, .step, in: 0, prefix: nil)
      guard let node = reader[fields, .extensions] else { return }
      var entries = reader.entries(node)
      while let entry = reader.next(&entries) { readExtension(entry) }
    }
  }

  private mutating func readSection(_ node: YAMLTree.Node) {
    guard let fields = reader.read(node, .section) else { return }
    let index = sections.count
    let id = reader.text(reader[fields, .section])
    sections.append(
      SectionRecord(
        id: id, title: reader.text(reader[fields, .title]), steps: .none, extensionRow: nil))
    if sectionIndex.insert(id.range, in: reader.pool, value: Int32(index)) != index {
      refuseTwice(id, "section")
    }
    if let steps = reader[fields, .steps] { readSteps(steps, .step, in: index, prefix: nil) }
  }

  /// Reads steps or lines into a section. `prefix` is the extension's id for lines.
  private mutating func readSteps(
    _ node: YAMLTree.Node, _ schema: Schema, in section: Int, prefix: PooledText?
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
          kind: .step, name: steps[index + 1].id.said(at: steps[index].id.span),
          step: Int32(index + 1))
      } else if meant(row) == nil {
        reader.report(
          .missingKey, at: steps[index].id.span,
          "the last step `\(reader.string(steps[index].id))` must say what is `next`",
          help: "add `next: end`, or where it leads")
      }
    }
  }

  private mutating func readExtension(_ node: YAMLTree.Node) {
    guard let fields = reader.read(node, .extension) else { return }
    let index = sections.count
    let id = reader.text(reader[fields, .extension])
    var row = RowRecord()
    row.id = id
    row.kind = .extension
    row.label = reader.text(reader[fields, .case])
    row.line = reader.tree.line(node)
    readTail(fields, FlowReader.detailed, into: &row)
    row.step = owner(of: id, reader[fields, .at])
    row.meantStep =
      reader[fields, .meantAt] == nil ? row.step : owner(of: id, reader[fields, .meantAt])
    let place = rows.count
    addRow(&row)
    readAllowances(reader[fields, .allow], of: .row(Int32(place)))
    sections.append(
      SectionRecord(id: id, title: row.label, steps: .none, extensionRow: Int32(place)))
    let first = steps.count
    if let node = reader[fields, .lines] { readSteps(node, .line, in: index, prefix: id) }
    if steps.count > first {
      rows[place].next = TargetRecord(
        kind: .step, name: steps[first].id.said(at: id.span), step: Int32(first))
    }
    if let node = reader[fields, .proposal] {
      let why = reader.text(node)
      addDetails(to: place) { $0.why = why }
      propose(rows[place...].indices)
    }
  }

  /// Makes rows proposals: they exist only as meant.
  private mutating func propose(_ range: Range<Int>) {
    for index in range {
      if let next = rows[index].next, meant(index) == nil {
        addDetails(to: index) { $0.meant = next }
      }
      rows[index].next = nil
    }
  }

  /// The step of the main scenario that an extension hangs on: `at`, or the number it starts with.
  private mutating func owner(of id: PooledText, _ at: YAMLTree.Node?) -> Int32 {
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
  mutating func refuseTwice(_ id: PooledText, _ what: String) {
    guard id.isPresent else { return }
    reader.report(
      .duplicateID, at: id.span, "there is a \(what) `\(reader.string(id))` already",
      help: "give one of the two another id")
  }
}

extension Array {
  /// A copy that takes no more memory than it needs.
  fileprivate var trimmed: [Element] {
    var copy: [Element] = []
    copy.reserveCapacity(count)
    copy.append(contentsOf: self)
    return copy
  }
}

extension TreeReader {
  func string(_ text: PooledText) -> String {
    String(
      decoding: pool[text.range], as: UTF8.self)
  }
}
