internal import Files
internal import FlowCheck
internal import FlowModel
internal import FlowReports
internal import JSON

/// The printed table of a flow for the page, with both readings.
struct BookTable {
  private let flow: Flow
  private let catalogue: Catalogue
  private let graphs: [(all: CatalogueGraph, own: FlowGraph)]
  private let reached: [StepSet]

  init(_ flow: Flow, in catalogue: Catalogue, graphs: [(all: CatalogueGraph, own: FlowGraph)]) {
    self.flow = flow
    self.catalogue = catalogue
    self.graphs = graphs
    reached = graphs.map { $0.own.reachable(from: $0.all.entries(of: flow)) }
  }

  /// What a page knows of a flow whose table it does not have.
  static func names(of flow: Flow, page: String) -> JSONValue {
    .object([
      "id": .string(flow.id), "page": .string(page), "alias": flow.alias.map { .string($0) },
      "title": .string(flow.title), "kind": .string(flow.kind.rawValue),
      "folder": .string(folder(of: flow)), "outline": flow.outline.map { .string($0) },
    ])
  }

  func json(page: String, isLive: Bool) -> JSONValue {
    let own = JSONValue.object([
      "path": .string(flow.path),
      "absolute": isLive ? .string(FileSystem.resolved(flow.path)) : nil,
      "summary": flow.summary.map { .string($0) },
      "about": .array(about.map { .strings([$0.name, $0.text]) }),
      "facts": .array(
        flow.facts.map { fact in
          .object([
            "name": .string(fact.name), "values": .strings(fact.values),
            "counter": fact.isCounter ? .bool(true) : nil,
          ])
        }),
      "to": .strings(onward),
      "lines": .array(lines),
    ])
    return .object(
      (BookTable.names(of: flow, page: page).members ?? []) + (own.members ?? []))
  }

  /// The other flows that are called or led to, in the order of the steps.
  private var onward: [String] {
    let leading = graphs[0].all.places[flow].map { graphs[0].all.crossings[$0] }
    guard let leading else { return [] }
    let all =
      leading.calls.map { (step: $0.step.index, flow: $0.callee) }
      + leading.gotos.map { (step: $0.row.step.index, flow: $0.flow) }
      + leading.errors.map { (step: $0.row.step.index, flow: $0.flow) }
    var seen: Set<String> = [flow.id]
    return all.sorted { $0.step < $1.step }.compactMap { place in
      let id = catalogue.flows[place.flow].id
      return seen.insert(id).inserted ? id : nil
    }
  }

  /// The folder of the flow's file.
  private static func folder(of flow: Flow) -> String {
    let parts = flow.path.split(separator: "/").dropLast()
    return parts.count > 1 ? parts.last.map { String($0) } ?? "" : ""
  }

  private var about: [(name: String, text: String)] {
    var entries: [(name: String, text: String)] = []
    func add(_ name: String, _ texts: [String]) {
      if !texts.isEmpty { entries.append((name, texts.joined(separator: "; "))) }
    }
    add("Kind", [flow.kind.rawValue])
    add("Goal", flow.goal.map { [$0] } ?? [])
    add("Actor", flow.actor.map { [$0] } ?? [])
    add("Triggered by", flow.triggeredBy)
    add("Used by", flow.usedBy)
    add("Preconditions", flow.preconditions)
    add("Postconditions", flow.postconditions)
    add("Parameters", flow.parameters)
    add("Results", flow.results)
    add("Errors", flow.errors)
    add("Notes", flow.notes)
    add("Documentation", flow.documentation)
    add("Slip", flow.slip.map { [$0] } ?? [])
    return entries
  }

  // MARK: Lines

  /// The lines of the printed table in its order, and at their places those that only the reading
  /// as meant has.
  private var lines: [JSONValue] {
    let table = FlowTable(flow, in: catalogue)
    var lines: [JSONValue] = []
    // The steps before this one have their lines.
    var next = 0
    // The step whose rows are being listed.
    var current: Step?
    for (line, printed) in zip(flow.lines, table.rows) {
      let head = self.line(printed.id, printed.kind, printed.text)
      if let step = current, !isRow(line, of: step) {
        lines += proposed(step)
        current = nil
      }
      switch line {
      case .section(let section):
        lines += proposed(before: section, &next)
        lines.append(.object(head + members(["unreached": unreached(section.steps)])))
      case .step(let step):
        lines += proposed(before: step.index, &next)
        (next, current) = (step.index + 1, step)
        lines.append(.object(head + self.line(step, step.rows(.written), next: printed.next)))
      case .row(let row):
        if row.kind == .extension { lines += proposed(before: section(of: row), &next) }
        lines.append(.object(head + self.line(row, next: printed.next)))
      case .anywhere: lines.append(.object(head))
      }
    }
    if let current { lines += proposed(current) }
    return lines + proposed(before: flow.steps.count, &next) + proposedAnywhere
  }

  private func isRow(_ line: Line, of step: Step) -> Bool {
    guard case .row(let row) = line else { return false }
    return row.step == step && row.kind != .extension && !row.isAnywhere
  }

  /// The rows that the document lacks among those that hold at any time, under a heading unless the
  /// document has one.
  private var proposedAnywhere: [JSONValue] {
    let lists = flow.sections.map { (id: "\($0.id)*", rows: $0.anywhere) } + [("*", flow.anywhere)]
    return lists.flatMap { id, all -> [JSONValue] in
      let rows = all.filter { $0.isProposed || $0.kind != .extension }
      let proposals = rows.filter(\.isProposed)
      let lines = proposals.map { row in
        JSONValue.object(line(row.id, "outcome", row.text) + line(row, next: "", only: .meant))
      }
      guard !proposals.isEmpty, proposals.count == rows.count else { return lines }
      let head = line(id, "section", flow.anytimeHeading) + members(["only": .string("meant")])
      return [.object(head)] + lines
    }
  }

  /// The section that an extension begins.
  private func section(of row: Row) -> FlowSection? {
    flow.sections.first { $0.extensionRow == row }
  }

  private func proposed(before section: FlowSection?, _ next: inout Int) -> [JSONValue] {
    section?.steps.first.map { proposed(before: $0.index, &next) } ?? []
  }

  /// The lines of steps that the document lacks, up to a step.
  private func proposed(before end: Int, _ next: inout Int) -> [JSONValue] {
    defer { next = max(next, end) }
    return flow.steps[min(next, end)..<end].flatMap { step in
      let head = line(step.id, step.isLine ? "line" : "step", step.text(in: catalogue))
      let own = line(step, step.rows(.meant), next: "") + members(["only": .string("meant")])
      return [.object(head + own)] + proposed(step)
    }
  }

  /// The rows of a step that the document lacks.
  private func proposed(_ step: Step) -> [JSONValue] {
    step.rows(.meant).filter { $0.isProposed && $0.kind != .own && !$0.isAnywhere }.map { row in
      .object(line(row.id, "outcome", row.text) + line(row, next: "", only: .meant))
    }
  }

  private typealias Members = [JSONValue.Member]

  private func line(_ id: String, _ kind: String, _ text: String) -> Members {
    members(["id": .string(id), "kind": .string(kind), "text": .string(text)])
  }

  private func line(_ step: Step, _ rows: [Row], next: String) -> Members {
    let own = rows.first { $0.kind == .own }
    return members([
      "next": next.isEmpty ? nil : .string(next), "row": own.map { .string($0.reference) },
      "leads": next.isEmpty ? own?.next.map { .string($0.description) } : nil,
      "meant": own?.meant.map { .string($0.description) },
      "call": step.meantCall.map { .string($0) },
      "message": step.message.map { .string($0) }, "note": step.note.map { .string($0) },
      "slip": step.slip.map { .string($0) },
      "why": (own?.why ?? step.why).map { .string($0) }, "unreached": unreached([step]),
      "missing": own.flatMap { missing($0) },
      "labels": labels(step), "press": pressed(step, .written),
      "pressMeant": flow.hasOneReading ? nil : pressed(step, .meant),
      "missingCall": step.activity == .call
        ? readings { $0.callee(of: step) == nil && !$0.rows(of: step).isEmpty } : nil,
    ])
  }

  /// What the inputs of a step are called where that is not their name.
  private func labels(_ step: Step) -> JSONValue? {
    let labels = step.inputs.filter { $0.label != $0.name }
    guard !labels.isEmpty else { return nil }
    return .object(labels.map { JSONValue.Member(key: $0.name, value: .string($0.label)) })
  }

  /// The rows that the buttons of a step take, in their order; an empty text for none.
  private func pressed(_ step: Step, _ reading: Reading) -> JSONValue? {
    guard !step.buttons.isEmpty else { return nil }
    let anywhere = flow.anywhere + (flow.sections.first { $0.steps.contains(step) }?.anywhere ?? [])
    let rows = ButtonRows.of(step, among: step.rows(reading) + anywhere)
    return .strings(rows.map { $0?.reference ?? "" })
  }

  private func line(_ row: Row, next: String, only: Reading? = nil) -> Members {
    let moved =
      row.isAnywhere || row.step(.meant) == row.step ? nil : row.step(.meant).id
    return members([
      "next": next.isEmpty ? nil : .string(next), "row": .string(row.reference),
      "meant": row.meant.map { .string($0.description) },
      "why": row.why.map { .string($0) }, "slip": row.slip.map { .string($0) },
      "message": row.message.map { .string($0) }, "at": place(of: row).map { .string($0) },
      "only": only.map { .string($0.rawValue) }, "moved": moved.map { .string($0) },
      "unreached": row.isAnywhere ? nil : unreached([row.step]), "missing": missing(row),
    ])
  }

  /// Where an alternative belongs whose id does not say it: `A1` at step 3.
  private func place(of row: Row) -> String? {
    guard row.kind == .extension, row.id.first?.isLetter == true else { return nil }
    if row.isAnywhere { return "any step" }
    let id = row.step.id
    return row.id.hasPrefix(id) ? nil : "step \(id)"
  }

  private func members(_ members: KeyValuePairs<String, JSONValue?>) -> Members {
    members.compactMap { member in
      member.value.map { JSONValue.Member(key: member.key, value: $0) }
    }
  }

  /// The readings in which a row leads to a step or flow that does not exist.
  private func missing(_ row: Row) -> JSONValue? { readings { $0.way(of: row) == .missing } }

  /// The readings in which something holds. Nil if there is none.
  private func readings(where holds: (FlowGraph) -> Bool) -> JSONValue? {
    let readings = zip(Reading.allCases, graphs).filter { holds($1.own) }.map(\.0.rawValue)
    return readings.isEmpty ? nil : .strings(readings)
  }

  /// The readings in which none of the steps is reached.
  private func unreached(_ steps: [Step]) -> JSONValue? {
    let readings = zip(Reading.allCases, reached).filter { _, reached in
      !steps.contains { reached.contains($0) }
    }
    guard !readings.isEmpty, !steps.isEmpty else { return nil }
    return .strings(readings.map(\.0.rawValue))
  }
}
