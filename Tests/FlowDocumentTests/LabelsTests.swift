import FlowDocument
import FlowModel
import TestSupport
import Testing

/// Labels in place of headings: `- **Alternative flows**:`, with what belongs to it indented.
@Suite struct LabelsTests {
  /// How a label is written, and how far what is below it is indented.
  private static let forms: [(form: String, indent: Int)] = [
    ("- **%:**", 2), ("- **%**:", 2), ("- %:", 4), ("* **%**:", 4), ("+ **%:**", 2),
    ("**%:**", 0), ("**%**:", 0), ("__%:__", 0), ("**%**", 0), ("### %", 0),
  ]

  @Test("A use case is the same with labels and with headings", arguments: 0..<10)
  func labels(number: Int) {
    let (form, indent) = Self.forms[number]
    for tongue in LanguagesTests.Tongue.all {
      let plain = flow(tongue, "## %", 0)
      let labelled = flow(tongue, form, indent)
      #expect(labelled == plain && plain.count == 5, "\(tongue.name): \(form)")
    }
  }

  /// The rows of a flow with three steps and an alternative.
  private func flow(_ tongue: LanguagesTests.Tongue, _ form: String, _ indent: Int) -> [String] {
    let steps = [
      "1. \(tongue.user) \(tongue.deeds[0]).", "2. \(tongue.system) \(tongue.works[0]).",
      "3. \(tongue.system) \(tongue.works[1]).",
    ]
    let alternatives = [
      "2a. \(tongue.cases[0]).", "  2a1. \(tongue.system) \(tongue.works[2]). \(tongue.ends).",
    ]
    func below(_ label: String, _ lines: [String]) -> String {
      let margin = String(repeating: " ", count: indent)
      let gap = indent == 0 ? "\n\n" : "\n"
      return form.replacing("%", with: label) + gap + lines.map { margin + $0 + "\n" }.joined()
        + (indent == 0 ? "\n" : "")
    }
    let text =
      "# \(tongue.heading) 4: Nova\n\n" + below(tongue.main, steps)
      + below(tongue.extensions, alternatives)
    return DocumentImport(document(text)).flows.flatMap { flow in
      (flow.loaded?.rows ?? []).map {
        "\($0.reference) \($0.step.activity) \($0.step.subject) \($0.next?.description ?? "")"
      }
    }
  }
}
