public import FlowModel
internal import FlowProof
internal import FlowTesting

/// The differences between two versions of one flow.
public struct FlowDiff: Sendable {
  /// The older version.
  public let old: Flow
  /// The newer version.
  public let new: Flow
  /// The changes of header, sections, steps and rows.
  public internal(set) var changes: [FlowChange] = []
  /// The paths that only the newer version has: the ids of the rows and the end.
  public internal(set) var gained: [String] = []
  /// The paths that only the older version has, in the same form.
  public internal(set) var lost: [String] = []
  /// Whether the flow has too many paths to compare.
  public internal(set) var hasTooManyPaths = false
  /// Whether the versions are the same.
  public var isEmpty: Bool { changes.isEmpty && gained.isEmpty && lost.isEmpty }
  /// The largest number of paths that are compared.
  static let pathLimit = 5_000

  /// Whether two targets in other flows are the same place, although their names differ.
  let isSameElsewhere: @Sendable (Target, Target) -> Bool

  /// Compares two versions of a flow.
  ///
  /// - Parameters:
  ///   - comparesRules: whether the house rules in the flow are compared.
  ///   - isSameElsewhere: whether two targets in other flows, in the older and the newer version,
  ///     are the same place although their names differ.
  public init(
    _ old: Flow, _ new: Flow, comparesRules: Bool = true,
    isSameElsewhere: @escaping @Sendable (Target, Target) -> Bool = { _, _ in false }
  ) {
    self.old = old
    self.new = new
    self.isSameElsewhere = isSameElsewhere
    let match = FlowMatch(old, new)
    compareHeaders()
    if comparesRules { compare("house rule", FlowDiff.rules(old), FlowDiff.rules(new)) }
    let sections = compareSections()
    compareSteps(match)
    let stepsMoved = compareMoves(match, sections)
    let rowsMoved = compareRows(match)
    if stepsMoved || rowsMoved {
      compareReach(match)
      comparePaths(match)
    }
  }

  // MARK: Header and sections

  private mutating func compareHeaders() {
    func texts(_ flow: Flow) -> [(name: String, value: String?)] {
      [("title", flow.title)] + flow.fileProperties
        + HeaderText.allCases.map { ($0.rawValue, flow[$0]) }
    }
    for ((name, before), (_, now)) in zip(texts(old), texts(new)) where before != now {
      let sentence =
        switch (before, now) {
        case (let before?, let now?): "the \(name) was “\(before)” and is now “\(now)”"
        case (nil, let now?): "the \(name) is “\(now)”"
        case (let before, nil): "the \(name) is gone; it was “\(before ?? "")”"
        }
      tell(.header, "", sentence, old: before, new: now)
    }
    for list in HeaderList.allCases { compare(list.traits.entry, old[list], new[list]) }
    compare("fact", FlowDiff.facts(old), FlowDiff.facts(new))
  }

  private static func facts(_ flow: Flow) -> [String] {
    flow.facts.map { "\($0.name): \($0.values.joined(separator: ", "))" }
  }

  private static func rules(_ flow: Flow) -> [String] {
    flow.rules.map { rule in
      let words = [
        RuleSentence(rule).text, rule.because.map { "Because: \($0)" },
        rule.allowance.map { "Allowed: \($0)" },
      ]
      return "\(rule.name.text): \(words.compactMap(\.self).joined(separator: " "))"
    }
  }

  private mutating func compare(_ name: String, _ before: [String], _ now: [String]) {
    for entry in before where !now.contains(entry) {
      tell(.header, "", "\(name): “\(entry)” is gone", old: entry)
    }
    for entry in now where !before.contains(entry) {
      tell(.header, "", "\(name): “\(entry)” is new", new: entry)
    }
  }

  /// Compares sections. Returns the index of each one of the older version in the newer one, or -1.
  private mutating func compareSections() -> [Int] {
    guard old.form == .table, new.form == .table else { return [] }
    var pairs = Pairing(old.sections, new.sections)
    pairs.join { section, _ in "\(section.id)\u{0}\(section.title.lowercased())" }
    pairs.join { section, _ in section.title.lowercased() }
    pairs.join { section, _ in section.id }
    for (section, place) in zip(pairs.old, pairs.newOfOld) where place < 0 {
      tell(
        .sectionRemoved, section.id, "section \(section.id) “\(section.title)” is gone",
        old: section.title)
    }
    for (section, place) in zip(pairs.new, pairs.oldOfNew) {
      let (id, title) = (section.id, section.title)
      guard place >= 0 else {
        tell(.sectionAdded, id, "section \(id) “\(title)” is new", new: title)
        continue
      }
      let before = pairs.old[place]
      if before.id != id {
        tell(
          .sectionRenumbered, id, "section \(before.id) “\(title)” is now \(id)", old: before.id,
          new: id)
      }
      if before.title != title {
        tell(
          .sectionReworded, id, "section \(id) was “\(before.title)” and is now “\(title)”",
          old: before.title, new: title)
      }
    }
    return pairs.newOfOld
  }

  /// Tells steps that came to another section, in which other rows hold anywhere. Returns whether
  /// there is one.
  private mutating func compareMoves(_ match: FlowMatch, _ sections: [Int]) -> Bool {
    let count = changes.count
    func hasRows(_ section: FlowSection, _ flow: Flow) -> Bool {
      flow.tables.all.anywhere.contains { Int($0.section) == section.index }
    }
    for now in new.steps {
      guard let before = match.old(now), sections.indices.contains(before.section.index),
        sections[before.section.index] != now.section.index,
        hasRows(before.section, old) || hasRows(now.section, new)
      else { continue }
      tell(
        .stepMoved, now.id,
        """
        step \(now.id) “\(now.text)” is in section \(now.section.id), no longer in \
        \(before.section.id); other rows hold there at any time
        """,
        old: before.section.id, new: now.section.id)
    }
    return changes.count > count
  }

  // MARK: Reach and paths

  private mutating func compareReach(_ match: FlowMatch) {
    func reached(_ flow: Flow) -> StepSet {
      FlowGraph(flow, as: .written).reachable(from: flow.steps.prefix(1))
    }
    let before = reached(old)
    let now = reached(new)
    for step in new.steps {
      let other = match.old(step)
      let wasReached = other.map { before.contains($0) } ?? false
      if !now.contains(step), other == nil || wasReached {
        let how = other == nil ? "is new, but nothing leads to it" : "can no longer be reached"
        tell(.unreachable, step.id, "step \(step.id) “\(step.text)” \(how)")
      } else if now.contains(step), other != nil, !wasReached {
        tell(.reachable, step.id, "step \(step.id) “\(step.text)” can now be reached")
      }
    }
  }

  private mutating func comparePaths(_ match: FlowMatch) {
    // Back may lead to any screen shown before, so it counts as leaving the graph. A row is
    // labelled with the number of its counterpart in the newer version, or a number after all of
    // these. A row that holds anywhere has one label for all its steps.
    let (old, new) = (old, new)
    let count = new.rowsOfSteps.count
    let oldGraph = PathGraph(FlowGraph(old, as: .written)) { index in
      let row = old.rowOfSteps(at: index).original
      return match.new(row)?.index ?? count + row.index
    }
    let newGraph = PathGraph(FlowGraph(new, as: .written)) { index in
      new.rowOfSteps(at: index).original.index
    }
    guard oldGraph.nodeCount > 0, newGraph.nodeCount > 0 else { return }
    var oldPaths = PathList()
    var newPaths = PathList()
    let limit = FlowDiff.pathLimit
    guard
      oldGraph.simplePaths(from: 0, limit: limit, into: &oldPaths) == .complete,
      newGraph.simplePaths(from: 0, limit: limit, into: &newPaths) == .complete
    else {
      hasTooManyPaths = true
      return
    }
    func newRow(_ label: Int32) -> Row { new.rowOfSteps(at: Int(label)) }
    func oldRow(_ label: Int32) -> Row {
      guard Int(label) < count else { return old.rowOfSteps(at: Int(label) - count) }
      let row = newRow(label)
      return match.old(row) ?? row
    }
    let now = FlowDiff.ways(newPaths) { newRow($0).next }
    // A target in another flow that only has another number is the same end.
    let before = FlowDiff.ways(oldPaths) { label in
      let row = oldRow(label)
      guard Int(label) < count else { return row.next }
      let other = newRow(label)
      let isSame = isSame(row.next, row, other.next, other, .written, match)
      return isSame ? other.next : row.next
    }
    gained = FlowDiff.words(now, without: before, newRow)
    lost = FlowDiff.words(before, without: now, oldRow)
  }

  /// A path: the rows it takes, and where the last one leads.
  private struct Way: Hashable {
    let rows: [Int32]
    let end: String
  }

  private static func ways(_ paths: PathList, _ end: (Int32) -> Target?) -> [Way] {
    (0..<paths.count).map { index in
      let rows = paths[index]
      return Way(rows: rows, end: rows.last.flatMap { end($0)?.description } ?? "")
    }
  }

  private static func words(
    _ ways: [Way], without others: [Way], _ row: (Int32) -> Row
  ) -> [String] {
    let others = Set(others)
    return ways.filter { !others.contains($0) }.map { way in
      let end = way.rows.last.flatMap { row($0).next?.description } ?? ""
      return way.rows.map { row($0).reference }.joined(separator: " ") + " -> \(end)"
    }
  }
}
