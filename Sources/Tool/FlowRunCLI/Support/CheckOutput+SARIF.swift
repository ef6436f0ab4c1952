internal import ArgumentParser
internal import Diagnostics
internal import Encodings
internal import FlowCheck
internal import FlowLoader
internal import FlowProof
internal import JSON

extension CheckOutput {
  /// A log for code-scanning tools (SARIF 2.1.0). Findings that are allowed or in the
  /// baseline are marked as suppressed, with the reason (§3.35). What was left out is a property of
  /// the run (§3.8).
  func sarif(omitted: Int) -> String {
    let log = JSONValue.object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"),
      "runs": .array([
        .object([
          "tool": .object([
            "driver": .object([
              "name": .string("flowrun"),
              "version": .string(FlowRunCommand.configuration.version),
              "rules": .array(CheckOutput.rules),
            ])
          ]),
          "columnKind": .string("unicodeCodePoints"),
          "results": .array(entries.map { CheckOutput.result($0, at: $1) }),
          "properties": omitted > 0 ? .object(["omitted": .integer(omitted)]) : nil,
        ])
      ]),
    ])
    return log.text + "\n"
  }

  private static var rules: [JSONValue] {
    Rule.ofReading.map { json($0, "a file that cannot be read as a flow", .error) }
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

  private static func result(_ entry: Entry, at place: LineRange?) -> JSONValue {
    let diagnostic = entry.diagnostic
    let help = diagnostic.help.map { "\nhelp: \($0)" } ?? ""
    return .object([
      "ruleId": .string(diagnostic.rule.name), "level": .string(diagnostic.severity.name),
      "message": .object(["text": .string(diagnostic.message + help)]),
      "locations": .array([location(diagnostic.path, place)]),
      "partialFingerprints": .object(["flowrun/v1": .string(entry.fingerprint)]),
      "suppressions": suppression(entry.standing).map { .array([$0]) },
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
