internal import FlowModel

extension Check {
  static let idUsedTwice = Check("id-used-twice", "two rows of the document with one id") {
    subject, findings in
    for step in subject.tables.steps.indices {
      for row in subject.graph.rows(of: step) {
        let record = subject.tables.rows[row]
        guard record.occurrence > 1, record.kind != .extension else { continue }
        guard
          !(subject.graph.isMeant(row) && subject.tables.rareFields(of: record).meantID.isPresent)
        else { continue }
        findings.add(
          at: .row(row), span: record.span,
          "the document uses the id `\(subject.tables.string(record.id))` a second time",
          help: "say which id it must have been with `meant id`")
      }
    }
  }
}
