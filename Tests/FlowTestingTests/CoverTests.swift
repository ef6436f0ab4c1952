import Diagnostics
import Files
import FlowLoader
import FlowModel
import FlowReports
import FlowRunCLI
import FlowRuntime
import FlowTesting
import Foundation
import JSON
import Testing

@Suite struct CoverTests {
  private func run(_ arguments: [String], input: String? = nil) async -> (Int32, String, String) {
    let (console, printed) = Console.kept(input: input)
    let status = await FlowRunCommand.run(arguments + ["--flows", flowsFolder], on: console)
    return (status, printed.out, printed.err)
  }

  @Test("Rows that no run took are named with their file and line")
  func missingRows() async {
    let trace = await run(["uc2.3", "--rows", "1.1b,1.2b,2.1a,1.3b,6.1b", "--trace", "json"]).1
    let (status, out, err) = await run(["cover", "-"], input: trace)
    #expect(status == 0 && err.isEmpty)
    #expect(out.hasPrefix("1 run, 5 rows taken; as written, 5 of 27 rows (18%)\n"))
    let file = (try? FileSystem.read(flowsFolder + "/wallet/UC2.3-unlock-the-app.yaml")) ?? []
    let lines = String(decoding: file, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let line = (lines.firstIndex { $0 == "          a:" } ?? -1) + 1
    #expect(
      out.contains("wallet/UC2.3-unlock-the-app.yaml:\(line)  1.1a  Case: Biometrics are enabled\n")
    )
    #expect(!out.contains("  1.2b  "))
  }

  @Test("Several runs are added up, and every format shows how often a row was taken")
  func severalRuns() async {
    let one = await run(["uc1.2", "--rows", "1.1a,2.1a", "--trace", "json"]).1
    let two = await run(["uc1.2", "--rows", "1.1b,3.1b", "--trace", "json"]).1
    let (_, out, _) = await run(["cover", "-", "--table"], input: one + two)
    #expect(out.contains("2 runs, 4 rows taken"))
    #expect(out.contains("   1x  1.1a "))
    #expect(out.contains("    -  3.1a "))
    let (_, markdown, _) = await run(["cover", "-", "--format", "md"], input: one + two)
    #expect(markdown.contains("| 1x | 3.1b | Case: User has not setup a remote PIN | resume |"))
    let (_, html, _) = await run(["cover", "-", "--format", "html"], input: one + two)
    #expect(html.contains("<tr class=\"never\"><td class=\"n\">never</td><td>3.1a</td>"))
    let (_, json, _) = await run(["cover", "-", "--format", "json"], input: one + two)
    let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(object?["taken"] as? Int == 4)
  }

  @Test("`--at-least` fails below the share of rows")
  func atLeast() async {
    let trace = await run(["uc1.2", "--rows", "1.1a,2.1a", "--trace", "json"]).1
    #expect(await run(["cover", "-", "--at-least", "15"], input: trace).0 == 0)
    let (status, _, err) = await run(["cover", "-", "--at-least", "90"], input: trace)
    #expect(status == 1 && err.contains("15% of the rows were taken, not 90%"))
  }

  @Test("A row of no flow is a warning with a suggestion")
  func unknownRow() async {
    let (status, _, err) = await run(["cover", "-"], input: "{\"row\":\"UC2.3:1.9a\"}\n")
    #expect(status == 0)
    #expect(err.hasPrefix("standard input:1:8: warning: no flow has the row `UC2.3:1.9a`"))
    #expect(err.contains("did you mean"))
  }

  @Test(
    "A line that is not JSON is an error with its place",
    arguments: [
      ("row", 1), ("{\"row\":}", 8), ("{\"row\":\"a\" x}", 12), ("{\"row\":\"a\",}", 12),
      ("{\"a\":01}", 8), ("{\"a\":1.}", 8), ("{\"a\":\"\\q\"}", 9), ("{\"a\":\"\\ud800\"}", 13),
      ("{\"a\":1,\"a\":2}", 11), ("{\"a\":[1,]}", 9), ("{\"a\":\"b", 8), ("[1]", 1), ("{}x", 3),
      ("{\"a\":\"\u{1}\"}", 7), ("{\"a\":truth}", 6),
    ])
  func badLine(line: String, column: Int) {
    let file = SourceFile(path: "t", bytes: Array("{\"end\":\"é\"}\r\n\(line)\n".utf8))
    let lines = JSONLines(file)
    #expect(lines.records.count == 1)
    let place = lines.diagnostics.first.map { file.position(of: $0.span.start) }
    #expect(place?.line == 2)
    #expect(place?.column == column)
  }

  @Test("Every prefix of a trace is read or refused")
  func truncation() async {
    let trace = Array(await run(["uc1.2", "--rows", "1.1a,2.1a", "--trace", "json"]).1.utf8)
    for count in 0...trace.count {
      let lines = JSONLines(SourceFile(path: "t", bytes: Array(trace[..<count])))
      #expect(lines.records.count + lines.diagnostics.count <= 3)
    }
  }

  @Test("Numbers, words, escapes and nested values are read as in JSON")
  func values() {
    let text = #"{"a":-1.5e+3,"b":[true,{"c":null}],"d":"\u00e9\ud83d\ude00\n"}"#
    let lines = JSONLines(SourceFile(path: "t", bytes: Array(text.utf8)))
    #expect(lines.diagnostics.isEmpty)
    #expect(lines.records.first?.value["a"] == .number("-1.5e+3"))
    #expect(lines.records.first?.value["d"]?.string == "é😀\n")
  }

  @Test("Replays are written as JUnit XML")
  func junit() async throws {
    let path = NSTemporaryDirectory() + "flowrun-junit-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (status, _, _) = await run(["replay", "uc1.2", "--junit", path])
    #expect(status == 0 || status == 1)
    let xml = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      xml.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"flowrun\""))
    #expect(xml.contains("<testcase classname=\"UC1.2\" name="))
    #expect(xml.components(separatedBy: "<testcase").count > 5)
  }
}
