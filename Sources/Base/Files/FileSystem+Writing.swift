internal import Platform

extension FileSystem {
  /// Replaces a file in one step: other processes see the old or the new content, also after a
  /// power cut. It keeps its permissions. A link stays, and the file that it leads to is replaced.
  /// What is not a file, such as a pipe, a terminal or another device, is written to.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let path = isLink(path) ? resolved(path) : path
    // Every process has a separate temporary file, in case several write at once.
    try bytes.lent { bytes throws(FileError) in
      if exists(path), !isFile(path), !isFolder(path) {
        return try OpenFile(path, O_WRONLY, to: .written).write(bytes)
      }
      try write(
        bytes, to: path, draft: "\(path).\(getpid()).new", permissions: 0o644,
        keeping: permissions(of: path))
    }
  }

  /// What others may do with a file. Nil if there is none.
  private static func permissions(of path: String) -> mode_t? {
    var information = stat()
    return stat(path, &information) == 0 ? information.st_mode & 0o777 : nil
  }

  /// Replaces a file in one step by a program, which everybody may start.
  package static func writeProgram(_ bytes: [UInt8], to path: String) throws(FileError) {
    try bytes.lent { bytes throws(FileError) in
      try write(bytes, to: path, draft: "\(path).\(getpid()).new", permissions: 0o755)
    }
  }

  /// Replaces a file in one step; only its owner may read it. There must be one writer at a time:
  /// the name of the temporary file is fixed, so that ``destroy(_:)`` finds one that a crash has
  /// left.
  package static func writePrivately(_ bytes: [UInt8], to path: String) throws(FileError) {
    try bytes.lent { bytes throws(FileError) in
      try writePrivately(bytes, to: path)
    }
  }

  package static func writePrivately(
    _ bytes: UnsafeRawBufferPointer, to path: String
  ) throws(FileError) {
    try write(bytes, to: path, draft: path + privateDraft, permissions: 0o600)
  }

  private static var privateDraft: String { ".new" }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, to path: String, draft: String, permissions: mode_t,
    keeping old: mode_t? = nil
  ) throws(FileError) {
    let note = Drafts.note(draft)
    defer { Drafts.forget(note) }
    do throws(FileError) {
      let file = try OpenFile(
        draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, permissions: old ?? permissions,
        to: .written)
      if let old { try file.allow(old) }
      try file.write(bytes)
      try file.sync()
      guard rename(draft, path) == 0 else { throw FileError(path, cannotBe: .written) }
    } catch {
      unlink(draft)
      // The caller knows this path, not that of the temporary file.
      throw FileError(path, cannotBe: .written, code: error.code)
    }
    try syncFolder(of: path)
  }

  /// Overwrites a file and its temporary file with zeros and removes them. Does nothing if they do
  /// not exist.
  package static func destroy(_ path: String) throws(FileError) {
    for path in [path, path + privateDraft] { try destroyOne(path) }
  }

  private static func destroyOne(_ path: String) throws(FileError) {
    do throws(FileError) {
      let file = try OpenFile(path, O_RDWR | O_NOFOLLOW, to: .removed)
      let zeros = [UInt8](repeating: 0, count: Int(try file.information().st_size))
      // A full disk must not prevent the removal, so errors of overwriting are ignored.
      try? zeros.lent { bytes throws(FileError) in try file.write(bytes) }
      try? file.sync()
    } catch {
      if error.isMissing { return }
      throw error
    }
    guard unlink(path) == 0 || errno == ENOENT else { throw FileError(path, cannotBe: .removed) }
    try syncFolder(of: path)
  }

  /// Gives a finished file its name, unless there is a file with that name already. The draft is
  /// gone afterwards.
  package static func publish(_ draft: String, as path: String) throws(FileError) {
    defer { unlink(draft) }
    guard link(draft, path) == 0 || errno == EEXIST else { throw FileError(path, cannotBe: .made) }
    try syncFolder(of: path)
  }

  /// Creates a folder, and the folders above it. An existing folder is left unchanged.
  ///
  /// - Parameter forEveryone: whether others may read it, as far as the process lets them.
  package static func makeFolder(
    _ path: String, forEveryone: Bool = false
  ) throws(FileError) {
    // The path of a file in it would begin at the root.
    guard !path.isEmpty else { throw FileError(path, cannotBe: .made, because: "it has no name") }
    var made: [String] = []
    try makeFolder(path, forEveryone: forEveryone, adding: &made)
  }

  /// Like ``makeFolder(_:forEveryone:)``, and adds the folders that did not exist before, the
  /// outermost first.
  static func makeFolder(
    _ path: String, forEveryone: Bool, adding made: inout [String]
  ) throws(FileError) {
    var whole = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      whole += whole.isEmpty || whole == "/" ? String(part) : "/\(part)"
      if mkdir(whole, forEveryone ? 0o777 : 0o700) == 0 {
        made.append(whole)
      } else if errno != EEXIST {
        throw FileError(whole, cannotBe: .made)
      }
    }
  }

  /// Makes a folder for private files, unless it is there. Refuses one that another user owns or
  /// may write: such a user could replace the files.
  package static func makePrivateFolder(_ path: String) throws(FileError) {
    try makeFolder(path)
    try OpenFile(path, O_RDONLY | O_DIRECTORY, to: .read).requireOwner(forbidding: 0o022)
  }

  /// Makes the names in the folder of `path` durable. If the folder cannot be opened, or its file
  /// system does not support this, nothing is done.
  private static func syncFolder(of path: String) throws(FileError) {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
    guard let folder = try? OpenFile(String(folder), O_RDONLY | O_DIRECTORY, to: .written) else {
      return
    }
    guard fsync(folder.descriptor) == 0 || errno == EINVAL else {
      throw FileError(path, cannotBe: .written)
    }
  }
}
