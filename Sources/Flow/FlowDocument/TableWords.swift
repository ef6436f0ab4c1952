internal import FlowModel

/// The words of flow tables in other languages than English, which are read as the English ones:
/// small letters, no accents.
///
/// A line is for a language: German, French, Spanish, Portuguese, Dutch, Estonian, Italian. To
/// teach the reader another word, add it to a line.
enum TableWords {
  /// What a row begins with, before a colon.
  private static let rows: [(english: String, words: Set<String>)] = [
    ("Case", words("fall\ncas\ncaso\ncaso\ngeval\njuhtum,juhul\ncaso")),
    ("Result", words("ergebnis\nresultat\nresultado\nresultado\nresultaat\ntulemus\nrisultato")),
    ("Event", words("ereignis\nevenement\nevento\nevento\ngebeurtenis\nsundmus\nevento")),
    ("Error", words("fehler\nerreur\nerror\nerro\nfout\nviga\nerrore")),
  ]

  /// Where a row leads, alone or before a name.
  private static let targets: [(english: String, words: Set<String>)] = [
    ("End", words("ende\nfin\nfin\nfim\neinde\nlopp\nfine")),
    ("Back", words("zuruck\nretour\natras,volver\nvoltar\nterug\ntagasi\nindietro")),
    (
      "Resume",
      words("fortsetzen\nreprendre\nreanudar\nretomar\nhervatten,hervat\njatka,jatkub\nriprendi")
    ),
    (
      "Stay",
      words("bleiben,bleibt\nrester\nquedarse\nficar,permanecer\nblijven\njaa,jaab\nrestare,resta")
    ),
    (
      "Go to",
      words(
        """
        gehe zu,weiter mit,weiter zu
        aller a,va a
        ir a
        ir para,vai para
        ga naar,verder met
        mine,liigu
        vai a
        """)
    ),
    (
      "Error flow",
      words(
        """
        fehlerablauf,fehlerfluss
        flux d'erreur
        flujo de error
        fluxo de erro
        foutstroom,foutafhandeling
        veavoog
        flusso di errore
        """)
    ),
    ("Result", words("ergebnis\nresultat\nresultado\nresultado\nresultaat\ntulemus\nrisultato")),
  ]

  /// What a line below a step begins with, before a colon.
  private static let details: [(english: String, words: Set<String>)] = [
    (
      "Message",
      words("meldung,nachricht\nmessage\nmensaje\nmensagem\nmelding,bericht\nteade\nmessaggio")
    ),
    (
      "Actions",
      words(
        """
        aktionen,schaltflachen,knopfe
        actions,boutons
        acciones,botones
        acoes,botoes
        acties,knoppen
        tegevused,nupud
        azioni,pulsanti
        """)
    ),
    (
      "Options",
      words("optionen,auswahl\noptions,choix\nopciones\nopcoes\nopties,keuzes\nvalikud\nopzioni")
    ),
    (
      "Input",
      words("eingabe\nsaisie\nentrada\nentrada\ninvoer\nsisend,sisestus\ninserimento,immissione")
    ),
    ("Duration", words("dauer\nduree\nduracion\nduracao\nduur\nkestus\ndurata")),
  ]

  /// What the system does, as the first words after it.
  private static let verbs: [(english: String, words: Set<String>)] = [
    (
      "displays",
      words(
        """
        zeigt
        affiche,montre,presente
        muestra,presenta
        mostra,exibe,apresenta
        toont
        kuvab,naitab
        visualizza
        """)
    ),
    (
      "determines",
      words("ermittelt,bestimmt\ndetermine\ndetermina\ndetermina\nbepaalt\ntuvastab\ndetermina")
    ),
    ("validates", words("validiert\nvalide\nvalida\nvalida\nvalideert\nvalideerib\nconvalida")),
    ("waits for", words("wartet auf\nattend\nespera\naguarda\nwacht op\nootab\nattende,aspetta")),
  ]

  /// What a screen, a prompt and a message are called.
  private static let surfaces: [(english: String, words: Set<String>)] = [
    (
      "screen",
      words(
        "bildschirm,seite,maske\necran,page\npantalla,pagina\ntela,ecra\nscherm\nekraani,ekraan,lehte\nschermata"
      )
    ),
    (
      "prompt",
      words(
        "dialog,abfrage\ndialogue,invite\ndialogo\ncaixa de dialogo\ndialoog\ndialoogi\nrichiesta")
    ),
    (
      "message",
      words(
        "meldung,nachricht\nmessage\nmensaje\nmensagem\nmelding,bericht\nteadet,teate\nmessaggio")
    ),
  ]

  // MARK: Sentences

  /// The sentence of a step or a row, beginning with the English words: `User`, `System displays
  /// screen`, `Case:`.
  static func sentence(_ text: String) -> String {
    if let read = labelled(text, rows) { return read }
    let first = text.prefix { $0 != " " }.lowercased()
    guard first != "user", first != "system" else { return text }
    if let rest = ScenarioWords.split(text, after: ScenarioWords.people) { return "User \(rest)" }
    guard let rest = ScenarioWords.split(text, after: ScenarioWords.systems) else { return text }
    return "System \(deed(rest))"
  }

  /// What the system does.
  private static func deed(_ text: String) -> String {
    guard let (english, rest) = leading(text, verbs), !rest.isEmpty else { return text }
    guard english == "displays" else { return "\(english) \(rest)" }
    var shown = ScenarioWords.withoutArticle(rest)
    for article in ["den ", "l'", "l’"] where shown.lowercased().hasPrefix(article) {
      shown.removeFirst(article.count)
    }
    // `zeigt den Bildschirm 'Preis' an`
    if shown.hasSuffix(" an") { shown.removeLast(3) }
    if let (surface, name) = leading(shown, surfaces), !name.isEmpty {
      return "displays \(surface) \(name)"
    }
    let isQuoted = StepSentence.quotes.contains { shown.first == $0.0 && shown.last == $0.1 }
    return isQuoted ? "displays \(shown)" : text
  }

  /// A target with the English words.
  static func target(_ text: String) -> String {
    if let read = labelled(text, targets) { return read }
    guard let (english, rest) = leading(text, targets) else { return text }
    guard !rest.isEmpty else { return english }
    // `Gehe zu UC7`; `Zurück zu Schritt 2` is read by its own words.
    let isFlow = FlowName.isID(rest.prefix { $0 != " " && $0 != ":" })
    return english == "Go to" && isFlow ? "Go to: \(rest)" : text
  }

  /// A line below a step with the English word.
  static func detail(_ text: String) -> String { labelled(text, details) ?? text }

  /// `Fall: Die Karte ist neu` as `Case: Die Karte ist neu`. Nil for another text.
  private static func labelled(
    _ text: String, _ table: [(english: String, words: Set<String>)]
  ) -> String? {
    guard let colon = text.firstIndex(of: ":"), text[..<colon].utf8.count < 30 else { return nil }
    let name = CellText.collapsed(PlainWords.folded(String(text[..<colon])))
    guard let found = table.first(where: { $0.words.contains(name) }) else { return nil }
    return found.english + text[colon...]
  }

  /// The word with which a text begins, and the text after it.
  private static func leading(
    _ text: String, _ table: [(english: String, words: Set<String>)]
  ) -> (english: String, rest: String)? {
    let parts = text.split(separator: " ", maxSplits: 3)
    for count in (1...3).reversed() where parts.count >= count {
      let name = PlainWords.folded(parts[..<count].joined(separator: " "))
      guard let found = table.first(where: { $0.words.contains(name) }) else { continue }
      let rest = parts.count > count ? String(text[parts[count].startIndex...]) : ""
      return (found.english, rest)
    }
    return nil
  }

  private static func words(_ text: String) -> Set<String> {
    Set(text.split { $0 == "," || $0 == "\n" }.map { CellText.collapsed(String($0)) })
  }
}
