internal import Platform

extension FileSystem {
  /// Writes files that do not exist yet, with the folders that they are in: all of them, or none.
  ///
  /// - Parameter folder: made as well, also if there are no files.
  package static func writeNew(
    _ files: [(path: String, bytes: [UInt8])], in folder: String
  ) throws(FileError) {
    var madeFolders: [String] = []
    var written: [String] = []
    do throws(FileError) {
      for file in files where isTaken(file.path) {
        throw FileError(file.path, cannotBe: .written, because: "it exists already")
      }
      try makeFolder(folder, forEveryone: true, adding: &madeFolders)
      for file in files {
        let end = file.path.lastIndex(of: "/") ?? file.path.startIndex
        try makeFolder(String(file.path[..<end]), forEveryone: true, adding: &madeFolders)
        written.append(file.path)
        try write(file.bytes, to: file.path)
      }
    } catch {
      for path in written { unlink(path) }
      for path in madeFolders.reversed() { rmdir(path) }
      throw error
    }
  }
}
