internal import FlowModel
internal import FlowRuntime

/// Makes a counter-example of a path, by walking along it.
struct CounterExampleRun {
  private let model: RunModel
  private let rule: ResolvedRule
  private let start: Step
  private var walk: Walk
  private var watch: RuleWatch
  private var entries: [CounterExample.Entry] = []
  private var moves: [Script.Move] = []
  private var facts: [(name: String, value: String)] = []

  private var machine: Machine { walk.machine }

  /// What shows that a path breaks the rule.
  enum Proof {
    /// The rule is broken when the path was run, or by its end.
    case broken
    /// The last deeds can be repeated for ever, so that what is due never happens.
    case loop(Int)
    /// Nothing leads to the subject from here.
    case stranded
  }

  /// Nil if the path does not begin at a step.
  init?(
    _ rule: ResolvedRule, _ model: RunModel, _ index: MomentIndex, start: Control
  ) {
    self.model = model
    self.rule = rule
    let step = model.program.step(at: start.block)
    guard var machine = model.program.start(at: step) else { return nil }
    facts = model.code.names(start.facts, of: model.program)
    for fact in facts { _ = machine.set(fact.name, to: fact.value) }
    machine.startOver()
    self.start = step
    walk = Walk(machine)
    watch = RuleWatch(rule, index, model.program)
    watch.enterFlow(machine)
  }

  /// Runs the deeds, and writes them down whether the machine takes them or not.
  ///
  /// - Parameter waits: how long the run waits before each deed, in milliseconds; nothing for not
  ///   at all.
  mutating func example(
    _ deeds: [Deed], waits: [Int64] = [], _ proof: Proof
  ) -> CounterExample {
    var isTaken = true
    var pending: Set<Machine.Timer> = []
    for (place, deed) in deeds.enumerated() {
      if case .loop(let count) = proof, place == deeds.count - count {
        goOn()
        pending = longTimers
        // So that timers that begin again can be told from those that go on.
        if !pending.isEmpty { walk.machine.elapse(to: machine.clock + 1) }
      }
      let taken = take(deed, after: place < waits.count ? waits[place] : 0)
      isTaken = isTaken && taken
    }
    // A timer that runs all the time ends the loop.
    if case .loop = proof, !pending.isDisjoint(with: longTimers) { isTaken = false }
    switch proof {
    // Flows that call each other without end need no row for it.
    case .broken, .loop(0): if isTaken { goOn() }
    case .loop, .stranded: break
    }
    var script = Script(
      flow: start.flow.id, name: rule.rule.name.text, reading: model.program.reading, facts: facts,
      moves: moves)
    var isRun = true
    do {
      script.end = try ScriptRun.run(script, on: model.program).ending
    } catch {
      // After the last row a run may come to where it cannot go on, and then its script has no end.
      switch error.kind {
      case .loop, .callTooDeep, .unhandledResult: break
      case .unknownFlow, .unknownStep, .unknownFact, .outline, .noSuchRow, .inPlace, .endedEarly,
        .otherRow, .conditionUnmet, .laterTimer, .passing, .notEntered, .ranOut:
        isRun = false
      }
    }
    var loop = 0
    var isShown = watch.isBroken || watch.isBrokenAtEnd && hasStopped
    switch proof {
    case .broken: break
    case .loop(let count):
      loop = count
      isShown = watch.isDue
    case .stranded: isShown = !rule.monitor.isAboutEver || watch.isDue
    }
    return CounterExample(
      start: start.flow, entries: entries, loop: loop, script: script,
      // A script of a loop that nobody can stop has no end.
      why: why(proof), isConfirmed: isTaken && isShown && (isRun || loop > 0))
  }

  /// Whether nothing can happen any more.
  private var hasStopped: Bool {
    switch machine.need {
    case .end: true
    case .result: machine.resultRow == nil
    case .event:
      machine.timer == nil
        && machine.rows.enumerated().allSatisfy { position, row in
          row.after != nil && row.outcome == nil || !machine.allows(position)
        }
    case .call, .passOver: false
    }
  }

  /// Enters the flows that are called at once, which no entry of a script names.
  private mutating func goOn() {
    while machine.need == .call, !watch.isBroken {
      guard (try? walk.perform(.call)) != nil else { return }
      watch.enterFlow(machine)
    }
  }

  /// The timers that began before the current step.
  private var longTimers: Set<Machine.Timer> {
    Set(machine.timers.filter { $0.callers > 0 || machine.rows[$0.row].scope != .step })
  }

  private mutating func wait(_ time: Int64) -> Bool {
    guard time > 0 else { return true }
    moves.append(.wait(time))
    return (try? walk.wait(time)) != nil
  }

  private mutating func take(_ deed: Deed, after time: Int64) -> Bool {
    guard let cell = deed.cell else {
      goOn()
      let waited = wait(time)
      return suspend() && waited
    }
    let home = model.program.tables.cells[Int(cell)].home
    // A timer of a calling step runs out while the called flow runs.
    if home != machine.block || machine.need == .call { goOn() }
    let waited = wait(time)
    let row = model.program.row(model.program.tables.cells[Int(cell)].number)
    let step = row.step(model.program.reading)
    entries.append(
      CounterExample.Entry(row: row, step: step, isPassedOver: deed.isPassedOver))
    moves.append(.row(row.qualified))
    return waited && advance(Int(cell - home), of: row, at: home, deed)
  }

  /// Takes a row by its position in a block: that of the current step, or of a calling one whose
  /// timer runs out.
  private mutating func advance(
    _ position: Int, of row: Row, at home: Int32, _ deed: Deed
  ) -> Bool {
    var next: Walk.Deed?
    if home == machine.block {
      switch machine.need {
      case .call, .end: return false
      case .passOver, .result, .event: next = try? walk.deed(for: position)
      }
    } else if machine.waits {
      next = machine.callerTimer(ofRow: row.qualified).flatMap { try? walk.deed(for: $0) }
    }
    guard let next, (next.kind == .skip) == deed.isPassedOver else { return false }
    if let timer = next.timer { walk.wait(for: timer) }
    let before = machine
    guard before.block == home, (try? walk.perform(next.kind)) != nil else { return false }
    watch.take(position, isPassedOver: deed.isPassedOver, before: before, after: machine)
    return true
  }

  private mutating func suspend() -> Bool {
    guard let flow = rule.interruption else { return false }
    entries.append(CounterExample.Entry(row: nil, step: machine.step, isPassedOver: false))
    moves.append(.suspend(flow.id))
    guard (try? walk.suspend(into: flow.id)) != nil else { return false }
    watch.enterFlow(machine)
    return true
  }

  // MARK: Words

  private func why(_ proof: Proof) -> String {
    let sentence = RuleSentence(rule.rule)
    let place =
      machine.end.map { "the run ends with `\($0)`" } ?? "the run is at `\(machine.step.qualified)`"
    switch proof {
    case .stranded: return "\(place), and \(sentence.subject) cannot happen any more"
    case .loop(0): return "flows call each other without end, and \(sentence.subject) is still due"
    case .loop: return "the last rows can repeat for ever, and \(sentence.subject) is still due"
    case .broken: break
    }
    let subject = sentence.subject
    switch rule.rule.form {
    case .never: return "\(subject) happens: \(place)"
    case .neverBefore: return "\(subject) happens before \(sentence.other): \(place)"
    case .neverAfter: return "\(subject) happens after \(sentence.other): \(place)"
    case .onlyBetween:
      return "\(subject) happens outside of the time between \(sentence.other) and "
        + "\(sentence.until): \(place)"
    case .eventually: return "\(place), and \(subject) has not happened"
    case .exactlyOnce:
      return watch.isBroken && !hasStopped
        ? "\(subject) happens a second time: \(place)"
        : """
        \(place), and \(subject) has \
        \(watch.isBroken ? "happened more than once" : "not happened")
        """
    case .justBefore: return "\(subject) happens, and not just after \(sentence.other): \(place)"
    case .justAfter: return "just after \(subject) comes something else: \(place)"
    case .atMost:
      let count = rule.rule.count == 1 ? "once" : "\(rule.rule.count) times"
      return "\(subject) happens more often than \(count): \(place)"
    case .alwaysPossible: return "\(subject) is not possible: \(place)"
    case .neverBoth: return "both happen, \(subject) and \(sentence.other): \(place)"
    }
  }
}
