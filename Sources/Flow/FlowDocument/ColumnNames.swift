/// What the columns of a table are for, by their usual names, in any order.
struct ColumnNames {
  /// The names in small letters, without accents.
  let names: [String]
  /// The column of ids.
  let id: Int?
  /// The column of sentences.
  let text: Int?
  /// The column of targets.
  let next: Int?
  /// Whether a column of the main scenario stands beside one of alternatives: `Normal course |
  /// Alternative course`.
  let areFlows: Bool

  private static let actors = ColumnWords.people.union(ColumnWords.systems)

  /// Names of columns that are not those of somebody who acts.
  private static let others = [
    ColumnWords.texts, ColumnWords.branches, ColumnWords.conditions, ColumnWords.nexts,
    ColumnWords.remarks, ColumnWords.who,
  ]

  init(_ cells: [Fragment]) {
    var names = cells.map {
      // `Actor action ↔ System response`
      let name = PlainWords.folded(CellText($0.text).whole.replacing("↔", with: "/"))
      // `Player action`, `Spieler-Aktion`, `System Reaktion`
      let words = name.split { " -'’".contains($0) }.map(String.init)
      if words.count == 2, let first = words.first, let last = words.last {
        if ScenarioWords.isSystem(first), ColumnWords.systems.contains(last) { return "system" }
        if ColumnWords.deeds.contains(last), !ColumnWords.steps.contains(first),
          !Self.others.contains(where: { $0.contains(name) })
        {
          return ScenarioWords.isSystem(first) ? "system" : "user"
        }
      }
      // `Primary actor (User)`
      guard name.hasSuffix(")"), let open = name.lastIndex(of: "(") else { return name }
      let inner = String(name[open...].dropFirst().dropLast())
      return Self.actors.contains(inner) ? inner : name
    }
    let main = names.firstIndex { if case .main? = HeaderLabel($0) { true } else { false } }
    let other = names.firstIndex { if case .extensions? = HeaderLabel($0) { true } else { false } }
    areFlows = main != nil && other != nil
    if let main, let other { (names[main], names[other]) = ("action", "alternatives") }
    self.names = names
    let steps = names.firstIndex(where: ColumnWords.steps.contains)
    let id = names.firstIndex(where: ColumnWords.ids.contains)
    let text = names.firstIndex(where: ColumnWords.texts.contains)
    // In `Steps | Information`, the sentences have the numbers.
    let isAlone =
      id == nil && text == nil && names.count > 1
      && names.indices.allSatisfy { $0 == steps || ColumnWords.remarks.contains(names[$0]) }
    self.id = isAlone ? nil : id ?? steps
    // In `ID | Step | Next`, the step is what happens.
    self.text = text ?? (id == nil && !isAlone ? nil : steps)
    next = names.firstIndex(where: ColumnWords.nexts.contains)
  }

  /// Whether a line is names of columns: `Step / Action`.
  static func areNames(_ text: String) -> Bool {
    let names = PlainWords.folded(text).split { "/|-–".contains($0) }.map {
      CellText.collapsed(String($0))
    }
    return names.count == 2 && ColumnWords.steps.contains(names[0])
      && (ColumnWords.texts.contains(names[1]) || ColumnWords.branches.contains(names[1]))
  }

  /// The column of a table of extensions whose name says so.
  var branch: Int? { names.firstIndex(where: ColumnWords.branches.contains) }

  /// The column of what happens, in a table below a heading of alternatives.
  var condition: Int? { branch ?? names.firstIndex(where: ColumnWords.conditions.contains) }

  /// Whether a column says what is done.
  private func saysDeeds(_ name: String) -> Bool {
    Self.actors.contains(name) || ColumnWords.steps.contains(name)
      || ColumnWords.texts.contains(name)
        && ![
          "description", "details", "text", "beschreibung", "descripcion", "descricao",
          "beschrijving", "omschrijving", "kirjeldus", "descrizione", "tekst", "testo", "texto",
        ].contains(name)
  }

  /// Whether a column may say what somebody does.
  var sayDeeds: Bool { names.contains(where: saysDeeds) }

  /// Whether the rows are fields of data, and no steps: `No | Data field | Description | Example`.
  var areFields: Bool {
    names.contains(where: ColumnWords.fields.contains)
      && names.contains { ColumnWords.ofFields.contains($0) } && !sayDeeds
  }

  /// Whether the rows are versions of the document: `Date | Version | Description | Author`.
  var areVersions: Bool {
    names.contains(where: ColumnWords.dates.contains)
      && names.contains(where: ColumnWords.versions.contains) && !sayDeeds
  }

  /// The column of remarks.
  var remark: Int? { names.firstIndex(where: ColumnWords.remarks.contains) }

  /// The column that names who acts, beside a column of sentences.
  var who: Int? { text == nil ? nil : names.firstIndex(where: ColumnWords.who.contains) }

  /// The columns for what each actor does.
  var actorColumns: [Int] { names.indices.filter { Self.actors.contains(names[$0]) } }

  /// "System" or "User", for a column of an actor. Empty for another one.
  func actor(of column: Int) -> String {
    guard Self.actors.contains(names[column]) else { return "" }
    return ColumnWords.systems.contains(names[column]) ? "System" : "User"
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
  /// - Parameter naming: columns of systems that say nothing but a name.
  init?(_ columns: ColumnNames, isMain: Bool = false, besides naming: [Int] = []) {
    id = columns.id
    // `Actor action | System response`, and any `Action` below a heading for it.
    guard
      id != nil || columns.actorColumns.count > 1 && columns.next == nil || columns.areFlows
        || isMain && (columns.text != nil || !columns.actorColumns.isEmpty)
    else { return nil }
    // `Step | Action | System`: the column without a name is about the actor.
    let hasPeople = columns.actorColumns.contains { columns.actor(of: $0) == "User" }
    if let text = columns.text, columns.who != nil || !hasPeople {
      let who = columns.who
      texts =
        [(text, "")]
        + columns.actorColumns.filter { $0 != who && $0 != text && !naming.contains($0) }.map {
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
    remark = columns.remark ?? naming.first
  }

  /// Whether a column is for one of these.
  func has(_ column: Int) -> Bool {
    [id, who, next, branch, remark].contains(column) || texts.contains { $0.column == column }
  }
}
