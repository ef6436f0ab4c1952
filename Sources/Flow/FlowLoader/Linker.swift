internal import Diagnostics
internal import FlowModel

/// Connects flows with each other: resolves every `goto`, `call` and `error`.
struct Linker: Sendable {
  private(set) var tables: [FlowTables]
  /// The ids of the flows that could not be read, or the names of their files.
  private let unread: [String]
  /// Whether all is there that flows declare.
  private let isWhole: Bool
  /// The errors in the names of flows, in the references of each flow, and in what flows agree on.
  var found: [Diagnostic] = []
  private var suggestions = Suggestions()
  private var indexByID: [String: Int] = [:]
  private var flowIndex = NameIndex()
  /// For each name in `flowIndex`, the first flow that has it.
  private var flowOfName: [Int32] = []
  private var links: [FlowLinks] = []

  /// - Parameter isWhole: whether no flow is one with a mistake, of which something may be missing.
  init(tables: [FlowTables], unread: [String], isWhole: Bool = true) {
    self.tables = tables
    self.unread = unread
    self.isWhole = isWhole
    indexByID.reserveCapacity(tables.count)
    links.reserveCapacity(tables.count)
  }

  mutating func link() {
    register()
    for flow in tables {
      // So much is suggested for each flow, whatever is wrong with others.
      suggestions = Suggestions()
      links.append(links(of: flow))
    }
    compareFacts()
    guard isWhole, found.isEmpty, tables.contains(where: \.all.header.showsValues) else { return }
    found = ValueCheck.diagnostics(of: catalogue())
  }

  /// Everything that is wrong, in no order.
  var diagnostics: [Diagnostic] { found }

  func catalogue() -> Catalogue {
    Catalogue(
      flows: tables.map(Flow.init(tables:)), indexByID: indexByID, links: links,
      unread: Set(unread))
  }

  /// The flows that can be used together: without a second one of the same id, and without one that
  /// declares a fact with other values than a flow before it.
  func usable() -> Catalogue {
    guard found.contains(where: { $0.rule == .duplicateFlow || $0.rule == .factsDiffer }) else {
      return catalogue()
    }
    var agreement = FactAgreement()
    var (kept, dropped): ([FlowTables], [String]) = ([], [])
    var ids: Set<String> = []
    for flow in tables {
      let id = flow.string(flow.all.header.id)
      // Those of a flow that is dropped count too, as they do for the errors.
      let agrees = agreement.differences(of: flow).isEmpty
      if ids.insert(id).inserted, agrees { kept.append(flow) } else { dropped.append(id) }
    }
    var linker = Linker(tables: kept, unread: unread + dropped)
    linker.link()
    return linker.catalogue()
  }

  /// Whether a flow may be one whose file could not be read. Its absence is not reported as well.
  private func isUnread(_ name: String) -> Bool {
    !unread.isEmpty && !FileNames(unread.map { "\($0).yaml" }).candidates(for: name).isEmpty
  }

  // MARK: Names

  private mutating func register() {
    var names: [String: Int] = [:]
    for (index, flow) in tables.enumerated() {
      let id = flow.string(flow.all.header.id)
      for (name, text) in [
        (id, flow.all.header.id), (flow.string(flow.all.header.alias), flow.all.header.alias),
      ]
      where text.isPresent {
        let key = name.lowercased()
        if let other = names[key], other != index {
          report(
            .duplicateFlow, flow, text.span, "there is a flow `\(name)` already",
            help: "it is in \(tables[other].all.path); give one of the two another name")
        }
        names[key] = index
      }
      if indexByID[id] == nil { indexByID[id] = index }
      let number = flowIndex.number(of: flow.all.header.id.range, in: flow.all.pool)
      if number == flowOfName.count { flowOfName.append(Int32(index)) }
      checkFileName(of: flow, id: id)
    }
  }

  /// Checks the file's name, by which the flow is found without reading other files.
  private mutating func checkFileName(of flow: FlowTables, id: String) {
    if isPlainlyNamed(flow) { return }
    let name = flow.all.path.split(separator: "/").last ?? ""
    // The name of a document says nothing of the flows in it.
    guard let dot = name.lastIndex(of: "."), !flow.isOfDocument else { return }
    let stem = name[..<dot].lowercased()
    let alias = flow.string(flow.all.header.alias)
    let right = alias.isEmpty ? [id] : [id, alias, "\(id)-\(alias)"]
    if right.contains(where: { $0.lowercased() == stem }) { return }
    warn(
      .fileName, flow, flow.all.header.id.span, "the flow `\(id)` is in a file named `\(name)`",
      help: "name the file \(right.map { "`\($0).yaml`" }.joined(separator: " or "))")
  }

  /// Whether the file's name is the id, the alias, or both, with the same case. Handles the common
  /// case without making strings.
  private func isPlainlyNamed(_ flow: FlowTables) -> Bool {
    let stem = FileNames.stem(of: flow.all.path)
    let id = flow.all.pool[flow.all.header.id.range]
    if stem.elementsEqual(id) { return true }
    guard flow.all.header.alias.isPresent else { return false }
    let alias = flow.all.pool[flow.all.header.alias.range]
    if stem.elementsEqual(alias) { return true }
    guard stem.count == id.count + 1 + alias.count, stem.starts(with: id) else { return false }
    let rest = stem.dropFirst(id.count)
    return rest.first == UInt8(ascii: "-") && rest.dropFirst().elementsEqual(alias)
  }

  // MARK: Links

  private mutating func links(of flow: FlowTables) -> FlowLinks {
    var links = FlowLinks()
    links.callees.reserveCapacity(flow.all.calls.count)
    links.next.reserveCapacity(flow.all.leavings.count)
    for index in flow.all.calls.lazy.map(Int.init) {
      let step = flow.all.steps[index]
      let callee = find(step.subject, in: flow)
      links.callees.append(FlowLinks.Link(flow: callee, step: 0), at: index)
      let meant = flow.rareFields(of: step).meantCall
      if meant.isPresent {
        let callee = find(meant, in: flow)
        links.meantCallees.append(FlowLinks.Link(flow: callee, step: 0), at: index)
      }
      checkArguments(of: step, in: flow, callee: callee)
    }
    // The copies of a row that holds anywhere share their targets, which are looked up once.
    var (known, knownMeant): ([Int: FlowLinks.Link], [Int: FlowLinks.Link]) = ([:], [:])
    for row in flow.all.leavings.lazy.map(Int.init) {
      let record = flow.all.rows[row]
      if let next = record.next, next.leaves {
        links.next.append(link(next, of: record, in: flow, &known), at: row)
      }
      if let meant = flow.meant(record) {
        links.meant.append(
          meant.leaves ? link(meant, of: record, in: flow, &knownMeant) : .none, at: row)
      }
    }
    return links
  }

  private mutating func link(
    _ target: TargetRecord, of row: RowRecord, in flow: FlowTables,
    _ known: inout [Int: FlowLinks.Link]
  ) -> FlowLinks.Link {
    // Not by its place: several rows of a binding are at one place of the document.
    let number = Int(row.anywhere)
    guard number > 0 else { return link(target, of: row, in: flow) }
    if let link = known[number] { return link }
    let new = link(target, of: row, in: flow)
    known[number] = new
    return new
  }

  /// The place of a target in another flow. None for a result, which is only checked.
  private mutating func link(
    _ target: TargetRecord, of row: RowRecord, in flow: FlowTables
  ) -> FlowLinks.Link {
    switch target.kind.destination {
    case .step, .itself, .screen, .suspension, .end: return .none
    case .caller:
      checkResult(target, in: flow)
      return .none
    case .flow:
      let index = find(target.name, in: flow)
      guard index >= 0 else { return .none }
      let other = tables[Int(index)]
      let step = place(target, of: flow.text(of: row), in: other, from: flow)
      return FlowLinks.Link(flow: index, step: step)
    case .errorFlow: return linkToErrorFlow(target, in: flow)
    }
  }

  private mutating func linkToErrorFlow(
    _ target: TargetRecord, in flow: FlowTables
  ) -> FlowLinks.Link {
    if let index = known(target.name, in: flow) { return FlowLinks.Link(flow: index, step: 0) }
    let name = flow.string(target.name)
    if isUnread(name) { return .none }
    let question = question(for: name) { $0 == .errorFlow }
    report(
      .unknownErrorFlow, flow, target.span, "there is no error flow `\(name)`",
      help: question
        ?? "add a file with `flow: \(name)` and `kind: error flow`")
    return .none
  }

  private func known(_ name: PooledText, in flow: FlowTables) -> Int32? {
    flowIndex.find(name.range, in: flow.all.pool).map { flowOfName[Int($0)] }
  }

  private mutating func find(_ name: PooledText, in flow: FlowTables) -> Int32 {
    if let index = known(name, in: flow) { return index }
    let id = flow.string(name)
    if isUnread(id) { return -1 }
    let question = question(for: id) { _ in true }
    report(
      .unknownFlow, flow, name.span, "there is no flow `\(id)`",
      help: question
        ?? "add a file with `flow: \(id)`; with `outline: ...` when it is not yet written")
    return -1
  }

  /// "did you mean `UC2.3`?" for the flow of these kinds with the nearest name.
  mutating func question(
    for name: String, in kinds: (Flow.Kind) -> Bool
  ) -> String? {
    guard !suggestions.isOver else { return nil }
    let flows = tables.filter { kinds($0.all.header.kind) }
    return suggestions.question(for: name, in: flows.map { $0.string($0.all.header.id) })
  }

  /// The step that `goto UC9.2:1.1` enters: the step with that id, or the step of the row with that
  /// id.
  private mutating func place(
    _ target: TargetRecord, of text: @autoclosure () -> String, in other: FlowTables,
    from flow: FlowTables
  ) -> Int32 {
    // The steps of an outline are not yet written.
    guard target.place.isPresent, !other.all.header.outline.isPresent else { return 0 }
    let wanted = flow.string(target.place)
    if let step = Flow(tables: other).step(wanted) { return Int32(step.index) }
    if let row = Flow(tables: other).row(wanted) { return Int32(row.step.index) }
    let id = other.string(other.all.header.id)
    let steps = Flow(tables: other).steps
    let places = TargetPlaces(of: other)
    var question: String?
    if !suggestions.isOver {
      question =
        places.question(for: wanted, of: text(), &suggestions)
        ?? suggestions.question(for: wanted, in: places.ids(near: wanted))
    }
    let rest = steps.count > 50 ? " and \(steps.count - 50) more" : ""
    report(
      .unknownTarget, flow, target.span, "`\(id)` has no step `\(wanted)`",
      help: question
        ?? "it has: \(steps.prefix(50).map(\.id).joined(separator: ", "))\(rest)")
    return -1
  }
}
