/// The keywords of feature files, as Gherkin has them, in the languages of the other tables.
struct GherkinWords {
  /// A line of a feature that begins a part of it.
  enum Part: CaseIterable {
    case feature, background, rule, scenario, outline, examples
  }

  /// What the line of a scenario says.
  enum Step {
    case given, when, then
    /// As the line before.
    case more
  }

  private let parts: [(word: String, part: Part)]
  private let steps: [(word: String, step: Step)]

  /// The keywords of a language. Nil if they are not known.
  ///
  /// - Parameter language: its two letters, as `# language: de` says.
  init?(_ language: String) {
    guard let own = GherkinWords.table[language] else { return nil }
    func words(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }
    // The longest first: `Scenario Outline` before `Scenario`.
    parts = zip(Part.allCases, own.parts).flatMap { part, text in
      words(text).map { ($0, part) }
    }.sorted { $0.word.count > $1.word.count }
    let kinds: [Step] = [.given, .when, .then, .more]
    steps =
      zip(kinds, own.steps).flatMap { step, text in
        words(text).map { (word: $0.hasSuffix("'") ? $0 : $0 + " ", step: step) }
      }.sorted { $0.word.count > $1.word.count } + [("* ", .more)]
  }

  /// The languages, sorted.
  static var languages: [String] { table.keys.sorted() }

  /// Reads `Scenario: Pay`. Nil for another line.
  func part(of line: String) -> (part: Part, title: String)? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let word = line[..<colon]
    guard let found = parts.first(where: { $0.word == word }) else { return nil }
    return (found.part, CellText.collapsed(String(line[colon...].dropFirst())))
  }

  /// Reads `When the guest pays`. Nil for another line.
  func step(of line: String) -> (step: Step, word: String, text: String)? {
    guard let found = steps.first(where: { line.hasPrefix($0.word) }) else { return nil }
    var text = CellText.collapsed(String(line.dropFirst(found.word.count)))
    if text.hasSuffix(":") { text.removeLast() }
    return text.isEmpty ? nil : (found.step, found.word, text)
  }

  /// A line for each language: the words for a feature, a background, a rule, a scenario, an
  /// outline and examples; then those for `Given`, `When`, `Then`, and `And` with `But`.
  private static let table: [String: (parts: [String], steps: [String])] = [
    "en": (
      [
        "Feature,Business Need,Ability", "Background", "Rule", "Example,Scenario",
        "Scenario Outline,Scenario Template", "Examples,Scenarios",
      ], ["Given", "When", "Then", "And,But"]
    ),
    "de": (
      [
        "Funktionalität,Funktion", "Grundlage,Hintergrund,Voraussetzungen,Vorbedingungen",
        "Rule,Regel", "Beispiel,Szenario", "Szenariogrundriss,Szenarien", "Beispiele",
      ], ["Angenommen,Gegeben sei,Gegeben seien", "Wenn", "Dann", "Und,Aber"]
    ),
    "fr": (
      [
        "Fonctionnalité", "Contexte", "Règle", "Exemple,Scénario",
        "Plan du scénario,Plan du Scénario", "Exemples",
      ],
      [
        "Soit,Sachant que,Sachant qu',Sachant,Etant donné que,Etant donné qu',Etant donné,"
          + "Etant donnée,Etant donnés,Etant données,Étant donné que,Étant donné qu',Étant donné,"
          + "Étant donnée,Étant donnés,Étant données",
        "Quand,Lorsque,Lorsqu'", "Alors,Donc", "Et que,Et qu',Et,Mais que,Mais qu',Mais",
      ]
    ),
    "es": (
      [
        "Característica,Necesidad del negocio,Requisito", "Antecedentes",
        "Regla,Regla de negocio", "Ejemplo,Escenario", "Esquema del escenario", "Ejemplos",
      ], ["Dado que,Dado,Dada,Dados,Dadas", "Cuando", "Entonces", "Y,E,Pero"]
    ),
    "pt": (
      [
        "Funcionalidade,Característica,Caracteristica",
        "Contexto,Cenário de Fundo,Cenario de Fundo,Fundo", "Regra",
        "Exemplo,Cenário,Cenario",
        "Esquema do Cenário,Esquema do Cenario,Delineação do Cenário,Delineacao do Cenario",
        "Exemplos,Cenários,Cenarios",
      ], ["Dado que,Dado,Dada,Dados,Dadas", "Quando", "Então,Entao", "E,Mas"]
    ),
    "nl": (
      [
        "Functionaliteit", "Achtergrond", "Regel", "Voorbeeld,Scenario", "Abstract Scenario",
        "Voorbeelden",
      ], ["Gegeven,Stel", "Als,Wanneer", "Dan", "En,Maar"]
    ),
    "et": (
      [
        "Omadus", "Taust", "Reegel", "Juhtum,Stsenaarium", "Raamjuhtum,Raamstsenaarium",
        "Juhtumid",
      ], ["Eeldades", "Kui", "Siis", "Ja,Kuid"]
    ),
    "it": (
      [
        "Funzionalità,Esigenza di Business,Abilità", "Contesto", "Regola", "Esempio,Scenario",
        "Schema dello scenario", "Esempi",
      ], ["Dato che,Dato,Data,Dati,Date", "Quando", "Allora", "E,Ed,Ma"]
    ),
  ]
}
