internal import Glibc

/// What the loader asks of the file system. Regular files and folders only; links are followed once.
public enum FileSystem {
  /// Why a file or a folder could not be read, in the system's words.
  public struct Failure: Error, Hashable, Sendable {
    public let path: String
    public let reason: String
  }

  /// The whole file, or at most `limit` bytes and one more, so that a larger one shows.
  public static func read(_ path: String, limit: Int = 64 << 20) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw failure(path) }
    guard info.st_mode & S_IFMT != S_IFDIR else {
      throw Failure(path: path, reason: "it is a folder")
    }
    guard info.st_mode & S_IFMT == S_IFREG else {
      throw Failure(path: path, reason: "it is not a regular file")
    }
    let size = min(Int(info.st_size), limit) + 1
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
        if got == 0 { break }
        if got < 0 {
          if errno == EINTR { continue }
          failed = true
          break
        }
        count += got
      }
    }
    if failed { throw failure(path) }
    return bytes
  }

  /// Everything standard input gives, at most `limit` bytes and one more.
  public static func readStandardInput(limit: Int = 4 << 20) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      let got = Glibc.read(0, &chunk, chunk.count)
      if got == 0 { break }
      if got < 0 {
        if errno == EINTR { continue }
        throw failure("standard input")
      }
      bytes.append(contentsOf: chunk[..<got])
    }
    return bytes
  }

  /// The files below a folder whose name ends in `.yaml` or `.yml`, sorted by path, as paths that
  /// begin with `folder`. Folders named in `except` and hidden ones are left out.
  public static func yamlFiles(below folder: String, except: Set<String>) throws(Failure)
    -> [String]
  {
    var found: [String] = []
    try collect(folder, except: except, depth: 0, into: &found)
    return found.sorted()
  }

  public static func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  public static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }

  /// The folder that the process stands in.
  public static var currentFolder: String {
    guard let buffer = getcwd(nil, 0) else { return "." }
    defer { free(buffer) }
    return String(cString: buffer)
  }

  /// Writes a file whole, by way of a temporary one beside it, so that nobody sees half of it.
  public static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let temporary = "\(path).\(getpid()).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    var done = 0
    while done < bytes.count {
      let wrote = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done)
      }
      if wrote < 0, errno == EINTR { continue }
      guard wrote >= 0 else {
        let reason = failure(path)
        close(descriptor)
        unlink(temporary)
        throw reason
      }
      done += wrote
    }
    guard fsync(descriptor) == 0, close(descriptor) == 0, rename(temporary, path) == 0 else {
      let reason = failure(path)
      unlink(temporary)
      throw reason
    }
  }

  private static func collect(
    _ folder: String, except: Set<String>, depth: Int, into found: inout [String]
  ) throws(Failure) {
    guard depth < 32 else { throw Failure(path: folder, reason: "folders are nested too deep") }
    guard let handle = opendir(folder) else { throw failure(folder) }
    defer { closedir(handle) }
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let kind = Int32(entry.pointee.d_type)
      if kind == Int32(DT_DIR) || (kind != Int32(DT_REG) && isFolder(path)) {
        if !except.contains(name) {
          try collect(path, except: except, depth: depth + 1, into: &found)
        }
      } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        found.append(path)
      }
    }
  }

  private static func failure(_ path: String) -> Failure {
    Failure(path: path, reason: String(cString: strerror(errno)))
  }
}
