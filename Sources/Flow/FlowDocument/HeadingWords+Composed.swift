// Names of main scenarios that nobody has listed: `Scenario di successo principale`, `Flujo de
// eventos principal`.
extension HeadingWords {
  /// Whether a heading has a word for a scenario and one for the main one, and else only words such
  /// as "of events".
  ///
  /// - Parameter name: small letters, no accents.
  static func composesMain(_ name: Substring) -> Bool {
    guard name.isShorter(than: 60) else { return false }
    let words = name.split { " '’-".contains($0) }.map(String.init)
    guard (2...7).contains(words.count), known.contains(words[0]) else { return false }
    return words.allSatisfy(known.contains) && words.contains(where: scenarios.contains)
      && words.contains(where: mains.contains)
  }

  /// Whether a heading has a word for a scenario and one for another one, and else only words such
  /// as "of events": `Curso alterno de eventos`.
  ///
  /// - Parameter name: small letters, no accents.
  static func composesAlternatives(_ name: Substring) -> Bool {
    func single(_ word: Substring) -> String {
      let bare = String(word.hasSuffix("s") ? word.dropLast() : word)
      return scenarios.contains(bare) || alternates.contains(bare) ? bare : String(word)
    }
    // Most lines are none.
    let first = single(name.prefix { $0 != " " })
    guard scenarios.contains(first) || alternates.contains(first), name.isShorter(than: 60) else {
      return false
    }
    let words = name.split { " '’-".contains($0) }.map(single)
    guard (3...7).contains(words.count) else { return false }
    return words.allSatisfy {
      alternates.contains($0) || scenarios.contains($0) || joints.contains($0)
    }
      && words.contains(where: scenarios.contains) && words.contains(where: alternates.contains)
  }

  private static let alternates: Set<String> = [
    "alternative", "alternate", "alternativo", "alternativa", "alterno", "alterna", "alternatif",
    "alternatieve", "alternativer", "alternativen", "secondary", "secundario", "secundaria",
    "exceptional", "excepcional", "exceptionnel",
  ]

  /// The words of which such names are made.
  static let known = scenarios.union(mains).union(joints)

  private static let scenarios: Set<String> = [
    "flow", "scenario", "course", "path", "sequence", "workflow", "szenario", "ablauf", "pfad",
    "fluss", "verlauf", "flux", "flot", "deroulement", "enchainement", "flujo", "escenario",
    "camino", "curso", "secuencia", "fluxo", "cenario", "caminho", "sequencia", "verloop", "stroom",
    "flusso", "sequenza", "percorso", "voog", "stsenaarium",
  ]

  private static let mains: Set<String> = [
    "main", "basic", "normal", "primary", "nominal", "standard", "happy", "success", "successful",
    "typical", "usual", "regular", "default", "normaler", "hauptsachlicher", "erfolgreicher",
    "regularer", "typischer", "ublicher", "gewohnlicher", "principal", "principale", "nominale",
    "normale", "basique", "succes", "reussite",
    "basico", "exito", "exitoso", "sucesso", "tipico", "ideal", "feliz", "successo", "base",
    "normaal", "basis", "succesvol", "succesvolle", "tavaline",
  ]

  private static let joints: Set<String> = [
    "of", "the", "for", "use", "case", "events", "event", "actions", "steps", "des", "der", "die",
    "von", "d", "de", "du", "evenements", "evenement", "del", "los", "las", "eventos", "evento",
    "sucesos", "da", "do", "dos", "degli", "di", "dell", "eventi", "van", "gebeurtenissen", "el",
    "la", "le", "il", "lo", "o", "het",
  ]
}
