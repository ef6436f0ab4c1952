internal import FlowModel

// Rules about runs in which timers of callers, sections or flows run together.
extension Prover {
  /// Decides a rule by the shortest runs with their times, or by all runs if timers could run out at any time.
  func quickTimedFinding(
    on rule: ResolvedRule, _ model: RunModel, _ trigger: Monitor.Letter
  ) -> (finding: Verdict.Finding, places: Int)? {
    let runs = shortRuns(rule, model, enough: nil)
    if let example = runs.broken { return (.broken(example), runs.count) }
    let isTriggered = runs.seen.isSuperset(of: trigger)
    if !runs.isComplete {
      let merged = RunSearch(model, isMerged: true)
      guard isTriggered, !merged.isCut,
        !merged.nodes.indices.contains(where: { merged.control(of: Int32($0)).isBroken })
      else { return nil }
    }
    return (isTriggered ? .holds(ifUserGoesOn: false) : .neverTriggered, runs.count)
  }

  /// Decides a rule about runs in which the order of timers depends on when they began, where the short runs
  /// do not.
  ///
  /// A search of all stacks lets such timers run out at any time. So nothing can happen that it does
  /// not find; what it finds must be taken on the machine.
  func timedFinding(
    on rule: ResolvedRule, _ model: RunModel
  ) -> (finding: Verdict.Finding, places: Int) {
    let isPossible = rule.monitor.form == .alwaysPossible
    var runs = (
      broken: CounterExample?.none, seen: Monitor.Letter(), isComplete: false, count: 0
    )
    if rule.monitor.isAboutEver {
      runs = shortRuns(rule, model, enough: nil)
      if let example = runs.broken { return (.broken(example), runs.count) }
    }
    let open = Verdict.Finding.notProvable(
      "it depends on the order of timers that run together, which could not be followed far enough")
    let search = RunSearch(model, keepsEdges: isPossible)
    let places = max(runs.count, search.nodes.count)
    guard !search.isCut else {
      return (open, places)
    }
    let entrances = search.entrances()
    if !runs.isComplete, let example = violation(of: rule, in: search, entrances) {
      return (example.isConfirmed ? .broken(example) : open, places)
    }
    let seen = runs.isComplete ? runs.seen : search.seen
    if !rule.monitor.trigger.allSatisfy(seen.contains) { return (.neverTriggered, places) }
    guard rule.monitor.isAboutEver else { return (.holds(ifUserGoesOn: false), places) }
    if let example = endless(rule, in: search, entrances) {
      return (example.isConfirmed ? .broken(example) : open, places)
    }
    let withUsers = RunSearch(dueIn: search, withUsers: true)
    return (.holds(ifUserGoesOn: !withUsers.loopingNodes().isEmpty), places)
  }
}
