package import Diagnostics
package import FlowModel

/// The flows of files that change one at a time, as in an editor.
///
/// Only a file that has changed is read again. While a file cannot be read as a flow, the other flows see
/// its last readable version.
package struct KeptFlows: Sendable {
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

  package init() {}

  /// The paths of the files, sorted.
  package var paths: [String] { files.keys.sorted() }

  /// The file with this path, as it was read last.
  package func file(_ path: String) -> SourceFile? { files[path]?.file }

  /// Reads a file if it has changed.
  ///
  /// - Returns: whether it has.
  @discardableResult
  package mutating func read(_ file: SourceFile) -> Bool {
    let old = files[file.path]
    guard old?.file.bytes != file.bytes else { return false }
    var reader = FlowReader()
    let reading = reader.read(file)
    files[file.path] = Kept(
      file: file, diagnostics: reading.diagnostics, tables: reading.tables ?? old?.tables,
      isCurrent: reading.tables != nil, id: reading.id)
    return true
  }

  /// Forgets a file that is gone.
  package mutating func remove(_ path: String) { files[path] = nil }

  /// The flow of a file, if it can be read as it is.
  package func flow(_ path: String) -> Flow? {
    guard let kept = files[path], kept.isCurrent else { return nil }
    return kept.tables.map(Flow.init(tables:))
  }

  /// All flows, connected with each other, and everything that is wrong with the files as they are.
  package func result() -> FlowLoader.Result {
    let kept = files.sorted { $0.key < $1.key }.map(\.value)
    var linker = Linker(
      tables: kept.compactMap(\.tables),
      unread: kept.filter { $0.tables == nil }.map { $0.id ?? FlowLoader.name($0.file.path) })
    linker.link()
    let current = Set(kept.filter(\.isCurrent).map(\.file.path))
    // The places of the last readable version are not those of the file.
    let diagnostics =
      kept.flatMap(\.diagnostics) + linker.diagnostics.filter { current.contains($0.path) }
    return FlowLoader.Result(
      readable: linker.catalogue(), diagnostics: diagnostics.inReadingOrder(),
      files: kept.map(\.file))
  }
}
