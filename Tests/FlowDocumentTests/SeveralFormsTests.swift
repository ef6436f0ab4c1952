import FlowDocument
import FlowModel
import TestSupport
import Testing

/// Several use cases of a document, each a form in a table, with and without headings between them.
@Suite struct SeveralFormsTests {
  private static let names = ["Name", "Name", "Nom", "Nombre", "Nome", "Naam", "Nimi", "Nome"]

  /// What stands before the second form, and before the third.
  private static let gaps = [
    ["\n", "\n"], ["\n### 4.2 Nova\n\n", "\n## 5 Vega\n\n"],
    ["\n## 5 Nova\n\n", "\n### 5.1 Vega\n\n"],
    ["<!-- next -->\n", "<!-- next -->\n"], ["\n---\n\n", "\n---\n\n"],
    ["\nNova\n\n", "\nVega\n\n"],
  ]

  private func form(_ plan: Plan, _ tongue: LanguagesTests.Tongue, _ name: String, _ title: String)
    -> String
  {
    let steps = plan.steps.enumerated().map { "\($0 + 1). \(plan.sentence($1, tongue))." }
    return
      "| \(name) | \(title) |\n|---|---|\n| \(tongue.main) | \(steps.joined(separator: "<br>")) |\n"
  }

  @Test("Each form is a use case of its own with all of its steps", arguments: 0..<6)
  func forms(gap: Int) throws {
    let gaps = Self.gaps[gap]
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      for first in ["", "# Nova\n\n", "### 4.1 Orion\n\n"] {
        let plans = (0..<3).map { Plan(seed: UInt64(number * 3 + $0)).withoutExtensions }
        let forms = zip(plans, ["Alba", "Berta", "Carla"]).map {
          form($0, tongue, Self.names[number], $1)
        }
        let text = first + forms[0] + gaps[0] + forms[1] + gaps[1] + forms[2]
        let flows = DocumentImport(document(text)).flows
        try #require(flows.count == 3, "\(flows.count)\n\(text)")
        for (flow, plan) in zip(flows, plans) {
          let steps = try #require(flow.loaded).steps.map(\.id)
          #expect(steps == plan.steps.indices.map { "\($0 + 1)" }, "\(text)")
        }
      }
    }
  }

  @Test(
    "The label of an alternative's steps begins no use case, also where steps are headings",
    arguments: ["**%**", "**%:**", "%:"])
  func labels(form: String) throws {
    let labels = ["Steps", "Ablauf", "Étapes", "Pasos", "Fluxo", "Stappen", "Sammud", "Passi"]
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      let plan = Plan(seed: UInt64(number)).withoutExtensions
      let steps = plan.steps.enumerated().map { place, step in
        "### Step \(place + 1): \(plan.sentence(step, tongue))\n\n"
      }
      let label = form.replacing("%", with: labels[number])
      let text =
        "# \(tongue.heading) UC4: Test\n\n## \(tongue.main)\n\n\(steps.joined())"
        + "## \(tongue.extensions)\n\n### 2a. \(tongue.cases[0])\n\n\(label)\n\n"
        + "1. \(tongue.system) \(tongue.works[0]).\n2. \(tongue.ends).\n"
      let flows = DocumentImport(document(text)).flows
      try #require(flows.count == 1, "\(flows.count)\n\(text)")
      let flow = try #require(flows[0].loaded)
      #expect(flow.steps.filter { !$0.isLine }.count == plan.steps.count, "\(text)")
      #expect(flow.rows.contains { $0.reference == "2a" }, "\(text)")
    }
  }
}
