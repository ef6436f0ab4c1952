import Diagnostics
import FlowLoader
import FlowModel
import FlowRuntime

/// Runs that wait at a screen until a quarter of an hour has passed, each with its own runner.
package struct ManyRunsBench {
  package static let count = 100_000
  private static let flow = """
    flow: X
    title: X
    steps:
      - step: 1
        system: begins
        action: app.begin
        rows:
          a: { case: begun, on: begun, next: 2 }
      - step: 2
        screen: Wait
        rows:
          a: { user: leaves, next: end }
          b: { event: A quarter of an hour passes, after: 15 min, next: end }

    """

  private let program: Program
  private let flow: Flow
  private let handlers: Handlers

  package init() throws {
    let file = SourceFile(path: "X.yaml", bytes: Array(ManyRunsBench.flow.utf8))
    guard let catalogue = FlowLoader().load([file]).catalogue, let flow = catalogue.flow(id: "X")
    else { throw BenchError("the flow does not load") }
    program = catalogue.compiled()
    self.flow = flow
    var handlers = Handlers()
    handlers.bind("app.begin", outcomes: ["begun"]) { _ in "begun" }
    self.handlers = handlers
  }

  /// Makes the runs, performs their first action, and lets them wait.
  package func run() async throws -> (units: Int, made: [Runner]) {
    var runners: [Runner] = []
    runners.reserveCapacity(ManyRunsBench.count)
    let clock = SystemRunClock()
    for _ in 0..<ManyRunsBench.count {
      let runner = try Runner(program, start: flow, handlers: handlers, clock: clock)
      guard case .waiting = try await runner.run() else { throw BenchError("a run does not wait") }
      runners.append(runner)
    }
    return (ManyRunsBench.count, runners)
  }
}
