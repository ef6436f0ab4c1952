internal import Diagnostics
internal import Files
internal import FlowCheck
internal import FlowEdit
internal import FlowFiles
internal import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import FlowReports

/// A folder of flows as the editor has it: open documents in place of their files.
struct Workspace: Sendable {
  /// The path of the folder.
  let folder: String
  private var flows: FlowFolder
  /// The documents that are open, by path.
  private(set) var open: [String: TextDocument] = [:]

  init(_ folder: String) {
    self.folder = folder
    flows = FlowFolder(folder, keepsReadable: true)
  }

  // MARK: Files and documents

  /// Reads the files that have changed on disk and are not open.
  mutating func readFiles() { flows.reload() }

  /// The paths of the files of flows.
  var paths: [String] { flows.paths }

  /// Whether a document of this path is a flow of the folder.
  func holdsFlow(_ path: String) -> Bool { flows.holdsFlow(path) }

  /// Whether a document of this path holds house rules of the folder.
  func holdsRules(_ path: String) -> Bool { flows.holdsRules(path) }

  /// What is changed for an operation.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - flow: the flow, if the file is a document that may have several.
  func edit(
    _ operation: EditOperation, in path: String, of flow: String? = nil
  ) throws(ProtocolError) -> FlowEdit {
    do throws(EditRefusal) {
      return try flows.editable().edit(operation, in: path, of: flow)
    } catch {
      throw ProtocolError(.requestFailed, error.message)
    }
  }

  /// Whether a document of this path holds scripts of the folder.
  func holdsScripts(_ path: String) -> Bool { flows.holdsScripts(path) }

  /// Uses a document in place of its file.
  mutating func set(_ document: TextDocument, at path: String) {
    open[path] = document
    flows.set(document.bytes, at: path)
  }

  /// Uses the file again.
  mutating func close(_ path: String) {
    open[path] = nil
    flows.set(nil, at: path)
  }

  /// The text of a file of flows or of the settings, open or not.
  func document(_ path: String) -> TextDocument? {
    if let document = open[path] { return document }
    let settings = flows.settings.file.flatMap { $0.path == path ? $0 : nil }
    return (flows.file(path) ?? settings).map { TextDocument($0.bytes) }
      ?? (try? FileSystem.read(path)).map { TextDocument($0) }
  }

  // MARK: Flows

  /// The flows as they are, connected with each other.
  mutating func result() -> FlowLoader.Result { flows.result() }

  mutating func catalogue() -> Catalogue { result().readable }

  /// The flows of a file that can be read as they are; a document may have several.
  func flows(at path: String) -> [Flow] { flows.flows(at: path) }

  /// Whether a file is a document of a team, and no flow file.
  func isDocument(_ path: String) -> Bool { flows.isInDocument(path) }

  /// The flow of a file, or its last readable version.
  mutating func lastFlow(at path: String) -> Flow? {
    catalogue().flows.first { $0.path == path }
  }

  // MARK: Findings

  /// Whether there are house rules.
  mutating func hasRules() -> Bool { !flows.book().rules.isEmpty }

  /// Everything that is found, as far as it is shown to the author, by path. A file that is in
  /// order has an empty list.
  ///
  /// - Parameter proofs: what is said about house rules.
  mutating func findings(_ proofs: CheckRequest.Proofs) -> [String: [Diagnostic]] {
    var request = CheckRequest()
    request.proofs = proofs
    var found = Dictionary(paths.map { ($0, [Diagnostic]()) }) { first, _ in first }
    for finding in flows.findings(request).findings {
      let path = finding.diagnostic.path
      switch finding.standing {
      case .allowed, .inBaseline: continue
      // In files that nobody looks at, only what has to be done.
      case .knownSlip where open[path] == nil: continue
      case .knownSlip, .open: found[path, default: []].append(finding.shown)
      }
    }
    return found
  }

  // MARK: Fixes

  /// The fixes of what is found in a document between two places.
  mutating func fixes(
    in path: String, from start: TextDocument.Place, to end: TextDocument.Place
  ) -> [(finding: Finding, fix: Fix)] {
    guard let document = document(path) else { return [] }
    let all = allFindings()
    let (first, last) = (document.scalar(at: start), document.scalar(at: end))
    return all.filter { finding in
      let span = finding.diagnostic.span
      return finding.diagnostic.path == path && Int(span.start) <= last && first <= Int(span.end)
    }.flatMap { finding in
      // An editor cannot change a document of Word.
      flows.fixes(for: finding, among: all).filter(\.edit.isText).map { (finding, $0) }
    }
  }

  /// All safe fixes of a document.
  func fixAll(in path: String) -> FlowEdit {
    var flows = flows
    return flows.fixAll { $0.diagnostic.path == path }.edit
  }

  private mutating func allFindings() -> [Finding] {
    var request = CheckRequest()
    request.proofs = .none
    return flows.findings(request).findings
  }

  /// How many paths there are of a flow.
  func pathCount(of flow: Flow) -> Int {
    flows.editable().scripts.flatMap { ScriptLoader().load($0).scripts }
      .count { $0.flow == flow.id || $0.flow == flow.alias }
  }
}
