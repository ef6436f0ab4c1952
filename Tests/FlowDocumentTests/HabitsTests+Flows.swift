import FlowDocument
import FlowModel
import TestSupport
import Testing

// Flows that are numbered, in eight languages.
extension HabitsTests {
  private static let nouns = [
    "Scenario", "Szenario", "Scénario", "Escenario", "Cenário", "Verloop", "Stsenaarium", "Flusso",
  ]

  @Test("Numbered flows are the main scenario and its alternatives", arguments: 0..<8)
  func flows(number: Int) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    let steps = [
      "1. \(tongue.user) \(tongue.deeds[0]).", "2. \(tongue.system) \(tongue.works[0]).",
      "3. \(tongue.system) \(tongue.works[1]).",
    ].joined(separator: "\n")
    let lines =
      "1. \(tongue.system) \(tongue.works[2]).\n2. "
      + tongue.resumes.replacing("%", with: "2") + ".\n"
    var random = SplitMix(seed: UInt64(number))
    for _ in 0..<20 {
      let styles = [("## ", ""), ("### ", ""), ("**", "**"), ("", "")]
      let (lead, end) = styles.randomElement(using: &random) ?? ("", "")
      let mark = [": ", " - ", " – ", " — ", ". "].randomElement(using: &random) ?? ""
      let gap = Bool.random(using: &random) ? "\n\n" : "\n"
      let name = "\(lead)\(Self.nouns[number])"
      let text =
        "# \(tongue.heading) 4: Nova\n\n\(name) 1\(mark)Alfa\(end)\(gap)\(steps)\n\n"
        + "\(name) 2\(mark)\(tongue.cases[0])\(end)\(gap)\(lines)"
      let flow = try loaded(try #require(DocumentImport(document(text)).flows.first, "\(text)"))
      let said = told(flow)
      #expect(flow.steps.count == 5 && flow.notes == ["Alfa"], "\(text)\(said)")
      #expect(said.contains(": \(tongue.cases[0]) -> A1.1"), "\(text)\(said)")
      #expect(said.contains("A1.1 system: \(tongue.works[2]) -> A1.2"), "\(text)\(said)")
      #expect(said.hasSuffix(" -> 2\n"), "\(text)\(said)")
    }
  }
}
