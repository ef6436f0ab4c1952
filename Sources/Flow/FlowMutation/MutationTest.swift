internal import Diagnostics
internal import FlowCheck
public import FlowModel
internal import FlowProof
internal import FlowRuntime

/// Makes mistakes in flows and finds out whether the check, the replays or the house rules notice
/// them.
///
/// It runs only the scripts that come to the mistake. The house rules are asked where nothing else
/// has noticed.
public struct MutationTest: Sendable {
  /// Who noticed a mistake.
  public struct Verdict: Sendable {
    /// The mistake.
    public let mutant: Mutant
    /// Whether the check finds something that it does not find in the original flow.
    public let isCaughtByCheck: Bool
    /// Whether a replay takes other rows, shows something else, ends differently, or cannot
    /// continue.
    public let isCaughtByReplay: Bool
    /// The house rule that holds in the original flow and not with the mistake, or the other way
    /// round. Nil if there is none, or if the check or a replay has noticed already.
    public let brokenRule: String?
    /// Whether anything noticed.
    public var isCaught: Bool { isCaughtByCheck || isCaughtByReplay || brokenRule != nil }
    /// Why nothing noticed. Nil if something did.
    public let reason: String?
  }

  /// The flows without mistakes.
  public let catalogue: Catalogue
  private let check: CheckReport
  private let scripts: MutationScripts
  private let rules: [HouseRule]
  private let contracts: [Contract]
  /// Of the flows without mistakes.
  private let prover: Prover
  /// What was found out about rules in the flows without mistakes, by their names.
  private var known: [String: String] = [:]

  /// A test of `catalogue`.
  ///
  /// - Parameters:
  ///   - scripts: scripts that pass, with full traces. Their traces in `catalogue` are the expected
  ///     ones.
  ///   - rules: the house rules.
  public init(
    _ catalogue: Catalogue, scripts: [Script], rules: [HouseRule] = [], contracts: [Contract] = []
  ) {
    self.catalogue = catalogue
    check = CheckReport(catalogue)
    self.scripts = MutationScripts(scripts, in: catalogue)
    (self.rules, self.contracts) = (rules, contracts)
    prover = Prover(catalogue, contracts: contracts)
  }

  /// The most work of a test: a mistake takes as much as its flow has rows.
  package static let mostWork = 10_000_000

  /// The mistakes that can be made with so much work: all of them, or every second, every third
  /// and so on.
  package func affordable(_ mutants: [Mutant], work most: Int = mostWork) -> [Mutant] {
    let work = mutants.reduce(0) { $0 + catalogue.flows[$1.flow].tables.all.rows.count }
    let distance = max(1, (work + most - 1) / most)
    return stride(from: 0, to: mutants.count, by: distance).map { mutants[$0] }
  }

  /// Makes the mistake, then runs the check and every script that comes to it.
  public mutating func verdict(on mutant: Mutant) -> Verdict {
    let mutated = catalogue.with(mutant)
    let isFound = check.isExceeded(by: mutated, changedAt: mutant.flow)
    let isReplayed = scripts.notice(mutant, in: mutated)
    guard !isFound, !isReplayed else {
      return Verdict(
        mutant: mutant, isCaughtByCheck: isFound, isCaughtByReplay: isReplayed, brokenRule: nil,
        reason: nil)
    }
    let isSame = scripts.isSame(mutated)
    // Rules speak of what runs do, of names, and of nothing else that is shown; nor of times.
    let isSeen = !mutant.isAboutResuming && (!isSame || mutant.kind.changesNames)
    let rule = isSeen ? brokenRule(mutant, in: mutated) : nil
    return Verdict(
      mutant: mutant, isCaughtByCheck: false, isCaughtByReplay: false, brokenRule: rule,
      reason: rule == nil ? scripts.reason(mutant, isSame: isSame) : nil)
  }

  private mutating func brokenRule(_ mutant: Mutant, in mutated: Catalogue) -> String? {
    guard !rules.isEmpty else { return nil }
    let prover = Prover(mutated, contracts: contracts)
    for rule in rules
    where mutant.isEverywhere || prover.follows(rule, intoAnyOf: [mutated.flows[mutant.flow]]) {
      let whole = verdict(of: rule)
      // Such a rule takes all the work that a proof may take, for each mistake again.
      if whole.contains(MutationTest.unknown) { continue }
      if MutationTest.verdict(of: prover.prove(rule)) != whole { return rule.name.text }
    }
    return nil
  }

  /// What is found out about a rule in the flows without mistakes.
  private mutating func verdict(of rule: HouseRule) -> String {
    if let verdict = known[rule.name.text] { return verdict }
    let verdict = MutationTest.verdict(of: prover.prove(rule))
    known[rule.name.text] = verdict
    return verdict
  }

  private static let unknown = "not provable"

  /// What was found out about a rule, in words.
  private static func verdict(of result: Prover.Result) -> String {
    result.diagnostics.map(\.message).joined(separator: " ")
      + result.verdicts.map { verdict in
        switch verdict.finding {
        case .holds(let ifUserGoesOn): ifUserGoesOn ? "if" : "holds"
        case .broken: "broken"
        case .neverTriggered: "never"
        case .notProvable: unknown
        }
      }.joined(separator: " ")
  }
}
