internal import Platform

/// Access to files, folders and streams. Nothing else in this project opens files.
public enum FileSystem {
  /// The largest number of bytes that is read unless the caller gives another limit.
  public static let usualLimit = 64 << 20

  /// Reads a regular file. Throws if it has more than `limit` bytes.
  public static func read(_ path: String, limit: Int = usualLimit) throws(FileError) -> [UInt8] {
    let bytes = try read(upTo: limit + 1, of: path)
    guard bytes.count <= limit else {
      throw FileError(path, cannotBe: .read, because: "it has more than \(limit) bytes")
    }
    return bytes
  }

  /// Reads the first bytes of a regular file, at most `count`.
  ///
  /// - Parameter followsLink: if false, a symbolic link is refused.
  package static func read(
    upTo count: Int, of path: String, followsLink: Bool = true
  ) throws(FileError) -> [UInt8] {
    let file = try regularFile(path, followsLink: followsLink)
    let size = min(Int(try file.information().st_size) + 1, count)
    return try [UInt8](unsafeUninitializedCapacity: size) { buffer, used throws(FileError) in
      used = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// Reads the beginning of a private file into memory that can be wiped, and returns how much it
  /// was. Refuses a link, and a file that another user owns or has access to.
  package static func readPrivately(
    _ path: String, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    let file = try regularFile(path, followsLink: false)
    try file.requireOwner(forbidding: 0o077)
    return try file.read(into: buffer)
  }

  /// Refuses what is not a regular file, a link, and a file that another user owns or has access
  /// to.
  package static func requirePrivate(_ path: String) throws(FileError) {
    try regularFile(path, followsLink: false).requireOwner(forbidding: 0o077)
  }

  package static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  package static func isFile(_ path: String) -> Bool { kind(of: path) == S_IFREG }

  /// Whether this is a file, not a link to one, in which there is nothing.
  static func isEmptyFile(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
      && information.st_size == 0
  }

  static func isPipe(_ path: String) -> Bool { kind(of: path) == S_IFIFO }

  static func isLink(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether an entry of a folder is a link. Some file systems do not say so in the list.
  static func isLink(_ path: String, kind: dirent.Kind) -> Bool {
    kind == .link || kind == .unknown && isLink(path)
  }

  /// Whether there is anything with this name, also a link that leads nowhere.
  package static func isTaken(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) == 0
  }

  /// The kind of file that a path leads to. Nil if there is nothing.
  private static func kind(of path: String) -> mode_t? {
    var information = stat()
    return stat(path, &information) == 0 ? information.st_mode & S_IFMT : nil
  }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The number of bytes in a file.
  package static func size(of path: String) throws(FileError) -> Int64 {
    Int64(try regularFile(path, followsLink: false).information().st_size)
  }

  /// The current folder of the process.
  package static var currentFolder: String { resolved(".") }

  /// The absolute path, without links, `.` and `..`. The path itself if nothing exists there.
  package static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The names in a folder, sorted. None if it cannot be read.
  package static func names(in folder: String) -> [String] {
    ((try? entries(of: folder)) ?? []).map(\.name).sorted()
  }

  /// An entry of a folder.
  struct Entry {
    /// The name. Bytes that are not UTF-8 are replaced in it, so that no path leads to the file.
    let name: String
    let isText: Bool
    let kind: dirent.Kind
  }

  /// The entries of a folder, in the system's order, without `.` and `..`.
  static func entries(of folder: String) throws(FileError) -> [Entry] {
    guard let handle = opendir(folder) else { throw FileError(folder, cannotBe: .read) }
    defer { closedir(handle) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let entry = readdir(handle) else { break }
      let bytes = dirent.name(of: entry)
      let text = String(validatingCString: bytes)
      let name = text ?? String(cString: bytes)
      if name != ".", name != ".." {
        entries.append(Entry(name: name, isText: text != nil, kind: entry.pointee.kind))
      }
    }
    guard errno == 0 else { throw FileError(folder, cannotBe: .read) }
    return entries
  }

  private static func regularFile(
    _ path: String, followsLink: Bool
  ) throws(FileError) -> OpenFile {
    // O_NONBLOCK, since opening a pipe must not wait.
    let flags = O_RDONLY | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW)
    let file = try OpenFile(path, flags, to: .read)
    let kind = try file.information().st_mode & S_IFMT
    guard kind == S_IFREG else {
      throw FileError(
        path, cannotBe: .read,
        because: kind == S_IFDIR ? "it is a folder" : "it is not a regular file")
    }
    return file
  }
}
