import FlowKit
import FlowStore
import Foundation
import Synchronization

/// What the test asks for, or the answer of its service to a call.
struct Request: Codable, Sendable {
  var n: Int?
  var `do`: String?
  var run: String?
  var row: String?
  var values: [String: String]?
  var secret: String?
  var seen: Int64?
  var called: Int?
  var outcome: String?
}

/// What became of a request.
struct Reply: Codable, Sendable {
  var n: Int
  var version: Int64?
  var place: String?
  var name: String?
  var end: String?
  var problem: String?
  var error: String?

  init(
    n: Int, version: Int64? = nil, place: String? = nil, error: String? = nil
  ) {
    (self.n, self.version, self.place, self.error) = (n, version, place, error)
  }

  init(_ n: Int, _ run: StoredRun, error: String? = nil) {
    self.init(n: n, version: run.version, place: run.place, error: error)
    (name, end, problem) = (run.situation?.step.name, run.end, run.problem)
  }
}

/// The way to the test: its requests, and the service that performs actions.
///
/// A class, since the handlers and the reader of answers share it.
final class Desk: Sendable {
  private struct State {
    var count = 0
    var waiting: [Int: CheckedContinuation<String, Never>] = [:]
    /// How often actions of runs were called that are to fail, by key.
    var failures: [String: Int] = [:]
  }

  private struct Failure: Error {}

  private struct Call: Codable {
    let call: Int
    let action: String
    let key: String
  }

  private let state = Mutex(State())
  private let output = Mutex(())

  /// Writes a line, whole.
  func say(_ line: String) {
    output.withLock { _ in FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
  }

  func say(_ line: some Codable) {
    guard let data = try? JSONEncoder().encode(line) else { return }
    say(String(decoding: data, as: UTF8.self))
  }

  func answer(_ call: Int, _ outcome: String) {
    state.withLock { $0.waiting.removeValue(forKey: call) }?.resume(returning: outcome)
  }

  private func ask(_ action: String, _ key: String) async -> String {
    await withCheckedContinuation { caller in
      let call = state.withLock { state in
        state.count += 1
        state.waiting[state.count] = caller
        return state.count
      }
      say(Call(call: call, action: action, key: key))
    }
  }

  /// Fails at once, without a word to the test, the first two times for a key of a run whose name
  /// begins with `fail`.
  private func mayFail(_ key: String) throws {
    guard key.hasPrefix("fail") else { return }
    let count = state.withLock { state in
      state.failures[key, default: 0] += 1
      return state.failures[key] ?? 0
    }
    if count < 3 { throw Failure() }
  }

  var handlers: Handlers {
    var handlers = Handlers()
    handlers.bind("goods.order", outcomes: ["ordered"]) { [self] context in
      Answer(await ask("goods.order", context.key ?? ""))
    }
    handlers.bind("goods.pay", outcomes: ["paid", "wrong"]) { [self] context in
      let code = try context.secret("code")
      let isCode = code.withBytes { $0.starts(with: "code-".utf8) }
      return isCode ? Answer(await ask("goods.pay", context.key ?? "")) : "wrong"
    }
    handlers.bind("late.count", outcomes: ["counted"]) { [self] context in
      try mayFail(context.key ?? "")
      return Answer(await ask("late.count", context.key ?? ""))
    }
    return handlers
  }
}
