internal import Platform
internal import Synchronization

#if canImport(Darwin)
  /// Darwin has no inotify.
  package typealias FolderWatch = PolledFolder
#endif

/// Notices changes of the files below a folder by looking at them four times a second: for systems
/// that do not tell.
package struct PolledFolder: ~Copyable {
  /// What can be seen of a file or a folder without reading it.
  struct Stamp: Equatable {
    let device: dev_t
    let number: ino_t
    let mode: mode_t
    let size: off_t
    let seconds: time_t
    let nanoseconds: Int

    init(_ information: stat) {
      device = information.st_dev
      number = information.st_ino
      mode = information.st_mode
      let isFolder = mode & S_IFMT == S_IFDIR
      // A folder changes with each of its entries, of which most are none of ours.
      size = isFolder ? 0 : information.st_size
      seconds = isFolder ? 0 : time_t(information.modified.tv_sec)
      nanoseconds = isFolder ? 0 : Int(information.modified.tv_nsec)
    }
  }

  /// What is below the folder, by path.
  struct Look {
    var stamps: [String: Stamp] = [:]
    /// What is in files that may change again without another stamp: the system's clock for files
    /// stands still for some milliseconds.
    var texts: [String: [UInt8]] = [:]

    func differs(from other: Look) -> Bool {
      stamps != other.stamps
        || texts.contains { path, text in other.texts[path].map { $0 != text } ?? false }
    }
  }

  private static var pause: Int32 { 250 }
  private let folder: String
  private let suffixes: [String]
  private let root: Stamp
  private let last: Mutex<Look>

  /// Begins to watch the files below a folder whose names end in one of `suffixes`.
  package init(_ folder: String, endingIn suffixes: [String]) throws(FileError) {
    self.folder = folder
    self.suffixes = suffixes
    guard let root = PolledFolder.stamp(of: folder) else {
      throw FileError(folder, cannotBe: .read)
    }
    self.root = root
    last = Mutex(PolledFolder.look(at: folder, suffixes))
  }

  /// Returns when a file was saved, moved or removed; throws when the folder is gone, also to
  /// another place. Changes that follow within a moment, such as those of a checkout, are waited
  /// for.
  ///
  /// - Parameter milliseconds: how long to wait. -1 for ever.
  /// - Returns: whether a file was changed, and the time has not passed.
  @discardableResult
  package borrowing func waitForChange(
    milliseconds: Int32 = -1
  ) throws(FileError) -> Bool {
    let end = milliseconds < 0 ? nil : SystemClock.exact + Int64(milliseconds)
    while true {
      if try isChanged() {
        for _ in 0..<20 {
          _ = poll(nil, 0, PolledFolder.pause / 5)
          guard try isChanged() else { break }
        }
        return true
      }
      let rest = end.map { $0 - SystemClock.exact } ?? Int64(PolledFolder.pause)
      guard rest > 0 else { return false }
      _ = poll(nil, 0, min(PolledFolder.pause, Int32(clamping: rest)))
    }
  }

  /// Looks again. Returns whether something is not as it was.
  private borrowing func isChanged() throws(FileError) -> Bool {
    guard PolledFolder.stamp(of: folder) == root else {
      throw FileError(folder, cannotBe: .read, because: "it is gone")
    }
    let now = PolledFolder.look(at: folder, suffixes)
    return last.withLock { last in
      defer { last = now }
      return now.differs(from: last)
    }
  }

  private static func look(at folder: String, _ suffixes: [String]) -> Look {
    var look = Look()
    let recent = SystemClock.timeOfDay / 1_000 - 2
    for path in FileSystem.listing(below: folder, endingIn: suffixes).paths {
      var own = stat()
      guard lstat(path, &own) == 0, let stamp = stamp(of: path) else { continue }
      // A file that was only created has nothing in it yet. A link and a pipe are whole.
      if own.st_mode & S_IFMT == S_IFREG, own.st_size == 0 { continue }
      look.stamps[path] = stamp
      if stamp.mode & S_IFMT == S_IFREG, Int64(stamp.seconds) >= recent {
        look.texts[path] = try? FileSystem.read(path)
      }
    }
    return look
  }

  private static func stamp(of path: String) -> Stamp? {
    var information = stat()
    return stat(path, &information) == 0 ? Stamp(information) : nil
  }
}
