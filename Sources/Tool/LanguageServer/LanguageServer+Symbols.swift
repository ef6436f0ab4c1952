internal import Diagnostics
internal import FlowEdit
internal import FlowModel
internal import FlowReports
internal import JSON

// What a document consists of.
extension LanguageServer {
  /// The kinds of symbols in the protocol.
  private enum SymbolKind: Int {
    case module = 2
    case namespace = 3
    case function = 12
    case event = 24
  }

  /// The sections, steps and rows of a document.
  static func symbols(_ workspace: Workspace, _ path: String) -> JSONValue {
    guard let document = workspace.document(path) else { return .array([]) }
    guard !workspace.isDocument(path) else {
      return .array(workspace.flows(at: path).map { symbol($0, document) })
    }
    guard let text = try? YAMLText(SourceFile(path: path, bytes: document.bytes)) else {
      return .array([])
    }
    return .array(text.outline.map { symbol($0, document) })
  }

  private static func symbol(_ part: OutlinePart, _ document: TextDocument) -> JSONValue {
    let start = document.place(ofByte: part.range.lowerBound)
    let range = TextDocument.range(start, document.place(ofByte: part.range.upperBound))
    let kind: SymbolKind =
      switch part.place {
      case .section, .extension: .namespace
      case .step: .function
      case .row: .event
      case .file, .rule, .path: .module
      }
    let children = part.children.map { symbol($0, document) }
    let id = String(part.place.description.dropFirst(part.place.kind.count + 1))
    return .object([
      "name": .string(id), "detail": .string(part.label), "kind": .integer(kind.rawValue),
      "range": range, "selectionRange": TextDocument.range(start, start),
      "children": children.isEmpty ? nil : .array(children),
    ])
  }

  /// A use case of a document, with its steps.
  private static func symbol(_ flow: Flow, _ document: TextDocument) -> JSONValue {
    func symbol(
      _ name: String, _ detail: String, _ kind: SymbolKind, _ spans: [SourceSpan],
      _ children: [JSONValue]
    ) -> JSONValue {
      let start = spans.map(\.start).min() ?? 0
      let end = spans.map(\.end).max() ?? 0
      let place = document.place(of: Int(start))
      return .object([
        "name": .string(name), "detail": .string(detail), "kind": .integer(kind.rawValue),
        "range": TextDocument.range(place, document.place(of: Int(end))),
        "selectionRange": TextDocument.range(place, place),
        "children": children.isEmpty ? nil : .array(children),
      ])
    }
    let steps = flow.steps.map { step in
      let rows = step.rows(.written).filter { $0.kind != .own }
      return symbol(
        step.id, step.subject, .function, [step.span] + rows.map(\.span),
        rows.map { symbol($0.reference, $0.label, .event, [$0.span], []) })
    }
    let spans = [flow.span] + flow.steps.map(\.span) + flow.rows.map(\.span)
    return symbol(flow.id, flow.title, .module, spans, steps)
  }

  /// The parts of a document that have more than one line.
  static func folds(_ workspace: Workspace, _ path: String) -> JSONValue {
    guard let document = workspace.document(path), !workspace.isDocument(path),
      let text = try? YAMLText(SourceFile(path: path, bytes: document.bytes))
    else { return .array([]) }
    var folds: [JSONValue] = []
    func add(_ parts: [OutlinePart]) {
      for part in parts {
        let start = document.place(ofByte: part.range.lowerBound).line
        let end = document.place(ofByte: part.range.upperBound).line
        if end > start {
          folds.append(.object(["startLine": .integer(start), "endLine": .integer(end)]))
        }
        add(part.children)
      }
    }
    add(text.outline)
    return .array(folds)
  }

  /// The flows, sections and steps of all folders whose id or text has a text in it.
  func symbols(_ query: String, _ uris: [String: String]) -> JSONValue {
    let wanted = query.lowercased()
    var found: [JSONValue] = []
    for (_, folder) in workspaces.sorted(by: { $0.key < $1.key }) {
      var workspace = folder
      let catalogue = workspace.catalogue()
      for flow in catalogue.flows where workspace.flows(at: flow.path).contains(flow) {
        guard let document = workspace.document(flow.path) else { continue }
        func add(_ name: String, _ kind: SymbolKind, _ span: SourceSpan, in owner: String?) {
          guard found.count < 500, name.lowercased().contains(wanted) else { return }
          found.append(
            .object([
              "name": .string(name), "kind": .integer(kind.rawValue),
              "containerName": owner.map { .string($0) },
              "location": .object([
                "uri": .string(uris[flow.path] ?? DocumentURI.file(flow.path)),
                "range": document.range(span),
              ]),
            ]))
        }
        add("\(flow.id) \(flow.title)", .module, flow.span, in: nil)
        for section in flow.sections where section.extensionRow == nil && !section.id.isEmpty {
          add("\(flow.id):\(section.id) \(section.title)", .namespace, section.span, in: flow.title)
        }
        for step in flow.steps {
          add("\(step.qualified) \(step.text(in: catalogue))", .function, step.span, in: flow.title)
        }
      }
    }
    return .array(found)
  }
}
