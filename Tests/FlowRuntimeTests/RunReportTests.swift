import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// What a run tells the studio.
@Suite struct RunReportTests {
  private static let flow = """
    flow: R
    title: Read the card
    facts: { platform: [ios, android] }
    steps:
      - step: 1
        screen: Greeting
        input: { nick: {}, pin: { secret: yes, digits: 6 } }
        rows:
          a: { user: enters both, enters: [nick, pin], next: 2 }
      - step: 2
        system: reads the card
        action: card.read
        values: [surname]
        rows:
          a: { case: Read, on: read, next: 3 }
      - step: 3
        screen: Card
        message: '{nick}: {surname}'
        rows:
          a: { user: ends, next: end }
    """

  private func reports(
    of runner: Runner, until last: String,
    _ act: (String) async throws -> Void
  ) async throws -> [String] {
    var all: [String] = []
    for await report in runner.reports(as: "a test") {
      all.append(report)
      if report.contains(last) { break }
      try await act(report)
    }
    return all
  }

  @Test("Reports have the names of rows, steps and facts, and nothing that was entered or answered")
  func noSecrets() async throws {
    var handlers = Handlers()
    handlers.bind("card.read", outcomes: ["read"], values: ["surname"]) { context in
      _ = context.takeSecret("pin")
      return Answer("read", values: ["surname": "Kask"])
    }
    let catalogue = try catalogue(RunReportTests.flow)
    let flow = try #require(catalogue.flow(id: "R"))
    let runner = try Runner(
      catalogue.compiled(as: .written), start: flow, handlers: handlers,
      facts: ["platform": "android"], clock: ManualRunClock())
    var acted: Set<String> = []
    let all = try await reports(of: runner, until: "over") { report in
      // A place may be reported more than once.
      guard acted.insert(report).inserted else { return }
      if report.contains("waiting R:1\"") {
        await runner.enter("Mari", as: "nick")
        await runner.enter(secret: secret("271828"), as: "pin")
        _ = try await runner.choose("1a")
      } else if report.contains("waiting R:3\"") {
        _ = try await runner.choose("3a")
      }
    }
    let text = all.joined(separator: "\n")
    for word in ["271828", "Mari", "Kask"] { #expect(!text.contains(word)) }
    let first = try #require(all.first)
    let id = try #require(first.split(separator: "\"").dropFirst(3).first)
    #expect(
      first == """
        {"run":"\(id)","name":"a test","flow":"R","as":"written","facts":{"platform":"android"},\
        "rows":[],"step":"R:1","stands":"waiting R:1"}
        """)
    #expect(
      all.last == """
        {"run":"\(id)","name":"a test","flow":"R","as":"written","facts":{"platform":"android"},\
        "rows":["R:1a","R:2a","R:3a"],"step":"R:3","stands":"end","over":true}
        """)
  }

  @Test("A run that has begun before is reported from where it stands")
  func begun() async throws {
    let catalogue = try catalogue(RunReportTests.flow)
    let flow = try #require(catalogue.flow(id: "R"))
    let runner = try Runner(
      catalogue.compiled(as: .meant), start: flow, clock: ManualRunClock())
    await runner.enter("Mari", as: "nick")
    await runner.enter(secret: secret("271828"), as: "pin")
    _ = try await runner.choose("1a")
    let all = try await reports(of: runner, until: "R:2") { _ in }
    let last = try #require(all.last)
    #expect(last.contains(#""from":"2","as":"meant""#))
    #expect(last.contains(#""rows":[],"step":"R:2","stands":"waiting R:2"}"#))
  }

  @Test("A run of more rows than a report may have is reported without them")
  func long() async throws {
    let catalogue = try catalogue(
      """
      flow: L
      title: L
      steps:
        - step: 1
          screen: L
          rows:
            a: { user: stays, next: stay }
      """)
    let flow = try #require(catalogue.flow(id: "L"))
    let runner = try Runner(catalogue.compiled(as: .written), start: flow, clock: ManualRunClock())
    for _ in 0...RunReport.mostRows { _ = try await runner.choose("1a") }
    let machine = await runner.state
    let entries = await runner.trace
    let report = RunReport(of: "a test", from: machine)
    #expect(report.json(entries, at: machine).contains(#""rows":[],"cut":true"#))
    #expect(!report.json(entries.dropFirst(), at: machine).contains("cut"))
  }
}
