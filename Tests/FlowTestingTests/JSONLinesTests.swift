import Diagnostics
import Files
import FlowLoader
import FlowModel
import FlowReports
import FlowRuntime
import FlowTestSupport
import FlowTesting
import JSON
import TestSupport
import Testing

@Suite struct JSONLinesTests {
  private func lines(_ file: SourceFile) -> (records: [JSONValue], failures: [Span]) {
    var (records, failures): ([JSONValue], [Span]) = ([], [])
    for line in JSONLines(file) {
      switch line.value {
      case .success(let value): records.append(value)
      case .failure(let failure): failures.append(line.span(of: failure))
      }
    }
    return (records, failures)
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
    let (records, failures) = lines(file)
    #expect(records.count == 1)
    let place = failures.first.map { file.position(of: $0.start) }
    #expect(place?.line == 2)
    #expect(place?.column == column)
  }

  @Test("Every prefix of a trace is read or refused")
  func truncation() throws {
    let script = Script(flow: "UC1.2", moves: [.row("1.1a"), .row("2.1a")])
    let run = try ScriptRun.run(script, on: catalogue(in: flowsFolder).compiled())
    let trace = Array(run.entries.map { $0.json + "\n" }.joined().utf8)
    for count in 0...trace.count {
      let (records, failures) = lines(SourceFile(path: "t", bytes: Array(trace[..<count])))
      #expect(records.count + failures.count <= run.entries.count)
    }
  }

  @Test("Numbers, words, escapes and nested values are read as in JSON")
  func values() {
    let text = #"{"a":-1.5e+3,"b":[true,{"c":null}],"d":"\u00e9\ud83d\ude00\n"}"#
    let (records, failures) = lines(SourceFile("t", text: text))
    #expect(failures.isEmpty)
    #expect(records.first?["a"] == .number("-1.5e+3"))
    #expect(records.first?["d"]?.string == "é😀\n")
  }
}
