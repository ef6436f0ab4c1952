public import Diagnostics
public import FlowModel

/// The flows of files that change one at a time, as in an editor.
///
/// Only a file that has changed is read again.
public struct KeptFlows: Sendable {
  private struct Kept: Sendable {
    var file: SourceFile
    /// What was read of the file as it is.
    var reading: FlowReading
    /// The tables of the last readable version, if the file as it is has none.
    var earlier: FlowTables?
    var tables: FlowTables? { reading.tables ?? earlier }
  }

  private var files: [String: Kept] = [:]
  /// The paths of the files, sorted.
  public private(set) var paths: [String] = []

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
  public func file(_ path: String) -> SourceFile? { files[path]?.file }

  /// Reads a file if it has changed.
  ///
  /// - Returns: whether it has.
  @discardableResult
  public mutating func read(_ file: SourceFile) -> Bool {
    let old = files[file.path]
    guard old?.file.bytes != file.bytes else { return false }
    var reader = FlowReader()
    let reading = reader.read(file)
    files[file.path] = Kept(
      file: file, reading: reading,
      earlier: keepsReadable && reading.tables == nil ? old?.tables : nil)
    if old == nil { paths.insert(file.path, at: place(of: file.path)) }
    return true
  }

  /// The place of a new path among the sorted ones.
  private func place(of path: String) -> Int {
    var (low, high) = (0, paths.count)
    while low < high {
      let middle = (low + high) / 2
      if paths[middle] < path { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Forgets a file that is gone.
  public mutating func remove(_ path: String) {
    guard files.removeValue(forKey: path) != nil else { return }
    paths.removeAll { $0 == path }
  }

  /// The flow of a file, if it can be read as it is.
  public func flow(_ path: String) -> Flow? {
    files[path]?.reading.tables.map(Flow.init(tables:))
  }

  /// All flows, connected with each other, and everything that is wrong with the files as they are.
  ///
  /// - Parameter earlier: the diagnostics about files that could not be read.
  public func result(and earlier: [Diagnostic] = []) -> FlowLoader.Result {
    let kept = paths.compactMap { files[$0] }
    let linked = LinkedFlows(
      kept.map { kept in
        var reading = kept.reading
        reading.tables = kept.tables
        return (kept.file.path, reading)
      }, unread: earlier.map { FlowLoader.name($0.path) })
    // The places of the last readable version are not those of the file.
    let ofLinks = linked.diagnostics.filter { files[$0.path]?.earlier == nil }
    return FlowLoader.Result(
      readable: linked.readable, all: linked.all, declared: linked.declared,
      hasHeaders: !earlier.isEmpty || linked.hasHeaders,
      diagnostics: (earlier + kept.flatMap(\.reading.diagnostics) + ofLinks).inReadingOrder(),
      files: kept.map(\.file))
  }
}
