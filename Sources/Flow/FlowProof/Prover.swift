public import Diagnostics
public import FlowModel
internal import FlowRuntime

/// Decides rules for all runs of the flows of a catalogue.
///
/// It decides for every first value of every fact, and across calls, go-tos, error flows, Back,
/// Resume and timers. What an action answers is left open, except as far as its contract says.
public struct Prover: Sendable {
  /// What a rule says, and what was found as written and as meant.
  public struct Result: Sendable {
    /// The rule.
    public let rule: HouseRule
    /// What is wrong with the rule itself. A rule with any diagnostic has no verdicts.
    public let diagnostics: [Diagnostic]
    /// As written, then as meant.
    public let verdicts: [Verdict]

    /// What was found in a reading.
    public subscript(reading: Reading) -> Verdict? { verdicts.first { $0.reading == reading } }
  }

  /// The most places that are followed with their whole stacks, and with the times of their timers.
  package var mostStacks = 20_000
  /// The most places that are searched.
  package var mostPlaces = RunSearch.mostNodes
  /// The most ways between them.
  package var mostWays = RunSearch.mostWays
  private let contracts: [Contract]
  let index: MomentIndex
  let programs: [Program]
  /// Whether the readings have the same runs, so that what holds in one holds in the other.
  private let isOneProgram: Bool

  /// A prover for the flows of a catalogue.
  public init(_ catalogue: Catalogue, contracts: [Contract] = []) {
    self.contracts = contracts
    index = MomentIndex(catalogue)
    programs = Reading.allCases.map { catalogue.compiled(as: $0) }
    isOneProgram = programs.dropFirst().allSatisfy { [programs] in $0.isLike(programs[0]) }
  }

  /// Decides a rule in both readings.
  public func prove(_ rule: HouseRule) -> Result {
    let resolved = ResolvedRule(rule, in: index)
    guard resolved.diagnostics.isEmpty else {
      return Result(rule: rule, diagnostics: resolved.diagnostics, verdicts: [])
    }
    let first = verdict(on: resolved, in: programs[0])
    let others = programs.dropFirst().map { program in
      // A counter-example names its reading.
      if isOneProgram, !first.isBroken {
        return Verdict(reading: program.reading, finding: first.finding, places: first.places)
      }
      return verdict(on: resolved, in: program)
    }
    return Result(rule: rule, diagnostics: [], verdicts: [first] + others)
  }

  private func verdict(on rule: ResolvedRule, in program: Program) -> Verdict {
    func verdict(_ found: (finding: Verdict.Finding, places: Int)) -> Verdict {
      Verdict(reading: program.reading, finding: found.finding, places: found.places)
    }
    // A contract only takes runs away, so those matter that forbid the run which was found.
    var used: [Contract] = []
    var found = finding(on: rule, in: program, with: used)
    while case .broken(let example) = found.finding {
      let involved = contracts.filter { contract in
        !contract.states.isEmpty && !used.contains { $0.action.text == contract.action.text }
          && example.answers(of: contract) > 0
      }
      guard !involved.isEmpty else { break }
      used += involved
      found = finding(on: rule, in: program, with: used)
    }
    guard case .broken(let example) = found.finding else { return verdict(found) }
    // An action that counts where the flows do not show it may not answer like this twice.
    let unknown = contracts.filter { $0.states.isEmpty && example.answers(of: $0) > 1 }
    guard !unknown.isEmpty else { return verdict(found) }
    let again = finding(
      on: rule, in: program, with: used + unknown, limiting: Set(unknown.map(\.action.text)))
    if case .broken = again.finding { return verdict(again) }
    let names = unknown.map { "`\($0.action.text)` (\($0.because))" }.joined(separator: " and ")
    return verdict(
      (
        .notProvable(
          "it depends on what is counted outside of the flows, by \(names); "
            + "write the states of its contract"),
        found.places
      ))
  }

  private func finding(
    on rule: ResolvedRule, in program: Program, with contracts: [Contract],
    limiting limited: Set<String> = []
  ) -> (finding: Verdict.Finding, places: Int) {
    let letters = Letters(rule.parts, during: rule.during, in: index, on: program)
    var model = RunModel(
      rule, letters, on: program, index: index, contracts: contracts, limiting: limited)
    model.mostWays = mostWays
    // Where timers may run out at any time, a larger search would not say much.
    model.mostPlaces = model.isTimed ? 2 * mostStacks : mostPlaces
    if let obstacle = model.obstacle { return (.notProvable(obstacle), 0) }
    if model.isTimed { return timedFinding(on: rule, model) }
    if let (finding, places) = quickFinding(on: rule, model) { return (finding, places) }
    let search = RunSearch(
      model, keepsEdges: rule.monitor.form == .alwaysPossible)
    let places = search.nodes.count
    guard !search.isCut else { return (finding(on: rule, cut: search), places) }
    let entrances = search.entrances()
    if let found = violation(of: rule, in: search, entrances) { return (found.finding, places) }
    if !rule.monitor.trigger.allSatisfy(search.seen.contains) { return (.neverTriggered, places) }
    guard rule.monitor.isAboutEver else { return (.holds(ifUserGoesOn: false), places) }
    if let found = endless(rule, in: search, entrances) { return (found.finding, places) }
    let withUsers = RunSearch(dueIn: search, withUsers: true)
    if let found = trapped(rule, in: search, withUsers, entrances) {
      return (found.finding, places)
    }
    return (.holds(ifUserGoesOn: !withUsers.loopingNodes().isEmpty), places)
  }

  /// Where there are too many places for a search, a short run may break the rule all the same.
  private func finding(on rule: ResolvedRule, cut search: RunSearch) -> Verdict.Finding {
    if rule.monitor.form != .alwaysPossible,
      let example = shortRuns(rule, search.model, enough: nil).broken
    {
      return .broken(example)
    }
    return .notProvable(search.limit)
  }

  /// Decides a rule without searching all stacks, if it can: what cannot happen even if Back leads
  /// to any screen never happens, and what a short run does happens.
  private func quickFinding(
    on rule: ResolvedRule, _ model: RunModel
  ) -> (finding: Verdict.Finding, places: Int)? {
    guard !rule.monitor.isAboutEver, rule.monitor.form != .alwaysPossible else { return nil }
    let trigger = rule.monitor.trigger.reduce(into: Monitor.Letter()) { $0.formUnion($1) }
    let merged = RunSearch(model, isMerged: true)
    guard !merged.isCut else { return nil }
    let isSafe = !merged.nodes.indices.contains { merged.control(of: Int32($0)).isBroken }
    if isSafe, !merged.seen.isSuperset(of: trigger) {
      return (.neverTriggered, merged.nodes.count)
    }
    let runs = shortRuns(rule, model, enough: isSafe ? trigger : nil)
    if let example = runs.broken { return (.broken(example), runs.count) }
    let isTriggered = runs.seen.isSuperset(of: trigger)
    guard isSafe || runs.isComplete, isTriggered || runs.isComplete else { return nil }
    return (
      isTriggered ? .holds(ifUserGoesOn: false) : .neverTriggered,
      max(merged.nodes.count, runs.count)
    )
  }

  /// What is known of the shortest runs, with their whole stacks and the times of their timers.
  func shortRuns(
    _ rule: ResolvedRule, _ model: RunModel, enough: Monitor.Letter?
  ) -> (broken: CounterExample?, seen: Monitor.Letter, isComplete: Bool, count: Int) {
    var broken: CounterExample?
    guard model.isTimed else {
      let exact = ExactSearch(model, most: mostStacks, enough: enough)
      if let path = exact.path {
        var run = CounterExampleRun(rule, model, index, start: path.start)
        broken = run?.example(path.deeds, .broken)
      }
      return (broken, exact.seen, exact.isComplete && exact.path == nil, exact.count)
    }
    let timed = TimedSearch(model, most: mostStacks, enough: enough)
    if let path = timed.path {
      var run = CounterExampleRun(rule, model, index, start: path.start)
      broken = run?.example(path.deeds, waits: path.waits, .broken)
    }
    return (broken, timed.seen, timed.isComplete, timed.count)
  }
}

extension CounterExample {
  /// How often an action answers that has a contract.
  fileprivate func answers(of contract: Contract) -> Int {
    entries.count { $0.step.action == contract.action.text && $0.row != nil }
  }
}
