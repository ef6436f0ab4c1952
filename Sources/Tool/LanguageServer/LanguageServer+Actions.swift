internal import Diagnostics
internal import FlowCheck
internal import FlowEdit
internal import FlowFolder
internal import FlowModel
internal import JSON

// What can be done at a place of a document.
extension LanguageServer {
  /// The fixes of what is found at a range, and what a row or section at it can become; or all safe
  /// fixes of the file, if the client asks for these.
  static func actions(
    _ params: JSONValue, _ workspace: inout Workspace, _ path: String, _ uris: [String: String],
    canCreate: Bool
  ) -> JSONValue {
    let only = params["context"]?["only"]?.array?.compactMap(\.string)
    func isAsked(_ kind: String) -> Bool {
      only?.contains { kind == $0 || kind.hasPrefix($0 + ".") } ?? true
    }
    var actions: [JSONValue] = []
    // It takes longer, so clients get it only when they ask for it.
    if only != nil, isAsked("source.fixAll") {
      let edit = workspace.fixAll(in: path)
      if !edit.files.isEmpty {
        actions.append(action("Fix all in this file", "source.fixAll", edit, uris))
      }
    }
    guard let start = TextDocument.Place(params["range"]?["start"]),
      let end = TextDocument.Place(params["range"]?["end"]),
      let document = workspace.document(path)
    else { return .array(actions) }
    if isAsked("quickfix") {
      for (finding, fix) in workspace.fixes(in: path, from: start, to: end) {
        let span = finding.diagnostic.span
        actions.append(
          action(
            capitalized(fix.title), "quickfix", fix.edit, uris, isPreferred: fix.isSafe,
            diagnostic: .object([
              "range": document.range(span), "code": .string(finding.diagnostic.rule.name),
              "source": .string("flowrun"), "message": .string(finding.told),
            ])))
      }
    }
    if isAsked("refactor.rewrite"),
      let mention = workspace.mention(at: start, in: path), mention.isDefinition,
      let (flow, place) = mention.subject.part,
      let edit = try? workspace.edit(.accept(place), in: path, of: flow)
    {
      actions.append(
        action("Take what is meant for what is written", "refactor.rewrite", edit, uris))
    }
    if canCreate, isAsked("refactor.extract"),
      let mention = workspace.mention(at: start, in: path), mention.isDefinition,
      case .section(let flow, let id) = mention.subject
    {
      // Another name is given to it as to every flow.
      let name = "\(flow)-\(id)"
      if let edit = try? workspace.edit(.extract(section: id, as: name), in: path) {
        actions.append(
          action("Make the flow \(name) of this section", "refactor.extract", edit, uris))
      }
    }
    return .array(actions)
  }

  private static func action(
    _ title: String, _ kind: String, _ edit: FlowEdit, _ uris: [String: String],
    isPreferred: Bool = false, diagnostic: JSONValue? = nil
  ) -> JSONValue {
    .object([
      "title": .string(title), "kind": .string(kind),
      "isPreferred": isPreferred ? .bool(true) : nil,
      "diagnostics": diagnostic.map { .array([$0]) },
      "edit": edit.files.contains { $0.before == nil }
        ? .object(["documentChanges": documentChanges(edit, uris)])
        : .object(["changes": changes(edit, uris)]),
    ])
  }

  /// The edits of files of which some are new.
  private static func documentChanges(_ edit: FlowEdit, _ uris: [String: String]) -> JSONValue {
    let edits = changes(edit, uris).members ?? []
    return .array(
      zip(edit.files, edits).flatMap { file, edit -> [JSONValue] in
        let start = JSONValue.object(["line": .integer(0), "character": .integer(0)])
        let text = String(decoding: file.after ?? [], as: UTF8.self)
        let whole = JSONValue.object([
          "range": .object(["start": start, "end": start]), "newText": .string(text),
        ])
        let changed = JSONValue.object([
          "textDocument": .object(["uri": .string(edit.key), "version": .null]),
          "edits": file.before == nil ? .array([whole]) : edit.value,
        ])
        guard file.before == nil else { return [changed] }
        return [.object(["kind": .string("create"), "uri": .string(edit.key)]), changed]
      })
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  // MARK: Lenses

  /// Above a flow: run it, and how many paths show it.
  static func lenses(
    _ workspace: inout Workspace, _ path: String, _ commands: Set<String>
  ) -> JSONValue {
    guard let document = workspace.document(path) else { return .array([]) }
    func lens(_ title: String, _ command: String, _ flow: Flow) -> JSONValue {
      let isKnown = commands.contains(command)
      return .object([
        "range": document.range(flow.span),
        "command": .object([
          "title": .string(title), "command": .string(isKnown ? command : ""),
          "arguments": isKnown ? .strings([flow.id]) : nil,
        ]),
      ])
    }
    return .array(
      workspace.flows(at: path).flatMap { flow in
        let count = workspace.pathCount(of: flow)
        let paths = lens("\(count) path\(count == 1 ? "" : "s")", "flowrun.paths", flow)
        // Without the client's help, nothing can be run.
        return commands.contains("flowrun.run")
          ? [lens("run", "flowrun.run", flow), paths] : [paths]
      })
  }
}

extension Mention.Subject {
  /// The flow and its place that are named.
  var part: (flow: String, place: EditPlace)? {
    switch self {
    case .step(let flow, let id): (flow, .step(id))
    case .section(let flow, let id): (flow, .section(id))
    case .row(let flow, let reference): (flow, .row(reference))
    case .flow, .result, .fact, .action, .name: nil
    }
  }
}

extension Finding {
  /// The message as the client was told it.
  fileprivate var told: String {
    diagnostic.message + (diagnostic.help.map { "\nhelp: \($0)" } ?? "")
  }
}
