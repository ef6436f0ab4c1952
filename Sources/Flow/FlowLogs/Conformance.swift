package import FlowModel
package import FlowRuntime
internal import FlowTesting

/// What a log says of flows: which runs fit, where the others deviate, and how many runs take each
/// row.
package struct Conformance: Sendable {
  /// Runs with the same rows.
  package struct Variant: Sendable {
    /// The names of the rows, as they were logged.
    package let names: [String]
    /// The ids of the runs, in the order of the log.
    package internal(set) var runs: [String]
    /// How many deviations each has. Nil if that could not be decided.
    package let deviations: Int?
    /// How many rows were filled in.
    package let filled: Int
  }

  /// A deviation of any number of runs.
  package struct Finding: Sendable {
    /// The deviation of the first of them.
    package let deviation: Deviation
    /// The ids of the runs, in the order of the log.
    package internal(set) var runs: [String]
  }

  /// A house rule that runs have broken with a row.
  package struct BrokenRule: Sendable {
    /// The rule, and the row with which it was broken.
    package let broken: LogRules.Broken
    /// The ids of the runs, in the order of the log.
    package internal(set) var runs: [String]
  }

  /// Runs with the same rows, the most frequent first.
  package private(set) var variants: [Variant] = []
  /// The deviations, the most frequent first.
  package private(set) var findings: [Finding] = []
  /// The house rules that were broken, the most frequent first.
  package private(set) var rules: [BrokenRule] = []
  /// A funnel of all runs, then one for each value by which they were grouped.
  package private(set) var funnels: [Funnel] = []
  /// The flows of which rows were taken, in the catalogue's order.
  package private(set) var flows: [Flow] = []
  /// The number of runs.
  package private(set) var runs = 0
  /// The number of events.
  package private(set) var events = 0
  /// How many runs fit.
  package private(set) var fitting = 0
  /// How many runs could not be decided within the limit.
  package private(set) var undecided = 0
  /// How many rows were filled in.
  package private(set) var filled = 0
  /// The rows that runs which fit have logged.
  package private(set) var seen: Set<Row> = []
  /// The rows of earlier releases that the flows no longer have, with how often they were taken.
  package private(set) var gone: [(row: Row, taken: Int)] = []
  private var fitnesses = 0.0
  private let program: Program

  /// The mean over all decided runs of 1 - deviations / (events + missing rows), from 0 to 1.
  package var fitness: Double {
    runs > undecided ? fitnesses / Double(runs - undecided) : 1
  }

  private struct Key: Hashable {
    let names: [Int32]
    let facts: [String]
    let end: String?
    let suspensions: [Int: [String]]
  }

  /// Compares a log with a program.
  ///
  /// - Parameters:
  ///   - group: the attribute of runs by which the funnel is also drawn, such as `release`.
  ///   - rules: what judges the runs.
  package init(
    _ log: EventLog, with program: Program, _ settings: Aligner.Settings, by group: String? = nil,
    rules: LogRules? = nil
  ) {
    self.program = program
    var aligner = Aligner(program, settings, of: log)
    var funnels = [Funnel("", program)]
    var places: [String: Int] = [:]
    var findings: [String: Int] = [:]
    // Runs with the same rows have the same alignment.
    var keys: [Key] = []
    var alike: [Key: [Int]] = [:]
    for (index, run) in log.cases.enumerated() where !run.events.isEmpty {
      let facts = run.attributes.filter { $0.key.hasPrefix("fact:") }
      let key = Key(
        names: run.events.map(\.name), facts: facts.map { "\($0.key)=\($0.value)" }.sorted(),
        end: run.end, suspensions: run.suspensions)
      if alike[key] == nil { keys.append(key) }
      alike[key, default: []].append(index)
    }
    for key in keys {
      let indices = alike[key] ?? []
      let first = log.cases[indices[0]]
      let ids = indices.map { log.cases[$0].id }
      runs += ids.count
      events += first.events.count * ids.count
      let alignment = aligner.align(first)
      let gaps = alignment?.moves.count { $0.kind == .filled } ?? 0
      variants.append(
        Variant(
          names: first.events.map { log.names[Int($0.name)] }, runs: ids,
          deviations: alignment?.deviations, filled: gaps))
      guard let alignment else {
        undecided += ids.count
        continue
      }
      filled += gaps * ids.count
      note(alignment, first, count: ids.count)
      if alignment.deviations == 0 {
        for move in alignment.moves where move.kind == .both {
          seen.insert(program.row(ofCell: move.cell).original)
        }
      }
      for broken in rules?.broken(by: first, alignment, aligner) ?? [] {
        if let place = self.rules.firstIndex(where: { $0.broken == broken }) {
          self.rules[place].runs += ids
        } else {
          self.rules.append(BrokenRule(broken: broken, runs: ids))
        }
      }
      for deviation in Deviation.all(in: alignment, of: first, log, aligner) {
        if let place = findings[deviation.text] {
          self.findings[place].runs += ids
        } else {
          findings[deviation.text] = self.findings.count
          self.findings.append(Finding(deviation: deviation, runs: ids))
        }
      }
      for index in indices {
        let run = log.cases[index]
        funnels[0].add(run, alignment)
        guard let group else { continue }
        let value = run.attributes[group] ?? "-"
        let place = places[value] ?? funnels.count
        if place == funnels.count {
          places[value] = place
          funnels.append(Funnel(value, program))
        }
        funnels[place].add(run, alignment)
      }
    }
    self.funnels = funnels
    order()
  }

  private mutating func order() {
    variants.sort { $0.runs.count > $1.runs.count }
    findings.sort { $0.runs.count > $1.runs.count }
    rules.sort { $0.runs.count > $1.runs.count }
    let all = funnels[0]
    funnels = [all] + funnels.dropFirst().sorted { $0.group < $1.group }
    flows = program.catalogue.flows.filter { flow in
      flow.rows.contains { all.taken($0) > 0 } || flow.steps.contains { all.left($0) > 0 }
    }
  }

  /// Adds the runs of an earlier release, which were compared with its own flows.
  ///
  /// - Parameters:
  ///   - row: the row of these flows that a row of the earlier ones has become. Nil if it is gone.
  ///   - step: the same for a step.
  package mutating func join(
    _ earlier: Conformance, row: (Row) -> Row?, step: (Step) -> Step?
  ) {
    runs += earlier.runs
    events += earlier.events
    fitting += earlier.fitting
    undecided += earlier.undecided
    filled += earlier.filled
    fitnesses += earlier.fitnesses
    variants += earlier.variants
    seen.formUnion(earlier.seen.compactMap(row))
    for finding in earlier.findings {
      if let place = findings.firstIndex(where: { $0.deviation.text == finding.deviation.text }) {
        findings[place].runs += finding.runs
      } else {
        findings.append(finding)
      }
    }
    for rule in earlier.rules {
      if let place = rules.firstIndex(where: { $0.broken == rule.broken }) {
        rules[place].runs += rule.runs
      } else {
        rules.append(rule)
      }
    }
    for funnel in earlier.funnels {
      let place = funnels.firstIndex { $0.group == funnel.group } ?? funnels.count
      if place == funnels.count { funnels.append(Funnel(funnel.group, program)) }
      let lost = funnels[place].add(funnel, row: row, step: step)
      if place == 0 { gone += lost }
    }
    order()
  }

  private mutating func note(_ alignment: Alignment, _ run: EventLog.Case, count: Int) {
    if alignment.deviations == 0 { fitting += count }
    let most = run.events.count + alignment.moves.count { $0.kind == .flows || $0.kind == .end }
    let share = most == 0 ? 0 : Double(alignment.deviations) / Double(most)
    fitnesses += Double(count) * (1 - share)
  }
}
