internal import Foundation

/// Runs work that waits for another program on a thread of its own, since the threads of Swift's
/// tasks are few.
public func onOwnThread<R: Sendable>(
  _ work: @escaping @Sendable () throws -> R
) async throws -> R {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
  }
}
