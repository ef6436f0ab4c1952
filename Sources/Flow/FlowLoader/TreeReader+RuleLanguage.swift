internal import FlowModel
internal import YAMLTree

// The keys of house rules: each is described once, here. Values are stored in this order.
extension TreeReader {
  static let ruleFile = Schema(.rules, ruleFileEntries, FlowReader.vocabulary)
  static let rule = Schema(.rule, ruleEntries, FlowReader.vocabulary)
  static let contract = Schema(.contract, contractEntries, FlowReader.vocabulary)

  /// The kinds of mapping in a file of rules.
  static var ruleMappings: [Mapping] { [ruleFile.mapping, rule.mapping, contract.mapping] }

  /// All words of rules, which are in the vocabulary of flows.
  static var ruleWords: [String] {
    ruleFileEntries.map(\.key.word) + ruleEntries.map(\.key.word)
      + contractEntries.map(\.key.word)
  }

  private static let ruleFileEntries: [Entry<TreeReader, HouseRules>] = [
    Entry("rules", .list(.rule), "sentences about all runs") { $2.rules = $0.readRules($1) },
    Entry(
      "contracts", .list(.contract), "what actions count where the flows do not show it"
    ) { $2.contracts = $0.readContracts($1) },
  ]

  private static let ruleEntries: [Entry<TreeReader, RuleDraft>] = [
    Entry("rule", .text, role: .required, "its name, lower case with hyphens") {
      $2.rule.name = $0.phrase($1)
    },
    .moments("never", role: .choice, "what never happens") { $0.rule.subject = $1 },
    .moments("only", role: .choice, "what happens only between two others") {
      $0.rule.subject = $1
    },
    .moments("eventually", role: .choice, "what happens sooner or later") {
      $0.rule.subject = $1
    },
    .moments("exactly once", role: .choice, "what happens once, no more and no less") {
      $0.rule.subject = $1
    },
    .moments("just before", role: .choice, "what must come right after something else") {
      $0.rule.subject = $1
    },
    .moments("just after", role: .choice, "what something else must follow at once") {
      $0.rule.subject = $1
    },
    Entry("at most", .text, role: .choice, "how often something may happen, 0 to 100") {
      $2.rule.count = $0.ruleCount($1)
    },
    .moments("always possible", role: .choice, "what can still happen, wherever a run is") {
      $0.rule.subject = $1
    },
    .moments("never both", role: .choice, "what excludes `and` in the same run") {
      $0.rule.subject = $1
    },
    .moments("of", "for `at most`: what is counted") { $0.rule.subject = $1 },
    .moments("before", "what must have happened first") {
      $0.rule.other = $1
      $0.hasBefore = true
    },
    .moments("after", "what it begins with") {
      $0.rule.other = $1
      $0.hasAfter = true
    },
    .moments("always", "what comes there every time") { $0.rule.other = $1 },
    .moments("between", "what opens the time") { $0.rule.other = $1 },
    // After `between` and `never both`, since its place depends on them.
    .moments("and", "what closes the time; for `never both` the second thing") {
      if $0.rule.other.isEmpty { $0.rule.other = $1 } else { $0.rule.until = $1 }
    },
    .moments("until", "what ends it") { $0.rule.until = $1 },
    Entry("while", .values, "facts and the values with which it counts") {
      $2.rule.during = $0.factValues($1)
    },
    Entry(
      "start", .textOrTexts(isNeverEmpty: true),
      "the flows with which runs start; all use cases by default"
    ) {
      $2.rule.starts = $0.phrases($1, "a flow")
    },
    Entry("given", .values, "values with which facts begin; the others begin with any") {
      $2.rule.given = $0.factValues($1)
    },
    Entry("interrupted by", .text, "the flow that starts when the app comes back") {
      $2.rule.interruption = $0.phrase($1)
    },
    Entry("because", .text, role: .required, "why the rule exists") {
      $2.rule.because = $0.string($1)
    },
    Entry("allow", .text, "why the rule may be broken") { $2.rule.allowance = $0.string($1) },
  ]

  private static let contractEntries: [Entry<TreeReader, Contract>] = [
    Entry("contract", .text, role: .required, "the action that counts") {
      $2.action = $0.phrase($1)
    },
    Entry("because", .text, role: .required, "what counts, and where") {
      $2.because = $0.string($1)
    },
    Entry("states", .settings, "for each state, the possible answers and the next state") {
      $2.states = $0.contractStates($1)
    },
  ]
}

extension Entry where Reader == TreeReader, Record == RuleDraft {
  /// An event of a run: one text or several, of which any counts.
  fileprivate static func moments(
    _ word: String, role: Key.Role = .optional, _ about: String,
    store: @escaping @Sendable (inout RuleDraft, [HouseRule.Phrase]) -> Void
  ) -> Entry {
    Entry(word, .textOrTexts(isNeverEmpty: true), role: role, about) {
      store(&$2, $0.phrases($1, "what happens"))
    }
  }
}
