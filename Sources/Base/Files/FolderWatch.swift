internal import Platform
internal import Synchronization

#if !canImport(Darwin)
  /// Notices changes of the files below a folder, with the system's inotify.
  package struct FolderWatch: ~Copyable {
    private let descriptor: Int32
    private let folder: String
    private let suffixes: [String]
    private let watched = Mutex(Watched())

    /// The files and folders that are watched.
    private struct Watched {
      /// The folders, by the number that the system gives them.
      var folders: [Int32: String] = [:]
      /// The number of the folder itself.
      var root: Int32 = -1
      /// The links to folders.
      var links: Set<String> = []
    }

    /// Begins to watch the files below a folder whose names end in one of `suffixes`.
    package init(_ folder: String, endingIn suffixes: [String]) throws(FileError) {
      self.folder = folder
      self.suffixes = suffixes
      descriptor = inotify_init1(Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { throw FileError(folder, cannotBe: .read) }
      try addFolders()
    }

    deinit { close(descriptor) }

    /// Returns when a file was saved, moved or removed; throws when the folder is gone, also to
    /// another place. Changes that follow within a moment, such as those of a checkout, are waited
    /// for.
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
      try FolderWatch.readOn(atMost: 50) { () throws(FileError) in
        guard poll(&waiting, 1, 4) > 0 else { return false }
        _ = try read()
        return true
      }
      return true
    }

    /// Reads on until a moment passes without news, so that a checkout is one change.
    ///
    /// - Parameter next: waits a moment for news and reads them. Returns whether there were any.
    static func readOn(atMost most: Int, _ next: () throws(FileError) -> Bool) throws(FileError) {
      for _ in 0..<most {
        guard try next() else { return }
      }
    }

    /// Reads what has happened. Returns whether it concerns the files.
    private borrowing func read() throws(FileError) -> Bool {
      var concerns = false
      var hasNewFolder = false
      try withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) {
        buffer throws(FileError) in
        let count = Platform.read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 || errno == EINTR else { throw FileError(folder, cannotBe: .read) }
        let head = MemoryLayout<inotify_event>.size
        var place = 0
        while place + head <= count {
          let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          let bytes = buffer[(place + head)..<min(place + head + Int(event.len), buffer.count)]
          let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
          if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF) != 0,
            watched.withLock({ event.wd == $0.root })
          {
            throw FileError(folder, cannotBe: .read, because: "it is gone")
          }
          // After an overflow the changes are not known.
          if event.mask & UInt32(IN_ISDIR | IN_Q_OVERFLOW) != 0 {
            (concerns, hasNewFolder) = (true, true)
          } else if let parent = watched.withLock({ $0.folders[event.wd] }), !name.isEmpty {
            let path = "\(parent)/\(name)"
            let isLink = FileSystem.isLink(path)
            hasNewFolder = hasNewFolder || isLink
            let isFolder = isLink && FileSystem.isFolder(path)
            let isGone = !isLink && watched.withLock { $0.links.remove(path) != nil }
            // A file that was only created has nothing in it yet. A link and a pipe are whole.
            let isWhole = event.mask & UInt32(IN_CREATE) == 0 || !FileSystem.isEmptyFile(path)
            if isFolder || isGone || isWhole && suffixes.contains(where: name.hasSuffix) {
              concerns = true
            }
          }
          place += head + Int(event.len)
        }
      }
      if hasNewFolder { try addFolders() }
      return concerns
    }

    /// Watches the folder and all folders below it, also those to which links lead, and the folders
    /// of files to which links lead. One that is watched already stays so.
    private borrowing func addFolders() throws(FileError) {
      var watched = Watched()
      var folders = [(path: folder, depth: 0)]
      var parents: [String] = []
      while let next = folders.popLast() ?? parents.popLast().map({ ($0, 32) }) {
        let events =
          IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF
          | IN_MOVE_SELF | IN_ONLYDIR
        let number = inotify_add_watch(descriptor, next.path, UInt32(events))
        guard number >= 0 else {
          // A folder below may be gone already.
          if next.depth > 0, errno == ENOENT || errno == ENOTDIR { continue }
          throw FileError(next.path, cannotBe: .read)
        }
        if next.depth == 0 { watched.root = number }
        // A link may lead to a folder that is watched already.
        guard watched.folders.updateValue(next.path, forKey: number) == nil, next.depth < 32,
          let entries = try? FileSystem.entries(of: next.path)
        else { continue }
        for entry in entries where !entry.name.hasPrefix(".") {
          let path = "\(next.path)/\(entry.name)"
          if entry.kind == .folder {
            folders.append((path, next.depth + 1))
          } else if FileSystem.isLink(path, kind: entry.kind) {
            if FileSystem.isFolder(path) {
              watched.links.insert(path)
              folders.append((path, next.depth + 1))
            } else if suffixes.contains(where: entry.name.hasSuffix) {
              let file = FileSystem.resolved(path)
              parents.append(String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]))
            }
          }
        }
      }
      let found = watched
      self.watched.withLock { $0 = found }
    }
  }
#endif
