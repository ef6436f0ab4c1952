import Files
import FlowRunCLI
import TestSupport
import Testing

/// `flowrun prove` and house rules in `check` and `explain`: what they print and how they exit.
@Suite struct ProveCommandTests {
  private static let flow = """
    flow: A
    title: A
    facts: { key: [missing, there] }
    sections:
      - section: 1
        title: Primary scenario
        steps:
          - step: 1.1
            screen: Home
            buttons: [Open, Leave]
            rows:
              a: { user: selects Open, next: 1.2 }
              b: { user: selects Leave, next: end }
          - step: 1.2
            execute: the opening of the door
            action: door.open
            rows:
              a: { case: It is open, on: open, next: end }

    """

  private func folder(_ rules: String) throws -> Folder {
    try Folder(["A.yaml": Self.flow, "rules/door.yaml": rules])
  }

  private func prove(_ rules: String, _ arguments: String...) async throws -> Outcome {
    let folder = try folder(rules)
    return await flowrun(["prove"] + arguments, flows: folder.path)
  }

  private static let broken = """
    rules:
      - rule: no-door
        never: action door.open
        because: The door is shut

    """

  @Test("A broken rule is shown with its sentence, its shortest run and a script that runs")
  func broken() async throws {
    let folder = try folder(Self.broken)
    let outcome = await flowrun(["prove"], flows: folder.path)
    #expect(outcome.status == 1)
    #expect(
      outcome.out.replacing(folder.path, with: "FLOWS") == """
        no-door: does not hold
          Never `action door.open`.
          Because: The door is shut
          A shortest run that breaks it, from A:
            FLOWS/A.yaml:12: A:1.1a  User selects Open -> 1.2
          Why: `action door.open` happens: the run is at `A:1.2`.
          As a script, for `flowrun --script -`:
            flow: A
            rows: [A:1.1a]
            end: waiting A:1.2
        1 rule: 1 to look at

        """)
    let possible = "rules:\n  - rule: leave\n    always possible: A:1.1b\n    because: One may go\n"
    #expect(try await prove(possible).out.contains("  A shortest run that breaks it, from A:\n"))
    let scripts = await flowrun(["prove", "--scripts"], flows: folder.path)
    let run = await flowrun(["A", "--script", "-"], flows: folder.path, input: scripts.out)
    #expect(run.status == 0, "\(run.err)")
    // The counter-examples of all flows, in one call.
    let all = await flowrun(["--script", "-"], flows: folder.path, input: scripts.out)
    #expect(all.status == 0 && all.out == run.out, "\(all)")
    let check = await flowrun(["check", folder.path], flows: nil)
    #expect(check.status == 1)
    #expect(check.out.contains("error: `no-door` does not hold"))
    #expect(check.out.contains("[house-rule]"))
  }

  @Test("What happens more often than once is said so")
  func once() async throws {
    let outcome = try await prove(
      """
      rules:
        - rule: one-row
          at most: 1
          of: [A:1.1, A:1.2]
          because: A door is opened once

      """)
    #expect(!outcome.out.contains("than 1 times"))
    #expect(outcome.out.contains("happens more often than once: "))
  }

  @Test("A rule that holds, one that is never triggered and one that may be broken")
  func others() async throws {
    let outcome = try await prove(
      """
      rules:
        - rule: opened-by-hand
          just before: action door.open
          always: A:1.1a
          because: Nobody else may open it
        - rule: key-first
          given: { key: missing }
          never: action door.open
          after: fact key is there
          because: A key locks it
        - rule: no-door
          never: action door.open
          because: The door is shut
          allow: It has no lock yet

      """)
    #expect(outcome.status == 1)
    #expect(outcome.out.contains("opened-by-hand: holds\n"))
    #expect(outcome.out.contains("key-first: is never triggered\n"))
    #expect(outcome.out.contains("no-door: does not hold (allowed: It has no lock yet)\n"))
    #expect(outcome.out.hasSuffix("3 rules: 1 hold, 1 allowed, 1 to look at\n"))
  }

  @Test(
    "A rule about an action that counts elsewhere is not provable until its contract has states")
  func contract() async throws {
    let rules = """
      rules:
        - rule: once
          at most: 1
          of: action door.open answers open
          because: A door opens once
      contracts:
        - contract: door.open
          because: The lock counts

      """
    let flow = Self.flow.replacing("on: open, next: end", with: "on: open, next: 1.1")
    func prove(_ rules: String) async throws -> Outcome {
      let folder = try Folder(["A.yaml": flow, "rules/door.yaml": rules])
      return await flowrun(["prove"], flows: folder.path)
    }
    let unknown = try await prove(rules)
    #expect(unknown.status == 1)
    #expect(
      unknown.out.contains(
        """
        Not provable: it depends on what is counted outside of the flows, by `door.open` (The \
        lock counts)
        """
      ))
    let known = try await prove(rules + "    states: { shut: { open: done }, done: {} }\n")
    #expect(known.status == 0)
    #expect(known.out.contains("once: holds\n"))
  }

  @Test(
    "Compiled flows carry the house rules and contracts of their folder, and prove says the same")
  func compiled() async throws {
    let rules = """
      rules:
        - rule: no-door
          never: action door.open
          because: The door is shut
        - rule: once
          at most: 1
          of: action door.open answers open
          while: { key: [missing] }
          because: A door opens once
        - rule: leaves
          start: A
          given: { key: there }
          never: A:1.1b
          after: A:1.1a
          until: [A:1.2, end]
          because: Nobody leaves an open door
      contracts:
        - contract: door.open
          because: The lock counts
          states: { shut: { open: done }, done: {} }

      """
    let own = "rules:\n  - rule: ends\n    always possible: end\n    because: It ends\n"
    let folder = try Folder(["Flows/A.yaml": Self.flow + own, "Flows/rules/door.yaml": rules])
    let file = folder.path("app.flows")
    let flows = folder.path("Flows")
    #expect(await flowrun(["compile", flows, "-o", file], flows: nil).status == 0)
    let before = await flowrun(["prove", "--format", "json"], flows: flows)
    let after = await flowrun(["prove", "--format", "json"], flows: file)
    #expect(before.out.contains("leaves") && before.status == 1, "\(before.err)")
    #expect(after.out == before.out && after.status == before.status, "\(after.err)")
    // Compiled again from the compiled file, it is the same file.
    let again = folder.path("again.flows")
    #expect(await flowrun(["compile", file, "-o", again], flows: nil).status == 0)
    #expect(try FileSystem.read(again) == FileSystem.read(file))
    // A rule that cannot be read is not left out in silence.
    try folder.write("rules: [", to: "Flows/rules/door.yaml")
    let broken = await flowrun(["compile", flows, "-o", again], flows: nil)
    #expect(broken.status == 2 && broken.err.contains("door.yaml"))
  }

  @Test("A name that no flow has gets a suggestion and status 2")
  func unknownName() async throws {
    let outcome = try await prove(Self.broken.replacing("door.open", with: "dor.open"))
    #expect(outcome.status == 2)
    #expect(
      outcome.out.contains(
        "rules/door.yaml:3:12: error: no step has the action `dor.open` [unknown-moment]"))
    #expect(outcome.out.contains("help: did you mean `door.open`?"))
    let word = try await prove(Self.broken.replacing("action door.open", with: "acton door.open"))
    #expect(word.status == 2)
    #expect(word.out.contains("help: did you mean `action door.open`?"))
    let rule = try await prove(Self.broken, "no-dor")
    #expect(rule.status == 2)
    #expect(rule.err.contains("there is no house rule `no-dor`; did you mean `no-door`?"))
  }

  @Test("A result to which no row leads gets a suggestion and status 2")
  func unknownResult() async throws {
    let flow = Self.flow.replacing("on: open, next: end", with: "on: open, next: result Paid")
    let folder = try Folder(["A.yaml": flow, "rules/door.yaml": Self.broken])
    for (result, status) in [("Paid", 1), ("Payd", 2)] {
      try folder.write(
        Self.broken.replacing("action door.open", with: "end result \(result)"),
        to: "rules/door.yaml")
      let outcome = await flowrun(["prove"], flows: folder.path)
      #expect(outcome.status == status, "\(outcome)")
      #expect(outcome.out.contains("did you mean `Paid`?") == (status == 2))
    }
  }

  @Test("Escape sequences of a rule are printed as text, also into a pipe")
  func escapes() async throws {
    let rule = Self.broken.replacing("The door is shut", with: #""\e[2Jno\u202E""#)
    let outcome = try await prove(rule)
    #expect(outcome.out.contains(#"Because: \u{1B}[2Jno\u{202E}"#), "\(outcome.out)")
    let folder = try folder(rule)
    let explained = await flowrun(["explain", "no-door"], flows: folder.path)
    #expect(explained.out.contains(#"Because: \u{1B}[2Jno\u{202E}"#), "\(explained.out)")
  }

  @Test(
    "Keys that make no sentence are refused with the sentence that was meant",
    arguments: [
      ("    only: A:1.1a\n", "`only` needs `between`"),
      ("    never: A:1.1a\n    only: A:1.1a\n", "a rule is one sentence"),
      (
        "    always possible: end\n    after: A:1.1\n", "`after` does not go with `always possible`"
      ),
      ("    at most: many\n    of: end\n", "`many` is not a number of times"),
      ("    never: []\n", "the list is empty"),
      ("    never: end\n    before: []\n", "the list is empty"),
      ("", "the rule says nothing"),
    ])
  func sentences(keys: String, message: String) async throws {
    let outcome = try await prove("rules:\n  - rule: r\n    because: b\n\(keys)")
    #expect(outcome.status == 2)
    #expect(outcome.err.contains(message), "\(outcome.err)")
  }

  @Test("The formats for programs name the rule, the reading and the run")
  func formats() async throws {
    let json = try await prove(Self.broken, "--format", "json").out
    #expect(json.contains(#""rule":"no-door""#) && json.contains(#""verdict":"does not hold""#))
    #expect(json.contains(#""confirmed":true"#) && json.contains(#""row":"A:1.1a""#))
    let junit = try await prove(Self.broken, "--format", "junit").out
    #expect(junit.contains(#"<testsuites name="flowrun" tests="2" failures="2">"#))
    let sarif = try await prove(Self.broken, "--format", "sarif").out
    #expect(sarif.contains(#""ruleId":"house-rule""#))
  }

  @Test("A rule in a flow is about runs of that flow, and is read aloud by explain")
  func inFlow() async throws {
    let flow = Self.flow + "rules:\n  - rule: no-door\n    never: 1.2\n    because: Shut\n"
    let folder = try Folder(["A.yaml": flow])
    let outcome = await flowrun(["prove", "no-door"], flows: folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.out.contains("A:1.1a  User selects Open -> 1.2"))
    let explained = await flowrun(["explain", "no-door"], flows: folder.path)
    #expect(explained.out == "Never `1.2`.\nBecause: Shut\n")
  }
}
