internal import Files
internal import Threads

/// Waits for changes on a thread of its own.
actor Follower {
  private let thread = BlockingThread()
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
  private let folder: String
  private var watch: FolderWatch
  private var isGone = false

  init(_ folder: String) throws(FileError) {
    self.folder = folder
    watch = try Follower.watch(folder)
  }

  deinit { thread.finish() }

  private static func watch(_ folder: String) throws(FileError) -> FolderWatch {
    try FolderWatch(folder, endingIn: LiveBook.endings)
  }

  /// Waits for a change. While the folder is gone, looks once whether it is there again.
  ///
  /// - Returns: whether the files have to be loaded again.
  func wait() async -> Bool {
    guard isGone else {
      do throws(FileError) { try watch.waitForChange() } catch { isGone = true }
      return true
    }
    try? await Task.sleep(for: .milliseconds(200))
    do throws(FileError) { watch = try Follower.watch(folder) } catch { return false }
    isGone = false
    return true
  }
}
