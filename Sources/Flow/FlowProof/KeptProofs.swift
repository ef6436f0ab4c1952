public import FlowModel

/// The results of house rules, kept while flows change.
///
/// A rule is decided again only if its runs come to a flow that has changed, if it names something
/// that is not there, or if facts, contracts or the rule itself have changed.
public struct KeptProofs: Sendable {
  private var prover: Prover?
  private var flows: [Flow] = []
  private var contracts: [Contract] = []
  /// What was found by the last call.
  package private(set) var results: [Prover.Result] = []
  /// How many rules were decided by the last call.
  package private(set) var decided = 0

  /// No results.
  public init() {}

  /// What is found about rules in the flows of a catalogue, in the order of the rules.
  public mutating func prove(
    _ rules: [HouseRule], in catalogue: Catalogue, contracts: [Contract]
  ) -> [Prover.Result] {
    decided = 0
    guard !rules.isEmpty else {
      self = KeptProofs()
      return []
    }
    let prover = Prover(catalogue, contracts: contracts)
    let (new, old) = (Set(catalogue.flows), Set(flows))
    let come = catalogue.flows.filter { !old.contains($0) }
    let gone = flows.filter { !new.contains($0) }
    // Facts belong to all flows together.
    let before = contracts == self.contracts ? self.prover : nil
    let known = before.map(prover.hasFacts) ?? false ? results : []
    let found = rules.map { rule in
      if let kept = known.first(where: { $0.rule == rule }), let before,
        kept.diagnostics.isEmpty, prover.understands(rule),
        !prover.follows(rule, intoAnyOf: come), !before.follows(rule, intoAnyOf: gone)
      {
        return kept
      }
      decided += 1
      return prover.prove(rule)
    }
    (self.prover, flows, self.contracts, results) = (prover, catalogue.flows, contracts, found)
    return found
  }
}
