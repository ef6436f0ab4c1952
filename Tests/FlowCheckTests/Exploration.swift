import FlowModel
import FlowRuntime

/// Everything that runs of a program can come to if conditions do not matter, taken on the machine row by
/// row, with its whole stack. A calling step may also take any of its rows at once.
///
/// It knows nothing of the check. Runs with more than `depth` entries on the stack are not followed.
struct Exploration {
  private struct Key: Hashable {
    let block: Int32
    let end: End?
    let returned: Int32
    let history: [HistoryEntry]
  }

  private static let depth = 6
  private let program: Program
  /// The flow in which runs stay: one that goes to another flow for good is at its end.
  private let home: Flow?
  private var keys: [Key: Int] = [:]
  private(set) var machines: [Machine] = []
  /// For each machine those that can follow.
  private(set) var following: [[Int]] = []
  /// Whether the run has left its flow for good there.
  private(set) var hasLeft: [Bool] = []
  /// Whether all runs were followed, up to the depth.
  private(set) var isComplete = true

  init(_ program: Program, from starts: [Step], home: Flow? = nil, most: Int) {
    self.program = program
    self.home = home
    for step in starts {
      if let machine = program.start(at: step) { _ = number(of: machine, hasLeft: false) }
    }
    var next = 0
    while next < machines.count {
      guard machines.count < most else {
        isComplete = false
        return
      }
      expand(next)
      next += 1
    }
  }

  /// The steps at which runs are.
  var steps: Set<Step> { Set(machines.filter { $0.end == nil }.map(\.step)) }

  /// The machines from which one can be reached that satisfies a condition.
  func leading(to isGoal: (Int) -> Bool) -> [Bool] {
    var before: [[Int]] = Array(repeating: [], count: machines.count)
    for (from, next) in following.enumerated() { for to in next { before[to].append(from) } }
    var leads = machines.indices.map(isGoal)
    var waiting = machines.indices.filter { leads[$0] }
    while let machine = waiting.popLast() {
      for from in before[machine] where !leads[from] {
        leads[from] = true
        waiting.append(from)
      }
    }
    return leads
  }

  private mutating func number(of machine: Machine, hasLeft: Bool) -> Int {
    let key = Key(
      block: machine.block, end: machine.end, returned: machine.returned,
      history: Array(machine.history))
    if let known = keys[key] { return known }
    keys[key] = machines.count
    machines.append(machine)
    following.append([])
    self.hasLeft.append(hasLeft || machine.end != nil)
    return machines.count - 1
  }

  private mutating func expand(_ number: Int) {
    let machine = machines[number]
    guard !hasLeft[number], machine.history.count <= Self.depth else { return }
    var after: [(machine: Machine, row: Row?)] = []
    func take(_ position: Int, passing: Bool = false) {
      var next = machine
      let row = machine.rows[position]
      if (passing ? try? next.passOver() : try? next.take(position)) != nil {
        after.append((next, row))
      }
    }
    if machine.returned >= 0 {
      for (position, row) in machine.rows.enumerated() where row.expectedOutcome == machine.result {
        take(position)
      }
    } else {
      for position in machine.rows.indices { take(position) }
      if !machine.rows.isEmpty, !machine.step.unless.isEmpty { take(0, passing: true) }
      var inside = machine
      if (try? inside.enterCall()) != nil { after.append((inside, nil)) }
    }
    for (next, row) in after {
      let hasLeft =
        home != nil && next.end == nil && next.step.flow != home
        && row?.target(program.reading)?.kind == .goto
      following[number].append(self.number(of: next, hasLeft: hasLeft))
    }
  }
}
