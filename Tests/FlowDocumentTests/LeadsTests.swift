import FlowDocument
import FlowModel
import TestSupport
import Testing

/// Words and clauses before the subject of a step: `Then the system checks the card`.
@Suite struct LeadsTests {
  /// What may stand before a subject in each language, and whether the verb then comes first.
  private static let leads: [(words: [String], isInverted: Bool)] = [
    (["Then ", "Next, ", "Finally, ", "After that, ", "When the card is there, "], false),
    (["Dann ", "Daraufhin ", "Anschließend ", "Im Anschluss ", "Sobald die Karte da ist, "], true),
    (["Ensuite, ", "Puis ", "Enfin, ", "Lorsque la carte est là, "], false),
    (["Luego ", "A continuación, ", "Por último, ", "Cuando la tarjeta está ahí, "], false),
    (["Em seguida, ", "Depois ", "Por fim, ", "Quando o cartão está lá, "], false),
    (["Daarna ", "Vervolgens ", "Ten slotte ", "Zodra de kaart er is, "], true),
    (["Seejärel ", "Siis ", "Lõpuks ", "Kui kaart on seal, "], true),
    (["Poi ", "Quindi ", "Infine, ", "Quando la carta è lì, "], false),
  ]

  @Test("Who acts is the same with words or a clause before the subject", arguments: 0..<8)
  func leads(number: Int) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    let (words, isInverted) = Self.leads[number]
    for lead in words {
      for (who, deeds) in [(tongue.user, tongue.deeds), (tongue.system, tongue.works)] {
        for deed in deeds {
          let plain = steps([tongue.user + " " + tongue.deeds[0], "\(who) \(deed)"], tongue)
          let subject = who.prefix(1).lowercased() + who.dropFirst()
          let parts = deed.split(separator: " ", maxSplits: 1)
          let sentence =
            isInverted ? "\(lead)\(parts[0]) \(subject) \(parts[1])" : "\(lead)\(subject) \(deed)"
          let led = steps([tongue.user + " " + tongue.deeds[0], sentence], tongue)
          #expect(led == plain && plain.count == 2, "\(sentence)")
        }
      }
    }
  }

  @Test(
    "It is the system after the system, whatever it does",
    arguments: ["displays", "stores", "validates", "sends", "prints", "refuses"])
  func again(verb: String) {
    let tongue = LanguagesTests.Tongue.all[0]
    let before = [tongue.user + " " + tongue.deeds[0], tongue.system + " " + tongue.works[0]]
    let plain = steps(before + ["The system \(verb) the list"], tongue)
    #expect(steps(before + ["It \(verb) the list"], tongue) == plain && plain.count == 3)
  }

  /// Who acts in each step, and what is done.
  private func steps(_ sentences: [String], _ tongue: LanguagesTests.Tongue) -> [String] {
    let lines = sentences.enumerated().map { "\($0.offset + 1). \($0.element).\n" }
    let text = "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n\n" + lines.joined()
    return DocumentImport(document(text)).flows.flatMap { flow in
      (flow.loaded?.steps ?? []).map { "\($0.activity) \($0.subject)" }
    }
  }
}
