internal import Diagnostics
internal import FlowModel
internal import YAMLTree

/// Turns the tree of a file into the tables of a flow, one file after the other.
///
/// One pass from top to bottom; what refers to something further down is resolved at the end
/// (`FlowReader+Resolve.swift`). What refers to other files is the linker's.
///
/// The large tables keep their memory from file to file; what is read is copied out of them.
struct FlowReader: ~Copyable {
  var reader = TreeReader()
  var tables = Tables()
  /// The own row of every step that has one; -1 for the others.
  var ownRows: [Int32] = []
  var stepIndex = TextIndex()
  var sectionIndex = TextIndex()
  var rowIndex = TextIndex()
  /// How often an id has been used so far, for ids that are used more than once.
  var occurrences: [Int32: UInt16] = [:]

  /// The tables of a file, if nothing is wrong in it, and everything that is.
  mutating func read(_ file: SourceFile) -> (tables: FlowTables?, diagnostics: [Diagnostic]) {
    // After a fatal syntax error, do not also report missing keys.
    guard reader.begin(file) else { return (nil, reader.diagnostics) }
    clear(for: reader.tree.nodeCount)
    let isComplete = readFlow()
    let found = reader.diagnostics
    guard isComplete, found.isEmpty else {
      tables = Tables()
      return (nil, found)
    }
    return (finished(), found)
  }

  /// Forgets the previous file, and reserves memory for a file of so many nodes.
  private mutating func clear(for nodes: Int) {
    ownRows.removeAll(keepingCapacity: true)
    stepIndex.clear()
    sectionIndex.clear()
    rowIndex.clear()
    if !occurrences.isEmpty { occurrences = [:] }
    tables.steps.reserveCapacity(nodes / 16)
    ownRows.reserveCapacity(nodes / 16)
    tables.rows.reserveCapacity(nodes / 8)
    tables.rowRareFields.reserveCapacity(nodes / 32)
    tables.stepRareFields.reserveCapacity(nodes / 32)
    tables.conditions.reserveCapacity(nodes / 32)
    tables.changes.reserveCapacity(nodes / 32)
  }

  /// Hands over what was read, and leaves empty tables for the next file.
  private mutating func finished() -> FlowTables {
    tables.path = reader.path
    tables.pool = reader.pool.trimmed
    tables.texts = reader.texts.trimmed
    // The large tables give back spare memory, which the next file uses. The others are small.
    var next = Tables()
    next.steps = tables.steps.trim()
    next.rows = tables.rows.trim()
    next.stepRareFields = tables.stepRareFields.trim()
    next.rowRareFields = tables.rowRareFields.trim()
    next.conditions = tables.conditions.trim()
    next.changes = tables.changes.trim()
    next.stepRows = tables.stepRows.trim()
    swap(&tables, &next)
    return FlowTables(next)
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
    tables.header.id = reader.text(reader[fields, .flow])
    tables.header.alias = reader.text(reader[fields, .alias])
    tables.header.title = reader.text(reader[fields, .title])
    tables.header.outline = reader.text(reader[fields, .outline])
    tables.header.summary = reader.text(reader[fields, .summary])
    tables.header.goal = reader.text(reader[fields, .goal])
    tables.header.actor = reader.text(reader[fields, .actor])
    tables.header.slip = reader.text(reader[fields, .slip])
    readAllowances(reader[fields, .allow], of: .flow)
    tables.header.preconditions = reader.list(reader[fields, .preconditions], "a precondition")
    tables.header.postconditions = reader.list(reader[fields, .postconditions], "a postcondition")
    tables.header.triggeredBy = reader.list(reader[fields, .triggeredBy], "what triggers a flow")
    tables.header.usedBy = reader.list(reader[fields, .usedBy], "a flow")
    tables.header.documentation = reader.list(reader[fields, .documentation], "documentation")
    tables.header.tests = reader.list(reader[fields, .tests], "a test case")
    tables.header.notes = reader.list(reader[fields, .notes], "a note")
    tables.header.errors = reader.list(reader[fields, .errors], "an error flow")
    tables.header.parameters = reader.list(reader[fields, .parameters], "a parameter")
    tables.header.results = reader.list(reader[fields, .results], "a result")
    if let node = reader[fields, .kind] {
      let name = reader.string(node)
      if let kind = Flow.Kind(rawValue: name) {
        tables.header.kind = kind
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
      tables.header.form = .scenario
      tables.sections.append(
        SectionRecord(id: .none, title: .none, steps: .none, extensionRow: nil))
      readSteps(node, .step, in: 0, prefix: nil)
      guard let node = reader[fields, .extensions] else { return }
      var entries = reader.entries(node)
      while let entry = reader.next(&entries) { readExtension(entry) }
    }
  }

  private mutating func readSection(_ node: YAMLTree.Node) {
    guard let fields = reader.read(node, .section) else { return }
    let index = tables.sections.count
    let id = reader.text(reader[fields, .section])
    tables.sections.append(
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
    let first = tables.steps.count
    var entries = reader.entries(node)
    while let entry = reader.next(&entries) {
      readStep(entry, schema, in: section, prefix: prefix)
    }
    tables.sections[section].steps = Slice(start: first, count: tables.steps.count - first)
    guard tables.steps.count > first else {
      reader.report(
        .missingKey, at: reader.tree.headSpan(node), "there is no step here",
        help: "add one, or remove the list")
      return
    }
    followOn(from: first)
  }

  /// Gives the rows of steps that have no table and no target the step that follows.
  private mutating func followOn(from first: Int) {
    for index in first..<tables.steps.count where tables.steps[index].hasOwnRow {
      let row = Int(ownRows[index])
      guard tables.rows[row].next == nil else { continue }
      if index + 1 < tables.steps.count {
        tables.rows[row].next = TargetRecord(
          kind: .step, name: tables.steps[index + 1].id.said(at: tables.steps[index].id.span),
          step: Int32(index + 1))
      } else if meant(row) == nil {
        reader.report(
          .missingKey, at: tables.steps[index].id.span,
          "the last step `\(reader.string(tables.steps[index].id))` must say what is `next`",
          help: "add `next: end`, or where it leads")
      }
    }
  }

  private mutating func readExtension(_ node: YAMLTree.Node) {
    guard let fields = reader.read(node, .extension) else { return }
    let index = tables.sections.count
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
    let place = tables.rows.count
    addRow(&row)
    readAllowances(reader[fields, .allow], of: .row(Int32(place)))
    tables.sections.append(
      SectionRecord(id: id, title: row.label, steps: .none, extensionRow: Int32(place)))
    let first = tables.steps.count
    if let node = reader[fields, .lines] { readSteps(node, .line, in: index, prefix: id) }
    if tables.steps.count > first {
      tables.rows[place].next = TargetRecord(
        kind: .step, name: tables.steps[first].id.said(at: id.span), step: Int32(first))
    }
    if let node = reader[fields, .proposal] {
      let why = reader.text(node)
      changeRareFields(to: place) { $0.why = why }
      propose(tables.rows[place...].indices)
    }
  }

  /// Makes rows proposals: they exist only as meant.
  private mutating func propose(_ range: Range<Int>) {
    for index in range {
      if let next = tables.rows[index].next, meant(index) == nil {
        changeRareFields(to: index) { $0.meant = next }
      }
      tables.rows[index].next = nil
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

  /// Moves to memory of exactly its size.
  ///
  /// - Returns: an empty array with the memory it had.
  fileprivate mutating func trim() -> [Element] {
    var old = trimmed
    swap(&self, &old)
    old.removeAll(keepingCapacity: true)
    return old
  }
}

extension TreeReader {
  func string(_ text: PooledText) -> String {
    String(
      decoding: pool[text.range], as: UTF8.self)
  }
}
