import FlowModel
import FlowRuntime
import FlowTestSupport
import Secrets
import Synchronization
import TestSupport
import Testing

/// A run that asks for PINs, with handlers that do in turn what they are told.
final class AskedDesk: Sendable {
  static let flow = """
    flow: X
    title: X
    facts: { tries: 0..3 }
    parameters: [key]
    steps:
      - step: 1
        screen: PIN
        input: { pin: { secret: yes, digits: 4 } }
        rows:
          a: { user: enters PIN, enters: pin, next: 2 }
          b: { user: has it checked by others, enters: pin, next: 4 }
          c: { event: A minute passes, after: 60 s, next: result Late }
      - step: 2
        validate: the PIN
        action: pin.check
        with: { pin: pin }
        count: { tries: wrong }
        rows:
          a: { case: right, on: right, next: 3 }
          b: { case: wrong, on: wrong, next: 1 }
          c: { error: No internet, next: error No internet }
      - step: 3
        validate: the PIN once more
        action: pin.look
        with: { pin: pin }
        rows:
          a: { case: there, on: there, next: end }
          b: { case: gone, on: gone, next: end }
      - step: 4
        call: P
        with: { code: pin }
        rows:
          a: { result: Done, next: end }
      - step: 5
        validate: the key
        action: pin.look
        with: { key: key }
        rows:
          a: { case: there, on: there, next: end }
          b: { case: gone, on: gone, next: end }
    """
  static let partial = """
    flow: P
    kind: partial flow
    title: P
    parameters: [code]
    results: [Done]
    steps:
      - step: 1
        screen: Amount
        input: { again: { secret: yes, digits: 4 } }
        rows:
          a: { user: goes on, next: 2 }
          b: { user: enters it again, enters: again, next: 2 }
      - step: 2
        system: looks
        action: code.look
        with: { code: code }
        next: 3
        on: there
      - step: 3
        system: compares
        action: again.look
        with: { again: again }
        rows:
          a: { case: there, on: there, next: result Done }
          b: { case: gone, on: gone, next: result Done }
    """
  static let failure = """
    flow: No internet
    kind: error flow
    title: No internet
    steps:
      - step: 1
        prompt: No internet
        rows:
          a: { user: tries again, next: result Back }
    """
  static let top = """
    flow: T
    title: T
    steps:
      - step: 1
        screen: Welcome back
        rows:
          a: { user: goes on, next: resume }
    """

  static let slow = """
    flow: S
    title: S
    steps:
      - step: 1
        screen: PIN
        input: { pin: { secret: yes, digits: 4 } }
        rows:
          a: { user: enters PIN, enters: pin, next: 2 }
      - step: 2
        screen: One moment
        action: pin.check
        with: { pin: pin }
        rows:
          a: { user: does not wait, next: 1 }
          b: { case: right, on: right, next: end }
          c: { case: wrong, on: wrong, next: end }
    """

  struct Broken: Error {}
  enum Deed: Sendable { case answer, fail, failGivingBack, lose, losesInternet, wait }
  let calls = Counter()
  let given = Counter()
  private let deeds: Mutex<[Deed]>

  let program: Program
  let flow: Flow

  init(_ deeds: [Deed] = []) throws {
    self.deeds = Mutex(deeds)
    let catalogue = try catalogue(
      AskedDesk.flow, AskedDesk.partial, AskedDesk.failure, AskedDesk.top)
    program = catalogue.compiled()
    flow = try need(catalogue.flow(id: "X"))
  }

  func next() -> Deed { deeds.withLock { $0.isEmpty ? .answer : $0.removeFirst() } }

  /// Takes a secret and does what comes next.
  func look(_ name: String, _ context: borrowing HandlerContext) async throws -> Bool {
    calls.add()
    let secret = context.takeSecret(name)
    guard let secret else { return false }
    given.add()
    switch next() {
    case .answer: return secret.withBytes { $0.elementsEqual("1234".utf8) }
    case .fail: throw Broken()
    case .failGivingBack:
      context.giveBack(secret, as: name)
      throw Broken()
    case .lose: throw LostSecret(name)
    case .losesInternet: throw ActionFailure("No internet")
    case .wait:
      try await Task.sleep(for: .seconds(60))
      return false
    }
  }

  var handlers: Handlers {
    var handlers = Handlers()
    handlers.bind("pin.check", outcomes: ["right", "wrong"]) {
      try await self.look("pin", $0) ? "right" : "wrong"
    }
    handlers.bind("pin.look", outcomes: ["there", "gone"]) {
      try await self.look($0.step.id == "5" ? "key" : "pin", $0) ? "there" : "gone"
    }
    handlers.bind("code.look", outcomes: ["there"]) {
      _ = try await self.look("code", $0)
      return "there"
    }
    handlers.bind("again.look", outcomes: ["there", "gone"]) {
      try await self.look("again", $0) ? "there" : "gone"
    }
    return handlers
  }

  func runner(
    at step: String? = nil, clock: any RunClock = ManualRunClock()
  ) throws -> Runner {
    try Runner(
      program, start: flow, at: step.flatMap(flow.step), handlers: handlers, clock: clock)
  }

  /// The run in another process.
  func restored(_ runner: Runner) async throws -> Runner {
    let text = try need(await runner.snapshot).json
    return try Runner(
      restoring: Snapshot(json: text), on: program, handlers: handlers, clock: ManualRunClock())
  }

  /// Enters the right PIN and takes a row of the first step.
  static func enter(_ row: String, _ runner: Runner) async throws -> Pause {
    await runner.enter(secret: secret("1234"), as: "pin")
    return try await runner.choose(row)
  }

  func step(_ name: String) throws -> Step {
    try need(program.catalogue.flows.flatMap(\.steps).first { $0.qualified == name })
  }
}
