package import FlowModel

/// What requirements and test cases can be about: the rows, the paths and the house rules.
package struct EvidenceGround: Sendable {
  /// A path that is kept in the folder.
  package struct Path: Sendable {
    /// The name: `UC1 booked`.
    package let name: String
    /// The rows that it takes now, in order. Empty if it cannot be taken.
    package let rows: [Row]

    /// A path with these rows.
    package init(name: String, rows: [Row]) {
      (self.name, self.rows) = (name, rows)
    }
  }

  /// The rows.
  package let meanings: RowMeanings
  /// The rows as they were when proofs were recorded.
  let join: RowJoin
  /// The paths.
  package let paths: [Path]
  /// The house rules.
  package let rules: [HouseRule]
  private let pathsByName: [String: Path]

  /// What the flows of a folder have.
  ///
  /// - Parameter book: says which rows were meant if they have other ids since.
  package init(
    _ meanings: RowMeanings, paths: [Path], rules: [HouseRule], book: ProofBook = ProofBook()
  ) {
    join = RowJoin(meanings, with: book.rows[meanings.reading] ?? [:])
    (self.meanings, self.paths, self.rules) = (meanings, paths, rules)
    pathsByName = Dictionary(paths.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The path with this name.
  package func path(named name: String) -> Path? { pathsByName[name] }

  /// The house rule with this name.
  package func rule(named name: String) -> HouseRule? {
    rules.first { $0.name.text == name }
  }

  /// Whether a text is the name of a path, a row, a step or a rule. The id of a flow alone is none:
  /// a test case that names it does not say which of its rows it is about.
  func has(_ text: String) -> Bool {
    path(named: text) != nil || text.contains(":") && rows(named: text) != nil
      || text.hasPrefix("rule ") && rule(named: String(text.dropFirst(5))) != nil
  }

  /// The rows that an id means: a row, all rows of a step, or all rows of a flow. Nil if there is
  /// no such id.
  func rows(named id: String) -> [Row]? {
    let all: [Row]
    if let row = meanings.row(named: id) { return [row] }
    if let flow = meanings.catalogue.flow(id: id) {
      all = flow.rows
    } else {
      let parts = id.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2,
        let step = meanings.catalogue.flow(id: parts[0])?.step(parts[1])
      else { return nil }
      all = step.rows(meanings.reading).filter { !$0.isAnywhere }
    }
    return all.filter { meanings.print(of: $0) != nil }
  }

  /// All that a `covers` may name, for suggestions.
  var names: [String] {
    let flows = meanings.catalogue.flows
    return flows.map(\.id) + paths.map(\.name) + rules.map { "rule \($0.name.text)" }
      + flows.flatMap { flow in
        flow.steps.map(\.qualified) + flow.rows.map(\.qualified)
      }
  }
}
