internal import Diagnostics
internal import FlowModel
internal import YAMLTree

/// Reads the trees of files, one after the other, into the tables of flows.
///
/// It works in one pass from top to bottom. References to later parts of the file are resolved at
/// the end (`FlowReader+Resolve.swift`), and references to other files by the linker.
///
/// The large tables are reused for the next file: what was read is copied out of them.
struct FlowReader: SchemaReader, ~Copyable {
  var reader = TreeReader(vocabulary)
  var tables = Tables()
  /// For each step its own row; -1 if it has none.
  var ownRows: [Int32] = []
  var stepIndex = TextIndex()
  var sectionIndex = TextIndex()
  var rowIndex = TextIndex()
  var suggestions = Suggestions()
  /// The rows that hold anywhere in a section, to be read after all steps.
  var anywhere: [(section: Int, node: YAMLTree.Node)] = []
  /// The extensions that hold anywhere in a main scenario, to be added after all other rows.
  var extensionsAnywhere: [ExtensionAnywhere] = []
  /// Whether steps or sections could not be read, so that a target may be one of them.
  var hidesSteps = false
  /// Whether the facts could not be read.
  var hidesFacts = false
  /// Whether a step, a row or an input has a name in code.
  var hasNames = false
  /// The steps with a mistake among their keys, by their indices.
  var flawedSteps: Set<Int> = []
  /// The targets that do not exist.
  var dangling: [DanglingTarget] = []
  /// For ids that are used more than once, how often they were used so far.
  var occurrences: [Int32: UInt16] = [:]

  /// The tables of a file, and everything that is wrong with it.
  mutating func read(_ file: SourceFile) -> FlowReading {
    guard reader.begin(file) else { return readBeginning() }
    clear(for: reader.tree.nodeCount)
    let isComplete = readFlow()
    let found = reader.diagnostics
    guard isComplete, reader.isWhole else { return salvage(found) }
    return FlowReading(tables: finished(), diagnostics: found)
  }

  /// Clears the tables, and reserves memory for a file of this many nodes.
  mutating func clear(for nodes: Int) {
    ownRows.removeAll(keepingCapacity: true)
    stepIndex.clear()
    sectionIndex.clear()
    rowIndex.clear()
    if !occurrences.isEmpty { occurrences = [:] }
    if !anywhere.isEmpty { anywhere = [] }
    if !dangling.isEmpty { dangling = [] }
    (hidesSteps, hidesFacts, hasNames) = (false, false, false)
    if !flawedSteps.isEmpty { flawedSteps = [] }
    if !extensionsAnywhere.isEmpty { extensionsAnywhere = [] }
    tables.steps.reserveCapacity(nodes / 16)
    ownRows.reserveCapacity(nodes / 16)
    tables.rows.reserveCapacity(nodes / 8)
    tables.rowRareFields.reserveCapacity(nodes / 32)
    tables.stepRareFields.reserveCapacity(nodes / 32)
    tables.conditions.reserveCapacity(nodes / 32)
    tables.changes.reserveCapacity(nodes / 32)
  }

  /// Returns what was read and leaves empty tables for the next file.
  mutating func finished() -> FlowTables {
    tables.path = reader.path
    tables.pool = reader.pool.trimmed
    tables.texts = reader.texts.trimmed
    // The large tables are copied without their spare memory, which the next file reuses. The
    // others are small.
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

  mutating func keys(of node: YAMLTree.Node, _ mapping: Mapping) -> UInt64? {
    reader.keys(of: node, mapping)
  }

  func value(of key: Int, in mapping: Mapping) -> YAMLTree.Node {
    reader.value(of: key, in: mapping)
  }

  mutating func readFlow() -> Bool {
    guard !reader.tree.isEmpty else {
      if reader.diagnostics.isEmpty {
        reader.report(
          .emptyFile, at: .top, "the file is empty",
          help: "a flow begins with `flow: ID` and `title: ...`; see docs/language.md")
      }
      return false
    }
    var flow = FlowDraft()
    guard read(reader.tree.root, FlowReader.flow, into: &flow) != nil else { return false }
    tables.header = flow.header
    let root = reader.tree.root
    hidesSteps = reader.wasMeant(oneOf: ["sections", "steps", "extensions"], in: root)
    hidesFacts = reader.wasMeant("facts", in: root)
    if let node = flow.facts { readFacts(node) }
    if let node = flow.rules { tables.rules = reader.readRules(node) }
    readBody(flow)
    // The rows of a section come first, since they win.
    if let node = flow.anywhere { anywhere.append((-1, node)) }
    for (section, node) in anywhere { readAnywhere(node, in: section) }
    for found in extensionsAnywhere { addAnywhere(found) }
    resolve()
    return true
  }

  mutating func flowKind(_ node: YAMLTree.Node) -> Flow.Kind {
    let name = reader.string(node)
    if let kind = Flow.Kind(rawValue: name) { return kind }
    let kinds = Flow.Kind.allCases.map(\.rawValue)
    reader.report(
      .wrongValue, at: reader.tree.span(node), "`\(name)` is not a kind of flow",
      help: DidYouMean.question(for: name, in: kinds)
        ?? "write one of: \(kinds.joined(separator: ", "))")
    return .useCase
  }

  /// Refuses a file in a version of the language that this program does not know.
  mutating func checkLanguage(_ node: YAMLTree.Node) {
    let version = reader.string(node)
    guard version != "1" else { return }
    reader.report(
      .wrongValue, at: reader.tree.span(node),
      "`\(version)` is not a version of the language that this program reads",
      help: "this is version 1; a newer flowrun may read the file")
  }

  private mutating func readBody(_ flow: FlowDraft) {
    let bodies = [
      flow.sections != nil, flow.steps != nil, tables.header.outline.isPresent,
    ].count(where: \.self)
    guard bodies == 1 else {
      let got = bodies == 0 ? "none of them" : "\(bodies) of them"
      if bodies == 0, reader.diagnostics.contains(where: { $0.rule != .fileName }) { return }
      reader.report(
        bodies == 0 ? .missingKey : .keysExclude, at: tables.header.id.span,
        "a flow has `sections`, or `steps`, or `outline`; this one has \(got)",
        help: "`sections` for a table, `steps` for a main scenario, `outline` if it is not written")
      return
    }
    if let node = flow.extensions, flow.steps == nil {
      reader.report(
        .keysExclude, at: reader.tree.headSpan(node), "`extensions` go with `steps`",
        help: "in a table, give the step a row instead")
    }
    if let node = flow.sections {
      var entries = reader.entries(node)
      while let entry = reader.next(&entries) { readSection(entry) }
      if reader.tree.count(node) == 0 {
        reader.report(
          .missingKey, at: reader.tree.headSpan(node), "there is no section here",
          help: "add one, or remove the list")
      }
    } else if let node = flow.steps {
      tables.header.form = .scenario
      tables.sections.append(SectionRecord())
      readSteps(node, FlowReader.step, in: 0, prefix: nil)
      guard let node = flow.extensions else { return }
      var entries = reader.entries(node)
      while let entry = reader.next(&entries) { readExtension(entry) }
    }
  }

  private mutating func readSection(_ node: YAMLTree.Node) {
    var section = SectionDraft()
    guard read(node, FlowReader.section, into: &section) != nil else {
      hidesSteps = true
      return
    }
    if section.steps == nil || !section.record.id.isPresent { hidesSteps = true }
    let index = tables.sections.count
    let id = section.record.id
    tables.sections.append(section.record)
    if sectionIndex.insert(id.range, in: reader.pool, value: Int32(index)) != index {
      refuseTwice(id, "section")
    }
    if let steps = section.steps { readSteps(steps, FlowReader.step, in: index, prefix: nil) }
    if let rows = section.anywhere { anywhere.append((index, rows)) }
  }

  /// Reads steps or lines into a section. For lines, `prefix` is the extension's id.
  mutating func readSteps(
    _ node: YAMLTree.Node, _ schema: Schema<FlowReader, StepDraft>, in section: Int,
    prefix: PooledText?
  ) {
    let first = tables.steps.count
    var entries = reader.entries(node)
    while let entry = reader.next(&entries) {
      readStep(entry, schema, in: section, prefix: prefix)
    }
    tables.sections[section].steps = TableRange(start: first, count: tables.steps.count - first)
    guard tables.steps.count > first else {
      reader.report(
        .missingKey, at: reader.tree.headSpan(node), "there is no step here",
        help: "add one, or remove the list")
      return
    }
    followOn(from: first)
  }

  /// Makes the following step the target of each step's own row that has no target.
  private mutating func followOn(from first: Int) {
    for index in first..<tables.steps.count where tables.steps[index].hasOwnRow {
      let row = Int(ownRows[index])
      guard tables.rows[row].next == nil else { continue }
      if index + 1 < tables.steps.count {
        tables.rows[row].next = TargetRecord(
          kind: .step, name: tables.steps[index + 1].id.said(at: tables.steps[index].id.span),
          step: Int32(index + 1))
      } else if meant(row) == nil, !flawedSteps.contains(index) {
        reader.report(
          .missingKey, at: tables.steps[index].id.span,
          "the last step `\(reader.string(tables.steps[index].id))` must have a `next`",
          help: "add `next: end`, or where it leads")
      }
    }
  }

  /// Reports an id that is already used by another part of the same kind.
  mutating func refuseTwice(_ id: PooledText, _ what: String) {
    guard id.isPresent else { return }
    reader.report(
      .duplicateID, at: id.span, "there is a \(what) `\(reader.string(id))` already",
      help: "give one of the two another id")
  }
}

extension Array {
  /// A copy without spare memory.
  fileprivate var trimmed: [Element] {
    var copy: [Element] = []
    copy.reserveCapacity(count)
    copy.append(contentsOf: self)
    return copy
  }

  /// Moves the elements to memory of exactly their size.
  ///
  /// - Returns: an empty array with the previous memory.
  fileprivate mutating func trim() -> [Element] {
    var old = trimmed
    swap(&self, &old)
    old.removeAll(keepingCapacity: true)
    return old
  }
}

extension TreeReader {
  func string(_ text: PooledText) -> String {
    String(decoding: pool[text.range], as: UTF8.self)
  }
}
