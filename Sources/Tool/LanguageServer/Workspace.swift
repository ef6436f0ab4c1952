internal import Diagnostics
internal import Files
internal import FlowCheck
internal import FlowFiles
internal import FlowLoader
internal import FlowModel

/// A folder of flows as the editor has it: open documents in place of their files.
struct Workspace: Sendable {
  /// The path of the folder.
  let folder: String
  private var flows = KeptFlows()
  /// The documents that are open, by path.
  private(set) var open: [String: TextDocument] = [:]
  private var loaded: FlowLoader.Result?
  private(set) var refused: [Diagnostic] = []
  let settings: @Sendable (String) -> CheckSettings

  init(_ folder: String, settings: @escaping @Sendable (String) -> CheckSettings) {
    self.folder = folder
    self.settings = settings
    readFiles()
  }

  // MARK: Files and documents

  /// Reads the files that have changed on disk and are not open.
  mutating func readFiles() {
    let listing = FlowLoader.flowFiles(below: folder)
    let paths = Set(listing.paths)
    refused = listing.refused.map { Diagnostic($0) }
    for path in flows.paths where !paths.contains(path) && open[path] == nil { remove(path) }
    for path in listing.paths where open[path] == nil {
      do {
        read(SourceFile(path: path, bytes: try FileSystem.read(path)))
      } catch {
        refused.append(Diagnostic(error))
        remove(path)
      }
    }
  }

  private mutating func read(_ file: SourceFile) {
    guard flows.read(file) else { return }
    loaded = nil
  }

  private mutating func remove(_ path: String) {
    flows.remove(path)
    loaded = nil
  }

  /// The paths of the files of flows.
  var paths: [String] { flows.paths }

  /// Whether a document of this path is a flow of the folder.
  func holdsFlow(_ path: String) -> Bool {
    guard path.hasPrefix(folder + "/"), path.hasSuffix(".yaml") || path.hasSuffix(".yml") else {
      return false
    }
    let parts = path.dropFirst(folder.count + 1).split(separator: "/").dropLast()
    return !parts.contains { $0.hasPrefix(".") || FlowLoader.scriptFolders.contains(String($0)) }
  }

  /// Whether a document of this path holds house rules of the folder.
  func holdsRules(_ path: String) -> Bool {
    path.hasPrefix("\(folder)/\(FlowLoader.rulesFolder)/")
  }

  /// The files of scripts and house rules, as the editor has them. Those that cannot be read are
  /// left out.
  func companions() -> [SourceFile] {
    FlowLoader.scriptFolders.sorted().flatMap { name in
      FileSystem.yamlListing(below: "\(folder)/\(name)", isOptional: true).paths
    }.compactMap { path in
      let bytes = open[path]?.bytes ?? (try? FileSystem.read(path))
      return bytes.map { SourceFile(path: path, bytes: $0) }
    }
  }

  /// Uses a document in place of its file.
  mutating func set(_ document: TextDocument, at path: String) {
    open[path] = document
    if holdsFlow(path) { read(SourceFile(path: path, bytes: document.bytes)) }
  }

  /// Uses the file again.
  mutating func close(_ path: String) {
    open[path] = nil
    guard holdsFlow(path) else { return }
    if let bytes = try? FileSystem.read(path) {
      read(SourceFile(path: path, bytes: bytes))
    } else {
      remove(path)
    }
  }

  /// The text of a flow file, open or not.
  func document(_ path: String) -> TextDocument? {
    open[path] ?? flows.file(path).map { TextDocument($0.bytes) }
  }

  // MARK: Flows

  /// The flows as they are, connected with each other.
  mutating func result() -> FlowLoader.Result {
    if let loaded { return loaded }
    let result = flows.result()
    loaded = result
    return result
  }

  mutating func catalogue() -> Catalogue { result().readable }

  /// The flow of a file, if it can be read as it is.
  func flow(at path: String) -> Flow? { flows.flow(path) }

  /// The flow of a file, or its last readable version.
  mutating func lastFlow(at path: String) -> Flow? {
    catalogue().flows.first { $0.path == path }
  }

  /// What the flows are with other texts of some files. For a change that is tried out.
  func result(with texts: [String: TextDocument]) -> FlowLoader.Result {
    var flows = flows
    for (path, document) in texts { flows.read(SourceFile(path: path, bytes: document.bytes)) }
    return flows.result()
  }
}
