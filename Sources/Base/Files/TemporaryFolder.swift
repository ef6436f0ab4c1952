internal import Platform
internal import Signals
internal import Synchronization

/// A new folder for its owner only. It is removed with its content when this value ends.
///
/// If a signal or a crash ends the process, the folder and the files in it are removed too, but no
/// folders in it.
package struct TemporaryFolder: ~Copyable {
  package let path: String

  /// Creates a folder in `TMPDIR`, or in `/tmp` if that is not set.
  package init() throws(FileError) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    guard let template = strdup("\(base)/flowrun-XXXXXX") else {
      throw FileError(base, cannotBe: .made)
    }
    // A signal between making the folder and remembering it would leave it behind.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    guard mkdtemp(template) != nil, let folder = opendir(template) else {
      let error = FileError(String(cString: template), cannotBe: .made)
      free(template)
      throw error
    }
    path = String(cString: template)
    TemporaryFolder.register(template, folder)
  }

  deinit {
    TemporaryFolder.remove(path)
    TemporaryFolder.forget(path)
  }

  private static func remove(_ folder: String) {
    empty(open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
    rmdir(folder)
  }

  /// Removes what is in a folder, and closes it. Names need not be text.
  private static func empty(_ descriptor: Int32) {
    guard let entries = fdopendir(descriptor) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = dirent.name(of: entry)
      guard strcmp(name, ".") != 0, strcmp(name, "..") != 0, unlinkat(descriptor, name, 0) != 0
      else { continue }
      empty(openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
      unlinkat(descriptor, name, AT_REMOVEDIR)
    }
  }

  // MARK: All folders of the process

  /// A folder, open for a signal handler, which cannot open it: that needs new memory.
  private struct Open {
    let path: UnsafeMutablePointer<CChar>
    let folder: FolderStream
  }

  private static let most = 64
  private static let lock = Mutex(())
  // Memory that never moves, so that a signal handler can read it at any time. Unsafe, since a
  // handler can take no lock: a signal in the middle of a change may leave that one folder behind.
  private nonisolated(unsafe) static let all = {
    let all = UnsafeMutablePointer<Open?>.allocate(capacity: most)
    all.initialize(repeating: nil, count: most)
    return all
  }()

  /// If there are too many folders, this one stays when a signal ends the process.
  private static func register(_ path: UnsafeMutablePointer<CChar>, _ folder: FolderStream) {
    lock.withLock { _ in
      if let place = (0..<most).first(where: { all[$0] == nil }) {
        all[place] = Open(path: path, folder: folder)
      } else {
        free(path)
        closedir(folder)
      }
    }
    Signals.at(.removingFolders) {
      for place in 0..<TemporaryFolder.most {
        guard let open = TemporaryFolder.all[place] else { continue }
        rewinddir(open.folder)
        while let entry = readdir(open.folder) {
          unlinkat(dirfd(open.folder), dirent.name(of: entry), 0)
        }
        rmdir(open.path)
      }
    }
  }

  private static func forget(_ path: String) {
    lock.withLock { _ in
      for place in 0..<most {
        guard let open = all[place], strcmp(open.path, path) == 0 else { continue }
        all[place] = nil
        free(open.path)
        closedir(open.folder)
      }
    }
  }
}
