internal import FlowModel

/// The content of one flow in the file: its tables, and where it leads.
struct CodedFlow: CodedRecord {
  var tables = Tables()
  var links = FlowLinks()

  static let recordName = "flow"
  static var blank: CodedFlow { CodedFlow() }

  /// The tables come before the header, since they are what it refers to.
  mutating func code<C: FieldCoder>(_ coder: inout C) {
    var path = Array(tables.path.utf8)
    coder.bytes(&path, of: .path)
    tables.path = String(decoding: path, as: UTF8.self)
    coder.bytes(&tables.pool, of: .pool)
    coder.records(&tables.texts, of: .texts)
    coder.records(&tables.facts, of: .facts)
    coder.records(&tables.sections, of: .sections)
    coder.records(&tables.steps, of: .steps)
    coder.records(&tables.rows, of: .rows)
    coder.records(&tables.stepRareFields, of: .stepRareFields)
    coder.records(&tables.rowRareFields, of: .rowRareFields)
    coder.records(&tables.inputs, of: .inputs)
    coder.records(&tables.conditions, of: .conditions)
    coder.records(&tables.changes, of: .changes)
    coder.indices(&tables.stepRows, to: .rows, of: .stepRows)
    coder.indices(&tables.calls, to: .steps, of: .calls)
    coder.indices(&tables.leavings, to: .rows, of: .leavings)
    coder.records(&tables.allowances, of: .allowances)
    coder.records(&tables.anywhere, of: .anywhere)
    coder.records(&links.callees.entries, of: .callees)
    coder.records(&links.meantCallees.entries, of: .meantCallees)
    coder.records(&links.next.entries, of: .next)
    coder.records(&links.meant.entries, of: .meant)
    tables.header.code(&coder)
  }
}
