import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// Rows that hold anywhere, and the timers of steps, sections, flows and calls.
@Suite struct AnywhereTests {
  private static let booking = """
    flow: B
    title: Book a seat
    anywhere:
      '*a': { error: No internet, next: error Offline }
      '*b': { event: Ten minutes have passed, after: 10 min, next: 3.1 }
      '*c': { event: The seat is no longer held, after: 15 min, next: end }
    sections:
      - section: 1
        title: Choosing
        anywhere:
          '*d': { event: Nobody chooses, after: 2 h, restarts: yes, next: 2 }
          '*e': { user: closes the app, next: end }
        steps:
          - step: 1.1
            screen: Seats
            rows:
              a: { user: selects a seat, next: 1.2 }
              b: { event: The user sleeps, after: 30 s, next: 2 }
          - step: 1.2
            system: books the seat
            action: seat.book
            rows:
              a: { case: Booked, on: booked, next: 2 }
          - step: 1.3
            system: tells the user
      - section: 2
        title: Paying
        steps:
          - step: 2.1
            call: P
            rows:
              a: { result: Done, next: 2.2 }
              b: { event: Paying takes too long, after: 5 min, next: 1 }
          - step: 2.2
            system: sends the ticket
            action: ticket.send
            rows:
              a: { case: Sent, on: sent, next: end }
              b: { error: No internet, next: stay }
      - section: 3
        title: Soon over
        steps:
          - step: 3.1
            prompt: Five minutes left
            rows:
              a: { user: goes on, next: 2 }
    """.replacing(
      "        system: tells the user", with: "        system: tells the user\n        next: end")
  private static let paying = """
    flow: P
    title: Pay
    kind: partial flow
    results: [Done]
    anywhere:
      '*a': { event: The card is not there, after: 1 min, next: result Done }
    steps:
      - step: 1
        screen: Amount
        next: 2
      - step: 2
        screen: Card
        rows:
          a: { user: pays, next: result Done }
          b: { user: goes back, next: back }
    """
  private static let offline = """
    flow: Offline
    title: No internet
    kind: error flow
    results: [Retry]
    steps:
      - step: 1
        screen: No internet
        rows:
          a: { user: tries again, next: result Retry }
    """
  private static let lock = """
    flow: L
    title: Unlock
    steps:
      - step: 1
        screen: Locked
        next: resume
    """

  func program() throws -> Program {
    try catalogue(
      AnywhereTests.booking, AnywhereTests.paying, AnywhereTests.offline, AnywhereTests.lock
    ).compiled()
  }

  func machine(at step: String = "1.1") throws -> Machine {
    let program = try program()
    return try need(program.start(at: try need(program.catalogue.flow(id: "B")?.step(step))))
  }

  /// Waits for the timer that runs out first, and takes its row.
  private func fire(_ machine: inout Machine) throws {
    let timer = try need(machine.timer)
    machine.elapse(to: timer.due)
    machine.prepare(for: timer)
    try machine.take(timer.row)
  }

  func trace(_ rows: String...) throws -> [String] {
    let run = try ScriptRun.run(
      Script(flow: "B", moves: rows.map { .row($0) }), on: try program())
    return run.entries.map { "\($0.at) \($0.row.qualified) \($0.step.id)" } + [run.ending]
  }

  @Test("A row that holds anywhere is a row of every step that can have its outcome")
  func scope() throws {
    let flow = try need(try program().catalogue.flow(id: "B"))
    func rows(_ step: String) -> String {
      flow.step(step)?.rows(.written).map(\.reference).joined(separator: " ") ?? ""
    }
    #expect(rows("1.1") == "1.1a 1.1b *d *e *b *c")
    #expect(rows("1.2") == "1.2a *d *e *a *b *c")
    // A step that passes at once has no time for it, and a step's own row wins.
    #expect(rows("1.3") == "1.3")
    #expect(rows("2.1") == "2.1a 2.1b *b *c")
    #expect(rows("2.2") == "2.2a 2.2b *b *c")
    #expect(flow.rows.filter(\.isAnywhere).map(\.reference) == ["*d", "*e", "*a", "*b", "*c"])
    #expect(flow.anywhere.map(\.reference) == ["*a", "*b", "*c"])
    #expect(flow.sections[0].anywhere.map(\.scope) == [.section, .section])
  }

  private static let net = """
    flow: N
    title: Several rows of one outcome, and a call
    facts: { plan: [free, paid] }
    anywhere:
      '*a': { error: No internet, if: { plan: free }, next: end }
      '*b': { error: No internet, if: { plan: paid }, set: { plan: free }, next: 2 }
      '*c': { user: closes the app, next: end }
      '*d': { event: An hour has passed, after: 1 h, next: end }
    steps:
      - step: 1
        system: loads the news
        action: news.load
        on: loaded
      - step: 2
        call: P
        rows:
          a: { result: Done, next: end }
    """

  @Test("Of rows of one outcome that hold anywhere, the one whose condition holds is taken")
  func conditions() throws {
    let program = try catalogue(AnywhereTests.net, AnywhereTests.paying).compiled(as: .written)
    func row(_ plan: String) throws -> String? {
      var machine = try need(program.start(try need(program.catalogue.flow(id: "N"))))
      _ = machine.set("plan", to: plan)
      return machine.row(for: try need(program.outcome("No internet"))).map {
        machine.rows[$0].reference
      }
    }
    #expect(try row("free") == "*a")
    #expect(try row("paid") == "*b")
  }

  @Test("A row for the user that holds anywhere is not at a step that calls; a timer is")
  func calls() throws {
    let flow = try need(
      try catalogue(AnywhereTests.net, AnywhereTests.paying).flow(id: "N")?.step("2"))
    #expect(flow.rows(.written).map(\.reference) == ["2a", "*d"])
  }

  private static let order = """
    flow: O
    title: Order
    steps:
      - step: 1
        user: chooses
      - step: 2
        system: announces it
      - step: 3
        system: sends the order
        action: order.send
        on: sent
        next: end
    extensions:
      - extension: '*a'
        case: The user leaves
        allow: { dead-end: nobody comes back }
        lines:
          - line: a
            system: forgets the order
            action: order.forget
            on: forgotten
          - line: b
            notice: Good bye
            next: end
      - extension: '*b'
        case: The server is down
        on: down
        lines:
          - line: a
            prompt: Try later
            next: 1
      - extension: '*c'
        case: An hour has passed
        after: 1 h
        proposal: nobody waits for ever
        lines:
          - line: a
            notice: Too late
            next: end
      - extension: 3
        case: It cannot be sent
        on: refused
        lines:
          - line: a
            system: says so
            next: 1
    """

  @Test("An extension with a star holds at every step of a main scenario but its own lines")
  func extensions() throws {
    let flow = try need(try catalogue(AnywhereTests.order).flow(id: "O"))
    func rows(_ step: String, _ reading: Reading = .written) -> String {
      flow.step(step)?.rows(reading).map(\.reference).joined(separator: " ") ?? ""
    }
    #expect(rows("1") == "1 *a")
    #expect(rows("2") == "2")
    #expect(rows("3") == "3 3#2 *a *b")
    #expect(rows("3", .meant) == "3 3#2 *a *b *c")
    #expect(rows("*a.a") == "*a.a *b")
    #expect(rows("*b.a") == "*b.a *a")
    #expect(flow.rows.map(\.reference).suffix(3) == ["*a", "*b", "*c"])
    #expect(flow.sections.map { $0.extensionRow?.reference } == [nil, "*a", "*b", "*c", "3#2"])
    #expect(flow.allowances.map(\.part) == [.row(try need(flow.rows.first { $0.id == "*a" }))])
    #expect(
      flow.lines.map { line in
        switch line {
        case .step(let step): step.id
        case .row(let row): row.reference
        case .section, .anywhere: "?"
        }
      } == ["1", "2", "3", "*a", "*a.a", "*a.b", "*b", "*b.a", "3#2", "3.a"])
  }

  @Test("An extension with `at: any` holds where one with a star does")
  func anyStep() throws {
    let named = AnywhereTests.order.replacing("'*b'", with: "A2\n    at: any")
    let flow = try need(try catalogue(named).flow(id: "O"))
    #expect(flow.step("3")?.rows(.written).map(\.reference) == ["3", "3#2", "*a", "A2"])
    #expect(flow.step("A2.a")?.rows(.written).map(\.reference) == ["A2.a", "*a"])
    let step = named.replacing("step: 3", with: "step: any")
      .replacing("extension: 3", with: "extension: 3\n    at: any")
    let other = try need(try catalogue(step).flow(id: "O"))
    #expect(other.rows.first { $0.id == "A2" }.map { $0.isAnywhere ? "" : $0.step.id } == "any")
  }

  @Test(
    "A run takes an extension with a star where it stands, and its timer from entering the flow")
  func extensionRuns() throws {
    let program = try catalogue(AnywhereTests.order).compiled(as: .meant)
    func trace(_ rows: String...) throws -> [String] {
      let run = try ScriptRun.run(
        Script(flow: "O", reading: .meant, moves: rows.map { .row($0) }), on: program)
      return run.entries.map { "\($0.at) \($0.row.qualified) \($0.step.id)" } + [run.ending]
    }
    #expect(
      try trace("1", "2", "*b", "*b.a", "*a", "*a.a", "*a.b") == [
        "0 O:1 1", "0 O:2 2", "0 O:*b 3", "0 O:*b.a *b.a", "0 O:*a 1", "0 O:*a.a *a.a",
        "0 O:*a.b *a.b", "end",
      ])
    #expect(
      try trace("1", "2", "3#2", "3.a", "*c", "*c.a") == [
        "0 O:1 1", "0 O:2 2", "0 O:3#2 3", "0 O:3.a 3.a", "3600000 O:*c 1", "3600000 O:*c.a *c.a",
        "end",
      ])
  }

  @Test("A trace names the step at which such a row was taken, and the failed step runs again")
  func errors() throws {
    #expect(
      try trace("1.1a", "*a", "Offline:1a", "1.2a") == [
        "0 B:1.1a 1.1", "0 B:*a 1.2", "0 Offline:1a 1", "0 B:1.2a 1.2", "waiting B:2.1",
      ])
    #expect(try trace("*e") == ["0 B:*e 1.1", "end"])
  }
}

extension [String] {
  /// Adds the rows for the results of the called flow, which a script need not name.
  var replacingResults: [String] {
    flatMap { $0.contains(" P:*a ") ? [$0, $0.replacing("P:*a 1", with: "B:2.1a 2.1")] : [$0] }
  }
}
