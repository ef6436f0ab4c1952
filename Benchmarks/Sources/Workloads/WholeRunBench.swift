import FlowModel
import FlowRuntime
import Secrets

/// Whole runs of UC2.3 as a server has them: a wrong PIN, then the right one, twelve rows, five
/// actions that answer at once. The tests of flowrun-temporal take the same rows.
package struct WholeRunBench {
  package static let times = 500
  private static let decisions: [(row: String, pin: String?)] = [
    ("UC2.3:1.3a", "246802"), ("PF2.8:2.1a", nil), ("UC2.3:1.3a", "135790"),
  ]
  private let program: Program
  private let flow: Flow
  private let handlers: Handlers

  package init(_ catalogue: Catalogue) throws {
    guard let flow = catalogue.flow(id: "UC2.3") else { throw BenchError("there is no UC2.3") }
    program = catalogue.compiled(as: .meant)
    self.flow = flow
    var handlers = Handlers()
    let answers = [
      "biometrics.status": "disabled", "pid.status": "obtained", "link.status": "none",
      "app.startState": "resumed",
    ]
    for (action, answer) in answers {
      handlers.bind(action, outcomes: [answer]) { _ in Answer(answer) }
    }
    handlers.bind("account.checkPin", outcomes: ["valid", "wrong-1"]) { context in
      guard let pin = context.takeSecret("pin") else { return "wrong-1" }
      return pin.withBytes { $0.first == UInt8(ascii: "1") } ? "valid" : "wrong-1"
    }
    self.handlers = handlers
  }

  /// Runs from the start to the end.
  ///
  /// - Parameter isSaved: whether the run is written as text, given up and restored wherever it
  ///   waits for a person.
  package func run(isSaved: Bool) async throws -> Int {
    for _ in 0..<WholeRunBench.times {
      var runner = try Runner(program, start: flow, handlers: handlers)
      _ = try await runner.run()
      for (row, pin) in WholeRunBench.decisions {
        if isSaved {
          guard let text = await runner.snapshot?.json else {
            throw BenchError("the run has ended")
          }
          runner = try Runner(restoring: Snapshot(json: text), on: program, handlers: handlers)
        }
        if let pin {
          var digits = Array(pin.utf8)
          await runner.enter(secret: Secret(moving: &digits), as: "pin")
        }
        _ = try await runner.choose(row)
      }
      guard await runner.state.end != nil else { throw BenchError("the run does not end") }
    }
    return WholeRunBench.times
  }
}
