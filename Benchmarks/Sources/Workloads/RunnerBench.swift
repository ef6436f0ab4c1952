import FlowModel
import FlowRuntime
import Synchronization

/// Steps taken by the runner, each answered by an asynchronous handler that need not wait.
package enum RunnerBench {
  package static let turns = 20_000

  /// What the handlers share: the answers that lead around the circle, and the last one.
  private final class Script: Sendable {
    private let next = Atomic<Int>(0)
    private let answers: [Answer]
    private let limit: Int

    init(_ answers: [Answer], turns: Int) {
      self.answers = answers
      limit = answers.count * turns - 1
    }

    func answer() -> Answer {
      let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
      return place < limit ? answers[place % answers.count] : "over"
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
