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
  private typealias Run = (machine: Machine, watch: RuleWatch, number: Int)

  /// More milliseconds than any timer has.
  private static let longest: Int64 = 8

  private let rule: HouseRule
  var form: HouseRule.Form { rule.form }
  private let program: Program
  private let most: Int
  private let events: RuleEvents
  /// A watch of one row, which is broken if the subject happens.
  private let subject: RuleWatch
  private var seen: [Key: Int] = [:]
  private var runs: [Run] = []
  /// All runs as a graph, as far as they were followed.
  private(set) var graph = RunGraph()
  /// The number of rows of the shortest run that breaks the rule.
  private(set) var found: Int?
  /// All runs with so many rows were followed.
  private(set) var complete = -1
  /// Whether the machine refused to nest more calls.
  private var isCut = false
  /// Whether there are no other runs.
  var isWhole: Bool { runs.isEmpty && seen.count <= most && !isCut }

  init(_ rule: HouseRule, _ watch: RuleWatch, on program: Program, most: Int) {
    self.rule = rule
    self.program = program
    self.most = most
    events = RuleEvents(rule, on: program)
    var never = rule
    never.form = .never
    never.other = []
    never.until = []
    // It is like the other watch if the rule has no such form.
    subject = RuleWatch(never, on: program) ?? watch
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
        add(machine, watch, 0, nil)
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

  /// - Parameter step: how the run came here. Nil where it starts.
  private mutating func add(
    _ machine: Machine, _ watch: RuleWatch, _ length: Int, _ step: RunGraph.Edge?
  ) {
    var (machine, watch, subject) = (machine, watch, subject)
    while machine.need == .call, !watch.isBroken {
      guard (try? machine.enterCall()) != nil else {
        isCut = true
        return
      }
      watch.enterFlow(machine)
      subject.enterFlow(machine)
    }
    if watch.isBroken { found = min(found ?? length, length) }
    let key = Key(
      block: machine.block, end: machine.end, returned: machine.returned,
      history: Array(machine.history), facts: machine.factValues, state: watch.state,
      times: times(machine))
    let number = seen[key] ?? graph.places.count
    if var step {
      step.to = number
      step.isSubject = step.isSubject || subject.isBroken
      graph.edges.append(step)
    }
    guard seen.updateValue(number, forKey: key) == nil else { return }
    graph.places.append(
      RunGraph.Place(length: length, state: watch.state, hasEnded: machine.hasEnded))
    let positions = positions(machine)
    if positions.isEmpty, !waits(machine) || machine.timer == nil, watch.isBrokenAtEnd {
      found = min(found ?? length, length)
    }
    runs.append((machine, watch, number))
  }

  private func times(_ machine: Machine) -> [Int64] {
    guard program.tables.hasLongTimers, !machine.hasEnded else { return [] }
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
      return
    }
    let now = run.machine.clock
    let timer = run.machine.timer
    if let timer {
      var machine = run.machine
      machine.elapse(to: timer.due)
      machine.prepare(for: timer)
      take(timer.row, (machine, run.watch, run.number), length)
    }
    // Without timers that began earlier, it does not matter how long the run waits.
    let last = (timer?.due ?? now + Enumeration.longest) - 1
    guard now <= last else { return }
    for time in program.tables.hasLongTimers ? Array(now...last) : [now] {
      var machine = run.machine
      machine.elapse(to: time)
      for position in positions(machine) {
        take(position, (machine, run.watch, run.number), length)
      }
      suspend((machine, run.watch, run.number), length)
    }
  }

  private mutating func take(
    _ position: Int, _ run: Run, _ length: Int, isPassedOver: Bool = false
  ) {
    var (machine, watch, subject) = (run.machine, run.watch, subject)
    let row = machine.rows[position]
    let taken = isPassedOver ? try? machine.passOver() : try? machine.take(position)
    guard taken != nil else {
      isCut = true
      return
    }
    watch.take(position, isPassedOver: isPassedOver, before: run.machine, after: machine)
    subject.take(position, isPassedOver: isPassedOver, before: run.machine, after: machine)
    add(
      machine, watch, length,
      RunGraph.Edge(
        from: run.number, isSubject: subject.isBroken,
        isUsers: !isPassedOver && events.isUsers(row, program.reading)))
  }

  private mutating func suspend(_ run: Run, _ length: Int) {
    guard let flow = rule.interruption.flatMap({ program.catalogue.flow(named: $0.text) }) else {
      return
    }
    var (machine, watch, subject) = (run.machine, run.watch, subject)
    guard (try? machine.suspend(into: flow)) != nil else { return }
    watch.enterFlow(machine)
    subject.enterFlow(machine)
    add(
      machine, watch, length,
      RunGraph.Edge(from: run.number, isSubject: subject.isBroken, isUsers: true))
  }
}
