internal import Platform

/// Threads for calls that block, so that the cooperative pool, which has few threads, never waits
/// for them.
public enum Thread {
  /// Runs `body` on a new thread, which ends with it.
  ///
  /// - Returns: false if the system refuses another thread. `body` is then not run.
  @discardableResult
  public static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    SystemThread.start(body)
  }
}
