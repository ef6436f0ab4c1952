internal import Files
internal import FlowDocument
internal import FlowLoader

/// The folder of flows that something belongs to: the one rule for all commands and for the editor.
///
/// A folder has its flows where its `flowrun.yaml` says, or else in `Flows`. A file or a folder
/// belongs to the nearest such folder of flows that contains it; a working folder to the nearest
/// one at all.
package struct FolderPlace: Hashable, Sendable {
  /// The folder, as messages name it.
  package let name: String

  /// The folder with the flows of the working folder, named from there. Nil if there is none in it
  /// or above.
  package static func nearest() -> FolderPlace? {
    var prefix = ""
    for _ in 0...FileSystem.currentFolder.split(separator: "/").count {
      if let found = flows(of: prefix) { return FolderPlace(name: found) }
      prefix += "../"
    }
    return nil
  }

  /// The folder of flows that contains a file or a folder, or is that folder. Named like the path,
  /// as far as the folder is part of it. Nil if there is none.
  package static func containing(_ path: String) -> FolderPlace? {
    let real = real(path)
    var parts = real.split(separator: "/")
    while true {
      let prefix = "/" + parts.map { "\($0)/" }.joined()
      if let found = flows(of: prefix) {
        let folder = FileSystem.resolved(found)
        if isInside(real, folder) { return FolderPlace(name: name(of: folder, in: path)) }
      }
      guard parts.popLast() != nil else { return nil }
    }
  }

  /// The folder of flows that contains a file or a folder; that in which it is for a document that
  /// belongs to none, since documents of a folder name each other. Nil if there is none.
  package static func home(of path: String) -> FolderPlace? {
    if let found = containing(path) { return found }
    guard DocumentText.isDocument(path) || FlowFolder.isBinding(path), FileSystem.isFile(path)
    else { return nil }
    guard let slash = path.lastIndex(of: "/") else { return FolderPlace(name: ".") }
    return FolderPlace(name: slash == path.startIndex ? "/" : String(path[..<slash]))
  }

  /// Where a folder has its flows. Nil if nowhere.
  ///
  /// - Parameter prefix: the path of the folder with a `/` at its end, or nothing.
  private static func flows(of prefix: String) -> String? {
    if let named = FolderSettings(in: prefix)?.team.flows {
      let parts = named.split(separator: "/").filter { $0 != "." }
      let path = (named.hasPrefix("/") ? "/" : prefix) + parts.joined(separator: "/")
      return parts.isEmpty ? prefix.isEmpty ? "." : String(prefix.dropLast()) : path
    }
    return FileSystem.isFolder(prefix + "Flows") ? prefix + "Flows" : nil
  }

  /// Whether a path is a folder or something in it; both without links.
  static func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// The path without links, also of a file that is not there yet.
  static func real(_ path: String) -> String {
    guard !FileSystem.exists(path), let slash = path.lastIndex(of: "/"), slash > path.startIndex
    else { return FileSystem.resolved(path) }
    return real(String(path[..<slash])) + path[slash...]
  }

  /// The name of a folder that contains `path`: the part of `path` that means it, or else the whole
  /// path.
  private static func name(of folder: String, in path: String) -> String {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    while !parts.isEmpty {
      let name = parts.joined(separator: "/")
      if !name.isEmpty, FileSystem.isFolder(name), FileSystem.resolved(name) == folder {
        return name
      }
      parts.removeLast()
    }
    return folder
  }
}
