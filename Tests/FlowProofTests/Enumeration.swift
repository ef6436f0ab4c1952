import FlowModel
import FlowProof
import FlowRuntime

/// All runs of a program, by their number of rows. Knows nothing of how a prover searches.
///
/// Where timers may have begun before their step, a run waits any number of milliseconds before
/// each row, so this is for timers of few milliseconds.
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
  private typealias Run = (machine: Machine, watches: Watches, number: Int)

  /// Two watches of one rule, which agree.
  private struct Watches {
    var judge: RuleJudge
    var watch: RuleWatch

    mutating func enterFlow(_ machine: Machine) {
      judge.enterFlow(machine)
      watch.enterFlow(machine)
    }

    mutating func take(
      _ position: Int, isPassedOver: Bool, before: Machine, after: Machine
    ) {
      judge.take(position, isPassedOver: isPassedOver, before: before, after: after)
      watch.take(position, isPassedOver: isPassedOver, before: before, after: after)
    }
  }

  /// More milliseconds than any timer has.
  private static let longest: Int64 = 8

  private let rule: HouseRule
  var form: HouseRule.Form { rule.form }
  private let program: Program
  private let most: Int
  /// Whether it matters when something began: timers of callers, sections or flows run, or timers
  /// that are over when a run is resumed.
  private let isTimed: Bool
  private let events: RuleEvents
  private var seen: [Key: Int] = [:]
  private var runs: [Run] = []
  /// All runs as a graph, as far as they were followed.
  private(set) var graph = RunGraph()
  /// The number of rows of the shortest run that breaks the rule.
  private(set) var found: Int?
  /// All runs with so many rows were followed.
  private(set) var complete = -1
  /// How often the watch of apps and the judge were in different states.
  private(set) var disagreements = 0
  /// Whether the machine refused to nest more calls.
  private var isCut = false
  /// Whether there are no other runs.
  var isWhole: Bool { runs.isEmpty && seen.count <= most && !isCut }

  init(_ rule: HouseRule, _ watch: RuleWatch, on program: Program, most: Int) {
    let watches = Watches(judge: RuleJudge(rule, on: program), watch: watch)
    self.rule = rule
    self.program = program
    self.most = most
    let timers = program.tables.timers.dropFirst()
    isTimed =
      program.tables.hasLongTimers
      || rule.interruption != nil && !timers.isEmpty
        && timers.allSatisfy { $0.after < Enumeration.longest }
    events = RuleEvents(rule, on: program)
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
        var watches = watches
        watches.enterFlow(machine)
        add(machine, watches, 0, from: nil)
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

  /// - Parameters:
  ///   - before: the run before its last deed. Nil where it starts.
  ///   - isUsers: whether only the user does that.
  private mutating func add(
    _ machine: Machine, _ watches: Watches, _ length: Int, from before: Run?, isUsers: Bool = false
  ) {
    var (machine, watches) = (machine, watches)
    while machine.need == .call, !watches.judge.isBroken {
      guard (try? machine.enterCall()) != nil else {
        isCut = true
        return
      }
      watches.enterFlow(machine)
    }
    let judge = watches.judge
    if judge.state != watches.watch.state { disagreements += 1 }
    if judge.isBroken { found = min(found ?? length, length) }
    let key = Key(
      block: machine.block, end: machine.end, returned: machine.returned,
      history: Array(machine.history), facts: machine.factValues, state: judge.state,
      times: times(machine))
    let number = seen[key] ?? graph.places.count
    if let before {
      graph.edges.append(
        RunGraph.Edge(
          from: before.number, to: number,
          isSubject: judge.subjects > before.watches.judge.subjects, isUsers: isUsers))
    }
    guard seen.updateValue(number, forKey: key) == nil else { return }
    graph.places.append(
      RunGraph.Place(length: length, state: judge.state, hasEnded: machine.hasEnded))
    let positions = positions(machine)
    if positions.isEmpty, !machine.waits || machine.timer == nil, judge.isBrokenAtEnd {
      found = min(found ?? length, length)
    }
    runs.append((machine, watches, number))
  }

  private func times(_ machine: Machine) -> [Int64] {
    guard isTimed, !machine.hasEnded else { return [] }
    let saved = machine.history.indices.filter { !machine.history[$0].isScreen }.map { $0 + 1 }
    let known = ([0] + saved).filter(machine.times.indices.contains).map { machine.times[$0] }
    var all: [Int64] = [machine.clock - machine.enteredAt]
    for times in known {
      for time in [times.step, times.section, times.flow] {
        all.append(time < machine.clock - 50 ? -1 : machine.clock - time)
      }
      all.append(Int64(times.sectionDone))
      all.append(Int64(times.flowDone))
    }
    return all
  }

  /// The rows that a run takes now: for each answer the first whose conditions hold. Of the timers
  /// only the first one, and only when its time has come; then nothing else.
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

  private mutating func follow(_ run: Run, _ length: Int) {
    guard run.machine.waits else {
      let isPassedOver = run.machine.need == .passOver
      for position in positions(run.machine) {
        take(position, run, length, isPassedOver: isPassedOver)
      }
      return
    }
    let now = run.machine.clock
    let timer = run.machine.timer
    if let timer {
      var machine = run.machine
      machine.elapse(to: timer.due)
      machine.prepare(for: timer)
      take(timer.row, (machine, run.watches, run.number), length)
    }
    // Without timers that began earlier, it does not matter how long the run waits.
    let last = (timer?.due ?? now + Enumeration.longest) - 1
    guard now <= last else { return }
    for time in isTimed ? Array(now...last) : [now] {
      var machine = run.machine
      machine.elapse(to: time)
      for position in positions(machine) {
        take(position, (machine, run.watches, run.number), length)
      }
      suspend((machine, run.watches, run.number), length)
    }
  }

  private mutating func take(
    _ position: Int, _ run: Run, _ length: Int, isPassedOver: Bool = false
  ) {
    var (machine, watches) = (run.machine, run.watches)
    let row = machine.rows[position]
    let taken = isPassedOver ? try? machine.passOver() : try? machine.take(position)
    guard taken != nil else {
      isCut = true
      return
    }
    watches.take(position, isPassedOver: isPassedOver, before: run.machine, after: machine)
    add(
      machine, watches, length, from: run,
      isUsers: !isPassedOver && events.isUsers(row, program.reading))
  }

  /// As scripts do it, which refuse it where the run does not wait.
  private mutating func suspend(_ run: Run, _ length: Int) {
    guard let flow = rule.interruption else { return }
    var (walk, watches) = (Walk(run.machine), run.watches)
    guard (try? walk.suspend(into: flow.text)) != nil else { return }
    watches.enterFlow(walk.machine)
    add(walk.machine, watches, length, from: run, isUsers: true)
  }
}
