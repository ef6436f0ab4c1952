import FlowModel
import FlowRuntime
import Synchronization

/// Takes steps by the runner; an asynchronous handler answers each at once.
package enum RunnerBench {
  package static let turns = 20_000

  /// The state that the handlers share: the answers that lead around the circle, and the position
  /// in them. One handler runs at a time, so the counters need no more than a load and a store.
  private final class Script: Sendable {
    private let next = Atomic<Int>(0)
    private let rest: Atomic<Int>
    private let answers: [Answer]

    init(_ answers: [Answer], turns: Int) {
      self.answers = answers
      rest = Atomic(turns)
    }

    func answer() -> Answer {
      let place = next.load(ordering: .relaxed)
      guard place + 1 == answers.count else {
        next.store(place + 1, ordering: .relaxed)
        return answers[place]
      }
      next.store(0, ordering: .relaxed)
      let turns = rest.load(ordering: .relaxed) - 1
      rest.store(turns, ordering: .relaxed)
      return turns > 0 ? answers[place] : "over"
    }
  }

  package static func run(_ cycle: Cycle, turns: Int = turns) async throws -> Int {
    let script = Script(cycle.answers, turns: turns)
    var handlers = Handlers()
    for step in cycle.flow.steps {
      handlers.bind(step.action ?? "", outcomes: step.rows(.written).compactMap(\.outcome)) { _ in
        script.answer()
      }
    }
    let runner = try Runner(cycle.program, start: cycle.flow, handlers: handlers)
    guard case .ended = try await runner.run() else { throw BenchError("the run did not end") }
    return turns * cycle.rows.count
  }
}
