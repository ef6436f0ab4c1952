public import FlowModel
public import FlowRuntime
internal import JSON

/// Where runs that wait at the steps of old flows go on when new ones are released.
public struct MigrationReport: Sendable {
  /// What becomes of a waiting run.
  public enum Fate: String, Sendable, CaseIterable {
    /// It goes on at the same step.
    case stays
    /// It goes on at the same step, which has another id.
    case renumbered
    /// It can go on, but something has changed there.
    case told = "must be told"
    /// It cannot go on.
    case lost
  }

  /// What becomes of the runs at a step, or of a saved run.
  struct Line: Sendable {
    /// A step, or the name of a snapshot.
    let name: String
    let fate: Fate
    let now: String?
    let reason: String?

    /// The line for people.
    var words: String {
      var text = "\(fate.rawValue)  \(name)"
      if let now, now != name { text += " -> \(now)" }
      if let reason { text += ": \(reason)" }
      return text
    }
    var text: String { "  \(words)\n" }

    func json(_ key: String) -> JSONValue {
      .object([
        key: .string(name), "fate": .string(fate.rawValue), "now": now.map { .string($0) },
        "reason": reason.map { .string($0) },
      ])
    }
  }

  private let program: Program
  private var steps: [Line] = []
  private var snapshots: [Line] = []

  /// The report about every step at which a run can wait.
  public init(from old: [Flow], to program: Program) {
    self.program = program
    let waiting = old.flatMap { $0.steps.filter { !$0.rows(program.reading).isEmpty } }
    let placements = waiting.map { program.placement(of: $0, program.reading) }
    let found = Set(placements.filter { !$0.isReworded }.compactMap(\.step))
    for (step, placement) in zip(waiting, placements) {
      var placement = placement
      // The step with its id now is another one of the old steps.
      if placement.isReworded, let now = placement.step, found.contains(now) {
        placement = .lost(.replaced(step.qualified))
      }
      steps.append(
        Line(
          name: step.qualified, fate: Fate(placement), now: placement.step?.qualified,
          reason: placement.change?.description))
    }
  }

  /// Adds what becomes of a saved run.
  public mutating func add(_ text: String, named name: String) {
    var fate = Fate.lost
    var now: String?
    var reason: String?
    do throws(SnapshotError) {
      let found = try Snapshot(unverified: text).fate(on: program)
      (fate, now, reason) = (Fate(found), found.step?.qualified, found.reason?.description)
    } catch {
      reason = error.description
    }
    snapshots.append(Line(name: name, fate: fate, now: now, reason: reason))
  }

  /// Whether a run must be told of a change, or is lost.
  public var needsCare: Bool { !care.isEmpty }

  /// The runs that must be told of a change, or are lost.
  var care: [Line] { (steps + snapshots).filter { $0.fate == .told || $0.fate == .lost } }

  /// The report for the terminal.
  ///
  /// - Parameter all: lists the steps that stay, too.
  public func text(all: Bool = false) -> String {
    var text = steps.filter { all || $0.fate != .stays }.map(\.text).joined()
    text += "steps: \(MigrationReport.counts(steps))\n"
    if !snapshots.isEmpty {
      text += snapshots.map(\.text).joined() + "runs: \(MigrationReport.counts(snapshots))\n"
    }
    return text
  }

  private static func counts(_ lines: [Line]) -> String {
    Fate.allCases.map { fate in "\(lines.count { $0.fate == fate }) \(fate.summary)" }
      .joined(separator: ", ")
  }

  /// The report for programs, with every step.
  public var json: String {
    JSONValue.object([
      "steps": .array(steps.map { $0.json("step") }),
      "runs": .array(snapshots.map { $0.json("run") }),
    ]).text + "\n"
  }
}

extension StepPlacement {
  fileprivate var isReworded: Bool {
    if case .reworded = change { true } else { false }
  }
}

extension MigrationReport.Fate {
  fileprivate init(_ placement: StepPlacement) {
    switch placement {
    case .stays: self = .stays
    case .renumbered: self = .renumbered
    case .changed: self = .told
    case .lost: self = .lost
    }
  }

  fileprivate init(_ fate: SnapshotFate) {
    switch fate {
    case .stays: self = .stays
    case .renumbered: self = .renumbered
    case .changed: self = .told
    case .lost: self = .lost
    }
  }

  fileprivate var summary: String { self == .stays ? "stay" : rawValue }
}
