/// What the columns of a table are for, by their usual names, in any order.
struct ColumnNames {
  /// The names in lower case.
  let names: [String]
  /// The column of ids.
  let id: Int?
  /// The column of sentences.
  let text: Int?
  /// The column of targets.
  let next: Int?

  private static let ids: Set<String> = [
    "#", "id", "ids", "no", "no.", "nr", "nr.", "number", "row", "ref", "ref.", "step no",
    "step no.", "step nr", "step #", "step id", "step number", "n", "n°", "nº", "schritt", "etape",
    "étape", "paso", "passo", "stap", "samm", "num", "step num", "steps #", "sr. no.", "sl no",
    "s.no", "s.no.", "sr no", "seq", "seq.", "line",
  ]
  private static let texts: Set<String> = [
    "description", "action", "text", "what happens", "event", "activity", "what", "details",
    "step description", "sentence", "behaviour", "behavior", "step action", "actions",
    "beschreibung", "aktion", "aktivität", "descripción", "acción", "descrição", "ação",
    "beschrijving", "actie", "kirjeldus", "tegevus", "descrizione", "azione", "flow",
    "main success scenario", "main flow", "basic flow", "normal flow", "main scenario", "task",
  ]
  private static let nexts: Set<String> = [
    "next", "next step", "next row", "target", "goto", "destination", "proceed to", "followed by",
    "goes to", "go to", "then", "continue with", "continues with",
    "leads to", "next id", "continue at",
  ]
  private static let branches: Set<String> = [
    "branching action", "branch", "alternative", "alternative action", "alternatives", "exception",
    "exceptions", "extension", "extensions", "variation", "variations", "errors", "error",
    "alternative flow", "alternative flows", "alternate flow", "exception flow",
    "alternative scenario", "condition", "ausnahme", "ausnahmen", "alternativen",
    "alternativa", "alternativas", "excepción", "exceção", "alternatief", "laiendus", "eccezione",
  ]
  private static let people: Set<String> = [
    "actor", "user", "actor action", "user action", "actor actions", "user actions", "actor input",
    "actor intention", "user intention", "user intent", "customer", "client", "actors",
    "user input",
    "actor's action", "actor's actions", "user's action", "actor step", "actor steps", "user step",
    "actor intentions", "benutzer", "akteur", "nutzer", "aktion des akteurs", "acteur",
    "utilisateur", "usuario", "acción del actor", "acciones del actor", "actions de l'acteur",
    "action de l'acteur", "usuário", "ator", "ações do ator", "ação do ator", "gebruiker",
    "actie van de actor", "kasutaja", "tegutseja", "kasutaja tegevus", "utente", "attore",
    "azione dell'attore", "azioni dell'attore", "action by actor", "external actor",
    "user actions and intentions", "input",
  ]
  private static let systems: Set<String> = [
    "system", "system response", "response", "system responses", "system action", "system actions",
    "system responsibility", "system responsibilities", "app", "application", "software",
    "application response", "system reaction", "system step", "system steps", "reaktion",
    "antwort des systems", "systemreaktion", "système", "réponse du système",
    "réponses du système", "sistema", "respuesta del sistema", "respuestas del sistema",
    "resposta do sistema", "respostas do sistema", "ações do sistema", "systeem",
    "reactie van het systeem", "systeemreactie", "süsteem", "süsteemi vastus",
    "süsteemi tegevus", "risposta del sistema", "risposte del sistema", "system behaviour",
    "system behavior", "system's response", "output", "expected result", "expected system response",
  ]
  private static let actors = people.union(systems)

  init(_ cells: [Fragment]) {
    names = cells.map { CellText($0.text).whole.lowercased() }
    let steps = names.firstIndex { ["step", "steps", "use case step", "schritt"].contains($0) }
    let id = names.firstIndex(where: Self.ids.contains)
    self.id = id ?? steps
    // In `ID | Step | Next`, the step is what happens.
    text = names.firstIndex(where: Self.texts.contains) ?? (id == nil ? nil : steps)
    next = names.firstIndex(where: Self.nexts.contains)
  }

  /// The column of a table of extensions whose name says so.
  var branch: Int? { names.firstIndex(where: Self.branches.contains) }

  private static let remarks: Set<String> = [
    "note", "notes", "comment", "comments", "remark", "remarks",
  ]

  /// The column of remarks.
  var remark: Int? { names.firstIndex(where: Self.remarks.contains) }

  /// The column that names who acts, beside a column of sentences.
  var who: Int? {
    text == nil
      ? nil
      : names.firstIndex {
        [
          "actor", "actors", "who", "role", "performed by", "by", "user", "akteur", "wer", "acteur",
          "ator",
          "tegija", "attore", "actor/system", "responsible", "subject", "performer", "entity",
        ].contains($0)
      }
  }

  /// The columns for what each actor does.
  var actorColumns: [Int] { names.indices.filter { Self.actors.contains(names[$0]) } }

  /// "System" or "User", for a column of an actor. Empty for another one.
  func actor(of column: Int) -> String {
    guard Self.actors.contains(names[column]) else { return "" }
    return Self.systems.contains(names[column]) ? "System" : "User"
  }
}

/// The columns of a table whose rows are the steps of a scenario.
struct ScenarioColumns {
  /// Nil if the rows have no numbers, or if those are in the sentences.
  let id: Int?
  /// The columns of sentences, with the actor that each is about. The actor is empty for any.
  let texts: [(column: Int, actor: String)]
  /// The column that names who acts.
  let who: Int?
  let next: Int?
  /// The column of what may go wrong.
  let branch: Int?
  let remark: Int?

  /// Nil if a table with these columns has no steps.
  ///
  /// - Parameter isMain: whether the table is below the heading of a main scenario, where its rows
  ///   need no numbers.
  init?(_ columns: ColumnNames, isMain: Bool = false) {
    id = columns.id
    // `Actor action | System response`, and any `Action` below a heading for it.
    guard
      id != nil || columns.actorColumns.count > 1 && columns.next == nil
        || isMain && (columns.text != nil || !columns.actorColumns.isEmpty)
    else { return nil }
    if let text = columns.text, columns.who != nil || columns.actorColumns.isEmpty {
      let who = columns.who
      texts =
        [(text, "")]
        + columns.actorColumns.filter { $0 != who && $0 != text }.map {
          ($0, columns.actor(of: $0))
        }
      self.who = who
    } else {
      texts = columns.actorColumns.map { ($0, columns.actor(of: $0)) }
      who = nil
    }
    guard !texts.isEmpty else { return nil }
    next = columns.next
    branch = columns.branch
    remark = columns.remark
  }

  /// Whether a column is for one of these.
  func has(_ column: Int) -> Bool {
    [id, who, next, branch, remark].contains(column) || texts.contains { $0.column == column }
  }
}
