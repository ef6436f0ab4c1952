internal import Glibc

/// A lock on a file, made when it is not there. Other processes wait for it while this value lives.
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
