import FlowModel
import FlowProof
import FlowRuntime

/// All runs of a program, by their number of rows. Knows nothing of how a prover searches.
struct Enumeration {
  private struct Key: Hashable {
    let block: Int32
    let end: End?
    let returned: Int32
    let history: [HistoryEntry]
    let facts: [UInt8]
    let state: UInt8
  }
  private typealias Run = (machine: Machine, watch: RuleWatch)

  private let rule: HouseRule
  private let program: Program
  private let most: Int
  private var seen: Set<Key> = []
  private var runs: [Run] = []
  /// The number of rows of the shortest run that breaks the rule.
  private(set) var found: Int?
  /// All runs with so many rows were followed.
  private(set) var complete = -1

  init(_ rule: HouseRule, _ watch: RuleWatch, on program: Program, most: Int) {
    self.rule = rule
    self.program = program
    self.most = most
    for name in rule.starts {
      guard let flow = program.catalogue.flow(named: name.text),
        let machine = program.start(flow)
      else { continue }
      var starts = [machine]
      for given in rule.given {
        starts = starts.flatMap { machine in
          given.values.map { value in
            var machine = machine
            _ = machine.set(given.fact.text, to: value.text)
            return machine
          }
        }
      }
      for var machine in starts {
        machine.startOver()
        var watch = watch
        watch.enterFlow(machine)
        add(machine, watch, 0)
      }
    }
  }

  mutating func search(to depth: Int) {
    for length in 0...depth {
      if found != nil { return }
      complete = length
      let now = runs
      runs = []
      for run in now { follow(run, length + 1) }
      if seen.count > most { return }
    }
  }

  private mutating func add(_ machine: Machine, _ watch: RuleWatch, _ length: Int) {
    var (machine, watch) = (machine, watch)
    while machine.need == .call, !watch.isBroken {
      guard (try? machine.enterCall()) != nil else { return }
      watch.enterFlow(machine)
    }
    if watch.isBroken { found = min(found ?? length, length) }
    let key = Key(
      block: machine.block, end: machine.end, returned: machine.returned,
      history: Array(machine.history), facts: machine.factValues, state: watch.state)
    guard seen.insert(key).inserted else { return }
    let positions = positions(machine)
    if positions.isEmpty, watch.isBrokenAtEnd { found = min(found ?? length, length) }
    runs.append((machine, watch))
  }

  /// The rows that a run takes: for each answer the first whose conditions hold; no timer after an
  /// earlier one.
  private func positions(_ machine: Machine) -> [Int] {
    switch machine.need {
    case .end, .call: return []
    case .passOver: return [0]
    case .result: return machine.resultRow.map { [$0] } ?? []
    case .event:
      let rows = machine.rows
      return rows.indices.filter { position in
        guard machine.allows(position) else { return false }
        if let outcome = rows[position].expectedOutcome.flatMap({ program.outcome($0) }) {
          guard machine.row(for: outcome) == position else { return false }
        }
        guard rows[position].after != nil, rows[position].outcome == nil else { return true }
        return machine.timer?.row == position
      }
    }
  }

  private mutating func follow(_ run: Run, _ length: Int) {
    let isPassedOver = run.machine.need == .passOver
    for position in positions(run.machine) {
      var (machine, watch) = run
      let taken = isPassedOver ? try? machine.passOver() : try? machine.take(position)
      guard taken != nil else { continue }
      watch.take(position, isPassedOver: isPassedOver, before: run.machine, after: machine)
      add(machine, watch, length)
    }
    guard run.machine.need == .event,
      let flow = rule.interruption.flatMap({ program.catalogue.flow(named: $0.text) })
    else { return }
    var (machine, watch) = run
    guard (try? machine.suspend(into: flow)) != nil else { return }
    watch.enterFlow(machine)
    add(machine, watch, length)
  }
}
