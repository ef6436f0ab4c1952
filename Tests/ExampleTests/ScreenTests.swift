import FlowKit
import FlowTestSupport
import Observation
import Screen
import TestSupport
import Testing

/// The screen of the example, driven as a user would.
@MainActor @Suite struct ScreenTests {
  private static let flow = """
    flow: X
    title: X
    facts: { platform: [ios, android] }
    steps:
      - step: 1
        screen: Sign up
        message: Who are you?
        input: { name: { length: 2..20 } }
        rows:
          a: { user: goes on, enters: name, next: 2 }
          b: { user: uses the fingerprint, if: { platform: android }, next: end }
      - step: 2
        system: asks the server
        action: server.ask
        loading: One moment
        rows:
          a: { case: known, on: known, next: 3 }
      - step: 3
        screen: Confirm
        rows:
          a: { user: confirms, next: end }
          b: { event: 90 seconds pass, after: 90 s, next: 4 }
      - step: 4
        screen: Too late
        rows:
          a: { user: understands, next: end }
    """

  private func wait(_ view: RunView, for lines: [String]) async {
    while view.body != lines {
      await withCheckedContinuation { changed in
        withObservationTracking {
          _ = view.body
        } onChange: {
          changed.resume()
        }
      }
      // The change is made after it was announced.
      await Task.yield()
    }
  }

  @Test(
    "The screen shows fields, buttons, why one is disabled, work, the timer, and the end",
    .timeLimit(.minutes(1)))
  func driven() async throws {
    let catalogue = try catalogue(ScreenTests.flow)
    let clock = ManualRunClock()
    let gate = Gate()
    var handlers = Handlers()
    handlers.bind("server.ask", outcomes: ["known"]) { context in
      await gate.wait()
      return context.input("name") == "Mari" ? "known" : "unknown"
    }
    let runner = try Runner(
      catalogue.compiled(), start: try need(catalogue.flow(id: "X")), handlers: handlers,
      clock: clock)
    let model = RunModel(runner)
    let view = RunView(model)
    #expect(view.body == ["..."])
    let following = Task { await model.follow() }
    let form = [
      "Sign up", "Who are you?", "name: 2 to 20 characters", "[goes on]",
      "[uses the fingerprint] - platform is ios",
    ]
    await wait(view, for: form)
    await model.tap("1a", fields: ["name": "M"])
    let short = "! row `X:1a` cannot be taken: `name` must be 2 to 20 characters"
    await wait(view, for: form + [short])
    async let tapped: Void = model.tap("1a", fields: ["name": "Mari"])
    await wait(view, for: ["System asks the server", "One moment", "(spinner)"])
    await gate.open()
    await tapped
    await wait(view, for: ["Confirm", "[confirms]", "90 s left"])
    clock.advance(to: 90_000)
    await wait(view, for: ["Too late", "[understands]"])
    await model.tap("4a")
    await wait(view, for: ["The end: end"])
    await following.value
  }
}
