/// The infinitives of the verbs of work, for names such as `tan.pruefen`: letters of ASCII, with
/// German umlauts as `ae`, `oe`, `ue`.
enum WorkVerbs {
  /// The infinitive of a verb in the third person. The verb itself for one that is not regular and
  /// not listed.
  ///
  /// - Parameter language: the number of its language in `TargetWords.all`.
  static func infinitive(_ verb: String, _ language: Int) -> String {
    guard irregular.indices.contains(language) else { return verb }
    if let known = irregular[language][verb] { return known }
    func ends(_ endings: String...) -> Bool { endings.contains(where: verb.hasSuffix) }
    func stem(_ count: Int) -> String { String(verb.dropLast(count)) }
    switch language {
    // berechnet, sendet; speichert, ermittelt; storniert, prueft.
    case 1 where ends("tet", "det", "net", "met"): return stem(2) + "en"
    case 1 where ends("ert", "elt") && !ends("iert"): return stem(1) + "n"
    case 1 where ends("t"): return stem(1) + "en"
    case 2 where ends("e"), 3 where ends("a", "e"), 4 where ends("a", "e"): return verb + "r"
    case 5 where ends("eert"): return stem(4) + "eren"
    case 5 where ends("t"): return stem(1) + "en"
    case 6 where ends("b"): return stem(1) + "ma"
    case 7 where ends("a", "e"): return verb + "re"
    default: return verb
    }
  }

  /// The same word without letters that are not ASCII, as German writes them then.
  static func spelled(_ text: String, _ language: Int) -> String {
    guard language == 1 else { return text }
    return text.lowercased().replacing("ä", with: "ae").replacing("ö", with: "oe")
      .replacing("ü", with: "ue")
  }

  /// Those that are not regular: a line for a language.
  private static let irregular: [[String: String]] = [
    "",
    "liest lesen laedt laden empfaengt empfangen uebertraegt uebertragen",
    "lit lire recoit recevoir ouvre ouvrir",
    "cierra cerrar comprueba comprobar obtiene obtener recibe recibir abre abrir escribe escribir "
      + "anade anadir",
    "",
    "haalt halen laadt laden leest lezen maakt maken schrijft schrijven sluit sluiten slaat "
      + "opslaan start starten print printen stuurt sturen bepaalt bepalen bewaart bewaren "
      + "drukt drukken wist wissen",
    "saadab saatma loeb lugema leiab leidma muudab muutma votab votma",
    "apre aprire esegue eseguire",
  ].map { line in
    let words = line.split(separator: " ").map(String.init)
    var verbs: [String: String] = [:]
    for place in stride(from: 0, to: words.count - 1, by: 2) {
      verbs[words[place]] = words[place + 1]
    }
    return verbs
  }
}
