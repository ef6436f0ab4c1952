internal import ArgumentParser
internal import Files
internal import FlowFiles
internal import FlowLoader

/// The files that a check reads, and those it reports on.
struct CheckSelection {
  /// The files to load.
  let files: [String]
  /// The name for the message that there are no files.
  let name: String
  private var only: Set<String>?

  /// The files given by arguments: folders, files, or nothing for the nearest `Flows`.
  init(_ paths: [String]) throws {
    let folders = paths.filter { FileSystem.isFolder($0) }
    let single = paths.filter { !FileSystem.isFolder($0) }
    for path in single where !FileSystem.exists(path) { throw refuse("there is no `\(path)`") }
    if folders.isEmpty, let home = try? FlowsFolder.nearest() {
      let all = try CheckSelection.files(below: home)
      if single.isEmpty {
        files = all
        name = home
        return
      }
      let places = Dictionary(
        all.map { (FileSystem.resolved($0), $0) }, uniquingKeysWith: { first, _ in first })
      let found = single.compactMap { places[FileSystem.resolved($0)] }
      if found.count == single.count {
        files = all
        name = home
        only = Set(found)
        return
      }
    }
    if paths.isEmpty { _ = try FlowsFolder.nearest() }
    files = try folders.flatMap { try CheckSelection.files(below: $0) } + single
    name = paths.first ?? ""
  }

  func shows(_ path: String) -> Bool { only?.contains(path) ?? true }

  private static func files(below folder: String) throws -> [String] {
    try refusing { () throws(FileError) in try FlowLoader.flowFiles(below: folder) }
  }
}
