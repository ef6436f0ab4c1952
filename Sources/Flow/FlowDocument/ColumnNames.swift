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
    "step no.", "step nr", "step #", "step id", "step number",
  ]
  private static let texts: Set<String> = [
    "description", "action", "text", "what happens", "event", "activity", "what", "details",
    "step description", "sentence", "behaviour", "behavior",
  ]
  private static let nexts: Set<String> = [
    "next", "next step", "next row", "target", "goto", "destination", "proceed to", "followed by",
    "goes to", "go to", "then", "continue with", "continues with",
    "leads to", "next id", "continue at",
  ]
  private static let branches: Set<String> = [
    "branching action", "branch", "alternative", "alternative action", "alternatives", "exception",
    "exceptions", "extension", "extensions", "variation", "variations", "errors", "error",
  ]
  private static let actors: Set<String> = [
    "actor", "user", "system", "actor action", "system response", "user action", "response",
  ]

  init(_ cells: [Fragment]) {
    names = cells.map { CellText($0.text).whole.lowercased() }
    let steps = names.firstIndex { $0 == "step" || $0 == "steps" }
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
      : names.firstIndex { ["actor", "actors", "who", "role", "performed by", "by"].contains($0) }
  }

  /// The columns for what each actor does.
  var actorColumns: [Int] { names.indices.filter { Self.actors.contains(names[$0]) } }

  /// "System" or "User", for a column of an actor. Empty for another one.
  func actor(of column: Int) -> String {
    guard Self.actors.contains(names[column]) else { return "" }
    let isSystem = names[column].contains("system") || names[column].contains("response")
    return isSystem ? "System" : "User"
  }
}

/// The columns of a table whose rows are the steps of a scenario.
struct ScenarioColumns {
  let id: Int
  /// The columns of sentences, with the actor that each is about. The actor is empty for any.
  let texts: [(column: Int, actor: String)]
  /// The column that names who acts.
  let who: Int?
  let next: Int?
  /// The column of what may go wrong.
  let branch: Int?
  let remark: Int?

  /// Nil if a table with these columns has no steps.
  init?(_ columns: ColumnNames) {
    guard let id = columns.id else { return nil }
    self.id = id
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
