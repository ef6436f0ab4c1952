internal import Files
internal import FlowFiles
internal import FlowLoader

/// The files that a check reads, and those it reports on.
struct CheckSelection {
  /// The files to load, and the folders that could not be read.
  let files: FileSystem.Listing
  /// The name for the message that there are no files.
  let name: String
  private var only: Set<String>?

  /// The files given by arguments: folders, files, or nothing for the nearest `Flows`. A file in a
  /// folder `Flows` is checked together with the others there, from any working directory.
  init(_ paths: [String], isWritingBaseline: Bool = false) throws {
    let folders = paths.filter { FileSystem.isFolder($0) }
    let single = paths.filter { !FileSystem.isFolder($0) }
    for path in single where !FileSystem.exists(path) {
      let baseline = "; `--write-baseline` writes to the file of `--baseline FILE`"
      throw Refusal("there is no `\(path)`" + (isWritingBaseline ? baseline : ""))
    }
    if let compiled = single.first(where: { $0.hasSuffix(CompileCommand.ending) }) {
      throw Refusal(
        "`\(compiled)` is a file of compiled flows; check the folder that it was made from")
    }
    if folders.isEmpty, let home = try CheckSelection.home(of: single) {
      let all = FlowLoader.flowFiles(below: home)
      let places = Dictionary(
        all.paths.map { (FileSystem.resolved($0), $0) }, uniquingKeysWith: { first, _ in first })
      let found = single.compactMap { places[FileSystem.resolved($0)] }
      if found.count == single.count {
        files = all
        name = home
        only = single.isEmpty ? nil : Set(found)
        return
      }
    }
    let found = folders.map { FlowLoader.flowFiles(below: $0) }
    files = FileSystem.Listing(
      paths: found.flatMap(\.paths) + single, refused: found.flatMap(\.refused))
    name = paths.first ?? ""
  }

  /// The folder of the flows that files belong to: the nearest `Flows` above the first of them, or
  /// else above the working directory. Nil if there is none and files are named.
  private static func home(of files: [String]) throws -> String? {
    guard let first = files.first else { return try FlowsFolder.nearest(orBuiltIn: false) }
    let parts = FileSystem.resolved(first).split(separator: "/")
    if let place = parts.dropLast().lastIndex(of: "Flows") {
      let named = first.split(separator: "/", omittingEmptySubsequences: false)
      // As the user wrote it, if the folder is part of that.
      if let written = named.dropLast().lastIndex(of: "Flows") {
        return named[...written].joined(separator: "/")
      }
      return "/" + parts[...place].joined(separator: "/")
    }
    return try? FlowsFolder.nearest(orBuiltIn: false)
  }

  func shows(_ path: String) -> Bool { only?.contains(path) ?? true }
}
