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
  /// What has no answer yet, by the id of its request. The number tells it from a later request
  /// with the id of one that was cancelled.
  private var works: [String: (number: Int, task: Task<Void, Never>)] = [:]
  /// Answers that are being written, by their work's number. Their ids are free: a client that has
  /// read an answer may use its id again before this session learns that it is written.
  private var writing: [Int: Task<Void, Never>] = [:]
  private var last = 0

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
      if let cancelled = request.cancelled { works.removeValue(forKey: cancelled)?.task.cancel() }
      return
    }
    guard works[id] == nil, works.count < AgentSession.most else {
      let reason = works[id] == nil ? "too many requests are under way" : "the id is in use"
      return await send(request.answer("error", AgentError(.notARequest, reason).json))
    }
    if let greeting = request.greeting { self.greeting = greeting }
    let greeting = greeting
    last += 1
    let number = last
    works[id] = (number, Task { await self.work(request, id, number, greeting) })
  }

  private func work(
    _ request: AgentRequest, _ id: String, _ number: Int, _ greeting: JSONValue?
  ) async {
    let server = server
    let answer = await AgentProgress.with(AgentProgress(of: request, send)) {
      await server.answer(request, greeting: greeting)
    }
    // A cancelled request has no answer.
    guard let work = works[id], work.number == number else { return }
    works[id] = nil
    writing[number] = work.task
    await send(answer)
    writing[number] = nil
  }

  /// Waits for the answers of what is under way: the client has said all.
  package func finish() async {
    for work in works.values { await work.task.value }
    for task in writing.values { await task.value }
  }

  /// Cancels what is under way.
  package func cancel() {
    for work in works.values { work.task.cancel() }
  }
}
