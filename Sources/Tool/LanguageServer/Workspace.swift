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
  /// The findings as they were, of which most stay.
  private var kept: KeptCheck?
  private var refused: [Diagnostic] = []
  private let settings: @Sendable (String) -> CheckSettings

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
    for path in flows.paths where !paths.contains(path) && open[path] == nil {
      flows.remove(path)
      loaded = nil
    }
    for path in listing.paths where open[path] == nil {
      do {
        read(SourceFile(path: path, bytes: try FileSystem.read(path)))
      } catch {
        refused.append(Diagnostic(error))
        flows.remove(path)
        loaded = nil
      }
    }
  }

  private mutating func read(_ file: SourceFile) {
    if flows.read(file) { loaded = nil }
  }

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

  /// The files of scripts and house rules, as the editor has them. Those that cannot be read are left out.
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
      flows.remove(path)
      loaded = nil
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

  // MARK: Remarks

  /// Something to be shown to the author.
  struct Remark: Hashable {
    let diagnostic: Diagnostic
    /// Whether the file itself says that it is a slip of the document.
    var isKnownSlip = false
  }

  /// Everything to be shown to the author, by path. Files that are in order have an empty list.
  mutating func remarks() -> [String: [Remark]] {
    let result = result()
    let settings = settings(folder)
    let current = Set(flows.paths.filter { flows.flow($0) != nil })
    let kept = kept?.updated(to: result.readable) ?? KeptCheck(result.readable)
    self.kept = kept
    var report = kept.report(reading: result.diagnostics + refused)
    report.keep { settings.levels[$0.name] != .off }
    for (rule, level) in settings.levels {
      if case .severity(let severity) = level { report.set(severity, for: rule) }
    }
    report.apply(baseline: settings.baseline)
    let unread = Set(result.diagnostics.map(\.path)).subtracting(current)
    var found = Dictionary(flows.paths.map { ($0, [Remark]()) }) { first, _ in first }
    for finding in report.findings {
      let path = finding.diagnostic.path
      switch finding.standing {
      case .allowed, .inBaseline: continue
      // In files that nobody looks at, only what has to be done.
      case .knownSlip where open[path] == nil: continue
      case .knownSlip, .open: break
      }
      // The check has seen the last readable version of a broken file.
      if unread.contains(path), !result.diagnostics.contains(finding.diagnostic) { continue }
      found[path, default: []].append(
        Remark(
          diagnostic: finding.diagnostic, isKnownSlip: finding.standing == .knownSlip))
    }
    for (path, document) in open where holdsRules(path) {
      let file = SourceFile(path: path, bytes: document.bytes)
      found[path] = RuleLoader().load(file).diagnostics.map { Remark(diagnostic: $0) }
    }
    return found
  }
}
