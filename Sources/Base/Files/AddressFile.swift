internal import Platform

/// A file that says where this process can be found. Only its user can read it.
///
/// It is removed when this value ends, and when a signal or a crash ends the process, unless
/// another process has put its own in its place.
package struct AddressFile: ~Copyable {
  private let place: Int?

  /// Writes the file, replacing another one.
  package init(_ text: String, at path: String) throws(FileError) {
    try FileSystem.writePrivately(Array(text.utf8), to: path)
    var information = stat()
    guard lstat(path, &information) == 0 else { throw FileError(path, cannotBe: .read) }
    place = Drafts.note(path, number: UInt(information.st_ino))
  }

  deinit {
    guard let place else { return }
    Drafts.remove(place)
    Drafts.forget(place)
  }
}
