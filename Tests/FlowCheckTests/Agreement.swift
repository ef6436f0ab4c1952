/// How often a rule and the runs of random catalogues say the same, and where they do not.
struct Agreement: Sendable {
  /// What is reported, and what the runs show to be right.
  private(set) var found = 0
  /// What could be reported, and is not, rightly.
  private(set) var silent = 0
  private(set) var disagreements: [String] = []

  /// Compares with what runs do: that is to be reported, and nothing else.
  ///
  /// - Parameter possible: the number of places at which the rule looks.
  mutating func compare<Part: Hashable>(
    _ reported: Set<Part>, doneBy runs: Set<Part>, of possible: Int, _ sample: Sample
  ) {
    found += reported.intersection(runs).count
    silent += max(possible - reported.union(runs).count, 0)
    for part in runs.subtracting(reported) { miss("\(part)", sample) }
    guard sample.runs.isComplete else { return }
    for part in reported.subtracting(runs) { alarm("\(part)", sample) }
  }

  /// Compares with what no run does: that is to be reported, and nothing else.
  ///
  /// - Parameter runs: what some run does, so that it must not be reported.
  mutating func compare<Part: Hashable>(
    _ reported: Set<Part>, of possible: Set<Part>, doneByNoneOf runs: Set<Part>,
    isComplete: Bool? = nil, _ sample: Sample
  ) {
    found += reported.subtracting(runs).count
    silent += possible.intersection(runs).subtracting(reported).count
    for part in reported.intersection(runs) { alarm("\(part)", sample) }
    guard isComplete ?? sample.runs.isComplete else { return }
    for part in possible.subtracting(runs).subtracting(reported) { miss("\(part)", sample) }
  }

  /// Something is reported and should not be.
  mutating func alarm(_ part: String, _ sample: Sample) {
    disagreements.append("seed \(sample.seed): \(part) is reported, and no run is to blame")
  }

  /// Something should be reported and is not.
  mutating func miss(_ part: String, _ sample: Sample) {
    disagreements.append("seed \(sample.seed): \(part) is not reported")
  }

  /// Counts places about which a rule says nothing, rightly.
  mutating func noteSilent(_ count: Int = 1) { silent += count }

  /// Counts what a rule reports rightly.
  mutating func noteFound(_ count: Int = 1) { found += count }

  static func += (sum: inout Agreement, part: Agreement) {
    sum.found += part.found
    sum.silent += part.silent
    sum.disagreements += part.disagreements
  }
}
