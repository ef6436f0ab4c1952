internal import Diagnostics
internal import FlowModel
internal import YAMLTree

/// An extension whose row holds anywhere: what is kept of it until all other rows are there.
struct ExtensionAnywhere {
  var row: RowDraft
  let section: Int
  /// The allowances of its row, which were read before the row has its place.
  let allowances: Range<Int>
  let isProposed: Bool
}

// The extensions of a main scenario.
extension FlowReader {
  mutating func readExtension(_ node: YAMLTree.Node) {
    var draft = ExtensionDraft()
    let place = tables.rows.count
    let allowances = tables.allowances.count
    guard read(node, FlowReader.extension, into: &draft) != nil else {
      dropAllowances(from: allowances)
      return
    }
    let id = draft.row.record.id
    draft.row.record.kind = .extension
    draft.row.record.line = reader.tree.line(node)
    var section = SectionRecord()
    section.id = id
    section.title = draft.row.record.label
    let own = allowances..<tables.allowances.count
    let isAnywhere =
      draft.meantAt == nil && (draft.at.map { isAny(reader.text($0)) } ?? isAnywhereID(id))
    if !isAnywhere {
      draft.row.record.step = owner(of: id, draft.at)
      draft.row.record.meantStep =
        draft.meantAt == nil ? draft.row.record.step : owner(of: id, draft.meantAt)
      addRow(&draft.row)
      section.extensionRow = Int32(place)
    }
    tables.sections.append(section)
    let first = tables.steps.count
    if let lines = draft.lines {
      readSteps(lines, FlowReader.line, in: tables.sections.count - 1, prefix: id)
    }
    var next: TargetRecord?
    if tables.steps.count > first {
      next = TargetRecord(
        kind: .step, name: tables.steps[first].id.said(at: id.span), step: Int32(first))
    }
    if isAnywhere {
      draft.row.record.next = next
      if let node = draft.proposal { draft.row.rare.why = reader.text(node) }
      extensionsAnywhere.append(
        ExtensionAnywhere(
          row: draft.row, section: tables.sections.count - 1, allowances: own,
          isProposed: draft.proposal != nil))
    } else {
      if let next { tables.rows[place].next = next }
      if let node = draft.proposal {
        let why = reader.text(node)
        changeRareFields(to: place) { $0.why = why }
      }
    }
    if draft.proposal != nil { propose(tables.rows[place...].indices) }
  }

  /// Adds the row of an extension to every step at which it may be taken. Its own lines are not
  /// among them.
  mutating func addAnywhere(_ found: ExtensionAnywhere) {
    var row = found.row
    if found.isProposed { (row.rare.meant, row.record.next) = (row.record.next, nil) }
    for index in found.allowances {
      tables.allowances[index].owner = .row(Int32(tables.rows.count))
    }
    let place = tables.rows.count
    guard addAnywhere(&row, in: -1, except: found.section) else {
      for index in found.allowances { tables.allowances[index].owner = .flow }
      return
    }
    tables.sections[found.section].extensionRow = Int32(place)
  }

  /// Whether a name stands for every step: `any`, if no step is called so.
  private func isAny(_ name: PooledText) -> Bool {
    reader.string(name) == "any"
      && stepIndex.find(name.range, in: reader.pool, known: reader.pool) == nil
  }

  /// Whether an id is a star and letters: `*a`.
  func isAnywhereID(_ id: PooledText) -> Bool {
    let bytes = reader.pool[id.range]
    return bytes.count > 1 && bytes.first == UInt8(ascii: "*")
      && bytes.dropFirst().allSatisfy { (97...122).contains($0) }
  }

  /// Marks rows as proposals, which exist only as meant.
  private mutating func propose(_ range: Range<Int>) {
    for index in range {
      if let next = tables.rows[index].next, meant(index) == nil {
        changeRareFields(to: index) { $0.meant = next }
      }
      tables.rows[index].next = nil
    }
  }

  /// The step of the main scenario that an extension belongs to, by `at` or by its number.
  private mutating func owner(of id: PooledText, _ at: YAMLTree.Node?) -> Int32 {
    var name = at.map { reader.text($0) } ?? id
    if at == nil {
      let start = Int(name.offset)
      let digits = reader.pool[start..<start + Int(name.count)].prefix { (48...57).contains($0) }
      name.count = UInt32(digits.count)
    }
    let range = name.range
    if let step = stepIndex.find(range, in: reader.pool, known: reader.pool) { return step }
    if hidesSteps { return 0 }
    let isNumbered = !range.isEmpty
    reader.report(
      .unknownTarget, at: name.span,
      isNumbered
        ? "there is no step `\(reader.string(name))` to extend"
        : "the extension `\(reader.string(id))` does not say which step it extends",
      help: isNumbered
        ? "name the step with `at: 7`"
        : "name the step with `at: 7`, or write `at: any` if it holds at every step")
    return 0
  }
}
