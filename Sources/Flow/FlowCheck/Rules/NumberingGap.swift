internal import Diagnostics
internal import FlowModel

// Sections 1, 2, 3; steps 1.1, 1.2 of section 1; rows a, b, c.
extension Check {
  static let numberingGap = Check(
    "numbering-gap", "sections, steps or rows whose numbers do not follow each other"
  ) { context, findings in
    var last = 0
    for section in context.flow.sections where section.extensionRow == nil {
      let id = section.id
      if !id.isEmpty {
        compare(id, to: "\(last + 1)", .section(section), "section", &findings)
        last = Int(counted: id) ?? last + 1
      }
      var number = runningStart(of: section) ?? 0
      let lead = id.isEmpty ? chapter(of: section.steps.first?.id ?? "") : id + "."
      // `3+` is what the system does in step 3 of a table with a column for it.
      for step in section.steps where step.id != String(number) + "+" {
        let name = step.id
        let wanted = lead + String(number + 1)
        if name == wanted {
          number += 1
        } else if name.hasPrefix("\(lead)\(number).") {
          // `1.1` below `1` of a list is a part of it.
          continue
        } else if name.hasSuffix(")"), name.contains(" (") {
          // `1 (2)`, the second step 1: of that another finding speaks.
          number = Int(counted: name.prefix { $0 != " " }) ?? number + 1
        } else {
          compare(name, to: wanted, .step(step), "step", &findings)
          number = name.split(separator: ".").last.flatMap { Int(counted: $0) } ?? number + 1
        }
      }
    }
    for step in context.flow.steps {
      compareRows(context.graph.rows(of: step), of: step.id, &findings)
    }
  }

  /// The number before the first step of a list that goes on with the numbers of another use case:
  /// `103`, `104`. Nil if a few steps may be gone.
  private static func runningStart(of section: FlowSection) -> Int? {
    guard section.id.isEmpty, section.steps.count > 1, let first = section.steps.first,
      let number = Int(counted: first.id), number > 9
    else { return nil }
    return number - 1
  }

  /// What the numbers of steps begin with that are those of a chapter: `2.1.` of `2.1.1`.
  private static func chapter(of first: String) -> String {
    first.hasSuffix(".1") ? String(first.dropLast()) : ""
  }

  private static func compareRows(
    _ rows: some Sequence<Row>, of id: String, _ findings: inout Findings
  ) {
    var letter: UInt8 = 96
    for row in rows where row.kind != .own && row.kind != .extension && row.occurrence == 1 {
      let name = row.id
      // Other rules report rows with another number and rows that use an id again.
      guard name.utf8.count == id.utf8.count + 1, name.hasPrefix(id), let last = name.utf8.last,
        (97...122).contains(last)
      else { continue }
      let wanted = min(letter + 1, 122)
      if last != wanted {
        compare(name, to: id + String(UnicodeScalar(wanted)), .row(row), "row", &findings)
      }
      letter = last
    }
  }

  private static func compare(
    _ got: String, to wanted: String, _ part: FlowPart, _ what: String,
    _ findings: inout Findings
  ) {
    guard got != wanted else { return }
    findings.add(
      at: part, "\(what) `\(got)` comes where `\(wanted)` is expected",
      help: "something was removed or moved: look at what leads here")
  }
}
