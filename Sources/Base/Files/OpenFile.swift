internal import Platform

/// An open file descriptor, closed when its value ends.
struct OpenFile: ~Copyable {
  let descriptor: Int32
  private let path: String

  init(_ path: String, _ flags: Int32, permissions: mode_t = 0, to attempt: FileError.Attempt)
    throws(FileError)
  {
    descriptor = open(path, flags | O_CLOEXEC, permissions)
    self.path = path
    guard descriptor >= 0 else { throw FileError(path, cannotBe: attempt) }
  }

  deinit { close(descriptor) }

  func information() throws(FileError) -> stat {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw FileError(path, cannotBe: .read) }
    return information
  }

  /// Refuses a file of another user, or one with one of these permissions.
  func requireOwner(forbidding permissions: mode_t) throws(FileError) {
    let information = try information()
    guard information.st_uid == geteuid() else {
      throw FileError(path, cannotBe: .trusted, because: "it belongs to another user")
    }
    guard information.st_mode & permissions == 0 else {
      let mode = String(information.st_mode & 0o777, radix: 8)
      throw FileError(
        path, cannotBe: .trusted,
        because: "other users have access to it (permissions \(mode)); see `chmod go-rwx`")
    }
  }

  /// Reads until the buffer is full or the file ends. Returns the number of bytes.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    try FileSystem.read(descriptor, named: path, into: buffer)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try FileSystem.write(bytes, to: descriptor, named: path)
  }

  /// Gives the file these permissions, whatever the process leaves to new ones.
  func allow(_ permissions: mode_t) throws(FileError) {
    guard fchmod(descriptor, permissions) == 0 else { throw FileError(path, cannotBe: .written) }
  }

  /// Returns when the system has written everything to the disk.
  func sync() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError(path, cannotBe: .written) }
  }
}
