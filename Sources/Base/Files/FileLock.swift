internal import Platform

/// A lock on a file, which is created if it does not exist. Other processes wait while this value
/// lives.
package struct FileLock: ~Copyable {
  private let file: OpenFile

  package init(_ path: String) throws(FileError) {
    let file = try OpenFile(
      path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600, to: .locked)
    while flock(file.descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileError(path, cannotBe: .locked) }
    }
    self.file = file
  }
}
