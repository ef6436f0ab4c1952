public import FlowModel
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

  /// Compares two versions of a flow.
  public init(_ old: Flow, _ new: Flow) {
    self.old = old
    self.new = new
    let match = FlowMatch(old, new)
    compareHeaders()
    compareSections(match)
    compareSteps(match)
    let rowsMoved = compareRows(match)
    if rowsMoved {
      compareReach(match)
      comparePaths(match)
    }
  }

  // MARK: Header and sections

  private mutating func compareHeaders() {
    func text(_ name: String, _ before: String?, _ now: String?) -> FlowChange? {
      guard before != now else { return nil }
      let sentence =
        now.map { now in
          before.map { "the \(name) was “\($0)” and is now “\(now)”" } ?? "the \(name) is “\(now)”"
        } ?? "the \(name) is gone; it was “\(before ?? "")”"
      return FlowChange(.header, "", sentence, old: before, new: now)
    }
    changes += [
      text("title", old.title, new.title), text("id", old.id, new.id),
      text("alias", old.alias, new.alias), text("kind", old.kind.rawValue, new.kind.rawValue),
      text("outline", old.outline, new.outline), text("summary", old.summary, new.summary),
      text("goal", old.goal, new.goal), text("actor", old.actor, new.actor),
      text("slip", old.slip, new.slip),
    ].compactMap(\.self)
    func list(_ name: String, _ before: [String], _ now: [String]) {
      for entry in before where !now.contains(entry) {
        changes.append(
          FlowChange(.header, "", "\(name): “\(entry)” is gone", old: entry))
      }
      for entry in now where !before.contains(entry) {
        changes.append(FlowChange(.header, "", "\(name): “\(entry)” is new", new: entry))
      }
    }
    list("precondition", old.preconditions, new.preconditions)
    list("postcondition", old.postconditions, new.postconditions)
    list("triggered by", old.triggeredBy, new.triggeredBy)
    list("used by", old.usedBy, new.usedBy)
    list("documentation", old.documentation, new.documentation)
    list("test", old.tests, new.tests)
    list("note", old.notes, new.notes)
    list("possible error", old.errors, new.errors)
    list("parameter", old.parameters, new.parameters)
    list("result", old.results, new.results)
    func facts(_ flow: Flow) -> [String] {
      flow.facts.map { "\($0.name): \($0.values.joined(separator: ", "))" }
    }
    list("fact", facts(old), facts(new))
  }

  private mutating func compareSections(_ match: FlowMatch) {
    let before = Dictionary(old.sections.map { ($0.id, $0) }) { first, _ in first }
    let now = Dictionary(new.sections.map { ($0.id, $0) }) { first, _ in first }
    let isTable = old.form == .table && new.form == .table
    guard isTable else { return }
    for section in old.sections where now[section.id] == nil {
      changes.append(
        FlowChange(
          .sectionRemoved, section.id, "section \(section.id) “\(section.title)” is gone",
          old: section.title))
    }
    for section in new.sections {
      guard let other = before[section.id] else {
        changes.append(
          FlowChange(
            .sectionAdded, section.id, "section \(section.id) “\(section.title)” is new",
            new: section.title))
        continue
      }
      guard other.title != section.title else { continue }
      changes.append(
        FlowChange(
          .sectionReworded, section.id,
          "section \(section.id) was “\(other.title)” and is now “\(section.title)”",
          old: other.title, new: section.title))
    }
  }

  // MARK: Reach and paths

  private mutating func compareReach(_ match: FlowMatch) {
    func reached(_ flow: Flow) -> StepSet {
      FlowGraph(flow, as: .written).reachable(from: flow.steps.prefix(1))
    }
    let before = reached(old)
    let now = reached(new)
    for step in new.steps {
      let other = match.oldStepOfNew[step.index]
      let wasReached = other >= 0 && before.contains(old.step(at: other))
      if !now.contains(step), other < 0 || wasReached {
        let how = other < 0 ? "is new, but nothing leads to it" : "can no longer be reached"
        changes.append(
          FlowChange(.unreachable, step.id, "step \(step.id) “\(step.text)” \(how)"))
      } else if now.contains(step), other >= 0, !wasReached {
        changes.append(
          FlowChange(.reachable, step.id, "step \(step.id) “\(step.text)” can now be reached"))
      }
    }
  }

  private mutating func comparePaths(_ match: FlowMatch) {
    // Back may lead to any screen shown before, so it counts as leaving the graph. The old rows get
    // the numbers of their new counterparts.
    let rowCount = new.rows.count
    let before = PathGraph(FlowGraph(old, as: .written)) { row in
      let other = match.newRowOfOld[row]
      return other < 0 ? rowCount + row : other
    }
    let now = PathGraph(FlowGraph(new, as: .written))
    guard before.nodeCount > 0, now.nodeCount > 0 else { return }
    var oldPaths = PathList()
    var newPaths = PathList()
    let limit = FlowDiff.pathLimit
    guard
      before.simplePaths(from: 0, limit: limit, into: &oldPaths) == .complete,
      now.simplePaths(from: 0, limit: limit, into: &newPaths) == .complete
    else {
      hasTooManyPaths = true
      return
    }
    let oldRows = old.rows
    let newRows = new.rows
    // A path: the rows that it takes, and the target of the last one.
    struct Way: Hashable {
      var rows: [Int32]
      var end: String
    }
    func oldRow(_ label: Int32) -> Row {
      Int(label) >= rowCount
        ? oldRows[Int(label) - rowCount] : oldRows[match.oldRowOfNew[Int(label)]]
    }
    let oldWays = (0..<oldPaths.count).map { index in
      let rows = oldPaths[index]
      return Way(rows: rows, end: rows.last.flatMap { oldRow($0).next?.description } ?? "")
    }
    let newWays = (0..<newPaths.count).map { index in
      let rows = newPaths[index]
      return Way(rows: rows, end: rows.last.flatMap { newRows[Int($0)].next?.description } ?? "")
    }
    let oldSet = Set(oldWays)
    let newSet = Set(newWays)
    gained = newWays.filter { !oldSet.contains($0) }.map { way in
      way.rows.map { newRows[Int($0)].reference }.joined(separator: " ") + " -> \(way.end)"
    }
    lost = oldWays.filter { !newSet.contains($0) }.map { way in
      way.rows.map { oldRow($0).reference }.joined(separator: " ") + " -> \(way.end)"
    }
  }
}
