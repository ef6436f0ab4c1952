internal import Platform
internal import Signals
internal import Synchronization

/// The files that have to go when a signal or a crash ends the process: those that are being
/// written and are not whole yet, and those that say where this process can be found.
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
  /// For a file that is only removed while it is this one, its number in the file system; else 0.
  private nonisolated(unsafe) static let numbers = {
    let numbers = UnsafeMutablePointer<UInt>.allocate(capacity: most)
    numbers.initialize(repeating: 0, count: most)
    return numbers
  }()
  private nonisolated(unsafe) static let paths = {
    let paths = UnsafeMutablePointer<CChar>.allocate(capacity: most * longest)
    paths.initialize(repeating: 0, count: most * longest)
    return paths
  }()

  /// Notes a file that will be written, or one that is there.
  ///
  /// - Parameter number: the number of the file (`st_ino`), if another one in its place stays.
  /// - Returns: its place, to forget it. Nil if there are too many; then a signal leaves the file.
  static func note(_ path: String, number: UInt = 0) -> Int? {
    let bytes = path.utf8CString
    guard bytes.count <= longest else { return nil }
    let place = lock.withLock { _ -> Int? in
      let taken = noted.load(ordering: .relaxed)
      guard taken & ending == 0, let place = (0..<most).first(where: { taken & 1 << $0 == 0 })
      else { return nil }
      numbers[place] = number
      for (index, byte) in bytes.enumerated() { paths[place * longest + index] = byte }
      noted.bitwiseOr(1 << place, ordering: .releasing)
      return place
    }
    Signals.at(.removingDrafts) {
      let noted = Drafts.noted.bitwiseOr(Drafts.ending, ordering: .acquiring).oldValue
      for place in 0..<Drafts.most where noted & 1 << place != 0 {
        Drafts.remove(place)
      }
    }
    return place
  }

  /// Removes a file. Called by signal handlers, too.
  static func remove(_ place: Int) {
    let path = paths + place * longest
    if numbers[place] != 0 {
      var information = stat()
      guard lstat(path, &information) == 0, UInt(information.st_ino) == numbers[place] else {
        return
      }
    }
    unlink(path)
  }

  /// Forgets a file that has got its name or was removed.
  static func forget(_ place: Int?) {
    if let place { noted.bitwiseAnd(~(1 << place), ordering: .releasing) }
  }
}
