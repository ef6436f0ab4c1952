import Diagnostics
import FlowModel
import FlowRuntime
import FlowTestSupport
import FlowTesting
import Synchronization
import TestSupport
import Testing

/// Traces of runs that have lost a secret and asked for it again.
@Suite struct AskedAgainTraceTests {
  private struct Broken: Error {}

  private static let flow = """
    flow: X
    title: X
    steps:
      - step: 1
        screen: Name
        rows:
          a: { user: goes on, next: 2 }
      - step: 2
        screen: PIN
        input: { pin: { secret: yes, digits: 4 } }
        rows:
          a: { user: enters PIN, enters: pin, next: 3 }
      - step: 3
        prompt: Sure?
        rows:
          a: { user: is sure, next: 4 }
      - step: 4
        validate: the PIN
        action: pin.check
        with: { pin: pin }
        next: end
        on: right
    """

  /// The lines of a run whose action fails once.
  private func lines() async throws -> (catalogue: Catalogue, lines: [String]) {
    let catalogue = try catalogue(AskedAgainTraceTests.flow)
    let program = catalogue.compiled()
    var handlers = Handlers()
    let once = Once()
    handlers.bind("pin.check", outcomes: ["right"]) { context in
      let pin = try context.secret("pin")
      _ = consume pin
      if once.isFirst() { throw Broken() }
      return "right"
    }
    let runner = try Runner(
      program, start: try need(catalogue.flow(id: "X")), handlers: handlers,
      clock: ManualRunClock())
    _ = try await runner.run()
    _ = try await runner.choose("1a")
    for _ in 0..<2 {
      await runner.enter(secret: secret("1234"), as: "pin")
      _ = try await runner.choose("2a")
      do { _ = try await runner.choose("3a") } catch { _ = try await runner.run() }
    }
    let entries = await runner.trace
    return (catalogue, entries.map(\.json) + [#"{"end":"end","at":0}"#])
  }

  private func coverage(_ lines: [String], of catalogue: Catalogue) -> TraceCoverage {
    var coverage = TraceCoverage(catalogue)
    let text = lines.joined(separator: "\n") + "\n"
    coverage.add(SourceFile(path: "trace", bytes: Array(text.utf8)))
    return coverage
  }

  @Test("Such a trace is one of a possible run, and the rows that were taken back are covered")
  func covered() async throws {
    let (catalogue, lines) = try await lines()
    #expect(lines.count == 7)
    let coverage = coverage(lines, of: catalogue)
    #expect(coverage.diagnostics.map(\.message) == [])
    #expect(coverage.takenCount == 6 && coverage.runCount == 1)
  }

  @Test(
    "It is refused if the run cannot have gone back there",
    arguments: [
      (#""to":"X:2","at":0,"rows":2"#, #""to":"X:2","at":0,"rows":1"#),
      (#""to":"X:2","at":0,"rows":2"#, #""to":"X:1","at":0,"rows":3"#),
      (#""to":"X:2","at":0,"rows":2"#, #""to":"X:9","at":0,"rows":2"#),
    ])
  func refused(_ old: String, _ new: String) async throws {
    let (catalogue, lines) = try await lines()
    let changed = lines.map { $0.replacing(old, with: new) }
    #expect(changed != lines)
    #expect(coverage(changed, of: catalogue).diagnostics.count == 1)
  }

  @Test("A trace that begins where a restored run asked again is possible too")
  func restored() async throws {
    let (catalogue, lines) = try await lines()
    let rest = lines.dropFirst(3).map { $0.replacing(#""rows":2"#, with: #""rows":0"#) }
    #expect(coverage(rest, of: catalogue).diagnostics.map(\.message) == [])
  }
}

/// True once.
private final class Once: Sendable {
  private let isOver = Mutex(false)

  func isFirst() -> Bool {
    isOver.withLock { isOver in
      let wasOver = isOver
      isOver = true
      return !wasOver
    }
  }
}
