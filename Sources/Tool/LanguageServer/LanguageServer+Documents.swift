internal import Diagnostics
internal import FlowFolder
internal import JSON

// Documents that are open, and what is wrong with them.
extension LanguageServer {
  private static func path(_ params: JSONValue) -> (uri: String, path: String)? {
    guard let uri = params["textDocument"]?["uri"]?.string, let path = DocumentURI.path(uri) else {
      return nil
    }
    return (uri, path)
  }

  mutating func didOpen(_ params: JSONValue) {
    guard let (uri, path) = LanguageServer.path(params), let folder = folder(of: path),
      let text = params["textDocument"]?["text"]?.string
    else { return }
    documents[path] = (uri, params["textDocument"]?["version"] ?? .null)
    workspaces[folder]?.set(TextDocument(Array(text.utf8)), at: path)
    changed.insert(folder)
    due.insert(path)
  }

  /// Changes come in order, each to the text that the one before has left.
  mutating func didChange(_ params: JSONValue) {
    guard let (uri, path) = LanguageServer.path(params), documents[path] != nil,
      let folder = folder(of: path), var document = workspaces[folder]?.open[path]
    else { return }
    for change in params["contentChanges"]?.array ?? [] {
      guard let text = change["text"]?.string else { continue }
      if let range = change["range"] {
        guard let start = TextDocument.Place(range["start"]),
          let end = TextDocument.Place(range["end"])
        else { continue }
        document.replace(from: start, to: end, with: text)
      } else {
        document = TextDocument(Array(text.utf8))
      }
    }
    documents[path] = (uri, params["textDocument"]?["version"] ?? .null)
    workspaces[folder]?.set(document, at: path)
    changed.insert(folder)
    due.insert(path)
  }

  mutating func didClose(_ params: JSONValue) {
    guard let (_, path) = LanguageServer.path(params), documents.removeValue(forKey: path) != nil,
      let folder = folder(of: path)
    else { return }
    workspaces[folder]?.close(path)
    changed.insert(folder)
    unproven.insert(folder)
  }

  /// A document that was saved is answered even if nothing has changed, since its editor may wait
  /// for that.
  mutating func didSave(_ params: JSONValue) {
    if let (_, path) = LanguageServer.path(params), documents[path] != nil { due.insert(path) }
    didChangeFiles()
  }

  mutating func didChangeFiles() {
    for folder in workspaces.keys {
      workspaces[folder]?.readFiles()
      changed.insert(folder)
      unproven.insert(folder)
    }
  }

  // MARK: Diagnostics

  /// The diagnostics of the documents that were opened, changed or saved, and of all files for
  /// which they are other than those sent before.
  ///
  /// The first call after a change says what the check finds, and the next one what the house rules
  /// add: to decide them takes longer, so they are decided when files were read or saved, and not
  /// at every key.
  mutating func newDiagnostics() -> [JSONValue] {
    var messages: [JSONValue] = []
    if changed.isEmpty, let folder = unproven.sorted().first {
      unproven.remove(folder)
      messages += newDiagnostics(in: folder, .decided)
    }
    for folder in changed.sorted() { messages += newDiagnostics(in: folder, .known) }
    unproven = unproven.filter { workspaces[$0]?.hasRules() ?? false }
    (changed, due) = ([], [])
    return messages
  }

  private mutating func newDiagnostics(
    in folder: String, _ proofs: CheckRequest.Proofs
  ) -> [JSONValue] {
    guard let found = workspaces[folder]?.findings(proofs) else { return [] }
    let gone = told[folder, default: []].subtracting(found.keys)
    told[folder] = Set(found.keys)
    return Set(found.keys).union(gone).union(due).sorted().compactMap { path in
      let list = JSONValue.array(diagnostics(found[path] ?? [], at: path, in: folder))
      guard due.contains(path) || (sent[path] ?? .array([])) != list else { return nil }
      sent[path] = list
      return publication(list, path)
    }
  }

  private func publication(_ list: JSONValue, _ path: String) -> JSONValue {
    let document = documents[path]
    let version = document.flatMap { $0.version == .null ? nil : $0.version }
    return .object([
      "jsonrpc": .string("2.0"), "method": .string("textDocument/publishDiagnostics"),
      "params": .object([
        "uri": .string(document?.uri ?? DocumentURI.file(path)), "version": version,
        "diagnostics": list,
      ]),
    ])
  }

  private func diagnostics(
    _ found: [Diagnostic], at path: String, in folder: String
  ) -> [JSONValue] {
    guard !found.isEmpty else { return [] }
    let document = workspaces[folder]?.document(path) ?? TextDocument([])
    return found.map { diagnostic in
      let help = diagnostic.help.map { "\nhelp: \($0)" } ?? ""
      return .object([
        "range": document.range(diagnostic.span),
        "severity": .integer(diagnostic.severity.number),
        "code": .string(diagnostic.rule.name), "source": .string("flowrun"),
        "message": .string(diagnostic.message + help),
      ])
    }
  }
}

extension Diagnostic.Severity {
  /// The number in the protocol.
  fileprivate var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}
