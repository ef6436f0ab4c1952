internal import FlowFolder
internal import FlowLoader
internal import JSON

/// A language server for flow files (Language Server Protocol 3.17), apart from its input and
/// output.
///
/// Messages go in and come out as bytes and values; it reads flow files, and never writes one.
public struct LanguageServer: Sendable {
  private enum Phase { case new, running, shutDown, ended }

  /// The exit status, once the client has said `exit`: 0 after `shutdown`, 1 otherwise.
  public private(set) var exitStatus: Int32?
  /// Whether diagnostics are due. They are sent when the client has nothing more to say.
  public var isBehind: Bool { phase == .running && !(changed.isEmpty && unproven.isEmpty) }

  private var phase = Phase.new
  private var frames = MessageFrames()
  private var canWatch = false
  /// Whether the client makes the new files of a change.
  private(set) var canCreate = false
  /// The commands that the client has, such as `flowrun.run`.
  private(set) var commands: Set<String> = []
  /// The folder that holds the flows of all documents. Nil if each belongs to its own.
  private let folder: String?
  /// The folders of flows, by path.
  var workspaces: [String: Workspace] = [:]
  /// The open documents: their addresses as the client writes them, and versions.
  var documents: [String: (uri: String, version: JSONValue)] = [:]
  /// The folders whose diagnostics are not sent yet.
  var changed: Set<String> = []
  /// The folders whose house rules are not decided since files were read or saved.
  var unproven: Set<String> = []
  /// The paths about which something is known, by folder.
  var told: [String: Set<String>] = [:]
  /// The open documents that were opened, changed or saved since, by path.
  var due: Set<String> = []
  /// The diagnostics that were sent, by path.
  var sent: [String: JSONValue] = [:]

  /// A server.
  ///
  /// - Parameter folder: the absolute path of the folder of all flows. Nil to find one for every
  ///   document.
  public init(folder: String? = nil) { self.folder = folder }

  // MARK: Input

  /// Takes bytes of the client and returns the messages that answer them, framed.
  ///
  /// After an error in a header, nobody knows where the next message begins: the server has ended
  /// then, with status 2.
  public mutating func receive(_ bytes: [UInt8]) -> [UInt8] {
    frames.add(bytes)
    var messages: [Result<Message, ProtocolError>] = []
    var failure: ProtocolError?
    do throws(MessageFrames.Failure) {
      while let message = try frames.next() {
        messages.append(Result { () throws(ProtocolError) in try Message(message) })
      }
    } catch {
      failure = ProtocolError(.parseError, error.reason)
    }
    var answers = handle(messages)
    if let failure, phase != .ended {
      answers.append(failure.answer())
      phase = .ended
      exitStatus = 2
    }
    return LanguageServer.framed(answers)
  }

  /// Says that the client is gone: without `exit`, the status is 1.
  public mutating func close() {
    exitStatus = exitStatus ?? (phase == .shutDown && !frames.isInMessage ? 0 : 1)
    phase = .ended
  }

  /// The diagnostics that have changed, framed.
  public mutating func diagnostics() -> [UInt8] {
    guard phase == .running else { return [] }
    return LanguageServer.framed(newDiagnostics())
  }

  private static func framed(_ messages: [JSONValue]) -> [UInt8] {
    messages.flatMap { message in
      let body = Array(message.text.utf8)
      return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
  }

  /// Handles messages in their order. A request is cancelled by a later message among them.
  private mutating func handle(_ messages: [Result<Message, ProtocolError>]) -> [JSONValue] {
    var answers: [JSONValue] = []
    var cancelled: Set<JSONValue> = []
    for case .success(let message) in messages {
      if let id = message.cancelled { cancelled.insert(id) }
    }
    for message in messages where phase != .ended {
      switch message {
      case .failure(let error): answers.append(error.answer())
      case .success(.answer): continue
      case .success(.notification(let method, let params)):
        answers += notify(method, params)
      case .success(.request(let id, let method, let params)):
        do throws(ProtocolError) {
          if cancelled.contains(id) {
            throw ProtocolError(.requestCancelled, "the request was cancelled")
          }
          let result = try answer(method, params)
          answers.append(
            .object(["jsonrpc": .string("2.0"), "id": id, "result": result]))
        } catch {
          answers.append(error.answer(to: id))
        }
      }
    }
    return answers
  }

  // MARK: The life of a server

  private mutating func notify(_ method: String, _ params: JSONValue) -> [JSONValue] {
    if method == "exit" {
      exitStatus = phase == .shutDown ? 0 : 1
      phase = .ended
      return []
    }
    guard phase == .running else { return [] }
    switch method {
    case "initialized": return canWatch ? [LanguageServer.watch] : []
    case "textDocument/didOpen": didOpen(params)
    case "textDocument/didChange": didChange(params)
    case "textDocument/didClose": didClose(params)
    case "textDocument/didSave": didSave(params)
    case "workspace/didChangeWatchedFiles": didChangeFiles()
    default: break
    }
    return []
  }

  private mutating func answer(
    _ method: String, _ params: JSONValue
  ) throws(ProtocolError) -> JSONValue {
    switch (phase, method) {
    case (.new, "initialize"):
      phase = .running
      let abilities = params["capabilities"]?["workspace"]
      canWatch = abilities?["didChangeWatchedFiles"]?["dynamicRegistration"]?.bool ?? false
      let kinds = abilities?["workspaceEdit"]?["resourceOperations"]?.array ?? []
      canCreate = kinds.contains(.string("create"))
      commands = Set(
        (params["initializationOptions"]?["commands"]?.array ?? []).compactMap(\.string))
      return LanguageServer.capabilities
    case (.new, _):
      throw ProtocolError(.notInitialized, "the first request is `initialize`")
    case (.running, "initialize"):
      throw ProtocolError(.invalidRequest, "the server is initialized already")
    case (.running, "shutdown"):
      phase = .shutDown
      return .null
    case (.running, _): return try request(method, params)
    case (.shutDown, _), (.ended, _):
      throw ProtocolError(.invalidRequest, "the server was shut down")
    }
  }

  private static var capabilities: JSONValue {
    .object([
      "capabilities": .object([
        "positionEncoding": .string("utf-16"),
        "textDocumentSync": .object([
          "openClose": .bool(true), "change": .integer(2), "save": .bool(true),
        ]),
        "definitionProvider": .bool(true), "referencesProvider": .bool(true),
        "hoverProvider": .bool(true),
        "renameProvider": .object(["prepareProvider": .bool(true)]),
        "codeActionProvider": .object([
          "codeActionKinds": .strings([
            "quickfix", "refactor.extract", "refactor.rewrite", "source.fixAll",
          ])
        ]), "documentSymbolProvider": .bool(true), "workspaceSymbolProvider": .bool(true),
        "foldingRangeProvider": .bool(true), "documentFormattingProvider": .bool(true),
        "codeLensProvider": .object(["resolveProvider": .bool(false)]),
        "completionProvider": .object(["triggerCharacters": .strings([":", " ", "{", "["])]),
      ]),
      "serverInfo": .object(["name": .string("flowrun")]),
    ])
  }

  /// The files that a folder of flows may have: flow files, and documents with what is beside them.
  private static var files: String {
    "**/*.{\(FlowFolder.endings.map { $0.dropFirst() }.joined(separator: ","))}"
  }

  /// Asks the client to tell about files that change outside of it.
  private static var watch: JSONValue {
    .object([
      "jsonrpc": .string("2.0"), "id": .string("watch"),
      "method": .string("client/registerCapability"),
      "params": .object([
        "registrations": .array([
          .object([
            "id": .string("files"), "method": .string("workspace/didChangeWatchedFiles"),
            "registerOptions": .object([
              "watchers": .array([.object(["globPattern": .string(files)])])
            ]),
          ])
        ])
      ]),
    ])
  }

  // MARK: Folders

  /// The folder of flows of a document, loaded. Nil if it is not a flow file.
  mutating func folder(of path: String) -> String? {
    guard let found = folder ?? FolderPlace.home(of: path)?.name, path.hasPrefix(found + "/")
    else { return nil }
    if workspaces[found] == nil {
      workspaces[found] = Workspace(found)
      unproven.insert(found)
    }
    return found
  }
}
