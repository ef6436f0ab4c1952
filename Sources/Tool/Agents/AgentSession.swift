package import JSON
internal import Threads

/// One client on standard input and output: a message in each line.
///
/// Requests are answered at the same time, and one that is cancelled is not answered. A thread of
/// its own listens to the client also while proofs use all others.
package actor AgentSession {
  private let thread = BlockingThread()
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }
  /// How many requests may be under way.
  private static let most = 64

  private let server: AgentServer
  private let send: @Sendable (JSONValue) async -> Void
  private var greeting: JSONValue?
  private var tasks: [String: Task<Void, Never>] = [:]

  /// - Parameter send: writes a message.
  package init(_ server: AgentServer, _ send: @escaping @Sendable (JSONValue) async -> Void) {
    (self.server, self.send) = (server, send)
  }

  deinit { thread.finish() }

  /// Takes a line of the client.
  package func receive(_ line: [UInt8]) async {
    let request: AgentRequest
    do throws(AgentError) { request = try AgentRequest(line) } catch {
      return await send(error.answer)
    }
    guard let id = request.id.map(AgentRequest.key) else {
      if let cancelled = request.cancelled { tasks.removeValue(forKey: cancelled)?.cancel() }
      return
    }
    guard tasks[id] == nil, tasks.count < AgentSession.most else {
      let reason = tasks[id] == nil ? "too many requests are under way" : "the id is in use"
      return await send(request.answer("error", AgentError(.notARequest, reason).json))
    }
    if let greeting = request.greeting { self.greeting = greeting }
    let greeting = greeting
    tasks[id] = Task { await self.work(request, id, greeting) }
  }

  private func work(_ request: AgentRequest, _ id: String, _ greeting: JSONValue?) async {
    let server = server
    let answer = await AgentProgress.with(AgentProgress(of: request, send)) {
      await server.answer(request, greeting: greeting)
    }
    // A cancelled request has no answer.
    guard tasks.removeValue(forKey: id) != nil else { return }
    await send(answer)
  }

  /// Waits for the answers of what is under way: the client has said all.
  package func finish() async {
    for task in tasks.values { await task.value }
  }

  /// Cancels what is under way.
  package func cancel() {
    for task in tasks.values { task.cancel() }
  }
}
