internal import Glibc

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

  /// Reads until the buffer is full or the file ends. Returns the number of bytes.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    try FileSystem.read(descriptor, named: path, into: buffer)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try FileSystem.write(bytes, to: descriptor, named: path)
  }

  /// Returns when the system has written everything to the disk.
  func sync() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError(path, cannotBe: .written) }
  }
}
