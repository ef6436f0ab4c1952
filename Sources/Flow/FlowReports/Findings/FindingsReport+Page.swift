internal import Diagnostics
internal import FlowCheck
internal import FlowModel
package import JSON

extension FindingsReport {
  /// The findings that have to be looked at, each at its row, as the page of the studio gets them.
  package var page: JSONValue {
    .array(
      entries.filter(\.finding.isShown).map { finding, place in
        let part = FindingsReport.place(of: finding.part)
        return .object([
          "flow": .string(part.flow), "at": .string(part.line),
          "rule": .string(finding.diagnostic.rule.name),
          "finding": .string(finding.fingerprint),
          "severity": .string(finding.diagnostic.severity.name),
          "standing": .string(finding.standing.name),
          "only": finding.reading.map { .string($0.rawValue) },
          "message": .string(finding.diagnostic.message),
          "help": finding.diagnostic.help.map { .string($0) },
          "line": place.map { .integer($0.start.line) },
          "column": place.map { .integer($0.start.column) },
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

  /// What the rules of these findings say, by name: the page of each without its examples.
  package func rules(_ page: (String) -> String?) -> JSONValue {
    let names = Set(entries.map(\.finding).filter(\.isShown).map(\.diagnostic.rule.name)).sorted()
    return .object(
      members: names.compactMap { name in
        page(name).map { (name, .string(FindingsReport.beginning(of: $0))) }
      })
  }

  private static func beginning(of page: String) -> String {
    page.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      .prefix { !$0.hasPrefix("## ") && !$0.hasPrefix("```") }
      .filter { !$0.isEmpty }.joined(separator: " ").split(separator: "**").joined()
  }
}
