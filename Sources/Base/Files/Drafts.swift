internal import Glibc
internal import Signals
internal import Synchronization

/// The files that are being written and are not whole yet. If a signal or a crash ends the process,
/// they are removed.
enum Drafts {
  private static let most = 16
  private static let longest = Int(PATH_MAX)
  private static let lock = Mutex(())
  /// The places with a path: bit `p` for place `p`. A signal handler, which can take no lock, reads
  /// only these.
  private static let noted = Atomic<UInt64>(0)
  /// Set by a handler, since the process ends: no place is used again while it reads the paths.
  private static var ending: UInt64 { 1 << 63 }
  // Memory that never moves. Unsafe, since a handler reads it without the lock: a path is written
  // while its bit is not set, and the bit is set after it.
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
    guard bytes.count <= longest else { return nil }
    let place = lock.withLock { _ -> Int? in
      let taken = noted.load(ordering: .relaxed)
      guard taken & ending == 0, let place = (0..<most).first(where: { taken & 1 << $0 == 0 })
      else { return nil }
      for (index, byte) in bytes.enumerated() { paths[place * longest + index] = byte }
      noted.bitwiseOr(1 << place, ordering: .releasing)
      return place
    }
    Signals.at(.removingDrafts) {
      let noted = Drafts.noted.bitwiseOr(Drafts.ending, ordering: .acquiring).oldValue
      for place in 0..<Drafts.most where noted & 1 << place != 0 {
        unlink(Drafts.paths + place * Drafts.longest)
      }
    }
    return place
  }

  /// Forgets a file that has got its name or was removed.
  static func forget(_ place: Int?) {
    if let place { noted.bitwiseAnd(~(1 << place), ordering: .releasing) }
  }
}
