internal import FlowModel

extension Check {
  static let idUsedTwice = Check(
    "id-used-twice", "two rows of the document with one id"
  ) {
    context, findings in
    guard context.traits.ofRows.contains(.again) else { return }
    for row in context.flow.rows where row.occurrence > 1 && row.kind != .extension {
      let reading = context.graph.reading(of: row)
      guard row.has(reading), reading == .written || row.meantID == nil else { continue }
      findings.add(
        at: .row(row), "the document uses the id `\(row.id)` a second time",
        help: "say which id it must have been with `meant id`")
    }
  }
}
