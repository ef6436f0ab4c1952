internal import Glibc

/// Notices changes of the files below a folder, with the system's inotify.
package struct FolderWatch: ~Copyable {
  private let descriptor: Int32
  private let folder: String
  private let suffixes: [String]
  /// The number of the folder itself among those that are watched.
  private var root: Int32 = -1

  /// Begins to watch the files below a folder whose names end in one of `suffixes`.
  package init(_ folder: String, endingIn suffixes: [String]) throws(FileError) {
    self.folder = folder
    self.suffixes = suffixes
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw FileError(folder, cannotBe: .read) }
    root = try addFolders()
  }

  deinit { close(descriptor) }

  /// Returns when a file was saved, moved or removed; throws when the folder is gone. Changes that follow within a moment, such as
  /// those of a checkout, are waited for.
  ///
  /// - Parameter milliseconds: how long to wait for the next news of the system. -1 for ever.
  /// - Returns: whether a file was changed, and the time has not passed.
  @discardableResult
  package borrowing func waitForChange(
    milliseconds: Int32 = -1
  ) throws(FileError) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var isChanged = false
    while !isChanged {
      let ready = poll(&waiting, 1, milliseconds)
      if ready == 0 { return false }
      if ready > 0 { isChanged = try read() }
    }
    for _ in 0..<50 where poll(&waiting, 1, 4) > 0 { _ = try read() }
    return true
  }

  /// Reads what has happened. Returns whether it concerns the files.
  private borrowing func read() throws(FileError) -> Bool {
    var concerns = false
    var hasNewFolder = false
    try withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) {
      buffer throws(FileError) in
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      guard count > 0 || errno == EINTR else { throw FileError(folder, cannotBe: .read) }
      let head = MemoryLayout<inotify_event>.size
      var place = 0
      while place + head <= count {
        let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
        let bytes = buffer[(place + head)..<min(place + head + Int(event.len), buffer.count)]
        let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        if event.mask & UInt32(IN_DELETE_SELF) != 0, event.wd == root {
          throw FileError(folder, cannotBe: .read, because: "it is gone")
        }
        let isFolder = event.mask & UInt32(IN_ISDIR) != 0
        hasNewFolder = hasNewFolder || isFolder
        // After an overflow nobody knows what has happened.
        // A file that was only created has nothing in it yet.
        let isFile = event.mask & UInt32(IN_CREATE) == 0 && suffixes.contains(where: name.hasSuffix)
        if isFolder || isFile || event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
          concerns = true
        }
        place += head + Int(event.len)
      }
    }
    if hasNewFolder { _ = try addFolders() }
    return concerns
  }

  /// Watches the folder and all folders below it. One that is watched already stays so. Returns the
  /// number of the folder.
  private borrowing func addFolders() throws(FileError) -> Int32 {
    var root: Int32 = -1
    var folders = [(path: folder, depth: 0)]
    while let next = folders.popLast() {
      let events =
        IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF
        | IN_ONLYDIR
      let number = inotify_add_watch(descriptor, next.path, UInt32(events))
      guard number >= 0 else {
        // A folder below may be gone already.
        if next.depth > 0, errno == ENOENT || errno == ENOTDIR { continue }
        throw FileError(next.path, cannotBe: .read)
      }
      if next.depth == 0 { root = number }
      guard next.depth < 32, let entries = try? FileSystem.entries(of: next.path) else { continue }
      for entry in entries where entry.kind == DT_DIR && !entry.name.hasPrefix(".") {
        folders.append(("\(next.path)/\(entry.name)", next.depth + 1))
      }
    }
    return root
  }
}
