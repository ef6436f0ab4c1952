public import Diagnostics

/// A rule of the check that may be broken in a part of a flow, and the reason.
package struct Allowance: Sendable {
  package let rule: String
  package let reason: String
  package let part: FlowPart
  /// The place of the rule's name in the file.
  package let span: Span
}

extension Flow {
  /// The rules that the part allows to be broken, in document order.
  package var allowances: [Allowance] {
    tables.all.allowances.map { record in
      let part: FlowPart =
        switch record.owner {
        case .flow: .flow(self)
        case .step(let step): .step(Step(tables: tables, index: Int(step)))
        case .row(let row): .row(Row(tables: tables, index: Int(row)))
        }
      return Allowance(
        rule: tables.string(record.rule), reason: tables.string(record.reason), part: part,
        span: record.rule.span)
    }
  }
}

extension Rule {
  /// A flow file and its document differ.
  public static let documentDiffers = Rule("document-differs")
  /// A document is unclear, and something was assumed about it.
  public static let documentAssumed = Rule("document-assumed")
}
