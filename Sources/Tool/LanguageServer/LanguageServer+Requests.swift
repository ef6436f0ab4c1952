internal import Diagnostics
internal import FlowEdit
internal import FlowLoader
internal import FlowModel
internal import JSON

// What a client asks about a place of a document.
extension LanguageServer {
  /// The answer to a request. Documents that are not flow files have none.
  mutating func request(
    _ method: String, _ params: JSONValue
  ) throws(ProtocolError) -> JSONValue {
    let uris = documents.mapValues(\.uri)
    switch method {
    case "textDocument/definition":
      return try ask(params) { workspace, place, path throws(ProtocolError) in
        guard let mention = workspace.mention(at: place, in: path) else { return .null }
        return LanguageServer.locations(
          workspace.definitions(of: mention.subject), workspace, uris)
      }
    case "textDocument/references":
      let withDefinition = params["context"]?["includeDeclaration"]?.bool ?? false
      return try ask(params) { workspace, place, path throws(ProtocolError) in
        guard let mention = workspace.mention(at: place, in: path) else { return .null }
        let definitions = withDefinition ? workspace.definitions(of: mention.subject) : []
        return LanguageServer.locations(
          definitions + workspace.references(to: mention.subject), workspace, uris)
      }
    case "textDocument/hover":
      return try ask(params) { workspace, place, path throws(ProtocolError) in
        LanguageServer.hover(&workspace, place, path)
      }
    case "textDocument/prepareRename":
      return try ask(params) { workspace, place, path throws(ProtocolError) in
        let found = try LanguageServer.named(&workspace, place, path)
        try workspace.requireFile(of: found.mention.subject)
        guard let document = workspace.document(path) else { return .null }
        return .object([
          "range": document.range(found.mention.span), "placeholder": .string(found.name),
        ])
      }
    case "textDocument/rename":
      guard let name = params["newName"]?.string else {
        throw ProtocolError(.invalidParams, "`newName` is missing")
      }
      return try ask(params) { workspace, place, path throws(ProtocolError) in
        let found = try LanguageServer.named(&workspace, place, path)
        try workspace.requireFile(of: found.mention.subject)
        let edit = try workspace.edit(found.renaming(name), in: found.path)
        return .object(["changes": LanguageServer.changes(edit, uris)])
      }
    case "textDocument/completion":
      return try ask(params) { workspace, place, path throws(ProtocolError) in
        let items = workspace.proposals(at: place, in: path).map { proposal in
          JSONValue.object([
            "label": .string(proposal.label), "kind": .integer(proposal.kind.rawValue),
            "detail": proposal.detail.isEmpty ? nil : .string(proposal.detail),
          ])
        }
        return .object(["isIncomplete": .bool(false), "items": .array(items)])
      }
    case "textDocument/codeAction":
      let creates = canCreate
      return try askAboutFile(params) { workspace, path in
        LanguageServer.actions(params, &workspace, path, uris, canCreate: creates)
      }
    case "textDocument/formatting":
      return try askAboutFile(params) { workspace, path in
        guard path.hasSuffix(".yaml") || path.hasSuffix(".yml"),
          let document = workspace.document(path),
          let edits = try? FileFormat.edits(of: SourceFile(path: path, bytes: document.bytes))
        else { return .null }
        return .array(edits.map { LanguageServer.edit($0, document) })
      }
    case "textDocument/documentSymbol":
      return try askAboutFile(params) { LanguageServer.symbols($0, $1) }
    case "textDocument/foldingRange":
      return try askAboutFile(params) { LanguageServer.folds($0, $1) }
    case "textDocument/codeLens":
      let commands = commands
      return try askAboutFile(params) { LanguageServer.lenses(&$0, $1, commands) }
    case "workspace/symbol": return symbols(params["query"]?.string ?? "", uris)
    default: throw ProtocolError(.unknownMethod, "there is no request `\(method)`")
    }
  }

  /// Answers a question about a document. Null if it is not a flow file.
  private mutating func askAboutFile(
    _ params: JSONValue, _ body: (inout Workspace, String) -> JSONValue
  ) throws(ProtocolError) -> JSONValue {
    guard let uri = params["textDocument"]?["uri"]?.string else {
      throw ProtocolError(.invalidParams, "`textDocument` is missing")
    }
    guard let path = DocumentURI.path(uri), let folder = folder(of: path),
      var workspace = workspaces[folder]
    else { return .null }
    let answer = body(&workspace, path)
    workspaces[folder] = workspace
    return answer
  }

  /// Answers a question about a place of a document. Null if it is not a flow file.
  private mutating func ask(
    _ params: JSONValue,
    _ body: (inout Workspace, TextDocument.Place, String) throws(ProtocolError) -> JSONValue
  ) throws(ProtocolError) -> JSONValue {
    guard let uri = params["textDocument"]?["uri"]?.string,
      let place = TextDocument.Place(params["position"])
    else { throw ProtocolError(.invalidParams, "`textDocument` or `position` is missing") }
    guard let path = DocumentURI.path(uri), let folder = folder(of: path),
      var workspace = workspaces[folder]
    else { return .null }
    let answer = try body(&workspace, place, path)
    workspaces[folder] = workspace
    return answer
  }

  /// - Parameter uris: the addresses of open documents as the client writes them, by path.
  private static func locations(
    _ mentions: [Mention], _ workspace: Workspace, _ uris: [String: String]
  ) -> JSONValue {
    .array(
      mentions.compactMap { mention in
        workspace.document(mention.path).map {
          .object([
            "uri": .string(uris[mention.path] ?? DocumentURI.file(mention.path)),
            "range": $0.range(mention.span),
          ])
        }
      })
  }

  /// The edits of files, by their addresses.
  static func changes(_ edit: FlowEdit, _ uris: [String: String]) -> JSONValue {
    .object(
      members: edit.files.map { file in
        let document = TextDocument(file.before ?? [])
        let list = file.edits.map { LanguageServer.edit($0, document) }
        return (uris[file.path] ?? DocumentURI.file(file.path), .array(list))
      })
  }

  private static func edit(_ edit: TextEdit, _ document: TextDocument) -> JSONValue {
    let (start, end) = (edit.range.lowerBound, edit.range.upperBound)
    return .object([
      "range": TextDocument.range(document.place(ofByte: start), document.place(ofByte: end)),
      "newText": .string(edit.text),
    ])
  }

  /// Something that can be renamed.
  private struct Named {
    /// What it is called now.
    let name: String
    /// The path of its flow.
    let path: String
    /// The place where it is named.
    let mention: Mention
    /// What gives it another name.
    let renaming: (String) -> EditOperation
  }

  /// What is named at a place, as something that can be renamed.
  private static func named(
    _ workspace: inout Workspace, _ place: TextDocument.Place, _ path: String
  ) throws(ProtocolError) -> Named {
    if let mention = workspace.mention(at: place, in: path) {
      let subject = mention.subject
      let catalogue = workspace.catalogue()
      func part(_ place: EditPlace, _ id: String, of flow: String) -> Named {
        Named(
          name: id, path: catalogue.flow(id: flow)?.path ?? path, mention: mention,
          renaming: { .rename(place, to: $0) })
      }
      func whole(_ name: String) -> Named {
        Named(
          name: name, path: path, mention: mention, renaming: { .renameName(subject, to: $0) })
      }
      switch subject {
      case .step(let flow, let id): return part(.step(id), id, of: flow)
      case .section(let flow, let id): return part(.section(id), id, of: flow)
      case .row(let flow, let row): return part(.row(row), row, of: flow)
      case .flow(let name), .fact(let name), .result(_, let name), .name(_, let name):
        return whole(name)
      case .action: break
      }
    }
    throw ProtocolError(
      .requestFailed,
      "only a step, a section, a row, a flow, a fact, a result or a name in code can be renamed, "
        + "in a file without errors of syntax")
  }

  private static func hover(
    _ workspace: inout Workspace, _ place: TextDocument.Place, _ path: String
  ) -> JSONValue {
    guard let document = workspace.document(path) else { return .null }
    if let mention = workspace.mention(at: place, in: path),
      let text = workspace.text(about: mention.subject)
    {
      // Three backticks in a text would end the block.
      let block = "```text\n\(text.split(separator: "```").joined(separator: "'''"))\n```"
      return hover(block, document.range(mention.span))
    }
    guard workspace.holdsFlow(path), let about = workspace.word(at: place, in: document) else {
      return .null
    }
    return hover(about, nil)
  }

  private static func hover(_ text: String, _ range: JSONValue?) -> JSONValue {
    .object([
      "contents": .object(["kind": .string("markdown"), "value": .string(text)]), "range": range,
    ])
  }
}
