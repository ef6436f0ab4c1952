internal import Diagnostics
internal import FlowCheck
internal import FlowFiles
internal import FlowModel
internal import JSON

/// The findings of the check that have to be looked at, each at its row.
struct BookFindings {
  private let findings: [Finding]
  private let positions: [SourceFile.Position?]

  init(_ report: CheckReport) {
    let findings = report.findings.filter { finding in
      switch finding.standing {
      case .open, .knownSlip: true
      case .allowed, .inBaseline: false
      }
    }
    var positions = [SourceFile.Position?](repeating: nil, count: findings.count)
    for (path, places) in Dictionary(
      grouping: findings.indices, by: { findings[$0].diagnostic.path })
    {
      // Compiled flows come without their files.
      guard let file = try? SourceFile(readingFrom: path) else { continue }
      let lines = file.positions(of: places.map { findings[$0].diagnostic.span.start })
      for (place, line) in zip(places, lines) { positions[place] = line }
    }
    (self.findings, self.positions) = (findings, positions)
  }

  var json: JSONValue {
    .array(
      zip(findings, positions).map { finding, position in
        let place = BookFindings.place(of: finding.part)
        return .object([
          "flow": .string(place.flow), "at": .string(place.line),
          "rule": .string(finding.diagnostic.rule.name),
          "severity": .string(finding.diagnostic.severity.name),
          "standing": .string(finding.standing == .knownSlip ? "known slip" : "open"),
          "message": .string(finding.diagnostic.message),
          "help": finding.diagnostic.help.map { .string($0) },
          "line": position.map { .integer($0.line) },
          "column": position.map { .integer($0.column) },
        ])
      })
  }

  /// The flow of a part, and the line of its table; empty for the whole flow.
  private static func place(of part: FlowPart?) -> (flow: String, line: String) {
    switch part {
    case nil: ("", "")
    case .flow(let flow): (flow.id, "")
    case .section(let section): (section.steps.first?.flow.id ?? "", section.id)
    case .step(let step): (step.flow.id, step.id)
    case .row(let row): (row.flow.id, row.reference)
    }
  }

  /// What the rules of the findings say, by name: the page without its examples.
  func rules(_ page: (String) -> String?) -> JSONValue {
    let names = Set(findings.map(\.diagnostic.rule.name)).sorted()
    return .object(
      members: names.compactMap { name in
        page(name).map { (name, .string(BookFindings.beginning(of: $0))) }
      })
  }

  private static func beginning(of page: String) -> String {
    page.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      .prefix { !$0.hasPrefix("## ") && !$0.hasPrefix("```") }
      .filter { !$0.isEmpty }.joined(separator: " ").split(separator: "**").joined()
  }
}
