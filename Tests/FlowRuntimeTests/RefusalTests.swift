import FlowModel
import FlowRuntime
import FlowTestSupport
import Synchronization
import TestSupport
import Testing

/// Why rows are refused, bindings and facts not accepted, and how that reads.
@Suite struct RefusalTests {
  private static let flow = """
    flow: X
    title: X
    facts: { platform: [ios, android], tries: 0..3 }
    steps:
      - step: 1
        screen: PIN
        input: { pin: { secret: yes, digits: 4 }, name: { length: 2..10 } }
        rows:
          a: { user: enters PIN, enters: pin, next: 2 }
          b: { user: uses Face ID, if: { platform: android, tries: 1 }, next: end }
          c: { user: says who, enters: name, next: end }
      - step: 2
        validate: the PIN
        action: pin.check
        count: { tries: wrong }
        rows:
          a: { case: right, on: right, next: end }
          b: { case: wrong, on: wrong, if: { tries: 2 }, next: 1 }
    """
  private let program: Program
  private let flow: Flow

  init() throws {
    let catalogue = try catalogue(RefusalTests.flow)
    program = catalogue.compiled()
    flow = try need(catalogue.flow(id: "X"))
  }

  @Test("The reason names the facts that have other values, as they are")
  func conditions() throws {
    var machine = try need(program.start(flow))
    #expect(machine.refusal(of: 0) == nil)
    #expect(machine.refusal(of: 1)?.description == "platform is ios and tries is 0")
    var isSet = machine.set("tries", to: "1")
    #expect(isSet)
    #expect(machine.refusal(of: 1)?.description == "platform is ios")
    try machine.take(0)
    #expect(machine.refusal(of: 1) == nil)
    isSet = machine.set("tries", to: "2")
    #expect(isSet)
    // The outcome of the row would count.
    #expect(machine.refusal(of: 1)?.description == "tries is 3")
    #expect(machine.refusal(of: 0, isWorking: true)?.description == "the system is working on it")
    #expect(machine.refusal(of: 9) == .ended)
  }

  @Test(
    "A row whose inputs are missing, wrong, unknown or exposed is refused with what it takes",
    arguments: [
      ([], "1a", "`pin` is missing: 4 digits"),
      (["pin=123"], "1a", "`pin` must be 4 digits"),
      (["pin=12345"], "1a", "`pin` must be 4 digits"),
      (["pin=12a4"], "1a", "`pin` must be 4 digits"),
      (["name=M"], "1c", "`name` must be 2 to 10 characters"),
      (["pin=1234", "pni=1234"], "1a", "there is no input `pni` here, only `pin`, `name`"),
      (["plain pin=1234"], "1a", "`pin` is secret and must be entered as a secret"),
    ])
  func inputs(_ entered: [String], _ row: String, _ reason: String) async throws {
    let runner = try Runner(program, start: flow)
    _ = try await runner.run()
    for input in entered {
      let parts = input.split(separator: "=").map(String.init)
      if parts[0] == "name" || parts[0].hasPrefix("plain ") {
        await runner.enter(
          parts[1], as: String(parts[0].split(separator: " ")[parts[0] == "name" ? 0 : 1]))
      } else {
        await runner.enter(secret: secret(parts[1]), as: parts[0])
      }
    }
    do {
      _ = try await runner.choose(row)
      Issue.record("`\(row)` was taken")
    } catch {
      #expect(error.description == "row `X:\(row)` cannot be taken: \(reason)")
    }
    // What was wrong is forgotten, and the right input is accepted.
    await runner.enter(secret: secret("1234"), as: "pin")
    #expect(try await runner.choose("1a") == .waiting(try need(flow.step("2"))))
  }

  @Test(
    "What was entered for a row that is refused anyway does not stand in the way of the next one",
    arguments: ["9z", "1b"])
  func entered(_ row: String) async throws {
    let runner = try Runner(program, start: flow)
    _ = try await runner.run()
    await runner.enter(secret: secret("1234"), as: "card")
    await #expect { try await runner.choose(row) } throws: { !"\($0)".contains("card") }
    await runner.enter(secret: secret("1234"), as: "pin")
    #expect(try await runner.choose("1a") == .waiting(try need(flow.step("2"))))
  }

  @Test("A misspelt fact, value or action is an error with the nearest one")
  func misspelt() throws {
    #expect(throws: RunnerError.unknownFact("platfrom", nearest: "platform")) {
      try Runner(program, start: flow, facts: ["platfrom": "ios"])
    }
    #expect(throws: RunnerError.unknownFact("platform=andriod", nearest: "platform=android")) {
      try Runner(program, start: flow, facts: ["platform": "andriod"])
    }
    var handlers = Handlers()
    handlers.bind("pin.chekc", outcomes: ["right"]) { _ in "right" }
    let misspelt = RunnerError.unknownAction("pin.chekc", nearest: "pin.check")
    #expect(throws: misspelt) { try Runner(program, start: flow, handlers: handlers) }
    #expect(
      misspelt.description
        == "no step has the action `pin.chekc`; did you mean `pin.check`, which is not bound?")
    handlers.bind("pin.check", outcomes: ["right"]) { _ in "right" }
    // Another word is no misspelling, though most letters of the names are the same.
    var others = Handlers()
    others.bind("row.check", outcomes: ["right"]) { _ in "right" }
    #expect(throws: Never.self) { try Runner(program, start: flow, handlers: others) }
    // Bindings of other flows are fine, also similar ones.
    #expect(throws: Never.self) { try Runner(program, start: flow, handlers: handlers) }
  }

  @Test("Pauses, steps and rows print their ids")
  func descriptions() throws {
    let step = try need(flow.step("1"))
    #expect("\(Pause.waiting(step))" == "waiting at X:1")
    #expect("\(Pause.working(step))" == "working at X:1")
    #expect("\(Pause.left(step))" == "left to X:1")
    #expect("\(Pause.ended(.result("Over")))" == "ended: result Over")
    #expect("\(step.rows(.written))" == "[X:1a, X:1b, X:1c]")
  }

  @Test("A situation lists every row with its reason, and says what went wrong")
  func situation() async throws {
    var handlers = Handlers()
    handlers.bind("pin.check", outcomes: ["right", "wrong"]) { _ in "odd" }
    let runner = try Runner(program, start: flow, handlers: handlers)
    _ = try await runner.run()
    let first = await runner.situation
    #expect(first.title == "PIN")
    #expect(first.activity == .screen)
    #expect(first.choices.map(\.isEnabled) == [true, false, true])
    #expect(first.inputs.map(\.requirement) == ["4 digits", "2 to 10 characters"])
    await runner.enter(secret: secret("1234"), as: "pin")
    await #expect(throws: RunnerError.self) { try await runner.choose("1a") }
    let problem = await runner.situation.problem
    #expect(
      problem?.description.hasSuffix(
        "X:2: the action `pin.check` answered `odd`, for which the step has no row") == true)
    #expect(
      problem?.reason == "the action `pin.check` answered `odd`, for which the step has no row")
    #expect(problem?.step?.hasSuffix("X:2") == true)
  }

  @Test("A situation has what a handler threw, with its type, until the run goes on")
  func thrown() async throws {
    struct Broken: Error, Equatable { let code: Int }
    let codes = Mutex([7, 8])
    var handlers = Handlers()
    handlers.bind("pin.check", outcomes: ["right", "wrong"]) { _ in
      if let code = codes.withLock({ $0.popLast() }) { throw Broken(code: code) }
      return "right"
    }
    let runner = try Runner(program, start: flow, handlers: handlers)
    try await runner.run()
    #expect(await runner.situation.thrown == nil)
    await runner.enter(secret: secret("1234"), as: "pin")
    await #expect(throws: RunnerError.self) { try await runner.choose("1a") }
    #expect(await runner.situation.thrown as? Broken == Broken(code: 8))
    #expect(await runner.situation.problem?.reason.contains("pin.check") == true)
    await #expect(throws: RunnerError.self) { try await runner.run() }
    #expect(await runner.situation.thrown as? Broken == Broken(code: 7))
    try await runner.run()
    #expect(await runner.situation.thrown == nil)
  }
}
