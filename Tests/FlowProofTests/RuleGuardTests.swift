import Diagnostics
import FlowLoader
import FlowModel
import FlowProof
import FlowRuntime
import FlowTestSupport
import Synchronization
import TestSupport
import Testing

/// House rules that are watched while a run goes on.
@Suite struct RuleGuardTests {
  private static let flow = """
    flow: A
    title: A
    facts: { door: [shut, open] }
    steps:
      - step: 1
        screen: Home
        rows:
          a: { user: asks, next: 2 }
          b: { user: wipes, next: 3 }
          c: { user: leaves, next: end }
          d: { user: calls, next: 4 }
      - step: 2
        screen: Sure?
        rows:
          a: { user: confirms, next: 3 }
          b: { user: goes back, next: back }
      - step: 3
        execute: the wipe
        action: store.wipe
        rows:
          a: { case: wiped, on: wiped, next: 1 }
      - step: 4
        call: P
        rows:
          a: { result: Done, next: 1 }
    """
  private static let called = """
    flow: P
    title: P
    kind: partial flow
    results: [Done]
    steps:
      - step: 1
        screen: Inside
        next: result Done
    """

  private static let confirmed = """
    - rule: confirmed
      just before: action store.wipe
      always: A:2a
      because: A wipe cannot be undone
    """

  private func program() throws -> (Program, Flow) {
    let catalogue = try catalogue(Self.flow, Self.called)
    return (catalogue.compiled(), try need(catalogue.flow(id: "A")))
  }

  private func rules(_ text: String) throws -> [HouseRule] {
    let (rules, diagnostics) = RuleLoader().load(
      SourceFile(path: "r.yaml", bytes: Array("rules:\n\(text)\n".utf8)))
    try #require(diagnostics.isEmpty, "\(diagnostics.map(\.message))")
    return rules.rules
  }

  private func wiping(_ count: Counter) -> Handlers {
    var handlers = Handlers()
    handlers.bind("store.wipe", outcomes: ["wiped"]) { _ in
      count.value.withLock { $0 += 1 }
      return "wiped"
    }
    return handlers
  }

  private final class Counter: Sendable { let value = Mutex(0) }

  @Test("A row that would break a rule is not taken, and its action is not performed")
  func stops() async throws {
    let (program, flow) = try program()
    let wipes = Counter()
    let runner = try Runner(
      program, start: flow, handlers: wiping(wipes),
      rules: try RuleGuard(try rules(Self.confirmed), on: program))
    _ = try await runner.run()
    await #expect(
      throws: RunnerError.ruleBroken(
        BrokenRule(
          rule: "confirmed", sentence: "Just before `action store.wipe` always `A:2a`.",
          because: "A wipe cannot be undone"),
        step: flow.step("1")?.place ?? "")
    ) { try await runner.choose("1b") }
    #expect(wipes.value.withLock { $0 } == 0)
    #expect(await runner.state.step.id == "1")
    #expect(await runner.trace.isEmpty)
    // The run goes on, and what is allowed happens.
    #expect(try await runner.choose("1a") == .waiting(try need(flow.step("2"))))
    #expect(try await runner.choose("2a") == .waiting(try need(flow.step("1"))))
    #expect(wipes.value.withLock { $0 } == 1)
  }

  @Test("A guard that reports is told once per rule, and the run goes on")
  func reports() async throws {
    let (program, flow) = try program()
    let wipes = Counter()
    let box = Told()
    let rules = try RuleGuard(
      try rules(Self.confirmed), on: program, whenBroken: .report { box.add($0.rule) })
    let runner = try Runner(program, start: flow, handlers: wiping(wipes), rules: rules)
    _ = try await runner.choose("1b")
    _ = try await runner.choose("1b")
    #expect(wipes.value.withLock { $0 } == 2)
    #expect(box.names == ["confirmed"])
    #expect((await runner.rules as? RuleGuard)?.broken == ["confirmed"])
  }

  @Test("What is due when the run ends keeps it from ending")
  func due() async throws {
    let (program, flow) = try program()
    let rules = try rules("- { rule: asked, exactly once: 'A:2', because: b }")
    let runner = try Runner(program, start: flow, rules: try RuleGuard(rules, on: program))
    _ = try await runner.run()
    await #expect(throws: RunnerError.self) { try await runner.choose("1c") }
    _ = try await runner.choose("1a")
    _ = try await runner.choose("2b")
    #expect(try await runner.choose("1c") == .ended(.end))
  }

  @Test("A flow that a rule forbids is not called, and a restored run knows what was before")
  func calls() async throws {
    let (program, flow) = try program()
    let rules = try rules("- { rule: asked, never: P, before: 'A:2', because: b }")
    let first = try Runner(program, start: flow, rules: try RuleGuard(rules, on: program))
    _ = try await first.run()
    await #expect(throws: RunnerError.self) { try await first.choose("1d") }
    // It stays at the step that calls.
    #expect(await first.state.step.id == "4")
    let second = try Runner(program, start: flow, rules: try RuleGuard(rules, on: program))
    _ = try await second.choose("1a")
    let snapshot = try need(await second.snapshot)
    let restored = try Runner(
      restoring: snapshot, on: program, rules: await second.rules)
    _ = try await restored.choose("2b")
    _ = try await restored.choose("1d")
    #expect(await restored.state.step.flow.id == "P")
  }

  @Test("Rules about other runs, and those that may be broken, are not watched")
  func others() async throws {
    let (program, flow) = try program()
    let rules = try rules(
      """
      - { rule: p, never: A, start: P, because: b }
      - { rule: open, never: 'A:2', given: { door: open }, because: b }
      - { rule: allowed, never: 'A:2', because: b, allow: yes }
      """)
    let runner = try Runner(program, start: flow, rules: try RuleGuard(rules, on: program))
    #expect(try await runner.choose("1a") == .waiting(try need(flow.step("2"))))
    await #expect(throws: RunnerError.self) {
      try await Runner(
        program, start: flow, facts: ["door": "open"], rules: try RuleGuard(rules, on: program)
      ).choose("1a")
    }
    #expect(throws: RuleGuard.Problem.self) {
      try RuleGuard(
        try self.rules("- { rule: x, never: action store.wip, because: b }"), on: program)
    }
  }

  /// The rules that were reported.
  private final class Told: Sendable {
    private let list = Mutex<[String]>([])
    var names: [String] { list.withLock { $0 } }
    func add(_ name: String) { list.withLock { $0.append(name) } }
  }
}
