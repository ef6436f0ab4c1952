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

  @Test("Actors in bold act, with their colon inside or outside", arguments: 0..<8)
  func speakers(number: Int) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    func name(_ who: String) -> String {
      let word = who.split(whereSeparator: { " '’".contains($0) }).last ?? ""
      return word.prefix(1).uppercased() + word.dropFirst()
    }
    func capitalized(_ deed: String) -> String { deed.prefix(1).uppercased() + deed.dropFirst() }
    let deeds = [
      (tongue.user, tongue.deeds[0]), (tongue.system, tongue.works[0]),
      (tongue.user, tongue.deeds[1]), (tongue.system, tongue.works[1]),
    ]
    for mark in [":** ", "**: "] {
      for isCapital in [false, true] {
        let steps = deeds.enumerated().map { place, deed in
          "\(place + 1). **\(name(deed.0))\(mark)\(isCapital ? capitalized(deed.1) : deed.1)."
        }
        let text =
          "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n" + steps.joined(separator: "\n")
        let flow = try loaded(try #require(DocumentImport(document(text)).flows.first, "\(text)"))
        let sides = flow.steps.map { $0.activity == .user ? "user" : $0.activity.key }
        #expect(sides == ["user", "system", "user", "system"], "\(text)\n\(told(flow))")
        #expect(flow.documentation.isEmpty && flow.notes.isEmpty, "\(text)\n\(told(flow))")
      }
    }
  }
}
