internal import Diagnostics
internal import FlowTesting
internal import JSON

extension LogReader {
  /// Reads an object a line: what `--trace json` prints, and the same with `case`.
  ///
  /// A run without a case ends with an object that has `end`.
  mutating func readJSONLines(_ file: SourceFile) {
    var open: Int?
    for line in JSONLines(file) {
      guard case .success(let value) = line.value else {
        if case .failure(let failure) = line.value {
          refuse(
            "the line is not a JSON object: \(failure.reason)", at: line.span(of: failure),
            in: file, help: "a log is an object a line, as `--trace json` prints it")
        }
        continue
      }
      if value["resourceSpans"] != nil {
        readSpans(value)
        continue
      }
      // Of the log of a gate, what stands around the rows says who has decided.
      if let deed = value["do"]?.string, value["code"] != nil {
        readGate(value, deed)
        continue
      }
      let id = value[mapping.caseID]
      let index: Int
      if let id {
        index = log.index(ofCase: id.string ?? id.text)
      } else if let open {
        index = open
      } else {
        unnamed += 1
        index = log.index(ofCase: "run \(unnamed)")
        open = index
      }
      readAttributes(value, ofCase: index)
      let words = value[mapping.row]?.string
      guard words != nil || value["end"]?.string != nil else {
        refuse(
          "the object has neither `\(mapping.row)` nor `end`", at: line.span, in: file,
          help: "`row` names a row such as `UC1:1.1a`; a mapping file may name another field")
        continue
      }
      for back in value["askedAgain"]?.array ?? [] {
        log.takeBack(Int(exactly: back["rows"]?.integer ?? 0) ?? 0, ofCase: index)
      }
      let suspensions = (value["suspended"]?.array ?? []).compactMap { $0["to"]?.string }
      if !suspensions.isEmpty {
        log.cases[index].suspensions[log.cases[index].events.count] = suspensions
      }
      if let words {
        log.add(mapping.row(for: words), at: LogReader.time(value[mapping.at]), toCase: index)
      } else {
        log.cases[index].end = value["end"]?.string
        if id == nil { open = nil }
      }
    }
  }

  /// A line of what `flowrun gate log --format lines` prints.
  private mutating func readGate(_ value: JSONValue, _ deed: String) {
    let index = log.index(ofCase: value["run"]?.string ?? "")
    switch deed {
    case "row":
      guard let trace = value["trace"], let words = trace[mapping.row]?.string else { return }
      log.add(mapping.row(for: words), at: LogReader.time(trace[mapping.at]), toCase: index)
    case "stands": log.cases[index].end = value["at"]?.string
    default: break
    }
  }

  private mutating func readAttributes(_ value: JSONValue, ofCase index: Int) {
    if let release = value["release"]?.string { log.set("release", to: release, ofCase: index) }
    for fact in value["facts"]?.members ?? [] {
      if let text = fact.value.string, log.cases[index].attributes["fact:\(fact.key)"] == nil {
        log.set("fact:\(fact.key)", to: text, ofCase: index)
      }
    }
    for (name, column) in mapping.attributes {
      if let text = value[column]?.string { log.set(name, to: text, ofCase: index) }
    }
  }

  /// A time as milliseconds, or as text.
  private static func time(_ value: JSONValue?) -> Int64? {
    value?.integer ?? value?.string.flatMap { LogTime.milliseconds($0) }
  }

  // MARK: OpenTelemetry

  /// Reads spans in the JSON form of OTLP: one export, or one a line.
  mutating func readOTLP(_ file: SourceFile) {
    if let value = JSONValue(parsing: file.bytes) { return readSpans(value) }
    readJSONLines(file)
  }

  /// Reads spans and their events that have the attribute `flow.row`. A trace is a run unless
  /// `flow.case` says otherwise.
  private mutating func readSpans(_ value: JSONValue) {
    for resource in value["resourceSpans"]?.array ?? [] {
      let release = LogReader.attribute("service.version", of: resource["resource"])
      for scope in resource["scopeSpans"]?.array ?? [] {
        for span in scope["spans"]?.array ?? [] { read(span, release) }
      }
    }
  }

  private mutating func read(_ span: JSONValue, _ release: String?) {
    let id = LogReader.attribute("flow.case", of: span) ?? span["traceId"]?.string ?? ""
    for part in [span] + (span["events"]?.array ?? []) {
      guard let row = LogReader.attribute("flow.row", of: part) else { continue }
      let index = log.index(ofCase: LogReader.attribute("flow.case", of: part) ?? id)
      if let release { log.set("release", to: release, ofCase: index) }
      for (key, text) in LogReader.attributes(of: span) where key.hasPrefix("flow.fact.") {
        log.set("fact:\(key.dropFirst(10))", to: text, ofCase: index)
      }
      let time = part["startTimeUnixNano"] ?? part["timeUnixNano"]
      let nanoseconds = time?.integer ?? time?.string.flatMap { Int64($0) }
      log.add(mapping.row(for: row), at: nanoseconds.map { $0 / 1_000_000 }, toCase: index)
    }
  }

  private static func attribute(_ name: String, of part: JSONValue?) -> String? {
    attributes(of: part).first { $0.key == name }?.value
  }

  private static func attributes(of part: JSONValue?) -> [(key: String, value: String)] {
    (part?["attributes"]?.array ?? []).compactMap { attribute in
      guard let key = attribute["key"]?.string, let value = attribute["value"] else { return nil }
      let text = value["stringValue"]?.string ?? value["intValue"]?.string
      return text.map { (key, $0) }
    }
  }
}
