internal import FlowModel

extension Check {
  static let rowOutsideStep = Check("row-outside-step", "rows under the id of another step") {
    context, findings in
    for step in context.tables.steps.indices {
      let id = Array(context.graph.id(ofStep: step).utf8)
      let outside = context.graph.rows(of: step).filter { row in
        let record = context.tables.rows[row]
        switch record.kind {
        case .own: return false
        // Meant at another step, it keeps the number that the document gave it.
        case .extension: return !context.graph.isMeant(row) && !follows(record, id, context)
        case .user, .case, .result, .event, .error: return !follows(record, id, context)
        }
      }
      guard let first = outside.first else { continue }
      let names = Words.list(outside.map { context.graph.reference($0) })
      findings.add(
        at: .step(step), span: context.tables.rows[first].span,
        "\(outside.count == 1 ? "row \(names) stands" : "rows \(names) stand") in step "
          + "`\(context.graph.id(ofStep: step))`, under another step's number",
        help: "the rows of a step carry its number: `\(context.graph.id(ofStep: step))a`")
    }
  }

  /// Whether the row's id is the step's with something behind it that is no digit.
  private static func follows(_ row: RowRecord, _ step: [UInt8], _ context: CheckContext) -> Bool {
    let start = Int(row.id.offset)
    let id = context.tables.pool[start..<start + Int(row.id.count)]
    guard id.starts(with: step) else { return false }
    return id.dropFirst(step.count).first.map { !(48...57).contains($0) && $0 != 46 } ?? true
  }
}
