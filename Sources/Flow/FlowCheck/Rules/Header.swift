internal import Diagnostics
internal import FlowModel

// What the header of a document says, against its rows.
extension Check {
  static let headerErrors = Check(
    "header-errors", "error flows of the header that never happen, or that it leaves out"
  ) { subject, findings in
    let tables = subject.tables
    let declared = tables.header.errors.range.map { tables.texts[$0] }
    let names = Set(declared.map { tables.string($0) })
    var own: Set<String> = []
    subject.forEachRow { _, row in
      guard let target = subject.graph.target(row), target.kind == .error else { return }
      let name = tables.string(target.name)
      guard own.insert(name).inserted, !names.isEmpty, !names.contains(name) else { return }
      findings.add(
        at: .row(row), key: name, span: target.span,
        "row `\(subject.graph.reference(row))` leads to `\(name)`, which is not under `errors`",
        help: "add it to `errors: [...]` of the flow")
    }
    let happening = subject.world.errors[subject.graph.index]
    for text in declared where !own.contains(tables.string(text)) {
      let name = tables.string(text)
      guard !happening.contains(name) else { continue }
      findings.add(
        at: .flow, key: name, span: text.span,
        "no row leads to the error flow `\(name)`, here or in a flow that is called",
        help: "add the row where it happens, or remove it from `errors`")
    }
  }

  static let headerUsedBy = Check(
    "header-used-by", "a caller in the header that does not call, or one that it leaves out"
  ) { subject, findings in
    let tables = subject.tables
    let declared = tables.header.usedBy.range.map { tables.texts[$0] }
    guard !declared.isEmpty else { return }
    let callers = Set(subject.world.callers[subject.graph.index].map { subject.world.id($0.flow) })
    let names = Set(declared.map { tables.string($0) })
    for text in declared where !callers.contains(tables.string(text)) {
      let name = tables.string(text)
      findings.add(
        at: .flow, key: name, span: text.span,
        "`\(name)` does not call `\(subject.flow.id)`",
        help: "remove it from `used by`, or call the flow there")
    }
    for name in callers.subtracting(names).sorted() {
      findings.add(
        at: .flow, key: name, span: declared[0].span,
        "`\(name)` calls `\(subject.flow.id)` and is not under `used by`",
        help: "add it")
    }
  }

  static let headerTriggeredBy = Check(
    "header-triggered-by", "a flow in the header that does not lead here, or one that it leaves out"
  ) { subject, findings in
    let tables = subject.tables
    // An entry is a flow's id, or a sentence that begins with one.
    var declared: [(name: String, span: Span)] = []
    for text in tables.header.triggeredBy.range.map({ tables.texts[$0] }) {
      let words = tables.string(text)
      for name in [words, String(words.prefix { $0 != " " })]
      where subject.world.catalogue.flow(id: name) != nil {
        declared.append((name, text.span))
        break
      }
    }
    guard !declared.isEmpty else { return }
    let world = subject.world
    let index = subject.graph.index
    let leading = world.leavers[index].union(world.callers[index].map(\.flow))
    let leaders = Set(leading.subtracting([index]).map { world.id($0) })
    for (name, span) in declared where !leaders.contains(name) {
      findings.add(
        at: .flow, key: name, span: span,
        "no row of `\(name)` leads to `\(subject.flow.id)`",
        help: "remove it from `triggered by`, or lead here with `goto \(subject.flow.id)`")
    }
    for name in leaders.subtracting(declared.map(\.name)).sorted() {
      findings.add(
        at: .flow, key: name, span: declared[0].span,
        "`\(name)` leads to `\(subject.flow.id)` and is not under `triggered by`",
        help: "add it")
    }
  }

  static let testedPrecondition = Check(
    "tested-precondition", "a precondition that the flow itself tests"
  ) { subject, findings in
    let tables = subject.tables
    guard !tables.header.preconditions.isEmpty else { return }
    var tested: [String: Int] = [:]
    for (row, record) in tables.rows.enumerated() {
      switch record.kind {
      case .case, .result, .event: tested[subject.graph.label(row).lowercased()] = row
      case .own, .user, .error, .extension: continue
      }
    }
    for text in tables.header.preconditions.range.map({ tables.texts[$0] }) {
      guard let row = tested[tables.string(text).lowercased()] else { continue }
      findings.add(
        at: .flow, key: tables.string(text), span: text.span,
        "this precondition is what row `\(subject.graph.reference(row))` finds out",
        help: "what a flow tests cannot be given before it starts")
    }
  }
}
