import Diagnostics
import FlowModel
import FlowRuntime
import FlowTestSupport
import FlowTesting
import TestSupport
import Testing

@Suite struct FullTraceTests {
  private static let flow = """
    flow: A
    title: A
    facts: { failures: 0..2 }
    sections:
      - section: 1
        title: Primary scenario
        steps:
          - step: 1.1
            screen: Open
            message: Good morning
            input: { pin: { secret: yes, digits: 4 }, name: { length: 1..40 } }
            buttons: [Open, Help]
            rows:
              a: { user: selects Open, enters: [pin, name], next: 1.2 }
              b: { user: selects Help, next: end }
          - step: 1.2
            validate: the PIN
            action: pin.check
            with: { code: pin }
            count: { failures: wrong }
            rows:
              a: { case: It is right, on: right, reset: failures, message: 'Welcome, {name}', \
    next: end }
              b: { case: It is wrong, on: wrong, if: { failures: 1 }, next: 1.1 }
              c: { case: It is wrong again, on: wrong, if: { failures: 2 }, does: locks it, next: \
    1.1 }
    """

  private static func script(_ rows: [String]) -> Script {
    Script(flow: "A", name: "path", moves: rows.map { .row($0) })
  }

  private static let trace = """
                screen: "Open"
                message: "Good morning"
                input: ["pin: 4 digits, secret","name: 1 to 40 characters"]
                buttons: ["Open","Help"]
                stack: A:1.1
          0 ms  A:1.1a  User selects Open -> 1.2
                enters: ["pin","name"]
                validate: "System validates the PIN"
                action: "pin.check"
                with: ["code: pin"]
                rows: 1.2a, 1.2b
          0 ms  A:1.2b  Case: It is wrong -> 1.1
                on: "wrong"
                screen: "Open"
                message: "Good morning"
                input: ["pin: 4 digits, secret","name: 1 to 40 characters"]
                buttons: ["Open","Help"]
                facts: failures 1
    end: waiting A:1.1

    """

  @Test("A full trace has what is shown, the rows that facts allow, the facts, and the stack")
  func text() throws {
    let program = try catalogue(Self.flow).compiled()
    let replay = Replay(Self.script(["1.1a", "1.2b"]), on: program, isFull: true)
    #expect(replay.trace == Self.trace)
    #expect(TraceBook.isFull(replay.trace))
    let plain = Replay(Self.script(["1.1a", "1.2b"]), on: program)
    #expect(!TraceBook.isFull(plain.trace))
    #expect(plain.trace.split(separator: "\n").count == 3)
  }

  @Test("A recorded full trace is compared with all that it has")
  func compared() throws {
    let program = try catalogue(Self.flow).compiled()
    let replay = Replay(Self.script(["1.1a", "1.2b"]), on: program, trace: Self.trace)
    #expect(replay.hasPassed)
  }

  @Test(
    "A replay says in which line and field it differs from a full trace",
    arguments: [
      ("Good morning", "Good day", "has another `message` at line 2"),
      ("buttons: [Open, Help]", "buttons: [Open, Help me]", "has another `buttons` at line 4"),
      ("with: { code: pin }", "with: { pin: pin }", "has another `with` at line 10"),
      ("count: { failures: wrong }", "count: { failures: right }", "could not be run"),
      ("screen: Open", "prompt: Open", "has another `screen` at line 1"),
      ("if: { failures: 2 }", "if: { failures: [1, 2] }", "has another `rows` at line 11"),
      ("digits: 4", "digits: 5", "has another `input` at line 3"),
    ])
  func difference(old: String, new: String, message: String) throws {
    let changed = Self.flow.replacing(old, with: new)
    let program = try catalogue(changed).compiled()
    let failure = Replay(Self.script(["1.1a", "1.2b"]), on: program, trace: Self.trace).failure
    if message == "could not be run" {
      #expect(failure?.rule == .conditionUnmet)
    } else {
      #expect(
        failure?.message.contains("`path` \(message) of its trace") == true,
        "\(failure?.message ?? "passed")")
    }
  }

  @Test("What a row tells and does is in the trace, and the end has the facts")
  func rowFields() throws {
    let program = try catalogue(Self.flow).compiled()
    let twice = Replay(
      Self.script(["1.1a", "1.2b", "1.1a", "1.2c", "1.1a", "1.2a"]), on: program, isFull: true)
    #expect(
      twice.trace.hasSuffix(
        """
              0 ms  A:1.2a  Case: It is right -> end
                    on: "right"
                    tells: "Welcome, {name}"
                    facts: failures 0
        end: end

        """))
    #expect(twice.trace.contains("            does: \"locks it\"\n"))
  }

  @Test("A full trace as JSON has the same, and nothing of what is entered")
  func json() async throws {
    let program = try catalogue(Self.flow).compiled()
    let flow = try need(program.catalogue.flows.first)
    var handlers = Handlers()
    handlers.bind("pin.check", outcomes: ["right", "wrong"]) { context in
      context.takeSecret("pin") == nil ? "right" : "wrong"
    }
    let runner = try Runner(program, start: flow, handlers: handlers)
    await runner.keepStates()
    _ = try await runner.run()
    await runner.enter(secret: secret("9431"), as: "pin")
    await runner.enter("Mari-Liis", as: "name")
    _ = try await runner.choose("1.1a")
    let entries = await runner.trace
    #expect(entries.count == 2)
    #expect(
      entries.last?.fullJSON.replacing(try Regex("\"at\":[0-9]+"), with: "\"at\":0")
        == #"{"row":"A:1.2b","step":"A:1.2","kind":"case","text":"Case: It is wrong","next":"1.1","to":"A:1.1","at":0,"on":"wrong","#
        + #""shown":{"validate":"System validates the PIN","action":"pin.check","#
        + #""with":["code: pin"]},"rows":["1.2a","1.2b"],"facts":{"failures":"0"},"stack":["A:1.1"]}"#
    )
    let all = entries.map { $0.fullJSON + $0.fullText(after: nil) }.joined()
    #expect(!all.contains("9431") && !all.contains("Mari-Liis"))
  }

  @Test("A runner and a script have the same full trace")
  func sameTrace() async throws {
    let program = try catalogue(Self.flow).compiled()
    let flow = try need(program.catalogue.flows.first)
    let runner = try Runner(program, start: flow)
    await runner.keepStates()
    _ = try await runner.run()
    await runner.enter(secret: secret("9431"), as: "pin")
    await runner.enter("Mari-Liis", as: "name")
    for row in ["1.1a", "1.2b"] { _ = try await runner.choose(row) }
    let text = TraceBook.text(
      of: await runner.trace, ending: "waiting A:1.1", standing: TraceState(await runner.state))
    // The times are those of the clock.
    let pattern = try Regex(" *[0-9]+ ms")
    #expect(text.replacing(pattern, with: "") == Self.trace.replacing(pattern, with: ""))
  }
}
