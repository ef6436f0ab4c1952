public import Diagnostics
public import FlowModel
internal import YAMLTree

/// Reads files of house rules: those below `Flows/rules`.
public struct RuleLoader: Sendable {
  /// A loader.
  public init() {}

  /// The rules and contracts of a file, in its order, and the diagnostics. If there are any, there
  /// are no rules.
  public func load(_ file: SourceFile) -> (rules: HouseRules, diagnostics: [Diagnostic]) {
    var reader = TreeReader(FlowReader.vocabulary)
    guard reader.begin(file) else { return (HouseRules(), reader.diagnostics) }
    var rules = HouseRules()
    if reader.tree.isEmpty {
      reader.report(
        .emptyFile, at: .top, "the file is empty",
        help: "a file of rules begins with `rules:`; see docs/house-rules.md")
    } else {
      reader.read(reader.tree.root, TreeReader.ruleFile, into: &rules)
    }
    let diagnostics = reader.diagnostics
    return (diagnostics.isEmpty ? rules : HouseRules(), diagnostics)
  }
}

extension TreeReader: SchemaReader {
  /// Reads a list of rules.
  mutating func readRules(_ node: YAMLTree.Node) -> [HouseRule] {
    var names: Set<String> = []
    return allEntries(node).compactMap { entry in
      var draft = RuleDraft()
      guard let keys = read(entry, TreeReader.rule, into: &draft) else { return nil }
      draft.rule.path = path
      guard finish(&draft, keys, at: entry) else { return nil }
      if !names.insert(draft.rule.name.text).inserted {
        report(
          .duplicateID, at: draft.rule.name.span,
          "there is a rule `\(draft.rule.name.text)` already",
          help: "give one of the two another name")
      }
      return draft.rule
    }
  }

  /// Reads a list of contracts.
  mutating func readContracts(_ node: YAMLTree.Node) -> [Contract] {
    allEntries(node).compactMap { entry in
      var contract = Contract()
      guard read(entry, TreeReader.contract, into: &contract) != nil else { return nil }
      contract.path = path
      return contract
    }
  }

  /// Gives a rule its form, and reports keys that do not belong to it.
  private mutating func finish(
    _ draft: inout RuleDraft, _ keys: UInt64, at node: YAMLTree.Node
  ) -> Bool {
    let mapping = TreeReader.rule.mapping
    let words = Set(
      mapping.keys.indices.filter { keys >> UInt64($0) & 1 == 1 }.map { mapping.keys[$0].word })
    let chosen = mapping.choices.filter(words.contains)
    guard chosen.count == 1, let word = chosen.first else {
      report(
        chosen.isEmpty ? .missingKey : .keysExclude, at: tree.headSpan(node),
        chosen.isEmpty
          ? "the rule says nothing" : "a rule is one sentence; this one has \(list(chosen))",
        help: "write one of \(list(mapping.choices))")
      return false
    }
    guard let shape = RuleDraft.shapes[word] else { return false }
    let extra = words.intersection(RuleDraft.companions).subtracting(shape.allowed)
    for word in shape.required where !words.contains(word) {
      report(
        .missingKey, at: draft.rule.name.span, "`\(chosen[0])` needs `\(word)`",
        help: "the sentence goes: \(shape.sentence)")
    }
    for (place, key) in mapping.keys.enumerated() where extra.contains(key.word) {
      report(
        .keysExclude, at: tree.headSpan(value(of: place, in: mapping)),
        "`\(key.word)` does not go with `\(word)`",
        help: "the sentence goes: \(shape.sentence)")
    }
    draft.rule.form = draft.form(of: word)
    return extra.isEmpty && shape.required.allSatisfy(words.contains)
  }

  private func list(_ words: [String]) -> String {
    words.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// The texts of a list, or a single text in its place.
  mutating func phrases(_ node: YAMLTree.Node, _ what: String) -> [HouseRule.Phrase] {
    let entries = allEntries(node)
    if entries.isEmpty {
      report(
        .wrongValue, at: tree.headSpan(node), "the list is empty", help: "write \(what), or several"
      )
    }
    return entries.compactMap { isText($0, what) ? phrase($0) : nil }
  }

  func phrase(_ node: YAMLTree.Node) -> HouseRule.Phrase {
    HouseRule.Phrase(string(node), span: tree.span(node))
  }

  /// `fact: value`, `fact: [a, b]`.
  mutating func factValues(_ node: YAMLTree.Node) -> [HouseRule.Values] {
    allPairs(node).map { key, value in
      HouseRule.Values(fact: phrase(key), values: phrases(value, "a value"))
    }
  }

  /// The states of a contract: for each its answers, and the state that each leads to.
  mutating func contractStates(_ node: YAMLTree.Node) -> [Contract.State] {
    allPairs(node).compactMap { key, value in
      guard tree.kind(value) == .mapping else {
        report(
          .wrongKind, at: tree.headSpan(value),
          "a state is a mapping of answers to states, not \(describe(value))",
          help: "write `\(string(key)): { valid: \(string(key)), wrong: other state }`")
        return nil
      }
      let name = phrase(key)
      let answers = allPairs(value).compactMap { answer, next in
        isText(next, "a state") ? (answer: phrase(answer), next: phrase(next)) : nil
      }
      return Contract.State(name: name, answers: answers)
    }
  }

  mutating func ruleCount(_ node: YAMLTree.Node) -> Int {
    if let count = TreeReader.number(string(node)), (0...100).contains(count) { return count }
    report(
      .wrongValue, at: tree.span(node), "`\(string(node))` is not a number of times",
      help: "write a whole number from 0 to 100")
    return 0
  }
}

/// A rule while it is read.
struct RuleDraft {
  var rule = HouseRule()
  var hasBefore = false
  var hasAfter = false

  /// The keys that belong to some sentences only.
  static let companions: Set<String> = [
    "before", "after", "until", "between", "and", "always", "of",
  ]

  /// For the key that chooses a sentence: which keys may follow, and which must.
  static let shapes: [String: (allowed: Set<String>, required: [String], sentence: String)] = [
    "never": (
      ["before", "after", "until"], [],
      "`never: X`, `never: X` with `before: Y`, or `never: X` with `after: Y` and `until: Z`"
    ),
    "only": (["between", "and"], ["between", "and"], "`only: X`, `between: Y`, `and: Z`"),
    "eventually": (["after"], ["after"], "`after: Y`, `eventually: X`"),
    "exactly once": (["after"], [], "`exactly once: X`, perhaps with `after: Y`"),
    "just before": (["always"], ["always"], "`just before: X`, `always: Y`"),
    "just after": (["always"], ["always"], "`just after: X`, `always: Y`"),
    "at most": (
      ["of", "between", "and"], ["of"], "`at most: 3`, `of: X`, perhaps `between: Y`, `and: Z`"
    ),
    "always possible": ([], [], "`always possible: X`"),
    "never both": (["and"], ["and"], "`never both: X`, `and: Y`"),
  ]

  func form(of word: String) -> HouseRule.Form {
    switch word {
    case "only": .onlyBetween
    case "eventually": .eventually
    case "exactly once": .exactlyOnce
    case "just before": .justBefore
    case "just after": .justAfter
    case "at most": .atMost
    case "always possible": .alwaysPossible
    case "never both": .neverBoth
    default: hasBefore ? .neverBefore : hasAfter ? .neverAfter : .never
    }
  }
}
