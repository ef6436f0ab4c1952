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

  private static let known = scenarios.union(mains).union(joints)

  private static let scenarios: Set<String> = [
    "flow", "scenario", "course", "path", "sequence", "workflow", "szenario", "ablauf", "pfad",
    "fluss", "verlauf", "flux", "flot", "deroulement", "enchainement", "flujo", "escenario",
    "camino", "curso", "secuencia", "fluxo", "cenario", "caminho", "sequencia", "verloop", "stroom",
    "flusso", "sequenza", "percorso", "voog", "stsenaarium",
  ]

  private static let mains: Set<String> = [
    "main", "basic", "normal", "primary", "nominal", "standard", "happy", "success", "successful",
    "typical", "usual", "regular", "default", "normaler", "hauptsachlicher", "erfolgreicher",
    "regularer", "principal", "principale", "nominale", "normale", "basique", "succes", "reussite",
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
