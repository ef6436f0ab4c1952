import Diagnostics
import FlowLogs
import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// The log of a text. Throws what is wrong in it.
func log(
  _ text: String, _ path: String = "log.jsonl", map: String = ""
) throws -> EventLog {
  let (log, diagnostics) = read(text, path, map: map)
  try #require(diagnostics.isEmpty, "\(diagnostics)")
  return log
}

/// The log of a text, and what is wrong in it.
func read(_ text: String, _ path: String, map: String = "") -> (EventLog, [Diagnostic]) {
  let found = LogMapping.read(SourceFile(path: "map.yaml", bytes: Array("\(map)\n".utf8)))
  var reader = LogReader(mapping: map.isEmpty ? LogMapping() : found.mapping)
  reader.read(SourceFile(path: path, bytes: Array(text.utf8)))
  return (reader.finished(), (map.isEmpty ? [] : found.diagnostics) + reader.diagnostics)
}

extension EventLog {
  /// The runs in one line each: `1: UC1:1.1a@5 UC1:1.2a@7`.
  var text: [String] {
    cases.map { run in
      let events = run.events.map { event in
        names[Int(event.name)] + (event.at == .min ? "" : "@\(event.at)")
      }
      let known = run.attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
      return "\(run.id): \(events.joined(separator: " "))\(known.joined())"
    }
  }
}

@Suite struct LogReaderTests {
  @Test("JSON Lines have many runs in one stream; events stand in the order of their times")
  func json() throws {
    let found = try log(
      """
      {"case": "a", "row": "UC1:1.1a", "at": 7, "facts": {"platform": "ios"}}
      {"case": "b", "row": "UC1:1.1b", "at": "1970-01-01T00:00:01Z", "release": "2"}
      {"case": "a", "row": "UC1:1.0", "at": 5}

      """)
    #expect(
      found.text == ["a: UC1:1.0@5 UC1:1.1a@7 fact:platform=ios", "b: UC1:1.1b@1000 release=2"])
  }

  @Test("Rows that were taken back, since a secret was asked for again, are not in the run")
  func askedAgain() throws {
    let found = try log(
      """
      {"row":"UC1:1.1a","at":1}
      {"row":"UC1:1.2a","at":2}
      {"row":"UC1:1.2a","at":3,"askedAgain":[{"to":"UC1:1.2","at":3,"rows":1,"secrets":["pin"]}]}
      {"end":"waiting UC1:1.1","at":4,"askedAgain":[{"to":"UC1:1.1","at":4,"rows":9}]}
      """)
    #expect(found.text == ["run 1: "])
  }

  @Test("Without a case, an object with `end` ends a run")
  func trace() throws {
    let found = try log(
      """
      {"row":"UC1:1.1a"}
      {"end":"end","at":0}
      {"row":"UC1:1.1b"}
      """)
    #expect(found.text == ["run 1: UC1:1.1a", "run 2: UC1:1.1b"])
    #expect(found.cases.map(\.end) == ["end", nil])
  }

  @Test("A table is read by the columns of its mapping, with quotes and its own words")
  func csv() throws {
    let map = """
      case: session
      row: event
      at: when
      attributes: { release: version }
      rows: { "say \\"book\\", please": UC1:1.1a }
      """
    let found = try log(
      """
      session;event;when;version
      1;"say ""book"", please";2026-03-01T09:30:05.120+02:00;3.1
      2;UC1:1.1b;;
      """, "log.csv", map: map)
    #expect(found.text == ["1: UC1:1.1a@1772350205120 release=3.1", "2: UC1:1.1b"])
  }

  @Test("XES and OpenTelemetry give the same runs as were written")
  func written() throws {
    let flows = try catalogue(
      """
      flow: UC1
      title: A & B
      sections:
        - section: 1
          title: All
          steps:
            - step: 1.1
              screen: One
              buttons: [Go]
              rows:
                a: { user: selects Go, next: end }
      """)
    let script = try need(flows.flow(id: "UC1"), "flow")
    var walk = Walk(try need(flows.compiled(as: .written).start(script, clock: 0), "machine"))
    try walk.take("1.1a")
    let entries = walk.recorder.entries(walk.machine.program)
    let xes = LogWriter.xes(entries, id: "a<b", start: 1_000)
    #expect(try log(xes, "log.xes").text == ["a<b: UC1:1.1a@1000"])
    let otlp = LogWriter.otlp(
      entries, id: "a", trace: String(repeating: "1f", count: 16), start: 1_000)
    #expect(try log(otlp, "log.json").text == ["a: UC1:1.1a@1000"])
    #expect(try log(otlp + otlp, "log.json").text == ["a: UC1:1.1a@1000 UC1:1.1a@1000"])
  }

  @Test(
    "What cannot be read is refused with its place and a way out",
    arguments: [
      ("log.jsonl", "{\"case\":\"1\",\"row\":\"a\"}\n[1]", "the line is not a JSON object"),
      ("log.jsonl", "{\"case\":\"1\"}", "the object has neither"),
      ("log.jsonl", "{\"case\":\"1\"", "the line is not a JSON object"),
      ("log.csv", "session,event\n1,2\n", "the table has no column `case`"),
      ("log.xes", "<other/>", "the file has no `log`"),
    ])
  func refused(path: String, text: String, message: String) throws {
    let diagnostics = read(text, path).1
    let first = try need(diagnostics.first, "a diagnostic")
    #expect(first.message.hasPrefix(message))
    #expect(first.help?.isEmpty == false)
  }

  @Test(
    "Times are read as in ISO 8601, and nothing else is",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-02 00:00:00.5", 86_400_500),
      ("1970-01-01T01:00:00+01:00", 0), ("1970-01-01T00:00:00-0130", 5_400_000),
      ("12", 12), ("yesterday", nil), ("1970-13-01T00:00:00Z", nil), ("1970-01-01T25:00:00Z", nil),
      ("1970-01-01T00:00:00+", nil), ("1970-01-01T00:00:00+1", nil), ("1970-01-01T00:00:00.x", nil),
    ] as [(String, Int64?)])
  func times(text: String, time: Int64?) {
    #expect(LogTime.milliseconds(text) == time)
  }
}
