import TestSupport
import Testing

@Suite struct CommandTests {
  @Test("`--rows` with spaces says how to write it", arguments: ["1.1b 1.2b", "1.1b; 1.2b"])
  func spaces(rows: String) async {
    let outcome = await flowrun("uc2.3", "--rows", rows)
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("with commas between them: `--rows 1.1b,1.2b`"))
  }

  @Test("`--rows` takes the named rows, and the trace lists them")
  func rows() async {
    let outcome = await flowrun(
      "uc2.3", "--rows", "1.1b,1.2b,2.1a,1.3b", "--trace", "json")
    #expect(outcome.status == 0)
    let lines = outcome.out.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(
      lines.first
        == #"{"row":"UC2.3:1.1b","step":"UC2.3:1.1","kind":"case","text":"Case: Biometrics are not enabled","next":"1.2","to":"UC2.3:1.2","at":0}"#
    )
    #expect(lines.last == #"{"end":"waiting UC2.3:6.1","at":0}"#)
  }

  @Test("A full trace also has what is shown, the facts and the stack, as text and as objects")
  func fullTrace() async {
    let text = await flowrun("uc2.3", "--rows", "1.1b,1.2b,2.1a,1.3b", "--trace", "full")
    #expect(text.status == 0)
    #expect(
      text.out.contains(
        """
                    prompt: "Biometric not recognized"
                    buttons: ["Try again","Close"]
                    facts: failures 1
              0 ms  UC2.3:2.1a  User selects Close -> 1.3

        """))
    #expect(
      text.out.hasSuffix(
        """
                    screen: "Forgot PIN"
                    message: "Forgot PIN?"
                    buttons: ["Delete Wallet","Back"]
                    stack: UC2.3:1.3, UC2.3:6.1
        end: waiting UC2.3:6.1

        """))
    let json = await flowrun("uc2.3", "--rows", "1.1b,1.2b,2.1a", "--trace", "full-json")
    let last = json.out.split(separator: "\n").last ?? ""
    #expect(
      last.hasPrefix(#"{"end":"waiting UC2.3:1.3","at":0,"shown":{"screen":"Open app with PIN""#))
    #expect(last.hasSuffix(#""stack":["UC2.3:1.3"]}"#))
    let plain = await flowrun("uc2.3", "--rows", "1.1b", "--trace", "text")
    #expect(plain.out.split(separator: "\n").count == 2)
  }

  @Test("`replay --record` keeps the form of a trace, and `--trace` changes it")
  func recordedForm() async throws {
    let folder = try Folder()
    try folder.write(
      "flow: A\ntitle: A\nsteps:\n  - step: 1\n    screen: Home\n    next: end\n",
      to: "Flows/A.yaml")
    try folder.write("flow: A\npaths:\n  - path: only\n    rows: [1]\n", to: "Flows/paths/A.yaml")
    func record(_ options: String...) async -> String {
      _ = await flowrun(["replay", "--record"] + options, flows: folder.path("Flows"))
      return folder.text("Flows/paths/A.trace")
    }
    let plain = await record()
    #expect(plain == "# only\n      0 ms  A:1  System shows screen 'Home' -> end\nend: end\n")
    let full = await record("--trace", "full")
    #expect(full.contains("            screen: \"Home\"\n"))
    #expect(await record() == full)
    // A new path is recorded as the others of its file.
    try folder.write(
      "flow: A\npaths:\n  - path: only\n    rows: [1]\n  - path: new\n    rows: [1]\n",
      to: "Flows/paths/A.yaml")
    #expect(await record() == full + "\n" + full.replacing("# only", with: "# new"))
    try folder.write(
      "flow: A\ntitle: A\nsteps:\n  - step: 1\n    screen: Start\n    next: end\n",
      to: "Flows/A.yaml")
    let outcome = await flowrun("replay", flows: folder.path("Flows"))
    #expect(outcome.status == 1)
    #expect(outcome.err.contains("`only` has another `screen` at line 1 of its trace"))
    #expect(await record("--trace", "text").split(separator: "\n").count == 6)
    let refused = await flowrun("replay", "--trace", "full", flows: folder.path("Flows"))
    #expect(refused.status == 2)
    #expect(refused.err.contains("give `--record` as well"))
  }

  @Test(
    "`mutate` makes the kinds of mistakes that are asked for, and says what was not noticed and why"
  )
  func mutate() async throws {
    let folder = try Folder()
    try folder.write(
      "flow: A\ntitle: A\nsteps:\n  - step: 1\n    screen: Home\n    next: end\n",
      to: "Flows/A.yaml")
    let outcome = await flowrun("mutate", "--only", "title,retargeted", flows: folder.path("Flows"))
    #expect(
      outcome.out == """
        retargeted  1 of 1 noticed: check 1, replays 0
        title       0 of 1 noticed: check 0, replays 0
        together    1 of 2 noticed: check 1, replays 0
          not noticed: A:1 title: another one (no path comes there)

        """)
    let refused = await flowrun("mutate", "--only", "timr", flows: folder.path("Flows"))
    #expect(refused.status == 2)
    #expect(refused.err.contains("there is no kind of mistake `timr`; did you mean `timer`?"))
    let empty = await flowrun("mutate", "--only", ",", flows: folder.path("Flows"))
    #expect(empty.status == 2)
    #expect(empty.err.contains("`--only` needs a kind of mistake; there are: retargeted, "))
  }

  @Test("The time in a trace is virtual")
  func virtualTime() async {
    let outcome = await flowrun("UC1.2", "--rows", "1.1a,2.1a", "--trace", "json")
    #expect(outcome.out.hasSuffix("{\"end\":\"waiting UC1.2:2.2\",\"at\":1000}\n"))
  }

  @Test("A run stops at an outline and names it")
  func outline() async {
    let outcome = await flowrun("UC2.3", "--rows", "1.1b,1.2a")
    #expect(outcome.out == "end: outline UC7.1\n")
  }

  @Test("`--as-meant` follows the `meant` targets")
  func asMeant() async {
    let outcome = await flowrun("UC2.3", "--rows", "1.1a,1.2a", "--as-meant")
    #expect(outcome.out == "end: waiting UC2.3:1.5\n")
  }

  @Test("`--only` stops where the flow is left")
  func only() async {
    let outcome = await flowrun("UC2.3", "--rows", "1.1b,1.2b,2.1a,1.3c", "--only")
    #expect(outcome.out == "end: goto UC9.2\n")
  }

  @Test("A row that the step does not have is an error that lists its rows")
  func missingRow() async {
    let outcome = await flowrun("UC2.3", "--rows", "1.1b,9.9x")
    #expect(outcome.status == 2)
    #expect(
      outcome.err
        == """
        flowrun: row 2, `9.9x`: step `UC2.3:1.2` has no such row; it has `1.2a`, `1.2b`, \
        `1.2c`, `1.2d`\n
        """
    )
  }

  @Test("A row that no run would take there is an error, unless it is taken anyway")
  func refusedRow() async {
    let rows = ["UC2.3", "--rows", "1.1b,1.2b", "--fact", "platform=android"]
    let outcome = await flowrun(rows)
    #expect(outcome.status == 2)
    #expect(
      outcome.err
        == "flowrun: row 2, `1.2b`: `UC2.3:1.2b` needs platform: ios, failures: 1\n")
    let anyway = await flowrun(rows + ["--anyway"])
    #expect(anyway.status == 0)
    #expect(
      anyway.err == "flowrun: note: `UC2.3:1.2b` was taken although no run would take it there\n")
    #expect(anyway.out == "end: waiting UC2.3:2.1\n")
  }

  @Test("An unknown flow is an error that suggests the nearest name")
  func unknownFlow() async {
    let outcome = await flowrun("login-webb", "--rows", "1")
    #expect(outcome.status == 2)
    #expect(
      outcome.err == "flowrun: there is no flow `login-webb`; did you mean `login-web`?\n")
  }

  @Test("Wrong arguments end with status 2")
  func wrongArguments() async {
    let unknown = await flowrun("UC2.3", "--rowz", "1")
    #expect(unknown.status == 2)
    #expect(unknown.err.contains("--rowz"))
    let rows = await flowrun("--rows", "1.1a")
    #expect(rows.status == 2 && rows.err.hasPrefix("Error: Missing expected argument '<flow>'"))
  }

  @Test("A script may come from standard input")
  func scriptInput() async {
    let script = "flow: UC2.3\nrows: [1.1b, 1.2a]\nend: outline UC7.1\n"
    #expect(await flowrun("UC2.3", input: script).status == 0)
    #expect(await flowrun("UC2.3", "--script", "-", input: script).status == 0)
  }

  @Test("The scripts of a file run without a flow, with their names above the traces")
  func scriptsOfAnyFlows() async {
    let scripts = """
      flow: UC2.3
      paths:
        - path: unlock
          rows: [1.1b, 1.2a]
          end: outline UC7.1
        - path: splash
          flow: UC1.2
          rows: [1.1a]
          end: waiting UC1.2:2.1
      """
    let outcome = await flowrun("--script", "-", input: scripts)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.out == "# unlock\nend: outline UC7.1\n\n# splash\nend: waiting UC1.2:2.1\n")
    let wrong = await flowrun(
      "--script", "-", input: scripts.replacing("waiting UC1.2:2.1", with: "end"))
    #expect(wrong.status == 1)
    #expect(wrong.err.contains("`splash` ended with `waiting UC1.2:2.1`, not with `end`"))
    let unknown = await flowrun(
      "--script", "-", input: scripts.replacing("flow: UC1.2", with: "flow: UC1.22"))
    #expect(unknown.status == 2 && unknown.err.contains("there is no flow `UC1.22`"))
    let empty = await flowrun("--script", "-", input: " ")
    #expect(empty.status == 2 && !empty.err.isEmpty)
    let fact = await flowrun("--script", "-", "--fact", "platfrm=ios", input: scripts)
    #expect(fact.status == 2 && fact.err.contains("there is no fact `platfrm`"))
  }

  @Test("A script that ends differently ends with status 1")
  func otherEnd() async {
    let outcome = await flowrun(
      "UC2.3", input: "flow: UC2.3\nrows: [1.1b, 1.2a]\nend: back\n")
    #expect(outcome.status == 1)
    #expect(outcome.err.contains("ended with `outline UC7.1`, not with `back`"))
  }

  @Test("A script for another flow is refused")
  func otherFlow() async {
    let outcome = await flowrun("UC2.3", input: "flow: UC1.2\nrows: [1.1a]\n")
    #expect(outcome.status == 2)
    #expect(outcome.err == "flowrun: the script is not for `UC2.3`\n")
  }

  @Test("A wrong script is reported with its place")
  func wrongScript() async {
    let outcome = await flowrun("UC2.3", input: "flow: UC2.3\nrowz: [1]\n")
    #expect(outcome.status == 2)
    #expect(
      outcome.err.hasPrefix(
        "standard input:2:1: error: a script has no key `rowz` [unknown-key]\n  2 | rowz: [1]\n"))
    #expect(outcome.err.contains("did you mean `rows`?"))
  }

  @Test("`table` prints four columns, with the document's targets")
  func table() async {
    let outcome = await flowrun("table", "UC2.1")
    let lines = outcome.out.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    #expect(lines.allSatisfy { $0.count == 4 })
    #expect(lines.first { $0[0] == "1.7a" }?[3] == "1.9")
    #expect(lines.first { $0[0] == "1.5c" }?[3] == "error No internet")
    #expect(lines.first { $0[0] == "1.9a" }?[3] == "goto UC3.1")
    #expect(lines.filter { $0[1] != "outcome" }.allSatisfy { $0[3].isEmpty })
  }

  @Test("The table of a main scenario has steps, extensions and lines")
  func scenarioTable() async {
    let outcome = await flowrun("table", "login-web")
    let kinds = Set(outcome.out.split(separator: "\n").map { $0.split(separator: "\t")[1] })
    #expect(kinds == ["step", "extension", "line"])
  }

  @Test("The rows of the proofing flow are in the document's order")
  func rowOrder() async {
    let outcome = await flowrun("table", "proofing")
    let ids = outcome.out.split(separator: "\n").map { $0.split(separator: "\t")[0] }
    #expect(
      ids.joined(separator: " ") == "1 2 2a 2b 3 4 5a 5b 5c 6 7 8a 8b 9a 9b 10a 10b 11")
  }

  @Test("`list` prints every flow with id and alias")
  func list() async {
    let outcome = await flowrun("list")
    #expect(outcome.out.split(separator: "\n").count == 37)
    #expect(outcome.out.contains("EID8                login-web"))
  }
}
