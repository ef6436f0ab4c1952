/// The words for targets in a language, for a document that has none of its own.
struct TargetWords {
  /// "Extensions", the heading above alternatives.
  let alternatives: String
  /// "Resumes at step %".
  let step: String
  /// "The use case ends".
  let end: String
  /// "Continues with %", for another use case.
  let flow: String
  /// "End", in a cell.
  let cell: String
  /// Small words that few other languages have, and the beginnings of words in headings.
  let marks: (words: Set<String>, beginnings: [String])

  private init(
    _ alternatives: String, _ step: String, _ end: String, _ flow: String, _ cell: String,
    _ words: String, _ beginnings: String
  ) {
    self.alternatives = alternatives
    (self.step, self.end, self.flow, self.cell) = (step, end, flow, cell)
    marks = (
      Set(words.split(separator: " ").map(String.init)),
      beginnings.split(separator: " ").map(String.init)
    )
  }

  /// English, German, French, Spanish, Portuguese, Dutch, Estonian, Italian.
  static let all = [
    TargetWords(
      "Extensions", "Resumes at step %", "The use case ends", "Continues with %", "End",
      "the is are to of and user with has from by", "extension main precond success step"),
    TargetWords(
      "Erweiterungen", "Weiter mit Schritt %", "Der Anwendungsfall endet", "Weiter mit %", "Ende",
      "der die das und ist eine ein mit den dem wird nicht kunde benutzer zum zur",
      "anwendungsfall ablauf schritt akteur ausnahme erweiterung vorbeding nachbeding "
        + "hauptablauf normalablauf standardablauf alternativabl hauptszenario"),
    TargetWords(
      "Extensions", "Reprend à l'étape %", "Le cas d'utilisation se termine", "Continue avec %",
      "Fin",
      "le les des est et une du au avec pour l'utilisateur systeme utilisateur",
      "acteur scenario enchainement etape utilisation precondition"),
    TargetWords(
      "Extensiones", "Continúa en el paso %", "El caso de uso termina", "Continúa con %", "Fin",
      "el los las del y es una con al usuario su pedido", "flujo actores paso precondicion caso"),
    TargetWords(
      "Extensões", "Continua no passo %", "O caso de uso termina", "Continua com %", "Fim",
      "o os do da dos e um uma com ao nao utilizador usuario no na",
      "fluxo ator passo pre-condic excec caso cenario"),
    TargetWords(
      "Uitbreidingen", "Verder bij stap %", "De use case eindigt", "Verder met %", "Einde",
      "de het een en is van met wordt niet gebruiker systeem",
      "hoofdscenario stap uitbreiding uitzondering preconditie alternatie"),
    TargetWords(
      "Laiendused", "Jätkub sammust %", "Kasutusjuht lõpeb", "Jätkub: %", "Lõpp",
      "ja on ei kasutaja susteem klient konto kaart tellimuse",
      "kasutusju samm pohistsenaarium laiend eeltingim tegutseja"),
    TargetWords(
      "Estensioni", "Riprende dal passo %", "Il caso d'uso termina", "Continua con %", "Fine",
      "il lo gli di e una con della si l'utente sistema utente non",
      "attore scenario passo estension precondizion flusso caso"),
  ]

  /// The words of the language of a text.
  init(of text: String) { self = TargetWords.all[TargetWords.language(of: text)] }

  /// The number of the language of a text. That of English for one in another language.
  static func language(of text: String) -> Int {
    let words = PlainWords.words(text)
    let scores = all.map { language in
      words.reduce(0) { sum, word in
        sum + (language.marks.words.contains(word) ? 1 : 0)
          + (language.marks.beginnings.contains(where: word.hasPrefix) ? 2 : 0)
      }
    }
    return scores.indices.reduce(0) { scores[$1] > scores[$0] ? $1 : $0 }
  }

  /// What says a target that is a step.
  func step(_ id: String) -> String { step.replacing("%", with: id) }

  /// What says a target that is another use case.
  func flow(_ id: String) -> String { flow.replacing("%", with: id) }
}
