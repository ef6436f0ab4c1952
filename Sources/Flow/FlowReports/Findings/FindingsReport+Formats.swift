internal import Diagnostics
internal import Encodings
internal import FlowCheck
internal import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import FlowProof
internal import JSON

extension FindingsReport {
  // MARK: JSON

  /// All findings as one JSON object.
  public func json(limit: Int = .max) -> String {
    let cut = cut(to: limit) { _ in true }
    let findings = zip(cut.entries, cut.fixes).map { entry, fixes in
      let (finding, place) = entry
      var reason: String?
      if case .allowed(let words) = finding.standing { reason = words }
      let diagnostic = finding.shown
      return JSONValue.object([
        "rule": .string(diagnostic.rule.name), "severity": .string(diagnostic.severity.name),
        "standing": .string(finding.standing.name), "reason": reason.map { .string($0) },
        "file": .string(diagnostic.path), "line": place.map { .integer($0.start.line) },
        "column": place.map { .integer($0.start.column) },
        "endLine": place.map { .integer($0.end.line) },
        "endColumn": place.map { .integer($0.end.column) },
        "message": .string(diagnostic.message), "help": diagnostic.help.map { .string($0) },
        "fingerprint": .string(finding.fingerprint),
        "fixes": fixes.isEmpty ? nil : .array(fixes.map(\.json)),
      ])
    }
    let output = JSONValue.object([
      "flows": .integer(flows), "findings": .array(findings),
      "omitted": cut.omitted > 0 ? .integer(cut.omitted) : nil,
    ])
    return output.text + "\n"
  }

  // MARK: GitHub

  /// Workflow commands, one line per finding. GitHub shows them beside the lines of a pull request.
  public func github(limit: Int = .max) -> String {
    let cut = cut(to: limit, where: \.isShown)
    let lines = cut.entries.filter(\.finding.isShown).map { finding, place in
      let diagnostic = finding.shown
      let command = diagnostic.severity == .note ? "notice" : diagnostic.severity.name
      var properties = "file=\(FindingsReport.property(diagnostic.path))"
      if let place {
        properties += ",line=\(place.start.line),col=\(place.start.column)"
        properties += ",endLine=\(place.end.line),endColumn=\(place.end.column)"
      }
      properties += ",title=\(FindingsReport.property(diagnostic.rule.name))"
      let words = diagnostic.message + (diagnostic.help.map { "\n\($0)" } ?? "")
      return "::\(command) \(properties)::\(PercentEncoding.text(words, encoding: "%\r\n"))\n"
    }
    let more = "::notice title=flowrun::\(FindingsReport.more(cut.omitted))"
    return lines.joined() + (cut.omitted > 0 ? more : "")
  }

  private static func property(_ text: String) -> String {
    PercentEncoding.text(text, encoding: "%\r\n:,")
  }
}

// MARK: SARIF

extension FindingsReport {
  /// A log for code-scanning tools (SARIF 2.1.0). Findings that are allowed or in the baseline are
  /// marked as suppressed, with the reason (§3.35). What was left out is a property of the run
  /// (§3.8).
  ///
  /// - Parameter version: that of the program.
  public func sarif(version: String, limit: Int = .max) -> String {
    let cut = cut(to: limit) { _ in true }
    let log = JSONValue.object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"),
      "runs": .array([
        .object([
          "tool": .object([
            "driver": .object([
              "name": .string("flowrun"), "version": .string(version),
              "rules": .array(FindingsReport.rules),
            ])
          ]),
          "columnKind": .string("unicodeCodePoints"),
          "results": .array(
            zip(cut.entries, cut.fixes).map { entry, fixes in
              FindingsReport.result(entry.finding, at: entry.place, fixes)
            }),
          "properties": cut.omitted > 0 ? .object(["omitted": .integer(cut.omitted)]) : nil,
        ])
      ]),
    ])
    return log.text + "\n"
  }

  private static var rules: [JSONValue] {
    Rule.ofReading.map { json($0, "a file that cannot be read as a flow", .error) }
      + Rule.ofBindings.map { rule in
        json(rule, "a document has changed", rule == .boundRowGone ? .error : .warning)
      }
      + [json(.documentAssumed, "a document is unclear, and something was assumed", .note)]
      + Rule.ofTexts.map { rule in
        json(rule, "a text in another language", rule == .textValues ? .error : .warning)
      }
      + Check.all.map { json($0.rule, $0.about, $0.severity) }
      + Check.aboutRemarks.map { json($0, "a remark of the file itself", .warning) }
      + Rule.ofProof.map { json($0, "a sentence about all runs", .error) }
  }

  private static func json(
    _ rule: Rule, _ about: String, _ severity: Diagnostic.Severity
  ) -> JSONValue {
    .object([
      "id": .string(rule.name), "shortDescription": .object(["text": .string(about)]),
      "defaultConfiguration": .object(["level": .string(severity.name)]),
    ])
  }

  private static func result(
    _ finding: Finding, at place: LineRange?, _ fixes: [Fix]
  ) -> JSONValue {
    let diagnostic = finding.shown
    let help = diagnostic.help.map { "\nhelp: \($0)" } ?? ""
    return .object([
      "ruleId": .string(diagnostic.rule.name), "level": .string(diagnostic.severity.name),
      "message": .object(["text": .string(diagnostic.message + help)]),
      "locations": .array([location(diagnostic.path, place)]),
      "partialFingerprints": .object(["flowrun/v1": .string(finding.fingerprint)]),
      "suppressions": suppression(finding.standing).map { .array([$0]) },
      "fixes": fixes.isEmpty ? nil : .array(fixes.map(\.sarif)),
    ])
  }

  private static func location(_ path: String, _ place: LineRange?) -> JSONValue {
    let region = place.map { place in
      JSONValue.object([
        "startLine": .integer(place.start.line), "startColumn": .integer(place.start.column),
        "endLine": .integer(place.end.line), "endColumn": .integer(place.end.column),
      ])
    }
    return .object([
      "physicalLocation": .object([
        "artifactLocation": .object(["uri": .string(PercentEncoding.path(path))]), "region": region,
      ])
    ])
  }

  private static func suppression(_ standing: Finding.Standing) -> JSONValue? {
    switch standing {
    case .open, .knownSlip: nil
    case .allowed(let reason):
      .object(["kind": .string("inSource"), "justification": .string(reason)])
    case .inBaseline: .object(["kind": .string("external")])
    }
  }
}
