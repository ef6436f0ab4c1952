import CompiledFlows
import FlowEngine
import FlowTestSupport
import TestSupport
import Testing

/// What the engine has for hosts that keep runs. `tools/tests/temporal-test` uses it in
/// WebAssembly.
@Suite struct EngineSavingTests {
  private static let flow = """
    flow: X
    title: Paying
    sections:
      - section: 1
        title: All
        steps:
          - step: 1.1
            screen: Menu
            rows:
              a: { user: pays, next: 1.2 }
          - step: 1.2
            screen: Pay
            input: { card: { secret: yes, digits: 4..6 }, note: { length: 2..3 } }
            rows:
              a: { user: enters the card, enters: [card, note], next: 1.3 }
              b: { user: goes back, next: back }
          - step: 1.3
            execute: the payment
            action: payment.charge
            rows:
              a: { case: It is paid, on: paid, next: end }
              b: { case: It is declined, on: declined, next: 1.2 }
              c: { user: gives up, next: end }
    """

  private func flows(_ text: String = EngineSavingTests.flow) throws -> EngineCatalogue {
    try EngineCatalogue(try catalogue(text).compiledFile)
  }

  private func run(_ rows: String...) throws -> EngineRun {
    var flows = try flows()
    var run = try EngineRun("flow X", in: &flows)
    for row in rows { try run.take(row) }
    return run
  }

  @Test("A restored run is at its step, and goes back to where it was before")
  func restored() throws {
    let saved = try run("1.1a").snapshot
    var flows = try flows()
    var restored = try EngineRun(restoring: saved, in: &flows)
    #expect(try restored.snapshot == saved)
    try restored.take("1.2b")
    #expect(restored.state.contains(#""step":"X:1.1""#))
  }

  @Test("A run goes on at a step that was renumbered, and not at one that has changed")
  func moved() throws {
    let saved = try run("1.1a").snapshot
    let renumbered = EngineSavingTests.flow
      .replacing("step: 1.2", with: "step: 1.7").replacing("next: 1.2", with: "next: 1.7")
    var newer = try flows(renumbered)
    let restored = try EngineRun(restoring: saved, in: &newer)
    #expect(restored.state.contains(#""step":"X:1.7""#))
    var changed = try flows(EngineSavingTests.flow.replacing("digits: 4..6", with: "digits: 5..6"))
    #expect(
      refusal { () throws(EngineError) in _ = try EngineRun(restoring: saved, in: &changed) }
        == "the flows have changed since the snapshot: other things can happen at step `X:1.2`; "
        + "the run could go on at `X:1.2`")
  }

  @Test("A run that has ended, and a text that is no snapshot, are refused")
  func notSaved() throws {
    let ended = try run("1.1a", "1.2a", "1.3c")
    #expect(refusal { () throws(EngineError) in _ = try ended.snapshot } == "the run has ended")
    var flows = try flows()
    #expect(
      refusal { () throws(EngineError) in _ = try EngineRun(restoring: "{}", in: &flows) }
        == "the snapshot has the format `none`; this reads `3`")
  }

  @Test(
    "A person may take a row with the inputs that it needs, and is told what is missing",
    arguments: [
      ("entered card 4 digits secret\nentered note 2", nil),
      ("kept card sealed\nentered note 3", nil),
      ("entered note 2", "`card` is missing: 4 to 6 digits"),
      ("entered card 4 digits\nentered note 2", "`card` is secret and must be entered as a secret"),
      ("entered card 4 secret\nentered note 2", "`card` must be 4 to 6 digits"),
      ("entered card 7 digits secret\nentered note 2", "`card` must be 4 to 6 digits"),
      (
        "entered card sealed\nentered note 99999999999999999999", "`note` must be 2 to 3 characters"
      ),
      (
        "entered card sealed\nentered note 2\nentered tip 1",
        "there is no input `tip` here, only `card`, `note`"
      ),
    ] as [(String, String?)])
  func inputs(entered: String, reason: String?) throws {
    let run = try run("1.1a")
    #expect(
      refusal { () throws(EngineError) in _ = try run.choice("row 1.2a\n\(entered)") }
        == reason.map { "`X:1.2a` cannot be taken: \($0)" })
  }

  @Test("While an action runs, a person takes only rows of persons")
  func working() throws {
    let run = try run("1.1a", "1.2a")
    #expect(try run.choice("row 1.3c\nworking") == "X:1.3c")
    #expect(
      refusal { () throws(EngineError) in _ = try run.choice("row 1.3a\nworking") }
        == "`X:1.3a` cannot be taken: the system is working on it")
    #expect(try run.choice("row X:1.3a") == "X:1.3a")
    #expect(
      refusal { () throws(EngineError) in _ = try run.choice("row 1.9") }
        == "step `X:1.3` has no row `1.9`; it has `1.3a`, `1.3b`, `1.3c`")
    #expect(
      refusal { () throws(EngineError) in _ = try run.choice("rows 1.3a") }
        == "a request has no line `rows`")
  }

  @Test(
    "The steps with an action are listed with the outcomes of their rows and the shown values"
  )
  func actions() throws {
    let flows = try flows()
    #expect(
      try flows.actions("written")
        == #"[{"step":"X:1.3","action":"payment.charge","outcomes":["paid","declined"],"values":[]}]"#
    )
    #expect(
      refusal { () throws(EngineError) in _ = try flows.actions("spoken") }
        == "`spoken` is not a reading; write `written` or `meant`")
  }
}
