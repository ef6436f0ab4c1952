internal import Diagnostics
internal import FlowModel

// Sections 1, 2, 3; steps 1.1, 1.2 of section 1; rows a, b, c.
extension Check {
  static let numberingGap = Check(
    "numbering-gap", "sections, steps or rows whose numbers do not follow each other"
  ) { context, findings in
    let tables = context.tables
    var section = 0
    for index in tables.sections.indices where tables.sections[index].extensionRow == nil {
      let record = tables.sections[index]
      let id = tables.string(record.id)
      if !id.isEmpty {
        compare(
          id, to: "\(section + 1)", .section(index), record.id.span, "section", &findings)
        section = Int(id) ?? section + 1
      }
      var step = 0
      for place in record.steps.range {
        let wanted = id.isEmpty ? "\(step + 1)" : "\(id).\(step + 1)"
        let got = context.graph.id(ofStep: place)
        compare(got, to: wanted, .step(place), tables.steps[place].id.span, "step", &findings)
        step = got.split(separator: ".").last.flatMap { Int($0) } ?? step + 1
      }
    }
    for step in tables.steps.indices { compareRows(of: step, context, &findings) }
  }

  private static func compareRows(
    of step: Int, _ context: CheckContext, _ findings: inout Findings
  ) {
    let id = context.graph.id(ofStep: step)
    var letter: UInt8 = 96
    for row in context.graph.rows(of: step) {
      let record = context.tables.rows[row]
      let name = context.tables.string(record.id)
      // Rows under another number, and second rows of an id, are other rules'.
      guard record.kind != .own, record.kind != .extension, record.occurrence == 1,
        name.utf8.count == id.utf8.count + 1, name.hasPrefix(id), let last = name.utf8.last,
        (97...122).contains(last)
      else { continue }
      let wanted = id + String(UnicodeScalar(min(letter + 1, 122)))
      compare(name, to: wanted, .row(row), record.span, "row", &findings)
      letter = last
    }
  }

  private static func compare(
    _ got: String, to wanted: String, _ place: Place, _ span: Span, _ what: String,
    _ findings: inout Findings
  ) {
    guard got != wanted else { return }
    findings.add(
      at: place, span: span,
      "\(what) `\(got)` stands where `\(wanted)` would follow",
      help: "something was removed or moved: look at what leads here")
  }
}
