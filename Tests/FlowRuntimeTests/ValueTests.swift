import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// Values that actions return and texts show.
@Suite struct ValueTests {
  private static let reading = """
    flow: R
    title: Read the card
    sections:
      - section: 1
        title: All
        steps:
          - step: 1.1
            screen: Greeting
            message: 'Hello {{you}}'
            input: { name: {}, pin: { secret: yes } }
            rows:
              a: { user: enters the name, enters: name, next: 1.2 }
          - step: 1.2
            system: reads the card
            action: card.read
            values: [surname, expires]
            trace: yes
            rows:
              a: { case: Read, on: read, next: 1.3, message: 'Read {surname}' }
              b: { error: Lost, on: lost, next: stay }
          - step: 1.3
            screen: Card
            message: '{name}: {surname}, valid until {expires}.'
            items: ['Name: {name}', '{{raw}}']
            loading: 'Asking about {surname}'
            rows:
              a: { user: pays, next: 1.4 }
              b: { user: reads again, next: 1.6 }
              c: { user: leaves for good, next: goto G }
          - step: 1.4
            call: P
            with: { owner: surname }
            values: [seat]
            rows:
              a: { result: Chosen, next: 1.5 }
              b: { result: Left, next: 1.3 }
          - step: 1.5
            notice: '{surname} has seat {seat}'
            buttons: [Close]
            rows:
              a: { user: selects Close, next: end }
          - step: 1.6
            system: reads again
            action: card.refresh
            values: [surname, expires]
            rows:
              a: { case: Read, on: read, next: 1.3 }
              b: { error: Lost, on: lost, next: 1.3 }
    """
  private static let paying = """
    flow: P
    title: Choose a seat
    kind: partial flow
    parameters: [owner]
    results: [Chosen, Left]
    steps:
      - step: 1
        screen: Seat for {owner}
        message: Seat for {owner}
        rows:
          a: { user: chooses, next: 2 }
          b: { user: leaves, next: result Left }
      - step: 2
        system: books
        action: seat.book
        values: [seat, surname]
        on: booked
        next: 3
      - step: 3
        screen: Booked
        message: '{seat} for {surname}'
        next: result Chosen
    """
  private static let other = """
    flow: G
    title: Elsewhere
    steps:
      - step: 1
        screen: Elsewhere
        next: back
    """

  private let program: Program

  init() throws {
    program = try catalogue(ValueTests.reading, ValueTests.paying, ValueTests.other).compiled()
  }

  private func handlers(
    surname: String? = "JÕEORG", expires: String? = "2039-12-31"
  ) -> Handlers {
    var handlers = Handlers()
    handlers.bind("card.read", outcomes: ["read"], values: ["surname", "expires", "sex"]) { _ in
      var values = ["sex": "M"]
      values["surname"] = surname
      values["expires"] = expires
      return Answer("read", values: values)
    }
    handlers.bind("seat.book", outcomes: ["booked"], values: ["seat", "surname"]) { _ in
      Answer("booked", values: ["seat": "12A", "surname": "other"])
    }
    return handlers
  }

  /// A run at the screen with the values.
  private func runner(_ handlers: Handlers) async throws -> Runner {
    let runner = try Runner(
      program, start: try need(program.catalogue.flow(id: "R")), handlers: handlers,
      clock: ManualRunClock())
    _ = try await runner.run()
    await runner.enter("Mari", as: "name")
    _ = try await runner.choose("1.1a")
    return runner
  }

  @Test(
    "A screen shows what its action returned and what the user entered, and a brace twice as one")
  func shown() async throws {
    let runner = try await runner(handlers())
    let situation = await runner.situation
    #expect(situation.step.id == "1.3")
    #expect(situation.message == "Mari: JÕEORG, valid until 2039-12-31.")
    #expect(situation.items == ["Name: Mari", "{raw}"])
    #expect(situation.values["surname"] == "JÕEORG")
    let first = try Runner(program, start: try need(program.catalogue.flow(id: "R")))
    _ = try await first.run()
    #expect(await first.situation.message == "Hello {you}")
  }

  @Test("What the action leaves out is shown as nothing, also if it was there before")
  func missing() async throws {
    let runner = try await runner(handlers(expires: nil))
    #expect(await runner.situation.message == "Mari: JÕEORG, valid until .")
  }

  @Test(
    "A value that the step does not declare is ignored, and a long one is cut between characters")
  func ignored() async throws {
    let long = String(repeating: "õ", count: 5_000)
    let runner = try await runner(handlers(surname: long))
    let situation = await runner.situation
    #expect(situation.values["sex"] == nil)
    let shown = try need(situation.values["surname"])
    #expect(shown.utf8.count <= 4_096 && shown.utf8.count > 4_090)
    #expect(shown.hasSuffix("õ…"))
  }

  @Test("A called flow has its parameters, and its caller takes over what it declares")
  func calls() async throws {
    let runner = try await runner(handlers())
    _ = try await runner.choose("1.3a")
    #expect(await runner.situation.message == "Seat for JÕEORG")
    _ = try await runner.choose("1a")
    #expect(await runner.situation.message == "12A for other")
    _ = try await runner.choose("3")
    let situation = await runner.situation
    #expect(situation.title == "JÕEORG has seat 12A")
    #expect(situation.activity == .notice)
    let snapshot = try need(await runner.snapshot)
    #expect(snapshot.json.contains(#""values":{"0 R":{"#))
    #expect(!snapshot.json.contains("other"))
  }

  @Test("Back into a flow that was left for good finds its values")
  func back() async throws {
    let runner = try await runner(handlers())
    _ = try await runner.choose("1.3c")
    #expect(await runner.situation.message == nil)
    _ = try await runner.choose("1")
    #expect(await runner.situation.message == "Mari: JÕEORG, valid until 2039-12-31.")
  }

  @Test("A trace has the values where the step says so, and messages with values")
  func traced() async throws {
    let runner = try await runner(handlers(surname: "A\u{1B}\"B"))
    let entry = try need(await runner.trace.last)
    #expect(entry.message == "Read A\u{1B}\"B")
    #expect(entry.values.map(\.name) == ["surname", "expires"])
    #expect(
      entry.text.hasSuffix(
        #"-> 1.3  (surname: "A\u001b\"B")  (expires: "2039-12-31")"#))
    #expect(
      entry.json.contains(#""values":{"surname":"A\u001b\"B","expires":"2039-12-31"}"#))
    _ = try await runner.choose("1.3a")
    _ = try await runner.choose("1a")
    #expect(await runner.trace.last?.values == [])
  }

  @Test("A restored run shows the same")
  func restored() async throws {
    let runner = try await runner(handlers())
    _ = try await runner.choose("1.3a")
    let text = try need(await runner.snapshot?.json)
    let again = try Runner(
      restoring: Snapshot(json: text), on: program, handlers: handlers(), clock: ManualRunClock())
    #expect(await again.snapshot?.json == text)
    _ = try await again.run()
    #expect(await again.situation.message == "Seat for JÕEORG")
    _ = try await again.choose("1b")
    #expect(await again.situation.message == "Mari: JÕEORG, valid until 2039-12-31.")
  }

  @Test("A snapshot with values of no flow or of no depth is refused or forgets them")
  func damaged() async throws {
    let runner = try await runner(handlers())
    let text = try need(await runner.snapshot?.json)
    for (part, isRefused) in [("0 Gone", false), ("99 R", true), ("x", true), ("00 R", true)] {
      let changed = text.replacing("\"0 R\"", with: "\"\(part)\"")
      let body = changed.prefix { $0 != "\n" }
      let sum = try need(body.ranges(of: ",\"sum\":").last)
      var checksum = Checksum()
      checksum.add(body[..<sum.lowerBound])
      let sealed = "\(body[..<sum.lowerBound]),\"sum\":\"\(checksum.text)\"}"
      if isRefused {
        #expect(throws: SnapshotError.self, "\(part)") { try Snapshot(json: sealed) }
      } else {
        let again = try Runner(
          restoring: Snapshot(json: sealed), on: program, clock: ManualRunClock())
        #expect(await again.situation.message == "Mari: , valid until .")
      }
    }
  }

  @Test("A handler without a value that a step declares is an error that names the nearest one")
  func unreturned() throws {
    var handlers = Handlers()
    handlers.bind("card.read", outcomes: ["read"], values: ["surname", "expired"]) { _ in "read" }
    let error = #expect(throws: RunnerError.self) {
      try Runner(
        program, start: try need(program.catalogue.flow(id: "R")), handlers: handlers)
    }
    guard case .unreturnedValue("expires", "card.read", _, "expired") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(try need(error))".hasSuffix("does not return `expires`; did you mean `expired`?"))
  }

  @Test("An answer for an error row returns no values")
  func failed() async throws {
    var handlers = handlers()
    handlers.bind(
      "card.refresh", outcomes: ["read", "lost"], values: ["surname", "expires"]
    ) { _ in Answer("lost", values: ["surname": "X"]) }
    let runner = try await runner(handlers)
    _ = try await runner.choose("1.3b")
    #expect(await runner.trace.last?.row.reference == "1.6b")
    #expect(await runner.situation.message == "Mari: JÕEORG, valid until 2039-12-31.")
  }
}
