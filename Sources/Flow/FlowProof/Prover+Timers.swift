internal import FlowModel

// Rules about runs in which timers of callers, sections or flows run together.
extension Prover {
  /// Decides a rule by the shortest runs with their times, or by all runs if timers could run out
  /// at any time.
  private func shortFinding(
    on rule: ResolvedRule, _ model: RunModel
  ) -> (finding: Verdict.Finding?, places: Int) {
    let runs = shortRuns(rule, model, enough: nil)
    if let example = runs.broken { return (.broken(example), runs.count) }
    let isTriggered = rule.monitor.trigger.allSatisfy(runs.seen.contains)
    if !runs.isComplete {
      let merged = RunSearch(model, isMerged: true)
      guard isTriggered, !merged.isCut,
        !merged.nodes.indices.contains(where: { merged.control(of: Int32($0)).isBroken })
      else { return (nil, runs.count) }
    }
    return (isTriggered ? .holds(ifUserGoesOn: false) : .neverTriggered, runs.count)
  }

  /// Decides a rule about something that must happen by the shortest runs with their times: by one
  /// that ends without it or goes round for ever, or by all if there are no others.
  private func everFinding(on rule: ResolvedRule, _ runs: TimedSearch) -> Verdict.Finding? {
    if let path = runs.path, let example = example(rule, runs, path, .broken) {
      return .broken(example)
    }
    if let (run, count) = runs.endless, let example = example(rule, runs, run, .loop(count)),
      example.isConfirmed
    {
      return .broken(example)
    }
    guard runs.isComplete else { return nil }
    if !rule.monitor.trigger.allSatisfy(runs.seen.contains) { return .neverTriggered }
    if runs.hasLoops(withUsers: false) { return nil }
    guard runs.hasLoops(withUsers: true) else { return .holds(ifUserGoesOn: false) }
    // If a user can put it off, a user who goes on must be able to come to it.
    return possibleFinding(on: rule, runs, else: .holds(ifUserGoesOn: true))
  }

  /// Decides what stays possible by all runs with their times, if there are not too many.
  private func possibleFinding(
    on rule: ResolvedRule, _ runs: TimedSearch, else holds: Verdict.Finding
  ) -> Verdict.Finding? {
    switch runs.stranded {
    case .nowhere: return holds
    case .after(let run):
      let example = example(rule, runs, run, .stranded)
      return example.flatMap { $0.isConfirmed ? .broken($0) : nil }
    case .unknown: return nil
    }
  }

  private func example(
    _ rule: ResolvedRule, _ runs: TimedSearch, _ run: TimedSearch.Run,
    _ proof: CounterExampleRun.Proof
  ) -> CounterExample? {
    var taken = CounterExampleRun(rule, runs.model, index, start: run.start)
    return taken?.example(run.deeds, waits: run.waits, proof)
  }

  /// Decides a rule about runs in which the order of timers depends on when they began.
  ///
  /// Where the short runs do not, a search of all stacks lets such timers run out at any time. So
  /// nothing can happen that it does not find; what it finds must be taken on the machine.
  func timedFinding(
    on rule: ResolvedRule, _ model: RunModel
  ) -> (finding: Verdict.Finding, places: Int) {
    let isPossible = rule.monitor.form == .alwaysPossible
    var runs = (seen: Monitor.Letter(), isComplete: false, count: 0)
    if isPossible || rule.monitor.isAboutEver {
      let short = TimedSearch(model, most: mostStacks, enough: nil)
      let finding =
        isPossible
        ? possibleFinding(on: rule, short, else: .holds(ifUserGoesOn: false))
        : everFinding(on: rule, short)
      if let finding { return (finding, short.count) }
      runs.count = short.count
      if !isPossible { (runs.seen, runs.isComplete) = (short.seen, short.isComplete) }
    } else {
      let (finding, places) = shortFinding(on: rule, model)
      if let finding { return (finding, places) }
      runs.count = places
    }
    let open = Verdict.Finding.notProvable(
      "it depends on the order of timers that run together, which could not be followed far enough")
    let search = RunSearch(model, keepsEdges: isPossible)
    let places = max(runs.count, search.nodes.count)
    guard !search.isCut else {
      return (open, places)
    }
    let entrances = search.entrances()
    if !runs.isComplete, let found = violation(of: rule, in: search, entrances) {
      guard case .run(var example) = found, example.isConfirmed else { return (open, places) }
      // At their own times, timers may leave less possible after a shorter run.
      example.isShortest = !isPossible || example.entries.isEmpty
      return (.broken(example), places)
    }
    let seen = runs.isComplete ? runs.seen : search.seen
    if !rule.monitor.trigger.allSatisfy(seen.contains) { return (.neverTriggered, places) }
    // That something may happen in such a search does not say that it can.
    guard rule.monitor.isAboutEver else {
      return (isPossible ? open : .holds(ifUserGoesOn: false), places)
    }
    let withUsers = RunSearch(dueIn: search, withUsers: true)
    let found =
      endless(rule, in: search, entrances) ?? trapped(rule, in: search, withUsers, entrances)
    if let found {
      guard case .run(let example) = found, example.isConfirmed else { return (open, places) }
      return (.broken(example), places)
    }
    return (withUsers.loopingNodes().isEmpty ? .holds(ifUserGoesOn: false) : open, places)
  }
}
