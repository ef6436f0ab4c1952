public import Diagnostics
public import FlowModel

/// The flows of files that change one at a time, as in an editor.
///
/// Only a file that has changed is read again.
public struct KeptFlows: Sendable {
  private struct Kept: Sendable {
    var file: SourceFile
    var diagnostics: [Diagnostic]
    /// The tables of the last readable version.
    var tables: FlowTables?
    /// Whether these are the tables of the file as it is.
    var isCurrent: Bool
    var id: String?
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
    let new = Kept(
      file: file, diagnostics: reading.diagnostics,
      tables: reading.tables ?? (keepsReadable ? old?.tables : nil),
      isCurrent: reading.tables != nil, id: reading.id)
    files[file.path] = new
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
    guard let kept = files[path], kept.isCurrent else { return nil }
    return kept.tables.map(Flow.init(tables:))
  }

  /// All flows, connected with each other, and everything that is wrong with the files as they are.
  ///
  /// - Parameter earlier: the diagnostics about files that could not be read.
  public func result(and earlier: [Diagnostic] = []) -> FlowLoader.Result {
    let kept = paths.compactMap { files[$0] }
    let unread = kept.filter { $0.tables == nil }.map { $0.id ?? FlowLoader.name($0.file.path) }
    var linker = Linker(
      tables: kept.compactMap(\.tables),
      unread: earlier.map { FlowLoader.name($0.path) } + unread)
    linker.link()
    // The places of the last readable version are not those of the file.
    let ofLinks = linker.diagnostics.filter { files[$0.path]?.isCurrent ?? false }
    return FlowLoader.Result(
      readable: linker.catalogue(),
      diagnostics: (earlier + kept.flatMap(\.diagnostics) + ofLinks).inReadingOrder(),
      files: kept.map(\.file))
  }
}
