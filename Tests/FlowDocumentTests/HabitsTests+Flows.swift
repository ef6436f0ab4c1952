import Diagnostics
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

  @Test(
    "What a list below the heading of an alternative says of it stays with it",
    arguments: [
      ["Trigger", "Step", "Description", "Priority"],
      ["Auslöser", "Schritt", "Beschreibung", "Priorität"],
      ["Déclencheur", "Étape", "Description", "Priorité"],
      ["Disparador", "Paso", "Descripción", "Prioridad"],
      ["Gatilho", "Passo", "Descrição", "Prioridade"],
      ["Voorwaarde", "Stap", "Beschrijving", "Prioriteit"],
      ["Tingimus", "Samm", "Kirjeldus", "Prioriteet"],
      ["Condizione", "Passo", "Descrizione", "Priorità"],
    ].enumerated().map { ($0, $1) })
  func listsAboutAlternatives(number: Int, words: [String]) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    let parts = [
      (words[0], "\(words[1]) 2"), (words[2], tongue.cases[1]), (words[3], "Nova"),
    ]
    let lines =
      "1. \(tongue.system) \(tongue.works[2]).\n2. "
      + tongue.resumes.replacing("%", with: "2") + ".\n"
    for (lead, end) in [("- **", "**: "), ("- **", ":** "), ("**", ":** ")] {
      for order in [[0, 1, 2], [1, 0], [2, 0, 1]] {
        let list = order.map { "\(lead)\(parts[$0].0)\(end)\(parts[$0].1)\n" }.joined()
        let text =
          "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n\n"
          + "1. \(tongue.user) \(tongue.deeds[0]).\n2. \(tongue.system) \(tongue.works[0]).\n\n"
          + "## \(tongue.extensions)\n\n"
          + ["Alfa", "Beta"].map { "### \($0)\n\n\(list)\n\(lines)" }.joined(separator: "\n")
        let flow = try loaded(try #require(DocumentImport(document(text)).flows.first, "\(text)"))
        let said = told(flow)
        #expect(said.contains("A1 at 2: Alfa: \(tongue.cases[1]) -> A1.1"), "\(text)\(said)")
        #expect(said.contains("A2 at 2: Beta: \(tongue.cases[1]) -> A2.1"), "\(text)\(said)")
        #expect(said.contains("A2.1 system: \(tongue.works[2]) -> A2.2"), "\(text)\(said)")
        #expect(said.hasSuffix(" -> 2\n"), "\(text)\(said)")
      }
    }
  }

  @Test(
    "What is given up ends the use case, and what goes on with the others leads behind its step",
    arguments: [
      ["cancels the operation", "continues with the others"],
      ["bricht den Vorgang ab", "fährt mit den anderen fort"],
      ["annule l'opération", "continue avec les autres"],
      ["cancela la operación", "continúa con los demás"],
      ["cancela a operação", "continua com os outros"],
      ["annuleert de actie", "gaat verder met de andere"],
      ["tühistab toimingu", "jätkab teistega"],
      ["annulla l'operazione", "prosegue con gli altri"],
    ].enumerated().map { ($0, $1) })
  func endsAndGoesOn(number: Int, sentences: [String]) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    let steps = zip(tongue.deeds, tongue.works).flatMap { deed, work in
      ["\(tongue.user) \(deed)", "\(tongue.system) \(work)"]
    }.enumerated().map { "\($0 + 1). \($1).\n" }
    for (sentence, target) in zip(sentences, ["end", "3"]) {
      let text =
        "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n\n" + steps.joined()
        + "\n## \(tongue.extensions)\n\n2a. \(tongue.cases[0]):\n"
        + "  1. \(tongue.system) \(tongue.works[2]).\n  2. \(tongue.system) \(sentence).\n"
      let read = DocumentImport(document(text))
      let said = told(try loaded(try #require(read.flows.first, "\(text)")))
      let line = said.split(separator: "\n").first { $0.contains("2a.2 ") } ?? ""
      #expect(line.hasSuffix(" -> \(target)"), "\(text)\(said)")
      let guesses = read.diagnostics.filter { $0.message.contains("does not say where") }
      #expect(guesses.isEmpty, "\(text)\(guesses)")
    }
  }

  @Test(
    "A list that ends with the word for an end does not end the use case",
    arguments: ["end", "Ende", "fin", "fin", "fim", "einde", "lõpp", "fine"].enumerated().map {
      ($0, $1)
    })
  func listsWithEnds(number: Int, end: String) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    for list in [
      "Alfa, \(end)", "Alfa, Nova, \(end)",
      "Alfa, Nova, \(end.prefix(1).uppercased() + end.dropFirst())",
    ] {
      let text =
        "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n\n"
        + "1. \(tongue.user) \(tongue.deeds[0]) \(list).\n"
        + "2. \(tongue.system) \(tongue.works[0]) \(list).\n3. \(tongue.user) \(tongue.deeds[1]).\n"
      let said = told(try loaded(try #require(DocumentImport(document(text)).flows.first)))
      #expect(said.count(where: { $0 == ">" }) == 3, "\(text)\(said)")
      #expect(said.contains(" -> 2\n") && said.contains(" -> 3\n"), "\(text)\(said)")
    }
  }

  @Test(
    "An alternative that says the first steps again is at the step where it is another",
    arguments: 0..<8)
  func repeatedBeginnings(number: Int) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    var random = SplitMix(seed: UInt64(number))
    for _ in 0..<30 {
      let deeds = [
        "\(tongue.user) \(tongue.deeds[0])", "\(tongue.system) \(tongue.works[0])",
        "\(tongue.user) \(tongue.deeds[1])", "\(tongue.system) \(tongue.works[1])",
      ]
      let mark = [".", " .", ")", ".  "].randomElement(using: &random) ?? "."
      func list(_ lines: [String]) -> String {
        lines.enumerated().map { "\($0 + 1)\(mark) \($1).\n" }.joined()
      }
      let count = Int.random(in: 1...3, using: &random)
      let own = "\(tongue.system) \(tongue.works[2])"
      let text =
        "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n\n\(list(deeds))\n"
        + "## \(tongue.extensions)\n\n### A1: \(tongue.cases[0])\n\n"
        + list(deeds.prefix(count) + [own])
      let flow = try loaded(try #require(DocumentImport(document(text)).flows.first))
      let lines = told(flow).split(separator: "\n").suffix(2)
      #expect(
        lines.first?.contains("A1 at \(count + 1): \(tongue.cases[0])") ?? false
          && lines.last?.contains(" system: \(tongue.works[2])") ?? false,
        "\(tongue.name): \(text)\(told(flow))")
    }
  }

  @Test("Conditions with numbers or letters below a step are alternatives of it", arguments: 0..<8)
  func choicesBelowSteps(number: Int) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    let ifs = [
      "english": "If", "german": "Wenn", "french": "Si", "spanish": "Si", "portuguese": "Se",
      "dutch": "Als", "estonian": "Kui", "italian": "Se",
    ]
    let word = try #require(ifs[tongue.name.lowercased()], "\(tongue.name)")
    var random = SplitMix(seed: UInt64(number))
    for _ in 0..<30 {
      let step = Int.random(in: 1...3, using: &random)
      let count = Int.random(in: 2...4, using: &random)
      let form = Int.random(in: 0..<4, using: &random)
      let choices = (1...count).map { place in
        let letter = ["a", "b", "c", "d"][place - 1]
        let lead = ["\(step).\(place).", "- \(step).\(place)", "- \(letter).", "-"][form]
        return "   \(lead) \(word) x\(place) y, \(tongue.system) \(tongue.works[2]).\n"
      }
      let lines = (0..<3).map { place in
        "\(place + 1). \(tongue.user) \(tongue.deeds[place % 2]).\n"
          + (place + 1 == step ? choices.joined() : "")
      }
      let text =
        "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n\n" + lines.joined()
      let flow = try loaded(try #require(DocumentImport(document(text)).flows.first))
      let lead = told(flow).split(separator: "\n").map { $0.prefix { $0 != ":" } }
      let places = lead.filter { $0.hasSuffix(" at \(step)") }
      #expect(
        lead.contains("  3 user") && !lead.contains("  4 user") && places.count == count,
        "\(tongue.name): \(text)\(told(flow))")
    }
  }
}
