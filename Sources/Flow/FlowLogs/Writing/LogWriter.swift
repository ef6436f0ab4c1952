internal import FlowModel
package import FlowRuntime
internal import JSON
internal import Markup

/// Writes the rows of runs as logs for other programs: XES (IEEE 1849) and spans of OpenTelemetry.
///
/// They have the names of rows and the times, and nothing that was entered, answered or shown. Rows
/// that were taken back, since a secret was asked for again, are not in them.
package enum LogWriter {
  /// A log in XES with one run.
  ///
  /// - Parameters:
  ///   - id: the id of the run.
  ///   - start: when the run's clock was 0, in milliseconds since 1970.
  package static func xes(_ entries: [TraceEntry], id: String, start: Int64) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <log xes.version="1849-2016" xes.features="" xmlns="http://www.xes-standard.org/">
        <extension name="Concept" prefix="concept" \
      uri="http://www.xes-standard.org/concept.xesext"/>
        <extension name="Time" prefix="time" uri="http://www.xes-standard.org/time.xesext"/>
        <trace>
          <string key="concept:name" value="\(XML.escaped(id))"/>

      """
    for entry in entries.standing {
      let time = LogTime.text(start + entry.at)
      text += "    <event>\n"
      text += "      <string key=\"concept:name\" value=\"\(XML.escaped(entry.row.qualified))\"/>\n"
      text += "      <date key=\"time:timestamp\" value=\"\(time)\"/>\n"
      text += "    </event>\n"
    }
    return text + "  </trace>\n</log>\n"
  }

  /// One run as an export in the JSON form of OTLP, on one line: a span for the run, with an event
  /// for each row.
  ///
  /// - Parameters:
  ///   - id: the id of the run.
  ///   - trace: 32 hexadecimal digits that belong to the run.
  ///   - start: when the run's clock was 0, in milliseconds since 1970.
  package static func otlp(
    _ entries: [TraceEntry], id: String, trace: String, start: Int64
  ) -> String {
    func attribute(_ key: String, _ value: String) -> JSONValue {
      .object(["key": .string(key), "value": .object(["stringValue": .string(value)])])
    }
    func nanoseconds(_ time: Int64) -> JSONValue { .string("\((start + time) * 1_000_000)") }
    let events = entries.standing.map { entry in
      JSONValue.object([
        "timeUnixNano": nanoseconds(entry.at), "name": .string(entry.row.qualified),
        "attributes": .array([attribute("flow.row", entry.row.qualified)]),
      ])
    }
    let span = JSONValue.object([
      "traceId": .string(trace), "spanId": .string(String(trace.prefix(16))),
      "name": .string(entries.first?.row.flow.id ?? "run"), "kind": .integer(1),
      "startTimeUnixNano": nanoseconds(entries.first?.at ?? 0),
      "endTimeUnixNano": nanoseconds(entries.last?.at ?? 0),
      "attributes": .array([attribute("flow.case", id)]), "events": .array(events),
    ])
    return JSONValue.object([
      "resourceSpans": .array([
        .object([
          "resource": .object(["attributes": .array([attribute("service.name", "flowrun")])]),
          "scopeSpans": .array([
            .object([
              "scope": .object(["name": .string("flowrun")]), "spans": .array([span]),
            ])
          ]),
        ])
      ])
    ]).text + "\n"
  }
}
