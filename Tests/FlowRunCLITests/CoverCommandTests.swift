import Files
import FlowLoader
import Foundation
import TestSupport
import Testing

@Suite struct CoverCommandTests {
  @Test("Rows that no run took are named with their file and line")
  func missingRows() async {
    let trace = await flowrun("uc2.3", "--rows", "1.1b,1.2b,2.1a,1.3b,6.1b", "--trace", "json").out
    let outcome = await flowrun("cover", "-", input: trace)
    #expect(outcome.status == 0 && outcome.err.isEmpty)
    #expect(
      outcome.out.hasPrefix(
        "1 run, 5 rows taken; as written, 5 of 27 rows (18%), 4 of 51 pairs (7%)\n"
          + "  UC2.3   18%  5 of 27  4 of 51 pairs  Unlock the app\n"))
    let file = (try? FileSystem.read(flowsFolder + "/wallet/UC2.3-unlock-the-app.yaml")) ?? []
    let lines = String(decoding: file, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let line = (lines.firstIndex { $0 == "          a:" } ?? -1) + 1
    #expect(
      outcome.out.contains(
        "wallet/UC2.3-unlock-the-app.yaml:\(line)  1.1a  Case: Biometrics are enabled\n")
    )
    #expect(!outcome.out.contains("  1.2b  "))
  }

  @Test("Several runs are added up, and every format shows how often a row was taken")
  func severalRuns() async {
    let one = await flowrun("uc1.2", "--rows", "1.1a,2.1a", "--trace", "json").out
    let two = await flowrun("uc1.2", "--rows", "1.1b,3.1b", "--trace", "json").out
    let table = await flowrun("cover", "-", "--table", input: one + two)
    #expect(table.out.contains("2 runs, 4 rows taken"))
    #expect(table.out.contains("   1x  1.1a "))
    #expect(table.out.contains("    -  3.1a "))
    let markdown = await flowrun("cover", "-", "--format", "md", input: one + two)
    let place = "\(flowsFolder)/wallet/UC1.2-open-the-app.yaml#L"
    #expect(markdown.out.contains("| 1x | [3.1b](<\(place)"))
    #expect(markdown.out.contains(">) | Case: User has not setup a remote PIN | resume |\n"))
    #expect(markdown.out.contains("| **Total** | **13** | **4** | **30** |"))
    #expect(markdown.out.contains("```mermaid\n"))
    #expect(markdown.out.contains("|\"1.1a (1x)\"|"))
    let html = await flowrun(
      "cover", "-", "--format", "html", "--links", "https://example.org/", input: one + two)
    #expect(
      html.out.contains(
        "<tr class=\"never\"><td class=\"n\">never</td><td><a href=\"https://example.org/\(place)"))
    let json = await flowrun("cover", "-", "--format", "json", input: one + two)
    let object = try? JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [String: Any]
    #expect(object?["taken"] as? Int == 4)
  }

  @Test("A trace may come through a pipe that a shell names")
  func pipes() throws {
    let command = #""$1" cover --flows "$2" <("$1" uc1.2 --rows 1.1a --trace json --flows "$2")"#
    let outcome = try OtherProgram.run(
      "bash", ["-c", command + " </dev/null 2>&1", "bash", builtFlowrun, flowsFolder])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.hasPrefix("1 run, 1 row taken"), "\(outcome.output)")
  }

  @Test("`--at-least` fails below the share of rows")
  func atLeast() async {
    let trace = await flowrun("uc1.2", "--rows", "1.1a,2.1a", "--trace", "json").out
    #expect(await flowrun("cover", "-", "--at-least", "15", input: trace).status == 0)
    let outcome = await flowrun("cover", "-", "--at-least", "90", input: trace)
    #expect(outcome.status == 1 && outcome.err.contains("15% of the rows were taken, not 90%"))
  }

  @Test("A row of no flow is an error with a suggestion, and a warning if that is wanted")
  func unknownRow() async {
    let trace = "{\"row\":\"UC2.3:1.9a\"}\n"
    let outcome = await flowrun("cover", "-", input: trace)
    #expect(outcome.status == 2)
    #expect(outcome.err.hasPrefix("standard input:1:8: error: no flow has the row `UC2.3:1.9a`"))
    #expect(outcome.err.contains("did you mean"))
    let lenient = await flowrun("cover", "-", "--lenient", input: trace)
    #expect(lenient.status == 0 && lenient.err.contains("warning: no flow has the row"))
  }

  @Test("The text of another release is an error, and a warning if that is wanted")
  func otherText() async {
    let trace = await flowrun("uc1.2", "--rows", "1.1b,3.1b", "--trace", "json").out
    let old = trace.replacing("has not setup", with: "did not set up")
    let outcome = await flowrun("cover", "-", input: old)
    #expect(outcome.status == 2)
    #expect(
      outcome.err.contains(
        "`UC1.2:3.1b` says “Case: User has not setup a remote PIN”, the trace “Case: User did"
      ), "\(outcome.err)")
    let lenient = await flowrun("cover", "-", "--lenient", input: old)
    #expect(lenient.status == 0 && lenient.err.contains("warning: `UC1.2:3.1b` says"))
  }

  @Test("A flow starts by itself only where the trace says that the run was suspended")
  func suspensions() async throws {
    let play = await flowrun("uc2.3", "--rows", "1.1b,suspend UC1.2,1.1a", "--trace", "json")
    try #require(play.status == 0, "\(play.err)")
    #expect(play.out.contains(#""suspended":[{"to":"UC1.2:1.1","at":0}]}"#), "\(play.out)")
    #expect(await flowrun("cover", "-", input: play.out).status == 0)
    let silent = play.out.replacing(#/,"suspended":\[[^\]]*\]/#, with: "")
    let outcome = await flowrun("cover", "-", input: silent)
    #expect(outcome.status == 2)
    #expect(
      outcome.err.contains("no run takes `UC1.2:1.1a` here: after `UC2.3:1.1b` the run is at"),
      "\(outcome.err)")
    #expect(await flowrun("cover", "-", "--lenient", input: silent).status == 0)
  }

  @Test("A trace that no run can produce is refused at its first wrong row")
  func impossibleTrace() async {
    func lines(_ rows: [(String, Int)]) -> String {
      rows.map { "{\"row\":\"\($0.0)\",\"at\":\($0.1)}\n" }.joined()
    }
    for (rows, place, reason) in [
      (
        [("UC2.3:1.1b", 0), ("UC2.3:1.4a", 0), ("UC2.3:1.1b", 0)], "2:8",
        "after `UC2.3:1.1b` the run is at `UC2.3:1.2`"
      ),
      ([("UC2.1:1.9a", 0), ("UC2.1:1.1a", 0)], "2:8", "after `UC2.1:1.9a` the run has ended"),
      (
        [("UC2.3:1.1b", 7), ("UC2.3:1.2b", 5)], "2:8",
        "it was taken at 5 ms, before the row above"
      ),
    ] {
      let outcome = await flowrun("cover", "-", input: lines(rows))
      #expect(outcome.status == 2 && outcome.out.isEmpty)
      #expect(
        outcome.err.hasPrefix(
          """
          standard input:\(place): error: no run takes `\(rows[1].0)` here: \(reason) \
          [impossible-trace]
          """
        ), "\(outcome.err)")
    }
  }

  /// A run of UC1.2 whose splash screen takes a second: its second row is that of a timer.
  private static let recorded = [
    #"{"row":"UC1.2:1.1a","step":"UC1.2:1.1","next":"2","to":"UC1.2:2.1","at":0}"#,
    #"{"row":"UC1.2:2.1a","step":"UC1.2:2.1","next":"2.2","to":"UC1.2:2.2","at":1000}"#,
    #"{"end":"waiting UC1.2:2.2","at":1000}"#,
  ]

  @Test(
    "What a trace says of its rows and of its end is compared with what a run does",
    arguments: [
      (1, #""at":1000"#, #""at":999"#, "its time comes at 1000 ms, and it was taken at 999 ms"),
      (1, #""next":"2.2""#, #""next":"3""#, "as written, it leads to `2.2`, not to `3`"),
      (
        1, #""to":"UC1.2:2.2""#, #""to":"UC1.2:3.1""#, "it leads to `UC1.2:2.2`, not to `UC1.2:3.1`"
      ),
      (1, #""to":"UC1.2:2.2""#, #""to":"end""#, "it leads to `UC1.2:2.2`, not to `end`"),
      (
        1, #""step":"UC1.2:2.1""#, #""step":"UC1.2:2.2""#,
        "after `UC1.2:1.1a` the run is at `UC1.2:2.1`"
      ),
      (1, #""at":1000"#, #""at":1000,"answer":"200""#, "it does not answer `200`"),
      (1, #""at":1000"#, #""at":1000,"passedOver":true"#, "`UC1.2:2.1` is never passed over"),
      (2, "waiting UC1.2:2.2", "end", "after `UC1.2:2.1a` the run is at `UC1.2:2.2`"),
      (2, "waiting UC1.2:2.2", "waiting UC1.2:3.1", "after `UC1.2:2.1a` the run is at `UC1.2:2.2`"),
      (2, #""at":1000"#, #""at":1"#, "it ended at 1 ms, before its last row"),
    ])
  func falseClaims(_ place: Int, _ old: String, _ new: String, _ reason: String) async {
    var lines = CoverCommandTests.recorded
    let whole = await flowrun("cover", "-", input: lines.joined(separator: "\n"))
    #expect(whole.status == 0 && whole.err.isEmpty, "\(whole.err)")
    lines[place] = lines[place].replacing(old, with: new)
    let outcome = await flowrun("cover", "-", input: lines.joined(separator: "\n"))
    #expect(outcome.status == 2 && outcome.out.isEmpty)
    #expect(outcome.err.hasPrefix("standard input:\(place + 1):"), "\(outcome.err)")
    #expect(outcome.err.contains("here: \(reason) [impossible-trace]"), "\(outcome.err)")
  }

  @Test("A run may end where an action has failed, and nowhere else with that end")
  func failedEnd() async {
    let row = #"{"row":"UC1.2:1.1a","at":0}"# + "\n"
    let wrong = await flowrun("cover", "-", input: row + #"{"end":"failed: no reason","at":0}"#)
    #expect(wrong.status == 2)
    #expect(wrong.err.contains("no run ends with `failed: no reason` here"), "\(wrong.err)")
    let card = #"{"row":"EID8:1","at":0}"# + "\n" + #"{"end":"failed: no reason","at":0}"#
    let right = await flowrun("cover", "-", input: card)
    #expect(right.status == 0, "\(right.err)")
  }

  @Test("A row of the user after the timer of its step is no run's, nor one with a wrong time")
  func lateRows() async throws {
    let folder = try Folder([
      "Flows/A.yaml": """
      flow: A
      title: A
      sections:
        - section: 1
          title: S
          steps:
            - step: 1.1
              screen: Home
              rows:
                a: { user: goes on, next: 1.2 }
            - step: 1.2
              screen: Hurry
              rows:
                a: { user: is quick, next: end }
                b: { event: Time is up, after: 5 s, next: end }
      """
    ])
    func cover(_ time: String) async -> Outcome {
      let lines = #"{"row":"A:1.1a","at":100}"# + "\n" + #"{"row":"A:1.2a","at":"# + time + "}\n"
      return await flowrun("cover", "-", flows: folder.path("Flows"), input: lines)
    }
    #expect(await cover("5099").status == 0)
    let late = await cover("5100")
    #expect(late.status == 2)
    #expect(late.err.contains("no run takes `A:1.2a` here: `A:1.2b` comes first, at 5100 ms"))
    let wrong = await cover("\"soon\"")
    #expect(wrong.status == 2)
    #expect(wrong.err.contains("2:1: error: `at` is not a whole number of milliseconds"))
  }

  @Test("One call of `replay` writes test cases with times, and the coverage")
  func replayReports() async throws {
    let folder = try Folder()
    let outcome = await flowrun(
      "replay", "uc1.2", "--junit", folder.path("junit.xml"), "--cover", folder.path("cover.md"))
    #expect(outcome.status == 0)
    let time = #/<testcase [^>]* time="[0-9]+\.[0-9]{6}"/>/#
    #expect(folder.text("junit.xml").matches(of: time).count > 5)
    #expect(folder.text("cover.md").contains("| UC1.2 "))
    let json = folder.path("cover.json")
    _ = await flowrun("replay", "uc1.2", "--as-meant", "--cover", json)
    #expect(folder.text("cover.json").contains(#""reading":"meant""#))
  }

  @Test("A path without a recorded trace passes and is named, and is recorded by `--record`")
  func unrecorded() async throws {
    let folder = try Folder([
      "Flows/A.yaml":
        """
      flow: A\ntitle: A\nsections:\n  - section: 1\n    title: S\n    steps:\n      - step: \
      1.1\n        system: works\n        next: end\n
      """,
      "Flows/paths/A.yaml": "flow: A\npaths:\n  - path: whole\n    rows: [1.1]\n    end: end\n",
    ])
    let flows = folder.path("Flows")
    let path = folder.path("Flows/paths/A.yaml: 1 of 1 passed")
    let rest = "as written: 1 of 1 rows reached\n1 passed, 0 failed\n"
    let first = await flowrun("replay", flows: flows)
    #expect(first.status == 0)
    // Without slips, nothing is said about the other reading.
    #expect(
      first.out == path + "; without a recorded trace, which `--record` writes: whole\n" + rest)
    #expect(
      await flowrun("replay", "--record", flows: flows).out == path + ", 1 recorded now\n" + rest)
    #expect(await flowrun("replay", flows: flows).out == path + "\n" + rest)
  }

  @Test("Replays are written as JUnit XML")
  func junit() async throws {
    let folder = try Folder()
    let outcome = await flowrun("replay", "uc1.2", "--junit", folder.path("junit.xml"))
    #expect(outcome.status == 0)
    let xml = folder.text("junit.xml")
    #expect(
      xml.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"flowrun\""))
    #expect(xml.contains("<testcase classname=\"UC1.2\" name="))
    #expect(xml.components(separatedBy: "<testcase").count > 5)
  }
}
