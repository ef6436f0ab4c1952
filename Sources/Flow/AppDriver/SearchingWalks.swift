public import FlowModel
internal import FlowRuntime

/// The fewest moves to a row or a step. A search looks at no more than 5,000 states.
public struct ShortestWalk: DriverWalk, Sendable {
  private let goal: String
  private var path: [DriverMove]?
  public var ends: Bool { true }

  /// - Parameter goal: a row or a step by its id or its name in code, with its flow or without:
  ///   `UC1:1.1a`, `1.1a`, `signOut`.
  public init(to goal: String) {
    self.goal = goal
  }

  public func check(on flows: Catalogue) throws(DriverError) {
    guard !flows.hasRow(goal),
      !flows.flows.contains(where: { $0.steps.contains { $0.isCalled(goal) } })
    else { return }
    throw DriverError("there is no row and no step `\(goal)` to go to")
  }

  public mutating func next(at place: DriverPlace) throws -> DriverChoice? {
    let goal = goal
    var path = path ?? []
    if self.path == nil {
      let found = place.run.shortest { run, rows in
        run.machine.step.isCalled(goal) || rows.contains { $0.isCalled(goal) }
      }
      guard let found else { throw DriverError("no way to `\(goal)` was found") }
      path = found
    }
    let move = path.isEmpty ? nil : path.removeFirst()
    self.path = path
    return move.map { .make($0) }
  }
}

/// All rows that can be taken, each by the fewest moves from where the run stands, or else from the
/// start. A search looks at no more than 5,000 states.
public struct CoveringWalk: DriverWalk, Sendable {
  private var path: [DriverMove] = []
  private var isAtStart = true
  public var ends: Bool { true }

  /// A walk that has taken nothing yet.
  public init() {}

  public mutating func next(at place: DriverPlace) -> DriverChoice? {
    if path.isEmpty {
      path =
        place.run.shortest { _, rows in rows.contains { !place.covered.contains($0.qualified) } }
        ?? []
    }
    guard !path.isEmpty else {
      guard !isAtStart else { return nil }
      isAtStart = true
      return .restart
    }
    isAtStart = false
    return .make(path.removeFirst())
  }
}

extension Row {
  /// Whether an id or a name in code, with its flow or without, is this row's.
  func isCalled(_ name: String) -> Bool {
    name == reference || name == self.name || name == qualified || name == qualifiedName
  }
}

extension Step {
  /// Whether an id or a name in code, with its flow or without, is this step's.
  func isCalled(_ name: String) -> Bool {
    name == id || name == self.name || name == qualified || name == qualifiedName
  }
}

extension Catalogue {
  /// Whether an id or a name in code, with its flow or without, is that of a row.
  func hasRow(_ name: String) -> Bool {
    flows.contains { $0.rows.contains { $0.isCalled(name) } }
  }
}

extension DrivenRun {
  /// The most states that a search looks at.
  private static let mostStates = 5_000

  /// Two runs are equal for a search that stand at the same step with the same facts and callers.
  private struct State: Hashable {
    let step: String
    let callers: [String]
    let facts: [UInt8]
    let end: String?

    init(_ machine: Machine) {
      step = machine.step.qualified
      callers = machine.callers.map { $0.qualified }
      facts = Array(machine.factValues)
      end = machine.end?.description
    }
  }

  /// The shortest list of moves after which something holds of the run and its new rows. Nil if
  /// none was found.
  func shortest(_ holds: (DrivenRun, [Row]) -> Bool) -> [DriverMove]? {
    var known: Set<State> = []
    var start = self
    _ = start.takenRows()
    var level: [(run: DrivenRun, path: [DriverMove])] = [(start, [])]
    while !level.isEmpty {
      var next: [(run: DrivenRun, path: [DriverMove])] = []
      for (run, path) in level {
        for move in run.moves {
          var further = run
          do throws(DriverError) { try further.make(move) } catch { continue }
          if holds(further, further.takenRows()) { return path + [move] }
          guard known.count < DrivenRun.mostStates else { continue }
          if known.insert(State(further.machine)).inserted { next.append((further, path + [move])) }
        }
      }
      level = next
    }
    return nil
  }
}
