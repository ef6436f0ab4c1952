import CompiledFlows
import FlowEngine
import FlowTestSupport
import TestSupport
import Testing

/// The engine for other hosts, here without WebAssembly. `tools/tests/engine-test` runs all replays
/// in it.
@Suite struct EngineRunTests {
  private static let flow = """
    flow: X
    title: Waiting
    facts: { place: [home, away] }
    sections:
      - section: 1
        title: All
        steps:
          - step: 1.1
            screen: Menu
            rows:
              a: { user: waits, next: 1.2 }
              b: { user: goes home, if: { place: home }, next: 1.3 }
          - step: 1.2
            await: the time
            rows:
              a: { event: The time is over, after: 90 s, next: 1.3 }
          - step: 1.3
            system: goes on
            next: end
    """

  private func start(_ request: String) throws -> EngineRun {
    var flows = try EngineCatalogue(try catalogue(EngineRunTests.flow).compiledFile)
    return try EngineRun(request, in: &flows)
  }

  @Test("A row is taken by its name in code, and the state has the names of the step and its rows")
  func names() throws {
    let text = EngineRunTests.flow.replacing(
      "screen: Menu", with: "screen: Menu\n        name: menu"
    ).replacing("user: waits,", with: "user: waits, name: linger,")
    var flows = try EngineCatalogue(try catalogue(text).compiledFile)
    var run = try EngineRun("flow X", in: &flows)
    #expect(run.state.hasPrefix(#"{"step":"X:1.1","name":"menu","#), "\(run.state)")
    #expect(run.state.contains(#"{"row":"X:1.1a","name":"linger","#))
    try run.take("X:linger")
    #expect(run.state.hasPrefix(#"{"step":"X:1.2","flow""#))
  }

  @Test("The state and the description of a flow say which rows hold at every step")
  func anywhere() throws {
    let text = EngineRunTests.flow.replacing(
      "sections:", with: "anywhere: { '*a': { user: leaves, next: end } }\nsections:")
    var flows = try EngineCatalogue(try catalogue(text).compiledFile)
    let told = try flows.flow("X").split(separator: "{").filter {
      $0.hasSuffix("\"anywhere\":true},") || $0.hasSuffix("\"anywhere\":true}]},")
    }
    #expect(!told.isEmpty && told.allSatisfy { $0.hasPrefix("\"row\":\"*a\"") }, "\(told)")
    let rows = try EngineRun("flow X", in: &flows).state.split(separator: "{")
    let row = rows.first { $0.contains("\"anywhere\":true") }
    #expect(row?.hasPrefix("\"row\":\"X:*a\"") ?? false, "\(rows)")
  }

  @Test("A row that cannot be taken says why, and taking it changes nothing")
  func refused() throws {
    var run = try start("flow X\nfact place away")
    let before = run.state
    #expect(before.contains(#""refusal":"place is away""#))
    #expect(
      refusal { () throws(EngineError) in try run.take("1.1b") }
        == "`X:1.1b` cannot be taken: place is away")
    #expect(
      refusal { () throws(EngineError) in try run.take("1.1c") }
        == "step `X:1.1` has no row `1.1c`; it has `1.1a`, `1.1b`")
    #expect(run.state == before)
  }

  @Test("When the time of a timer is over, no other row can be taken")
  func overdueTimer() throws {
    let flow = """
      flow: W
      title: A screen with a timer
      steps:
        - step: 1
          screen: Wait
          rows:
            a: { user: goes on, next: end }
            b: { event: Five seconds pass, after: 5 s, next: end }
      """
    var flows = try EngineCatalogue(try catalogue(flow).compiledFile)
    var run = try EngineRun("flow W", in: &flows)
    try run.elapse(to: 5_000, isFiring: false)
    #expect(
      refusal { () throws(EngineError) in try run.take("1a") }
        == "`W:1a` cannot be taken: the timer of `1b` comes first")
    try run.take("1b")
    #expect(run.state.contains(#""end":"end""#))
  }

  @Test("Time takes the row of a timer when it is due, and not before")
  func timers() throws {
    var run = try start("flow X\nclock 1000")
    try run.take("1.1a")
    #expect(run.state.contains(#""timer":{"row":"X:1.2a","due":91000}"#))
    try run.elapse(to: 90_999, isFiring: true)
    #expect(run.state.contains(#""step":"X:1.2""#))
    #expect(
      refusal { () throws(EngineError) in try run.take("1.2a") }
        == "`X:1.2a` cannot be taken: its time comes in 1 s")
    try run.elapse(to: 100_000, isFiring: true)
    #expect(run.state.contains(#""end":"end""#))
    #expect(run.trace(from: 0).contains(#""row":"X:1.2a","step":"X:1.2""#))
    #expect(run.trace(from: 0).contains(#""at":91000"#))
  }

  @Test("An action names the values that texts show, and texts come with their names")
  func values() throws {
    let flow = """
      flow: V
      title: Values
      steps:
        - step: 1
          system: reads the card
          action: card.read
          values: [surname, given names]
          on: read
        - step: 2
          screen: Card
          message: '{surname}, {given names}{{}}'
          next: end
      """
    var flows = try EngineCatalogue(try catalogue(flow).compiledFile)
    var run = try EngineRun("flow V", in: &flows)
    #expect(run.state.contains(#""values":["surname","given names"]"#))
    try run.answer("read")
    #expect(run.state.contains(#""message":"{surname}, {given names}{{}}""#))
  }

  @Test("A wrong request is refused with a reason")
  func requests() throws {
    let reasons = [
      "flow Y", "flow X\nfrom 9", "flow X\nas spoken", "flow X\nfact place x", "run X",
    ]
    .map { request in
      refusal { () throws(EngineError) in
        do { _ = try start(request) } catch let error as EngineError { throw error } catch {}
      }
    }
    #expect(
      reasons == [
        "there is no flow `Y`", "`X` has no step `9` to start from",
        "`spoken` is not a reading; write `written` or `meant`",
        "there is no fact `place` with a value `x`", "a request has no line `run`",
      ])
  }
}
