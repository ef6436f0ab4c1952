internal import Glibc
internal import Secrets

/// What is asked of the file system: whole files, for their owner only.
enum StoreFile {
  /// The largest file that is read, in bytes.
  static let maximum = 64 << 20

  /// The whole file; nil when there is none.
  static func read(_ path: String) throws(StoreError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure(path)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= maximum {
      let got = Glibc.read(descriptor, &chunk, chunk.count)
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw failure(path) }
      if got == 0 { return bytes }
      bytes += chunk[..<got]
    }
    throw .damaged(path)
  }

  /// A secret of exactly so many bytes; nil when there is no file.
  static func readSecret(_ path: String, count: Int) throws(StoreError) -> Secret? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure(path)
    }
    defer { close(descriptor) }
    var got = 0
    let secret = Secret(capacity: count + 1) { buffer in
      got = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
      return min(got, count)
    }
    guard got == count else { throw .damaged(path) }
    return secret
  }

  /// Writes a file whole, for its owner only: another process sees the old one or the new one, also
  /// after the power has failed.
  static func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(StoreError) in try write(bytes, to: path) }
    }
    try result.get()
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(StoreError) {
    let temporary = path + ".new"
    let descriptor = open(
      temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    var done = 0
    while done < bytes.count {
      let wrote = Glibc.write(
        descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      if wrote < 0, errno == EINTR { continue }
      guard wrote > 0 else {
        let reason = failure(path)
        close(descriptor)
        unlink(temporary)
        throw reason
      }
      done += wrote
    }
    let isSafe = fsync(descriptor) == 0
    guard close(descriptor) == 0, isSafe, rename(temporary, path) == 0 else {
      let reason = failure(path)
      unlink(temporary)
      throw reason
    }
    syncFolder(of: path)
  }

  /// Overwrites a file with zeros and takes it away. Nothing to do when there is none.
  static func destroy(_ path: String) throws(StoreError) {
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    if descriptor < 0 {
      if errno == ENOENT { return }
      throw failure(path)
    }
    var info = stat()
    fstat(descriptor, &info)
    let zeros = [UInt8](repeating: 0, count: 4_096)
    var left = Int(info.st_size)
    while left > 0 {
      let wrote = Glibc.write(descriptor, zeros, min(left, zeros.count))
      if wrote < 0, errno == EINTR { continue }
      // A full disk does not keep the file from being taken away.
      guard wrote > 0 else { break }
      left -= wrote
    }
    fsync(descriptor)
    close(descriptor)
    guard unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
    syncFolder(of: path)
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func makeFolder(_ path: String) throws(StoreError) {
    var whole = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      whole += whole.isEmpty || whole == "/" ? String(part) : "/\(part)"
      guard mkdir(whole, 0o700) == 0 || errno == EEXIST else { throw failure(whole) }
    }
  }

  static func syncFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0 {
      fsync(descriptor)
      close(descriptor)
    }
  }

  static func failure(_ path: String) -> StoreError {
    .system(path, String(cString: strerror(errno)))
  }
}

/// Keeps other processes out while it lives.
struct FolderLock: ~Copyable {
  private let descriptor: Int32

  init(_ path: String) throws(StoreError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw StoreFile.failure(path) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let reason = StoreFile.failure(path)
        close(descriptor)
        throw reason
      }
    }
  }

  deinit { close(descriptor) }
}
