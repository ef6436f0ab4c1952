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

  private static let guarantees = [
    "Postconditions", "Nachbedingungen", "Postconditions", "Postcondiciones", "Pós-condições",
    "Postcondities", "Järeltingimused", "Postcondizioni",
  ]

  @Test(
    "What is true afterwards stands after a colon or a dash, and apart from the alternatives",
    arguments: ["**%:** Nova.", "**%** – Nova.", "**%** — Nova.", "**%** - Nova.", "%: Nova."])
  func guarantees(form: String) throws {
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      for seed in 0..<4 {
        let plain = Plan(seed: UInt64(number * 4 + seed)).list(in: tongue)
        let label = form.replacing("%", with: Self.guarantees[number])
        let title = plain.prefix { $0 != "\n" }
        let before = "\(title)\n\n\(label)\n\(plain.dropFirst(title.count))"
        let flow = try #require(DocumentImport(document(plain)).flows.first?.loaded)
        for text in [before, "\(plain)\n\(label)\n"] {
          let read = try #require(DocumentImport(document(text)).flows.first?.loaded, "\(text)")
          #expect(read.postconditions == ["Nova."], "\(text)")
          #expect(read.rows.map(\.label) == flow.rows.map(\.label), "\(text)")
          #expect(read.notes == flow.notes, "\(text)")
        }
      }
    }
  }

  private static let failures = [
    "Failed end condition", "Nachbedingung Fehlschlag", "Postconditions en cas d'échec",
    "Postcondición de fallo", "Pós-condição de falha", "Faalcondities",
    "Ebaõnnestunud lõpptulemus", "Postcondizioni in caso di fallimento",
  ]

  @Test(
    "What is true after a failure keeps its name beside what is true after a success",
    arguments: ["**%:** Nova.", "### %\n\nNova.", "### %\n\n- Nova.", "| % | Nova. |"])
  func failures(form: String) throws {
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      let (good, bad) = (Self.guarantees[number], Self.failures[number])
      func said(_ label: String, _ words: String) -> String {
        form.replacing("%", with: label).replacing("Nova", with: words)
      }
      let isTable = form.hasPrefix("|")
      let ends = [said(good, "Bene"), said(bad, "Male")].joined(separator: isTable ? "\n" : "\n\n")
      let plain = Plan(seed: UInt64(number)).list(in: tongue)
      let title = plain.prefix { $0 != "\n" }
      let head = isTable ? "|  |  |\n|---|---|\n" : ""
      let text = "\(title)\n\n\(head)\(ends)\n\n\(plain.dropFirst(title.count))"
      let read = try #require(DocumentImport(document(text)).flows.first?.loaded, "\(text)")
      #expect(read.postconditions == ["Bene.", "\(bad): Male."], "\(text)")
    }
  }

  @Test("A table of contents and one of versions change nothing", arguments: ["- ", "* ", "1. "])
  func contents(bullet: String) throws {
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      let plain = Plan(seed: UInt64(number)).list(in: tongue)
      let title = String(plain.prefix { $0 != "\n" })
      let rest = plain.dropFirst(title.count)
      let names = plain.split(separator: "\n").filter { $0.hasPrefix("#") }
      let items = (names + names).map { name in
        let words = name.drop { "# ".contains($0) }
        return "\(name.hasPrefix("##") ? "  " : "")\(bullet)[\(words)](#\(words.lowercased()))\n"
      }
      let contents = "## Contents\n\n" + items.joined() + "\n"
      let versions =
        "| Date | Version | Description | Author |\n|---|---|---|---|\n| 2026 | 1 | Draft | Jo |\n"
      let flow = try #require(DocumentImport(document(plain)).flows.first?.loaded)
      for text in ["\(contents)\(plain)", "\(title)\n\n\(versions)\n\(contents)\(rest)"] {
        let flows = DocumentImport(document(text)).flows
        let read = try #require(flows.first?.loaded, "\(text)")
        #expect(flows.count == 1 && read.title == flow.title, "\(text)")
        #expect(read.rows.map(\.label) == flow.rows.map(\.label), "\(text)")
      }
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
