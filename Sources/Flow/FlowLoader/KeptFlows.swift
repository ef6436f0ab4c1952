public import Diagnostics
public import FlowModel

/// The flows of files that change one at a time, as in an editor.
///
/// Only a file that has changed is read again.
public struct KeptFlows: Sendable {
  private struct Kept: Sendable {
    var source: FlowSource
    /// What was read of the file as it is.
    var reading: FlowReading
    /// The tables of the last readable version, if the file as it is has none.
    var earlier: FlowTables?
    var tables: FlowTables? { reading.tables ?? earlier }
  }

  /// The files by the keys of their sources.
  private var files: [String: Kept] = [:]
  /// The keys of the files, sorted.
  private var keys: [String] = []
  /// The paths of the files, sorted.
  public private(set) var paths: [String] = []
  /// The keys of the flows of documents, by path.
  private var documents: [String: [String]] = [:]

  /// Whether the other flows see the last readable version of a file while it cannot be read as a
  /// flow.
  private let keepsReadable: Bool

  /// No flows.
  ///
  /// - Parameter keepsReadable: whether the other flows see the last readable version of a file
  ///   while it cannot be read as a flow, as people want it while they type. Otherwise it is as if
  ///   it were not there.
  public init(keepsReadable: Bool = true) {
    self.keepsReadable = keepsReadable
  }

  /// The file with this path, as it was read last.
  public func file(_ path: String) -> SourceFile? { source(path)?.file }

  /// The source with this path; the first one of a document.
  package func source(_ path: String) -> FlowSource? {
    files[documents[path]?.first ?? path]?.source
  }

  /// The sources of the document with this path, in its order. None if it is a flow file.
  package func sources(ofDocument path: String) -> [FlowSource] {
    (documents[path] ?? []).compactMap { files[$0]?.source }
  }

  /// Reads a file if it has changed.
  ///
  /// - Returns: whether it has.
  @discardableResult
  public mutating func read(_ file: SourceFile) -> Bool {
    let isNew = files[file.path] == nil
    guard read(FlowSource(file)) else { return false }
    if isNew, documents[file.path] == nil { KeptFlows.insert(file.path, into: &paths) }
    return true
  }

  /// Reads the flows of a document in place of those that it had.
  ///
  /// - Returns: whether any has changed.
  @discardableResult
  package mutating func read(_ sources: [FlowSource], ofDocument path: String) -> Bool {
    let new = sources.map(\.key)
    let old = documents[path] ?? []
    for key in old where !new.contains(key) { forget(key) }
    var hasChanged = old != new
    for source in sources where read(source) { hasChanged = true }
    if old.isEmpty, !new.isEmpty { KeptFlows.insert(path, into: &paths) }
    if new.isEmpty, !old.isEmpty { paths.removeAll { $0 == path } }
    documents[path] = new.isEmpty ? nil : new
    return hasChanged
  }

  private mutating func read(_ source: FlowSource) -> Bool {
    let old = files[source.key]
    if let old, old.source.isSame(as: source) { return false }
    var reader = FlowReader()
    let reading = reader.read(source)
    files[source.key] = Kept(
      source: source, reading: reading,
      earlier: keepsReadable && reading.tables == nil ? old?.tables : nil)
    if old == nil { KeptFlows.insert(source.key, into: &keys) }
    return true
  }

  /// Puts a new path among the sorted ones.
  private static func insert(_ path: String, into paths: inout [String]) {
    var (low, high) = (0, paths.count)
    while low < high {
      let middle = (low + high) / 2
      if paths[middle] < path { low = middle + 1 } else { high = middle }
    }
    paths.insert(path, at: low)
  }

  private mutating func forget(_ key: String) {
    guard files.removeValue(forKey: key) != nil else { return }
    keys.removeAll { $0 == key }
  }

  /// Forgets a file that is gone.
  public mutating func remove(_ path: String) {
    for key in documents.removeValue(forKey: path) ?? [path] { forget(key) }
    paths.removeAll { $0 == path }
  }

  /// The ids of the flows that have files of their own.
  package var idsOfFiles: Set<String> {
    Set(
      files.values.filter { $0.source.made == nil }.compactMap { kept in
        kept.tables.map { Flow(tables: $0).id } ?? kept.reading.id
      })
  }

  /// The flow of a file, if it can be read as it is.
  public func flow(_ path: String) -> Flow? {
    files[documents[path]?.first ?? path]?.reading.tables.map(Flow.init(tables:))
  }

  /// The flows of the document with this path that can be read as they are, in its order.
  package func flows(ofDocument path: String) -> [Flow] {
    (documents[path] ?? []).compactMap { files[$0]?.reading.tables.map(Flow.init(tables:)) }
  }

  /// The paths of the documents of which flows were made with these binding files.
  package var bindings: [String: String] {
    var found: [String: String] = [:]
    for kept in files.values {
      if let binding = kept.source.made?.binding { found[binding.path] = kept.source.file.path }
    }
    return found
  }

  /// All flows, connected with each other, and everything that is wrong with the files as they are.
  ///
  /// - Parameter earlier: the diagnostics about files that could not be read.
  public func result(and earlier: [Diagnostic] = []) -> FlowLoader.Result {
    let kept = keys.compactMap { files[$0] }
    // Of two use cases with one id, the one that is kept stands for both.
    let missing = earlier.filter { $0.rule != .duplicateFlow }
    let linked = LinkedFlows(
      kept.map { kept in
        var reading = kept.reading
        reading.tables = kept.tables
        return (kept.source.file.path, reading)
      }, unread: missing.map { FlowLoader.name($0.path) })
    // The places of the last readable version are not those of the file.
    let ofLinks = linked.diagnostics.filter { files[$0.path]?.earlier == nil }
    return FlowLoader.Result(
      readable: linked.readable, all: linked.all, declared: linked.declared,
      hasHeaders: !missing.isEmpty || linked.hasHeaders,
      diagnostics: (earlier + kept.flatMap(\.reading.diagnostics) + ofLinks).inReadingOrder(),
      files: kept.map(\.source.file) + kept.compactMap(\.source.made?.binding))
  }
}
