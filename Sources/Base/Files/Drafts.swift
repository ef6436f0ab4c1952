internal import Glibc
internal import Signals
internal import Synchronization

/// The files that are being written and are not whole yet. If a signal or a crash ends the process, they are removed.
enum Drafts {
  private static let most = 16
  private static let longest = Int(PATH_MAX)
  private static let lock = Mutex(())
  // Memory that never moves, so that a signal handler can read it at any time. Unsafe, since a handler can take no lock:
  // a path has its first byte only while all others are there.
  private nonisolated(unsafe) static let paths = {
    let paths = UnsafeMutablePointer<CChar>.allocate(capacity: most * longest)
    paths.initialize(repeating: 0, count: most * longest)
    return paths
  }()

  /// Notes a file that will be written.
  ///
  /// - Returns: its place, to forget it. Nil if there are too many; then a signal leaves the file.
  static func note(_ path: String) -> Int? {
    let bytes = path.utf8CString
    guard bytes.count > 1, bytes.count <= longest else { return nil }
    let place = lock.withLock { _ -> Int? in
      guard let place = (0..<most).first(where: { paths[$0 * longest] == 0 }) else { return nil }
      let start = paths + place * longest
      for index in bytes.indices.dropFirst() { start[index] = bytes[index] }
      start[0] = bytes[0]
      return place
    }
    Signals.at(.removingDrafts) {
      for place in 0..<Drafts.most where Drafts.paths[place * Drafts.longest] != 0 {
        unlink(Drafts.paths + place * Drafts.longest)
      }
    }
    return place
  }

  /// Forgets a file that has got its name or was removed.
  static func forget(_ place: Int?) {
    guard let place else { return }
    lock.withLock { _ in paths[place * longest] = 0 }
  }
}
