package import JSON
internal import Synchronization

/// Tells a client how far a request is, if it wants to hear that. What is told only grows.
package final class AgentProgress: Sendable {
  // A class, since the request and what works for it share it.
  /// That of the request that is being answered. Nil if its client does not want to hear it.
  @TaskLocal static var current: AgentProgress?

  private let token: JSONValue
  private let send: @Sendable (JSONValue) async -> Void
  private let last = Mutex(-1)

  /// Nil if the client does not want to hear it.
  package init?(
    of request: AgentRequest, _ send: @escaping @Sendable (JSONValue) async -> Void
  ) {
    guard let token = request.progressToken else { return nil }
    (self.token, self.send) = (token, send)
  }

  /// Says that a part is done. Nothing if as much was told before.
  func tell(_ done: Int, of total: Int, _ words: String? = nil) async {
    let isNew = last.withLock { last in
      defer { last = max(last, done) }
      return done > last
    }
    guard isNew else { return }
    await send(
      .object(members: [
        ("jsonrpc", .string("2.0")), ("method", .string("notifications/progress")),
        (
          "params",
          .object([
            "progressToken": token, "progress": .integer(done), "total": .integer(total),
            "message": words.map { .string($0) },
          ])
        ),
      ]))
  }

  /// Does something between the first and the last word about it.
  package static func with<R: Sendable>(
    _ progress: AgentProgress?, _ work: @Sendable () async -> R
  ) async -> R {
    await progress?.tell(0, of: 1)
    let result = await $current.withValue(progress) { await work() }
    await progress?.tell(1, of: 1)
    return result
  }
}
