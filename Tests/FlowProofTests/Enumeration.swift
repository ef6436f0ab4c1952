import FlowModel
import FlowProof
import FlowRuntime

/// All runs of a program, by their number of rows. Knows nothing of how a prover searches.
///
/// Where timers may have begun before their step, a run waits any number of milliseconds before each row, so
/// this is for timers of few milliseconds.
struct Enumeration {
  private struct Key: Hashable {
    let block: Int32
    let end: End?
    let returned: Int32
    let history: [HistoryEntry]
    let facts: [UInt8]
    let state: UInt8
    /// How long ago everything began that timers run from.
    let times: [Int64]
  }
  private typealias Run = (machine: Machine, watch: RuleWatch)

  /// More milliseconds than any timer has.
  private static let longest: Int64 = 8

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
      for run in now {
        if seen.count > most { return }
        follow(run, length + 1)
      }
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
      history: Array(machine.history), facts: machine.factValues, state: watch.state,
      times: times(machine))
    guard seen.insert(key).inserted else { return }
    let positions = positions(machine)
    if positions.isEmpty, !waits(machine) || machine.timer == nil, watch.isBrokenAtEnd {
      found = min(found ?? length, length)
    }
    runs.append((machine, watch))
  }

  private func times(_ machine: Machine) -> [Int64] {
    guard program.tables.hasLongTimers, !machine.hasEnded else { return [] }
    let saved = machine.history.indices.filter { !machine.history[$0].isScreen }.map { $0 + 1 }
    let known = ([0] + saved).filter(machine.times.indices.contains).map { machine.times[$0] }
    return [machine.clock - machine.enteredAt]
      + known.flatMap { times in
        [times.step, times.section, times.flow].map {
          $0 < machine.clock - 50 ? -1 : machine.clock - $0
        } + [Int64(times.sectionDone), Int64(times.flowDone)]
      }
  }

  /// The rows that a run takes now: for each answer the first whose conditions hold. Of the timers only the
  /// first one, and only when its time has come; then nothing else.
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
        return rows[position].after == nil || rows[position].outcome != nil
      }
    }
  }

  /// Whether the run waits at a step, so that time passes.
  private func waits(_ machine: Machine) -> Bool {
    machine.need == .event && machine.head.flags & Block.passes == 0
  }

  private mutating func follow(_ run: Run, _ length: Int) {
    guard waits(run.machine) else {
      let isPassedOver = run.machine.need == .passOver
      for position in positions(run.machine) {
        take(position, run, length, isPassedOver: isPassedOver)
      }
      if run.machine.need == .event { suspend(run, length) }
      return
    }
    let now = run.machine.clock
    let timer = run.machine.timer
    if let timer {
      var machine = run.machine
      machine.elapse(to: timer.due)
      machine.prepare(for: timer)
      take(timer.row, (machine, run.watch), length)
    }
    // Without timers that began earlier, it does not matter how long the run waits.
    let last = (timer?.due ?? now + Enumeration.longest) - 1
    guard now <= last else { return }
    for time in program.tables.hasLongTimers ? Array(now...last) : [now] {
      var machine = run.machine
      machine.elapse(to: time)
      for position in positions(machine) { take(position, (machine, run.watch), length) }
      suspend((machine, run.watch), length)
    }
  }

  private mutating func take(
    _ position: Int, _ run: Run, _ length: Int, isPassedOver: Bool = false
  ) {
    var (machine, watch) = run
    let taken = isPassedOver ? try? machine.passOver() : try? machine.take(position)
    guard taken != nil else { return }
    watch.take(position, isPassedOver: isPassedOver, before: run.machine, after: machine)
    add(machine, watch, length)
  }

  private mutating func suspend(_ run: Run, _ length: Int) {
    guard let flow = rule.interruption.flatMap({ program.catalogue.flow(named: $0.text) }) else {
      return
    }
    var (machine, watch) = run
    guard (try? machine.suspend(into: flow)) != nil else { return }
    watch.enterFlow(machine)
    add(machine, watch, length)
  }
}
