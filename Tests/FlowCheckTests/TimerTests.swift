import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

@testable import FlowCheck

/// `shadowed-timer` against the timers of the machine, in random catalogues with timers of a few
/// seconds.
@Suite struct TimerTests {
  private static let chunks = 10
  private static let catalogues = Sample.isReporting ? Sample.catalogues : 100

  private static func seeds(_ chunk: Int) -> StrideTo<Int> {
    stride(from: chunk, to: catalogues, by: chunks)
  }

  private static func load(_ seed: Int) throws -> (Program, CheckedCatalogue) {
    let catalogue = try RandomCatalogue.load(
      seed: UInt64(seed), flows: 4, hasLongTimers: seed % 4 != 0, kind: .timed)
    let reading: Reading = seed % 3 == 0 ? .meant : .written
    return (
      catalogue.compiled(as: reading), CheckedCatalogue(catalogue, as: reading, bindings: nil)
    )
  }

  /// What the rule says about each step.
  private static func reported(_ context: CheckContext) -> [Step: Set<Row>] {
    var reported: [Step: Set<Row>] = [:]
    for step in context.steps {
      let rows = Check.shadowedTimers(at: step, context.graph).map(\.row)
      if !rows.isEmpty { reported[step] = Set(rows) }
    }
    return reported
  }

  @Test(
    "A timer is reported at a step exactly if it never comes first, whatever has passed before",
    arguments: 0..<chunks)
  func ages(chunk: Int) throws {
    var (found, silent) = (0, 0)
    for seed in Self.seeds(chunk) {
      let (program, checked) = try Self.load(seed)
      for place in checked.graph.graphs.indices {
        let context = CheckContext(place, in: checked)
        guard !context.flow.isOutline else { continue }
        let reported = Self.reported(context)
        let first = FirstTimers(program, context.steps).rows
        for step in context.steps {
          let timers = step.rows(program.reading).filter { $0.after != nil }
          let never = Set(timers).subtracting(first[step] ?? [])
          #expect(reported[step] ?? [] == never, "seed \(seed), \(step)")
          found += never.count
          silent += timers.count - never.count
        }
        let findings = Findings.of(context, check: .shadowedTimer).entries.map(\.part)
        #expect(Set(findings) == Set(reported.values.joined().map { .row($0.original) }))
      }
    }
    #expect(found > 0 && silent > 0)
    if Sample.isReporting { print("shadowed-timer: \(found) found, \(silent) not") }
  }

  @Test("No run on which time passes takes a timer that is reported", arguments: 0..<chunks)
  func walks(chunk: Int) throws {
    var taken = 0
    for seed in Self.seeds(chunk) {
      let (program, checked) = try Self.load(seed)
      var reported: [Step: Set<Row>] = [:]
      for place in checked.graph.graphs.indices {
        reported.merge(Self.reported(CheckContext(place, in: checked))) { first, _ in first }
      }
      var walk = TimedWalk(program, seed: seed)
      walk.go(250)
      taken += walk.taken.count
      for (step, row) in walk.taken {
        #expect(reported[step]?.contains(row) != true, "seed \(seed): \(row) at \(step)")
      }
    }
    #expect(taken > 0)
  }
}

/// A run in which anything happens at random: rows, calls, suspensions, changes of facts, and that
/// time passes.
private struct TimedWalk {
  private let program: Program
  private var random: SplitMix
  /// The timers that have run out, each with the step whose row it is.
  private(set) var taken: [(step: Step, row: Row)] = []

  init(_ program: Program, seed: Int) {
    self.program = program
    random = SplitMix(seed: UInt64(seed) &+ 5)
  }

  mutating func go(_ count: Int) {
    let starts = program.catalogue.flows.compactMap(\.firstStep)
    var machine: Machine?
    for _ in 0..<count {
      guard var run = machine, !run.hasEnded else {
        machine = program.start(at: random.pick(starts))
        continue
      }
      let fact = program.facts[0]
      _ = run.set(fact.name, to: random.pick(fact.values))
      move(&run)
      machine = run
    }
  }

  private mutating func move(_ run: inout Machine) {
    if run.returned < 0, let timer = run.timer, timer.due <= run.clock {
      run.prepare(for: timer)
      taken.append((run.step, run.rows[timer.row]))
      _ = try? run.take(timer.row)
      return
    }
    let isSuspended = run.history.contains { $0.kind == .suspension }
    switch random.next(8) {
    case 0...3: run.elapse(to: run.clock + 1_000)
    case 4 where !isSuspended && run.returned < 0:
      _ = try? run.suspend(into: program.catalogue.flows[0])
    case 5 where run.returned < 0: _ = try? run.enterCall()
    default:
      let rows = run.rows.indices.filter { run.rows[$0].after == nil }
      if !rows.isEmpty { _ = try? run.take(random.pick(rows)) }
    }
  }
}

/// The timers that run out first at each step of a flow, in some run: the flow and the section have
/// been entered some time ago, the run may just have been resumed, and facts have any values.
private struct FirstTimers {
  private static let longest = 4
  private let program: Program
  private let steps: [Step]
  private(set) var rows: [Step: Set<Row>] = [:]
  /// The times, in milliseconds, at which timers of the flow, or of a section, have run out without
  /// ending it.
  private var flowDone: Set<UInt32> = [0]
  private var sectionDone: [Int: Set<UInt32>] = [:]

  init(_ program: Program, _ steps: [Step]) {
    self.program = program
    self.steps = steps
    var isNew = true
    while isNew {
      isNew = false
      for step in steps where look(at: step) { isNew = true }
    }
  }

  /// Returns whether one was found that runs out without ending what it is about.
  private mutating func look(at step: Step) -> Bool {
    let timers = step.rows(program.reading).filter { $0.after != nil }
    guard !timers.isEmpty, let machine = program.start(at: step, clock: 100_000) else {
      return false
    }
    var isNew = false
    for flow in flowDone {
      for section in sectionDone[step.section.index] ?? [0] {
        for var run in FirstTimers.aged(machine, isLong: program.tables.hasLongTimers) {
          if !run.times.isEmpty {
            (run.times[0].flowDone, run.times[0].sectionDone) = (flow, section)
          }
          for value in program.facts[0].values {
            _ = run.set(program.facts[0].name, to: value)
            guard let timer = run.timer else { continue }
            rows[step, default: []].insert(run.rows[timer.row])
            if note(timer, run) { isNew = true }
          }
        }
        if rows[step]?.count == timers.count, !isNew { return false }
      }
    }
    return isNew
  }

  /// Remembers a timer that leaves the run in its flow or section. Back and an error flow may
  /// return.
  private mutating func note(_ timer: Machine.Timer, _ machine: Machine) -> Bool {
    let row = machine.rows[timer.row]
    guard row.scope != .step, let after = row.after.map({ UInt32($0) }) else { return false }
    var run = machine
    run.prepare(for: timer)
    guard (try? run.take(timer.row)) != nil else { return false }
    let kind = row.targetKind(program.reading)
    let mayReturn = kind == .back || kind == .error
    guard mayReturn || !run.hasEnded && kind != .goto && run.step.flow == row.flow else {
      return false
    }
    switch row.scope {
    case .step: return false
    case .flow: return flowDone.insert(after).inserted
    case .section:
      let section = machine.step.section.index
      guard mayReturn || run.step.section.index == section else { return false }
      return sectionDone[section, default: [0]].insert(after).inserted
    }
  }

  /// The machine with all combinations of times since its flow, its section and its step were
  /// entered.
  private static func aged(_ machine: Machine, isLong: Bool) -> [Machine] {
    var all: [Machine] = []
    for flow in 0...(isLong ? longest : 0) {
      for section in 0...flow {
        for step in 0...(isLong ? section : longest) {
          for isResumed in step == 0 ? [false, true] : [true] {
            var run = machine
            run.enteredAt = run.clock - Int64(step) * 1_000
            if isLong {
              run.times[0].section = run.clock - Int64(section) * 1_000
              run.times[0].flow = run.clock - Int64(flow) * 1_000
            }
            if isResumed { run.resumedAt = run.clock }
            all.append(run)
          }
        }
      }
    }
    return all
  }
}
