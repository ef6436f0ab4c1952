internal import Diagnostics
internal import FlowEdit
internal import FlowLoader
internal import FlowModel

// Where things are named, and what leads where.
extension Workspace {
  /// What is named at a place of a document. Nil while the document cannot be read.
  mutating func mention(at place: TextDocument.Place, in path: String) -> Mention? {
    guard let document = document(path) else { return nil }
    let scalar = document.scalar(at: place)
    return mentions(in: path, document)
      .filter { Int($0.span.start) <= scalar && scalar <= Int($0.span.end) }
      .min { $0.span.end - $0.span.start < $1.span.end - $1.span.start }
  }

  /// All places of flow files where something is named, in the order of the files. Files that are
  /// broken have none.
  mutating func mentions() -> [Mention] {
    let catalogue = catalogue()
    return catalogue.flows.filter { flows(at: $0.path).contains($0) }
      .flatMap { $0.mentions(in: catalogue) }
  }

  /// The places of flow files that name something.
  mutating func mentions(of subject: Mention.Subject) -> [Mention] {
    mentions().filter { $0.subject == subject }
  }

  /// The places of a file of flows, scripts or house rules where something is named.
  private mutating func mentions(in path: String, _ document: TextDocument) -> [Mention] {
    let catalogue = catalogue()
    let flows = flows(at: path)
    if !flows.isEmpty { return flows.flatMap { $0.mentions(in: catalogue) } }
    let file = SourceFile(path: path, bytes: document.bytes)
    if holdsRules(path) { return file.mentionsOfRules(in: catalogue) }
    return holdsScripts(path) ? file.mentionsOfScripts(in: catalogue, PathRuns(result())) : []
  }

  /// The places where something is defined.
  mutating func definitions(of subject: Mention.Subject) -> [Mention] {
    mentions(of: subject).filter(\.isDefinition)
  }

  /// Refuses what has its name from a document, and says where it has to be changed.
  mutating func requireFile(of subject: Mention.Subject) throws(ProtocolError) {
    let isFlow: Bool
    switch subject {
    case .flow: isFlow = true
    case .step, .section, .row: isFlow = false
    case .result, .fact, .action, .name: return
    }
    guard let mention = definitions(of: subject).first, isDocument(mention.path),
      let document = document(mention.path)
    else { return }
    let line = document.place(of: Int(mention.span.start)).line + 1
    let refusal = EditRefusal.ofName(isFlow: isFlow, in: mention.path, line: line)
    throw ProtocolError(.requestFailed, refusal.message)
  }

  /// The places that lead to something or name it.
  ///
  /// For a step these are the targets of rows as written and as meant, also of those that name its
  /// section or its flow, and the step before if it goes on.
  mutating func references(to subject: Mention.Subject) -> [Mention] {
    guard case .step(let flow, let id) = subject else {
      return mentions(of: subject).filter { !$0.isDefinition }
    }
    let catalogue = catalogue()
    guard let step = catalogue.flow(id: flow)?.step(id) else { return [] }
    var found: [Mention] = []
    for reading in [Reading.written, .meant] {
      let graph = CatalogueGraph(catalogue, as: reading)
      for graph in graph.graphs where flows(at: graph.flow.path).contains(graph.flow) {
        for row in graph.flow.rowsOfSteps where graph.leads(row, to: step) {
          found.append(
            Mention(subject: subject, path: graph.flow.path, span: row.targetSpan(reading)))
        }
      }
      guard step == step.flow.firstStep else { continue }
      for caller in graph.callers(of: step.flow) where !flows(at: caller.flow.path).isEmpty {
        let span = reading == .meant ? caller.meantCallSpan : nil
        found.append(
          Mention(subject: subject, path: caller.flow.path, span: span ?? caller.subjectSpan))
      }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert("\($0.path) \($0.span.start)").inserted }
      .sorted { ($0.path, $0.span.start) < ($1.path, $1.span.start) }
  }
}

extension FlowGraph {
  /// Whether a row leads to a step. A row that stays where it is does not.
  fileprivate func leads(_ row: Row, to step: Step) -> Bool {
    switch successor(of: row) {
    case .step(let next): next == step && target(of: row)?.kind != .stay
    case .flow(let next), .error(let next): next == step
    case .outline, .exit, .missing, nil: false
    }
  }
}
